"""The walkthrough of a growth: every step with its tree, its candidates and their arithmetic (docs/walkthrough.md)."""

import re

from dtlearn.data.dataset import Dataset, significant
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import Step, Steps
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.predict_first import Option, grade, options
from dtlearn.trees.pseudocode import PSEUDOCODE, Pseudocode
from dtlearn.trees.split import route
from dtlearn.trees.tree import Node
from dtlearn.views.base import arithmetic, html, text
from dtlearn.views.growing import captions, tables
from dtlearn.views.paper.latex_reader import lines_of
from dtlearn.views.stage.walkthrough import VERSION, Pool, Walkthrough
from dtlearn.views.tree.view import DOTTED, node_id, tree_view

WORKED = 400  # candidates whose arithmetic a walkthrough holds; of a larger tree those of the best of each node
_SHARED = ("classes", "colours", "signs", "scale")
_ID = re.compile(r"(?:f\d+)?c(\d+)\.(\d+)")  # of a row of ``tables.candidate_rows``
USUAL = html.row("", "", [], None)  # what a row leaves out


def growth_walkthrough(steps: Steps, algorithm: str = "") -> Walkthrough:
    """A growth as a document; of steps in the detail "question" one that asks before it shows. algorithm : a name of PSEUDOCODE, whose lines are followed; "" for none.

    Raises ValueError for an unknown algorithm.

    >>> from dtlearn import grow, load
    >>> growth_walkthrough(grow(load("play_tennis")).steps())
    Walkthrough('PlayTennis': 9 frames)
    """
    if algorithm and algorithm not in PSEUDOCODE:
        raise ValueError(f"There is no pseudocode of {algorithm!r}: choose one of {', '.join(PSEUDOCODE)}.")
    trace, tree, data = steps.trace, steps.trace.tree, steps.trace.data
    nodes, rows, lines, worked, frames, drawn = Pool(), Pool(), Pool(), {}, [], {}
    most = max(1, WORKED // max(1, len(tree) - tree.n_leaves))
    choices = options(trace) if steps.detail == "question" else []
    for step in steps:
        done, next_ = (node and node.i for node in (step.done, step.next))
        view = tree_view(tree, step.decided, done, next_, steps.decisions)
        listed = tables.candidate_rows(step, None, None)
        for row in _best(step, listed, most):
            if row["id"] not in worked:
                worked[row["id"]] = _worked(trace, *map(int, _ID.fullmatch(row["id"]).groups()), lines)
        frames.append({
            "caption": captions.caption(step), "node": node_id(step.node.path), "place": text.place(step.node),
            "done": _id(step.done), "next": _id(step.next), "event": step.event,
            "width": round(view["width"], 1), "height": view["height"], "left_out": view["left_out"], **_changes(view, drawn, nodes),
            "stops": tables.stop_rows(step), **_graded(step, choices),
            "rows": [rows.put({name: value for name, value in row.items() if value != USUAL[name]}) for row in listed],
        })  # fmt: skip
    dotted = len(data) <= DOTTED
    header, cells, _ = tables.examples(steps[0], len(data)) if dotted else ([], [], 0)
    return Walkthrough({
        "walkthrough": VERSION, "kind": "growth", "title": data.title,
        "about": ", ".join(filter(None, (algorithm, criterion_of(trace.settings.criterion).title))),
        **{name: view[name] for name in _SHARED}, "ticks": captions.marks(steps), "columns": tables.candidate_columns(trace),
        "examples": {"columns": header, "rows": cells, "classes": [] if data.schema.regression else data.y.tolist() * dotted},
        "features": [_feature(data, j) for j in range(len(data.schema.features))],
        "asks": {_id(node): _asks(node) for node in map(tree.__getitem__, range(len(tree))) if node.split},
        "held": {_id(node): node.rows.tolist() for node in map(tree.__getitem__, range(len(tree))) if dotted and not node.split},
        "code": list(map(_code, PSEUDOCODE[algorithm])) if algorithm else [],
        "choices": [[one.token, f"Leaf: {one.title}" if one.stop else one.title] for one in choices], "nodes": nodes.values, "rows": rows.values, "worked": worked, "lines": lines.values, "frames": frames,
    })  # fmt: skip


def _id(node: Node | None) -> str | None:
    return None if node is None else node_id(node.path)


def _feature(data: Dataset, j: int) -> dict:
    """A feature as a reader sets it; first : what the first example has."""
    feature, column = data.schema.features[j], data.X[:, j]
    if feature.values:
        return {"name": feature.name, "values": feature.values, "first": int(column[0])}
    return {"name": feature.name, "first": float(column[0])}


def _asks(node: Node) -> list:
    """[feature, threshold] of a number, [feature, the branch of each value] of a nominal feature."""
    split, features = node.split, node.tree.schema.features
    codes = list(range(len(features[split.feature].values)))
    return [split.feature, route(split.kind, split.at or 0.0, codes).tolist() if codes else split.at]


def _graded(step: Step, choices: list[Option]) -> dict:
    """What each answer to the question before is worth, where there was one: whether it is right, and why."""
    if not choices or step.done is None:
        return {}
    return {"graded": {one.token: [grade(step, one.token).right, captions.graded(step, one.token)] for one in choices}}


def _changes(view: dict, drawn: dict, nodes: Pool) -> dict:
    """What of the drawn nodes is another than in the frame before; ``drawn``, id -> [content, x], is brought up to date.

    x : in tenths of a px from the parent's middle, so that a subtree that moves as a whole stays as it is.
    """
    at = {node["id"]: node for node in view["nodes"]}
    first = view["nodes"][0]
    now = {
        i: [nodes.put(_content(node)), round(10 * (node["x"] - (at[node["parent"]]["x"] if node is not first else 0)))]
        for i, node in at.items()
    }
    gone = [i for i in drawn if i not in now]
    changed = [entry for i, entry in now.items() if drawn.get(i) != entry]
    drawn.clear()
    drawn.update(now)
    level = max((node["y"] for node in view["nodes"] if node["parent"] == first["id"]), default=0)
    return {"level": level, "tree": changed, "gone": gone}


def _content(node: dict) -> dict:
    """A drawn node without its place and marks; its parent and its tooltip follow from the rest."""
    return {name: value for name, value in node.items() if name not in ("x", "y", "mark", "parent", "tooltip")}


def _best(step: Step, rows: list[dict], most: int) -> list[dict]:
    """The rows of the best candidates that the step shows."""
    seen = [row for row in rows if not row["hidden"]]
    return sorted(seen, key=lambda row: tables.rank(step.candidates, int(_ID.fullmatch(row["id"])[2])), reverse=True)[
        :most
    ]


def _worked(trace: Trace, node: int, c: int, lines: Pool) -> dict:
    """A candidate's arithmetic, and what its branches hold."""
    header, cells, names = tables.contingency(trace, node, c)
    return {
        "lines": [lines.put(line) for line in lines_of(arithmetic.arithmetic(trace, node, c))],
        "columns": ["branch", *header],
        "branches": [[name, *map(significant, row)] for name, row in zip(names, cells, strict=True)],
    }


def _code(code: Pseudocode) -> dict:
    """An algorithm of the notes; at : event -> its line."""
    return {
        "name": code.name, "source": code.source, "at": code.at,
        "lines": [[line.text, line.erratum, line.ours, line.dead] for line in code.lines],
    }  # fmt: skip
