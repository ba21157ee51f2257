"""The walkthrough of a growth: every step with its tree, its candidates and their arithmetic (docs/walkthrough.md)."""

import re

from dtlearn.data.dataset import Dataset, significant
from dtlearn.growing.grow import Trace
from dtlearn.growing.steps import Step, Steps
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.predict_first import Option, grade, options
from dtlearn.trees.pseudocode import PSEUDOCODE
from dtlearn.trees.split import route
from dtlearn.trees.tree import Node
from dtlearn.views.base import arithmetic, html, text
from dtlearn.views.growing import captions, tables
from dtlearn.views.stage.walkthrough import Lesson, Walkthrough
from dtlearn.views.tree.view import DOTTED, node_id, tree_view

WORKED = 400  # candidates whose arithmetic a walkthrough holds; of a larger tree those of the best of each node
_ID = re.compile(r"(?:f\d+)?c(\d+)\.(\d+)")  # of a row of ``tables.candidate_rows``


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
    lesson, choices = Lesson(), options(trace) if steps.detail == "question" else []
    most = max(1, WORKED // max(1, len(tree) - tree.n_leaves))
    for step in steps:
        done, next_ = (node and node.i for node in (step.done, step.next))
        rows = tables.candidate_rows(step, None, None)
        for row in _best(step, rows, most):
            if row["id"] not in lesson.worked:
                _work(lesson, trace, row["id"])
        lesson.frame(
            tree_view(tree, step.decided, done, next_, steps.decisions), rows, caption=captions.caption(step), event=step.event,
            node=_id(step.node), place=text.place(step.node), stops=tables.stop_rows(step), **_graded(step, choices),
        )  # fmt: skip
    drawn = {}
    if len(data) <= DOTTED:
        header, cells, _ = tables.examples(steps[0], len(data))
        drawn["examples"] = {
            "columns": header,
            "rows": cells,
            "classes": [] if data.schema.regression else data.y.tolist(),
        }
        drawn["held"] = {_id(tree[i]): tree[i].rows.tolist() for i in range(len(tree)) if not tree[i].split}
    return lesson.walkthrough(
        "growth", data.title, ", ".join(filter(None, (algorithm, criterion_of(trace.settings.criterion).title))),
        PSEUDOCODE[algorithm] if algorithm else (), html.RINGS, ticks=captions.marks(steps), columns=tables.candidate_columns(trace),
        features=[_feature(data, j) for j in range(len(data.schema.features))],
        asks={_id(tree[i]): _asks(tree[i]) for i in range(len(tree)) if tree[i].split},
        choices=[[one.token, f"Leaf: {one.title}" if one.stop else one.title] for one in choices], **drawn,
    )  # fmt: skip


def _id(node: Node) -> str:
    return node_id(node.path)


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


def _best(step: Step, rows: list[dict], most: int) -> list[dict]:
    """The rows of the best candidates that the step shows, the one that was taken before all."""
    found = step.candidates
    at = {row["id"]: int(_ID.fullmatch(row["id"])[2]) for row in rows if not row["hidden"]}
    seen = sorted(
        (row for row in rows if row["id"] in at), key=lambda row: tables.rank(found, at[row["id"]]), reverse=True
    )
    return sorted(seen, key=lambda row: at[row["id"]] != found.chosen)[:most]


def _work(lesson: Lesson, trace: Trace, row: str) -> None:
    """A candidate's arithmetic, and what its branches hold."""
    node, c = map(int, _ID.fullmatch(row).groups())
    header, cells, names = tables.contingency(trace, node, c)
    branches = [[name, *map(significant, row)] for name, row in zip(names, cells, strict=True)]
    lesson.work(row, arithmetic.arithmetic(trace, node, c), ["branch", *header], branches)
