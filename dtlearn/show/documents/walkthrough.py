"""A walkthrough: a lesson as one document that a player shows, in the app, in a file,
in a notebook (docs/walkthrough.md)."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from dtlearn.data.dataset import Dataset
from dtlearn.growing.by_hand import questions_of
from dtlearn.show.base.html import row
from dtlearn.show.base.text import escaped
from dtlearn.show.documents.scorm import package
from dtlearn.show.paper.latex_reader import short_lines
from dtlearn.show.tree.drawing import Drawing
from dtlearn.show.tree.svg import tree_svg
from dtlearn.stage.linker import STAGE, link
from dtlearn.stage.styles import css, styles
from dtlearn.trees.pseudocode import Pseudocode
from dtlearn.trees.split import route
from dtlearn.trees.tree import Tree

if TYPE_CHECKING:
    from dtlearn.show.documents.widget import Stage

VERSION = 1
_LINES = re.compile(r"\\\\(?:\[2pt\])?|\\(?:begin|end)\{aligned\}")  # between lines of aligned LaTeX
_HIGH = 720  # px of a frame in a notebook, and of a widget (widget.css)
USUAL = row("", "", [], None)  # what a row of a table leaves out
EMPTY = {  # what a lesson may lack
    "ticks": [],
    "columns": [],
    "examples": {"columns": [], "rows": [], "classes": [], "size": 0, "drawn": False},
    "features": [],
    "held": {},
    "choices": [],
    "meanings": {},
    "rules": {},
    "notes": {"nodes": {}, "texts": []},
    "remarks": [],
    "stops": [],
    "here": "",
    "reads": "",
}


class Interner:
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
    """A lesson, frame by frame. document : plain data, ready for JSON; the same lesson gives the same one.

    last : the tree view of its last frame, if it has one.
    """

    document: dict
    last: dict | None = field(default=None, repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.document["frames"])

    def __repr__(self) -> str:
        return f"Walkthrough({self.document['title']!r}: {len(self)} frames)"

    def json(self) -> str:
        """The document as text."""
        text = json.dumps(self.document, ensure_ascii=False, separators=(",", ":"))
        return text.encode(errors="replace").decode()  # half a letter can stand in a name

    def html(self, step: int = 0, reports: bool = False) -> str:
        """A page that plays, and needs nothing else: no request leaves it. step : the frame it opens at.

        reports : it tells a course platform around it how far its reader has come (``scorm``).
        """
        script = self.script("page", reports)
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        data = re.sub("<(?! )", r"\\u003c", self.json())  # no text in it can begin a tag, and so end the script
        title = escaped(self.document["title"])
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            f"script-src 'sha256-{allowed}'\">"
            '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
            f"<style>{css('theme', 'page')}</style></head><body>"
            f'<script type="application/json" id="walkthrough" data-step="{step:d}">{data}</script>'
            f'<script type="module">{script}</script>'
            "<noscript>This page plays a lesson by a script, which is turned off here.</noscript></body></html>\n"
        )

    def scorm(self) -> bytes:
        """A SCORM 1.2 package, a zip, of the page that plays, from its first frame: for a course platform,
        which gets the score.

        The score is the share of the lesson's questions that are right at the first answer; a lesson without any is
        completed at its end.
        """
        return package(self.html(reports=True), self.document["title"])

    def _given(self, reports: bool) -> dict[Path, str]:
        """The modules that this document needs others of than lie there: the parts that it has, and their styles."""
        lessons = [self.document, *self.document.get("lessons", ())]
        given = styles(frozenset().union(*lessons))
        plain = {} if self.document["kind"] == "deck" else {STAGE / "deck.js": "export const deck = null;\n"}
        plain |= {} if reports else {STAGE / "report.js": "export const reporter = () => () => {};\n"}
        lists = any("states" in lesson for lesson in lessons)
        return given | plain | ({} if lists else {STAGE / "lists.js": "export const lists = () => [];\n"})

    def script(self, name: str, reports: bool = False) -> str:
        """The script of the stage by that name, "page" or "widget", with all that it needs to play this,
        and to report of it."""
        script = link(STAGE / f"{name}.js", self._given(reports))
        bare = re.sub(r"^\s*(//.*\n)?|(?<=[;{,]) +// .*", "", script, flags=re.M)  # who reads it has the modules
        # No template string of ours goes over a line's end, and no word holds such a sign between spaces.
        return re.sub(
            r" (=>?|===|!==|[<>]=?|/|&&|\|\||\?\??|:|\+=) |(?<=\{) | (?=\})",
            r"\1",
            re.sub(r"(?<=[,{(\[;])\n|\n(?=[})\].?:])|(?<=\)) (?={)", "", bare),
        )

    def save(self, path: str | Path, step: int = 0) -> Path:
        """Write the page that plays to a file; gives its path."""
        path = Path(path)
        path.write_text(self.html(step), encoding="utf-8")
        return path

    def frame_html(self, step: int = 0) -> str:
        """The page in a frame of its own, from which nothing gets out: for a notebook.

        Below it, and seen where a notebook that is not trusted loses the frame: the last frame's tree, and a word.
        """
        title = escaped(self.document["title"])
        return (
            f'<div style="display:grid"><div style="grid-area:1/1;min-width:0"><p>{title}: this plays where scripts may'
            f' run, in a notebook once it is trusted.</p>{self._still()}</div><iframe title="{title}"'
            f' sandbox="allow-scripts" srcdoc="{escape(self.html(step))}"'
            f' style="grid-area:1/1;width:100%;height:{_HIGH}px;box-sizing:border-box;border:1px solid'
            ' #8888;border-radius:8px"></iframe></div>'
        )

    def _still(self) -> str:
        """The last tree as an image, which no sanitizer changes; nothing of a lesson that asks before it shows."""
        if self.last is None or self.document["choices"]:
            return ""
        drawn = base64.b64encode(tree_svg(self.last).encode(errors="replace")).decode()
        return (
            f'<img alt="Its last tree" style="max-width:100%;max-height:{_HIGH - 200}px"'
            f' src="data:image/svg+xml;base64,{drawn}">'
        )

    def widget(self, step: int = 0) -> "Stage":
        """A widget whose ``step`` and ``node`` follow the reader in a notebook, and lead the stage: see ``Stage``.

        Raises ModuleNotFoundError where the package anywidget is not installed.
        """
        from dtlearn.show.documents.widget import Stage

        return Stage(self, step)

    def _repr_html_(self) -> str:
        return self.frame_html()


class Lesson:
    """A document in the making: its frames, and what they share."""

    def __init__(self):
        self.frames, self.worked = [], {}
        self._nodes, self._rows, self._lines, self._drawn = Interner(), Interner(), Interner(), {}

    def frame(
        self,
        view: dict | Drawing,
        rows: list[dict] | None,
        under: Mapping[str, list[dict]] = MappingProxyType({}),
        **says,
    ) -> None:
        """One more frame.

        view : its tree, as a view or a drawing. rows : of a table, None for those of the frame before. under : rows
            that a row unfolds, by its id. says : what else the frame says.
        """
        told = (
            {}
            if rows is None
            else {"rows": [self._row(row, list(map(self._row, under.get(row["id"], ())))) for row in rows]}
        )
        changes = view.changes(self._nodes.put) if isinstance(view, Drawing) else self._changes(view)
        self.frames.append({**says, **changes, **told})
        self._view = view

    @property
    def view(self) -> dict:
        """The tree view of the last frame."""
        return self._view.view() if isinstance(self._view, Drawing) else self._view

    def _row(self, row: dict, under: Sequence[int] = ()) -> int:
        """The number of a row, without what is usual."""
        told = {
            name: x for name, x in row.items() if x != USUAL[name] and name not in ("selected", "expanded", "level")
        }
        return self._rows.put(told | ({"under": under} if under else {}))

    def work(
        self,
        row: str,
        latex: list[str],
        columns: Sequence[str] = (),
        branches: Sequence = (),
        remark: str = "",
        says: str = "",
    ) -> None:
        """How the value of a row comes about: lines of LaTeX; a table of what its branches hold; what to know of it.

        says : a sentence before all of it.
        """
        lines = [self._lines.put(line) for line in short_lines(latex)]
        self.worked[row] = {"lines": lines, "columns": columns, "branches": branches, "remark": remark}
        self.worked[row] |= {"says": says} if says else {}

    def walkthrough(
        self, kind: str, title: str, about: str, codes: Sequence[Pseudocode], rings: dict, **more
    ) -> Walkthrough:
        """The document. rings : how a ring around a node looks -> what it means."""
        last = self.view
        shared = {name: last[name] for name in ("classes", "colours", "signs", "shapes", "scale")}
        return Walkthrough(
            EMPTY
            | {
                "walkthrough": VERSION,
                "kind": kind,
                "title": title,
                "about": about,
                **shared,
                "rings": list(map(list, rings.items())),
                "code": list(map(_code, codes)),
                **more,
                "nodes": self._nodes.values,
                "rows": self._rows.values,
                "worked": self.worked,
                "lines": self._lines.values,
                "frames": self.frames,
            },
            last,
        )

    def _changes(self, view: dict) -> dict:
        """What of the drawn nodes is another than in the frame before: [content, x], as ``Drawing.changes`` has it."""
        at, first = {node["id"]: node for node in view["nodes"]}, view["nodes"][0]
        now = {
            i: [
                self._nodes.put(_content(node)),
                round(10 * (node["x"] - (at[node["parent"]]["x"] if node is not first else 0))),
            ]
            for i, node in at.items()
        }
        gone = [i for i in self._drawn if i not in now]
        changed = [entry for i, entry in now.items() if self._drawn.get(i) != entry]
        self._drawn = now
        return {
            "marks": {node["id"]: node["mark"] for node in view["nodes"] if node["mark"]},
            "width": round(view["width"], 1),
            "height": view["height"],
            "left_out": view["left_out"],
            "level": max((node["y"] for node in view["nodes"] if node["parent"] == first["id"]), default=0),
            "tree": changed,
            "gone": gone,
        }


def features(data: Dataset) -> list[dict]:
    """The features as a reader sets them for an example of his own; first : what the first example has."""
    return [
        (
            {"name": feature.name, "values": feature.values, "first": int(column[0])}
            if feature.values
            else {"name": feature.name, "first": float(column[0])}
        )
        for feature, column in zip(data.schema.features, data.X.T, strict=True)
    ]


def raw_asks(view: dict, tree: Tree, data: Dataset) -> dict:
    """The view of a tree over the yes/no questions of the data, its nodes asking about the data's own features."""
    features = data.schema.features
    if tree.schema.features == features:
        return view
    asked = questions_of(data)

    def own(question: int, to: list[int]) -> list:
        split, swaps = asked[question]
        to = to[::-1] if swaps else to  # branch of the split -> branch of the node
        if features[split.feature].numeric:
            return [split.feature, split.at, *to[:1]]
        codes = list(range(len(features[split.feature].values)))
        return [split.feature, [to[b] for b in route(split.kind, split.at or 0.0, codes).tolist()]]

    return view | {"nodes": [node | ({"asks": own(*node["asks"])} if "asks" in node else {}) for node in view["nodes"]]}


def latex_lines(aligned: str) -> list[str]:
    """The lines of ``arithmetic.aligned``."""
    return [line for line in _LINES.split(aligned) if line.strip()]


def _content(node: dict) -> dict:
    """A drawn node without its place and marks; its parent and its tooltip follow from the rest."""
    return {name: value for name, value in node.items() if name not in ("x", "y", "mark", "parent", "tooltip")}


def _code(code: Pseudocode) -> dict:
    """An algorithm of the notes; at : event -> its line."""
    return {
        "name": code.name,
        "source": code.source,
        "at": code.at,
        "lines": [[line.text, line.erratum, line.ours, line.dead] for line in code.lines],
    }
