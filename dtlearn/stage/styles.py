"""Which parts a page that plays takes, and the styles of what it draws, as its scripts import them."""

import json
import re
from functools import cache
from pathlib import Path

from dtlearn.stage.linker import STAGE, modules

# Of a document, drawn by the scripts of these names (parts.js); by which module, where that is another.
PARTS = {name: name for name in ("boxes", "chart", "plane", "surface", "votes", "word")} | {"plane": "partition"}


def css(*names: str) -> str:
    """Styles of the stage by their names."""
    return "".join(_squeezed(STAGE / f"{name}.css") for name in names)


def _squeezed(path: Path) -> str:
    """A style without its comments and most of its spaces."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    return re.sub(r";\}", "}", re.sub(r"\s*([{};,>])\s*|(?<=[\w-])(:)\s+", r"\1\2", text))


@cache
def styles(has: frozenset[str] | None = None) -> dict[Path, str]:
    """What stands in the place of parts.js, and of styles.js: part of the stage -> its style,
    and those of what its script imports.

    has : the names that the documents have, and so the parts that are needed; None is all.
    """
    parts = {name: script for name, script in PARTS.items() if has is None or name in has}
    lines = [f'import {{ {script} }} from "./parts/{script}.js";' for script in parts.values()]
    named = ", ".join(f"{name}: {script}" for name, script in parts.items())
    given = {STAGE / "parts.js": "\n".join([*lines, f"export const PARTS = {{ {named} }};\n"])}
    found = {name: modules(*STAGE.rglob(f"{name}.js"), given) for name in ("tree", "table", *parts, "stage")}
    styles = {name: [path.with_suffix(".css") for path in paths] for name, paths in found.items()}
    own = {path for name in styles if name != "stage" for path in styles[name]}
    # How the stage is laid out around something: <its name>.around.css.
    styles["stage"] += [
        path
        for path in sorted(STAGE.rglob("*.around.css"), key=lambda path: path.name)
        if has is None or path.name.split(".")[0] in has
    ]
    dom = STAGE / "base" / "dom.css"  # in every one, and so once in the file
    texts = {
        name: "".join(
            _squeezed(path) for path in paths if path.exists() and path not in {dom, *(own if name == "stage" else ())}
        )
        for name, paths in styles.items()
    }
    said = ", ".join(f"{name}: DOM + {json.dumps(text)}" for name, text in texts.items())
    return given | {
        STAGE / "styles.js": f"const DOM = {json.dumps(_squeezed(dom))};\nexport const STYLES = {{ {said} }};\n"
    }
