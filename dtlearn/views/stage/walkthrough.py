"""A walkthrough: a lesson as one document that a player shows, in the app, in a file, in a notebook (docs/walkthrough.md)."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from types import MappingProxyType

from dtlearn.trees.pseudocode import Pseudocode
from dtlearn.views.base.html import row
from dtlearn.views.base.text import escaped
from dtlearn.views.paper.latex_reader import lines_of
from dtlearn.views.stage.linker import STAGE, link, modules

VERSION = 1
_HIGH = 640  # px of a frame in a notebook
USUAL = row("", "", [], None)  # what a row of a table leaves out
EMPTY = {  # what a lesson may lack
    "ticks": [], "columns": [], "examples": {"columns": [], "rows": [], "classes": [], "size": 0}, "features": [], "asks": {}, "held": {},
    "choices": [], "meanings": {},
}  # fmt: skip


class Pool:
    """Values that frames share: each stands once, and is meant by its number."""

    def __init__(self):
        self.values, self._at = [], {}

    def put(self, value) -> int:
        """The number of a value, which JSON can hold."""
        key = json.dumps(value)
        if key not in self._at:
            self._at[key] = len(self.values)
            self.values.append(value)
        return self._at[key]


@dataclass(frozen=True)
class Walkthrough:
    """A lesson, frame by frame. document : plain data, ready for JSON; the same lesson gives the same one."""

    document: dict

    def __len__(self) -> int:
        return len(self.document["frames"])

    def __repr__(self) -> str:
        return f"Walkthrough({self.document['title']!r}: {len(self)} frames)"

    def json(self) -> str:
        """The document as text."""
        text = json.dumps(self.document, ensure_ascii=False, separators=(",", ":"))
        return text.encode(errors="replace").decode()  # half a letter can stand in a name

    def html(self, step: int = 0) -> str:
        """A page that plays, and needs nothing else: no request leaves it. step : the frame it opens at."""
        script = link(STAGE / "page.js", {STAGE / "styles.js": f"export const STYLES = {json.dumps(_styles())};\n"})
        script = re.sub(r"^\s*//.*\n", "", script, flags=re.M)  # who reads it has the modules
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        data = self.json().replace("<", "\\u003c")  # no text in it can end the script
        title = escaped(self.document["title"])
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            f"script-src 'sha256-{allowed}'\">"
            '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
            f"<style>{_css('page')}</style></head><body>"
            f'<script type="application/json" id="walkthrough" data-step="{step:d}">{data}</script>'
            f'<script type="module">{script}</script>'
            "<noscript>This page plays a lesson by a script, which is turned off here.</noscript></body></html>\n"
        )

    def save(self, path: str | Path, step: int = 0) -> Path:
        """Write the page that plays to a file; gives its path."""
        path = Path(path)
        path.write_text(self.html(step), encoding="utf-8")
        return path

    def frame_html(self, step: int = 0) -> str:
        """The page in a frame of its own, from which nothing gets out: for a notebook."""
        return (
            f'<iframe title="{escape(self.document["title"])}" sandbox="allow-scripts" srcdoc="{escape(self.html(step))}" '
            f'style="width:100%;height:{_HIGH}px;border:1px solid #8888;border-radius:8px"></iframe>'
        )

    def _repr_html_(self) -> str:
        return self.frame_html()


class Lesson:
    """A document in the making: its frames, and what they share."""

    def __init__(self):
        self.frames, self.worked = [], {}
        self._nodes, self._rows, self._lines, self._drawn = Pool(), Pool(), Pool(), {}

    def frame(
        self, view: dict, rows: list[dict], under: Mapping[str, list[dict]] = MappingProxyType({}), **says
    ) -> None:
        """One more frame: a tree view, the rows of a table, and what it says. under : rows that a row unfolds, by its id."""
        self.frames.append({
            **says, "marks": {node["id"]: node["mark"] for node in view["nodes"] if node["mark"]},
            "width": round(view["width"], 1), "height": view["height"], "left_out": view["left_out"], **self._changes(view),
            "rows": [self._row(row, list(map(self._row, under.get(row["id"], ())))) for row in rows],
        })  # fmt: skip
        self.view = view

    def _row(self, row: dict, under: Sequence[int] = ()) -> int:
        """The number of a row, without what is usual."""
        told = {
            name: x for name, x in row.items() if x != USUAL[name] and name not in ("selected", "expanded", "level")
        }
        return self._rows.put(told | ({"under": under} if under else {}))

    def work(
        self, row: str, latex: list[str], columns: Sequence[str] = (), branches: Sequence = (), remark: str = ""
    ) -> None:
        """How the value of a row comes about: lines of LaTeX; a table of what its branches hold; what to know of it."""
        lines = [self._lines.put(line) for line in lines_of(latex)]
        self.worked[row] = {"lines": lines, "columns": columns, "branches": branches, "remark": remark}

    def walkthrough(
        self, kind: str, title: str, about: str, codes: Sequence[Pseudocode], rings: dict, **more
    ) -> Walkthrough:
        """The document. rings : how a ring around a node looks -> what it means."""
        shared = {name: self.view[name] for name in ("classes", "colours", "signs", "scale")}
        return Walkthrough(EMPTY | {
            "walkthrough": VERSION, "kind": kind, "title": title, "about": about, **shared, "rings": list(map(list, rings.items())),
            "code": list(map(_code, codes)), **more, "nodes": self._nodes.values, "rows": self._rows.values, "worked": self.worked,
            "lines": self._lines.values, "frames": self.frames,
        })  # fmt: skip

    def _changes(self, view: dict) -> dict:
        """What of the drawn nodes is another than in the frame before: [content, x].

        x : in tenths of a px from the parent's middle, so that a subtree that moves as a whole stays as it is.
        """
        at, first = {node["id"]: node for node in view["nodes"]}, view["nodes"][0]
        now = {
            i: [self._nodes.put(_content(node)), round(10 * (node["x"] - (at[node["parent"]]["x"] if node is not first else 0)))]
            for i, node in at.items()
        }  # fmt: skip
        gone = [i for i in self._drawn if i not in now]
        changed = [entry for i, entry in now.items() if self._drawn.get(i) != entry]
        self._drawn = now
        level = max((node["y"] for node in view["nodes"] if node["parent"] == first["id"]), default=0)
        return {"level": level, "tree": changed, "gone": gone}


def _content(node: dict) -> dict:
    """A drawn node without its place and marks; its parent and its tooltip follow from the rest."""
    return {name: value for name, value in node.items() if name not in ("x", "y", "mark", "parent", "tooltip")}


def _code(code: Pseudocode) -> dict:
    """An algorithm of the notes; at : event -> its line."""
    return {
        "name": code.name, "source": code.source, "at": code.at,
        "lines": [[line.text, line.erratum, line.ours, line.dead] for line in code.lines],
    }  # fmt: skip


def _css(name: str) -> str:
    return (STAGE / f"{name}.css").read_text(encoding="utf-8")


def _styles() -> dict[str, str]:
    """Part of the stage -> its style, and those of what its script imports."""
    parts = {name: modules(STAGE / f"{name}.js") for name in ("tree", "table", "stage")}
    styles = {name: [path.with_suffix(".css") for path in found] for name, found in parts.items()}
    own = {*styles["tree"], *styles["table"]} - {STAGE / "dom.css"}
    return {
        name: "".join(path.read_text(encoding="utf-8") for path in paths if path.exists() and (name != "stage" or path not in own))
        for name, paths in styles.items()
    }  # fmt: skip
