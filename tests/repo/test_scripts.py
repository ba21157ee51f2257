"""The scripts: linked into one module, linted, formatted, and what computes in them tested (``tests/js``)."""

import re
import subprocess
from pathlib import Path

import pytest

from dtlearn.stage.linker import LinkError, link, modules
from tests.support import ROOT


def deno(*words: str) -> tuple[bool, str]:
    """Whether Deno finds nothing wrong, and what it says; nothing is fetched."""
    found = pytest.importorskip("deno", reason="python -m pip install -r requirements-dev.txt")
    env = {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}
    done = subprocess.run([found.find_deno_bin(), *words], cwd=ROOT, env=env, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("words", ["lint", "fmt --check", "test --no-remote --no-check tests/js"])
def test_scripts_are_linted_and_formatted_and_compute_right(words):
    right, said = deno(*words.split())
    assert right, said


def test_scripts_name_nothing_that_is_not_there():
    _, said = deno(
        "check", "--no-remote", *(str(path) for room in ("dtlearn", "pages") for path in (ROOT / room).rglob("*.js"))
    )
    assert not re.findall(r"^TS(?:2304|2305|2307|2552|2724) .*", said, re.M)


def write(room: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (room / f"{name}.js").write_text(text, encoding="utf-8")
    return room / "main.js"


def test_linked_modules_keep_their_own_names(tmp_path):
    main = write(
        tmp_path,
        main='import { count as n,\n  Box } from "./a.js";\nimport { twice } from "./b.js";\nconst own = "main";\n'
        "console.log(own, n, new Box().own, twice(n));\n",
        a='const own = "a";\nexport let count = 3;\nexport class Box {\n  own = own;\n}\n',
        b='import { count } from "./a.js";\nexport const twice = (n) => n + count;\nexport async function* rest() {}\n',
    )
    assert [path.name for path in modules(main)] == ["a.js", "b.js", "main.js"]
    (tmp_path / "linked.js").write_text(link(main), encoding="utf-8")
    assert deno("run", "--no-remote", str(tmp_path / "linked.js")) == (True, "main 3 a 6\n")


def test_constants_take_the_place_of_a_module(tmp_path):
    main = write(tmp_path, main='import { N } from "./a.js";\nconsole.log(N);\n', a="export const N = 0;\n")
    (tmp_path / "linked.js").write_text(link(main, {main.with_name("a.js"): "export const N = 7;\n"}), encoding="utf-8")
    assert deno("run", "--no-remote", str(tmp_path / "linked.js")) == (True, "7\n")


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"main": 'import { a } from "./gone.js";\n'}, r"gone\.js is not there, and main\.js imports it"),
        (
            {"main": 'import { a, b } from "./one.js";\n', "one": "export const a = 1;\n"},
            r"main\.js: \./one\.js does not export b",
        ),
        (
            {"main": 'import { a } from "./one.js";\n', "one": 'import { b } from "./main.js";\n'},
            "main.js > one.js > main.js",
        ),
        ({"main": 'import * as all from "./one.js";\n'}, r"main\.js: cannot link 'import \* as all"),
        (
            {"main": 'import { a } from "./one.js";\n', "one": "export const a = 1;\nexport default a;\n"},
            "cannot link 'export default",
        ),
        ({"main": "export const [a, b] = [1, 2];\n"}, r"cannot link 'export const \[a, b\]"),
    ],
)
def test_what_cannot_be_linked_is_named(tmp_path, texts, said):
    with pytest.raises(LinkError, match=said):
        link(write(tmp_path, **texts))
