"""ES modules linked into one text: Streamlit takes a script as one string, and so does a page that stands alone."""

import re
from pathlib import Path

STAGE = Path(__file__).parent  # what a script calls "stage/x.js" lies here
_IMPORT = re.compile(r'^import \{([^}]*)\} from "((?:\.|stage/)[^"]*)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.M)


class LinkError(Exception):
    """A script that cannot be linked: the message names the module and what is wrong in it."""


def modules(script: Path, given: dict[Path, str] | None = None) -> dict[Path, str]:
    """The text of a script and of all that it imports, by path, each behind what it imports itself.

    given : texts that stand in the place of those on the disk.
    Raises LinkError for a module that is not there and for modules that import each other.
    """
    found: dict[Path, str] = {}

    def visit(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            raise LinkError(f"a circle of imports: {' > '.join(one.name for one in (*above, path))}")
        if path in found:
            return
        if not path.is_file():
            raise LinkError(f"{path} is not there{''.join(f', and {one.name} imports it' for one in above[-1:])}")
        text = (given or {}).get(path) or path.read_text(encoding="utf-8")
        for _, source in _IMPORT.findall(text):
            visit(_place(path, source), (*above, path))
        found[path] = text

    visit(script.resolve(), ())
    return found


def _place(path: Path, source: str) -> Path:
    """Where a module lies that another one imports by this name."""
    return ((STAGE.parent if source.startswith("stage/") else path.parent) / source).resolve()


def link(script: Path, given: dict[Path, str] | None = None) -> str:
    """One module that does what a script and its imports do; what the script exports by default, it exports.

    Read are ``import { a, b as c } from "./x.js";``, or from "stage/x.js", and ``export`` before a function, class,
    const or let of one name. Every imported module keeps a scope of its own, so that names of two never meet. Raises
    LinkError for any other import or export, for a name that is not exported, and as ``modules``, which says what is
    given.
    """
    texts, exports, parts = modules(script, given), {}, []
    for i, (path, text) in enumerate(texts.items()):

        def taken(match: re.Match, path: Path = path) -> str:
            names = [name.strip() for name in match[1].split(",") if name.strip()]
            scope, known = exports[_place(path, match[2])]
            if missing := {name.split()[0] for name in names} - known:
                raise LinkError(f"{path.name}: {match[2]} does not export {', '.join(sorted(missing))}")
            return f"const {{ {', '.join(name.replace(' as ', ': ') for name in names)} }} = {scope};"

        names, body, last = set(_EXPORT.findall(text)), _EXPORT.sub("", _IMPORT.sub(taken, text)), i == len(texts) - 1
        for other in _OTHER.findall(body):
            if not (last and other.startswith("export default ")):
                raise LinkError(f"{path.name}: cannot link {other!r}")
        exports[path] = (f"$m{i}", names)
        scoped = f"const $m{i} = (() => {{\n{body}\nreturn {{ {', '.join(sorted(names))} }};\n}})();"
        parts.append(body if last else scoped)
    return "\n".join(parts)
