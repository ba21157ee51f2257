"""Seeded faults of pages, scripts and styles, and which of them tests find: ``python -m tests.faults --only p03 j07``.

``tests/data/faults.toml`` lists them: ``was`` is a line of a file, ``now`` the same with the fault ("": the line is
gone), ``seen`` what a visitor sees, ``found`` the test that finds it ("": none that was asked did); one with ``out`` is
never asked, and that is why. ``--draw 1`` drew them: a statement, listener, callback or rule removed, a condition
turned, only where the linter stays silent. Each is made in a copy of the tree, and the tests that can know are run
until one fails; a test that fails without the fault too does not count.
"""

from __future__ import annotations

import argparse
import ast
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import deno

from tests.mutants import copied
from tests.support import DATA, ROOT

NO_STATEMENT = re.compile(r"\s*(//|const |let |import |export |return|throw |break|continue|for |case |}|\)|\]|\.)")
LISTENER = re.compile(r'\[[\w.]+, (?:"[\w-]+"|[A-Z]+), \w+(?:, \{[^}]*\})?\](?:, |,$)?')
CALLBACK = re.compile(r"on_(click|change)=[\w.]+(, )?")
EVERY_PAGE = [f"tests/repo/test_{name}_browser.py" for name in ("every_page", "axe")]
COMPUTE = "tests/repo/test_scripts.py::test_scripts_are_linted_and_formatted_and_compute_right"
COMPUTE += "[test --no-remote --no-check tests/js]"


def in_python(text: str) -> Iterator[tuple[str, str]]:
    """(a line, the line with a fault)"""
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        part = node.test if isinstance(node, ast.If | ast.IfExp) else node
        if not hasattr(part, "lineno") or part.lineno != part.end_lineno:
            continue
        line, raw = lines[part.lineno - 1], lines[part.lineno - 1].encode()
        before, after = raw[: part.col_offset].decode(), raw[part.end_col_offset :].decode()
        if part is not node:
            yield line, f"{before}not ({ast.get_source_segment(text, part)}){after}"
        elif not before.strip() and not after.strip():
            match node:
                case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                    yield line, ""


def callbacks(text: str) -> Iterator[tuple[str, str]]:
    return ((line, CALLBACK.sub("", line)) for line in text.split("\n") if CALLBACK.search(line))


def in_script(text: str) -> Iterator[tuple[str, str]]:
    last = ""
    for line in text.split("\n"):
        balanced = all(line.count(a) == line.count(b) for a, b in ("()", "[]", "{}"))
        if line.endswith(";") and balanced and not NO_STATEMENT.match(line) and re.search(r"([{};]|^)$|//", last):
            yield line, ""
        if found := re.search(r"\bif \(", line):
            depth, end = 1, found.end()
            while depth and end < len(line):
                depth += {"(": 1, ")": -1}.get(line[end], 0)
                end += 1
            if not depth:
                yield line, f"{line[: found.end()]}!({line[found.end() : end - 1]}){line[end - 1 :]}"
        last = line


def listeners(text: str) -> Iterator[tuple[str, str]]:
    for line in text.split("\n"):
        for found in LISTENER.finditer(line):
            yield line, (line[: found.start()] + line[found.end() :]).rstrip()


def in_style(text: str) -> Iterator[tuple[str, str]]:
    for line in text.split("\n"):
        if re.fullmatch(r"\s+[\w-]+:[^{}]*;", line):
            yield line, ""
        if re.fullmatch(r"[^@{}]+\{[^{}]*\}", line):
            yield line, ""
            for found in re.finditer(r" [\w-]+: [^;{}]+;", line):
                yield line, line[: found.start()] + line[found.end() :]


PAGES, SCRIPTS, STYLES = (
    ["pages/**/*.py"],
    *(
        [f"{room}/*.{ending}" for room in ("dtlearn/stage/**", "pages/ui/components/**", "pages/ui/rooms/web")]
        for ending in ("js", "css")
    ),
)
DRAWN = (  # the first letter of their ids, how they are made, where, how many; some of them are left out by hand
    ("p", in_python, PAGES, 10),
    ("k", callbacks, PAGES, 4),
    ("j", in_script, SCRIPTS, 14),
    ("l", listeners, SCRIPTS, 3),
    ("c", in_style, STYLES, 14),
)


def parses(file: Path, text: str) -> bool:
    if file.suffix == ".py":
        try:
            return bool(ast.parse(text))
        except SyntaxError:
            return False
    lint = [deno.find_deno_bin(), "lint", "-"]
    return file.suffix == ".css" or subprocess.run(lint, input=text.encode(), capture_output=True).returncode == 0


def changed(text: str, was: str, now: str) -> str | None:
    """The text with one line changed or gone; None if the line is not there once."""
    if f"\n{text}\n".count(f"\n{was}\n") != 1:
        return None
    return f"\n{text}\n".replace(f"\n{was}\n", f"\n{now}\n" if now else "\n")[1:-1]


def drawn(seed: int) -> Iterator[dict[str, str]]:
    for letter, faults, globs, count in DRAWN:
        files = sorted(path for each in globs for path in ROOT.glob(each))
        every = [(path, was, now) for path in files for was, now in faults(path.read_text())]
        random.Random(seed).shuffle(every)
        texts = ((*fault, changed(fault[0].read_text(), *fault[1:])) for fault in every)
        right = ((path, was, now) for path, was, now, text in texts if text and parses(path, text))
        for k, (path, was, now) in zip(range(1, count + 1), right, strict=False):
            yield {"id": f"{letter}{k:02}", "file": str(path.relative_to(ROOT)), "was": was, "now": now}


def asked(file: str, found: str) -> list[str]:
    """The tests that can know: where it was found, those of the file's room and of who uses it, those of every page.

    Of a script or a style nobody knows but a browser and what asks the scripts to compute.
    """
    path, among = Path(file), "test_*.py" if file.endswith(".py") else "test_*browser.py"
    words = {path.stem, path.parent.name, path.parents[1].name} - {
        "ui",
        "dtlearn",
        "base",
        "parts",
        "pages",
        "components",
        "shared",
    }
    tests = {str(test.relative_to(ROOT)): test.read_text() for test in sorted(ROOT.glob(f"tests/[!e]*/**/{among}"))}
    uses = re.compile(rf"components.*\b{path.parent.name}\b")
    users = [one for one in ROOT.glob("pages/ui/*/*.py") if "/components/" in file and uses.search(one.read_text())]
    rooms = words | {one.parent.name for one in users}
    near = [test for test in tests if rooms & set(re.findall("[a-z]+", test))]
    near = near or [test for test, text in tests.items() if any(word in text for word in words)]
    near.sort(key=lambda test: -sum(f"{test} {tests[test]}".count(word) for word in words))
    every = [*EVERY_PAGE, *([COMPUTE] if file.endswith(".js") else [])]
    return list(dict.fromkeys([test for test in [found.partition("::")[0]] if test] + near + every))


def fails(tests: tuple[str, ...]) -> str:
    """The first test in the copy that fails, or ""."""
    call = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", *tests]
    said = subprocess.run(
        call, cwd=copied(), capture_output=True, text=True, env=os.environ | {"COLUMNS": "999"}
    ).stdout
    return next(iter(re.findall(r"^(?:FAILED|ERROR) (.*?)(?: - .*)?$", said, re.M)), "")


fails_anyway = functools.cache(lambda test: bool(fails((test,))))


def found(fault: dict[str, str], tests: list[str]) -> str:
    """The test that finds a fault, or ""."""
    path, sick = copied() / fault["file"], []
    whole = path.read_text()
    while True:
        path.write_text(changed(whole, fault["was"], fault["now"]))
        by = fails((*tests, *(f"--deselect={test}" for test in sick)))
        path.write_text(whole)
        if not by or not fails_anyway(by):
            return by
        sick.append(by)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("tests", nargs="*", help="test files, in place of those that can know")
    options.add_argument("--only", nargs="+", help="the ids of some of them")
    options.add_argument("--draw", type=int, metavar="SEED", help="print what is drawn, and end")
    given = options.parse_args()
    for fault in drawn(given.draw) if given.draw is not None else ():
        print(
            "[[faults]]",
            *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fault.items()),
            sep="\n",
        )
    if given.draw is not None:
        return
    every = tomllib.loads((DATA / "faults.toml").read_text())["faults"]
    faults = [fault for fault in every if not fault.get("out") and fault["id"] in (given.only or fault["id"])]
    by = 0
    with tempfile.TemporaryDirectory() as tempfile.tempdir:
        for fault in faults:
            test = found(fault, given.tests or asked(fault["file"], fault["found"]))
            by += bool(test)
            print(f"{fault['id']} {'found' if test else 'NOT FOUND'}  {fault['seen']}  {test}", flush=True)
    print(f"found {by} of {len(faults)}")


if __name__ == "__main__":
    main()
