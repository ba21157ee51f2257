"""The walkthrough of a growth: every step with its tree, its candidates and their arithmetic (docs/walkthrough.md)."""

import re
from collections.abc import Mapping
from itertools import islice

from dtlearn.data.dataset import significant
from dtlearn.growing.grow import PLAYED, Trace
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.growing.steps import Phase, Step, Steps
from dtlearn.show.base import arithmetic, html, text
from dtlearn.show.base.text import listing
from dtlearn.show.documents.walkthrough import EMPTY, Interner, Lesson, Walkthrough, features
from dtlearn.show.growing import captions, panels, tables
from dtlearn.show.paper.latex_reader import short_lines
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import DOTTED, GrowingTree
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.figures_and_errata import Notes, notes_for
from dtlearn.teaching.predict_first import Option, grade, options
from dtlearn.trees.pseudocode import PSEUDOCODE
from dtlearn.trees.tree import Node

LISTED = 2000  # candidates that stand under the best of their feature; of a larger growth those of its first steps
WEIGHT = 8  # of these that a node takes the place of: a large tree is to stay below 1 MiB
WORKED = 400  # candidates whose arithmetic a walkthrough holds, shared out among the nodes; at least the best of each
TOLD = 3000  # examples that a walkthrough holds
CONDITION = "LeafCondition"  # the line under which stands what Ch8's rules say
ABOUT_NUMBERS = (
    "The notes write it for classes. Here the target is a number: read “the same number” for “the same class” or"
    " “label”, “mean” for “majority”, and “mean squared error” for the impurity H."
)
_ID = re.compile(r"(?:f\d+)?c(\d+)\.(\d+)")  # of a row of ``tables.candidate_rows``


def growth_walkthrough(
    steps: Steps,
    algorithm: str = "",
    about: str = "",
    part: range | None = None,
    scale: Mapping | None = None,
    brief: bool = False,
) -> Walkthrough:
    """A growth as a document; of steps in the detail "question" one that asks before it shows.

    algorithm : a name of PSEUDOCODE, whose lines are followed; "" for none. about : what is said of it, if not that
        name.
    part : the frames to be held, of a long growth, as they are in the whole; None for all. scale : of the colours of a
        numeric target, as for ``tree_view``.
    brief : as for ``tree_view``; such a tree has no room for its examples.

    Raises ValueError for an unknown algorithm.

    >>> from dtlearn import grow, load
    >>> growth_walkthrough(grow(load("play_tennis")).steps())
    Walkthrough('PlayTennis': 9 frames)
    """
    if algorithm and algorithm not in PSEUDOCODE:
        raise ValueError(f"There is no pseudocode of {algorithm!r}: choose one of {', '.join(PSEUDOCODE)}.")
    trace, tree, data = steps.trace, steps.trace.tree, steps.trace.data
    lesson, choices = Lesson(), options(trace) if steps.detail == "question" else []
    held, name = range(len(steps)) if part is None else part, about or algorithm
    nodes = min(len(tree), len(steps))
    most, room = max(1, WORKED // nodes), LISTED - WEIGHT * nodes
    listed, codes = _listed(steps, held.start, room), PSEUDOCODE[algorithm] if algorithm else ()
    remarks, stops, said = Interner(), Interner(), Interner()
    follows = any(CONDITION in line.text for code in codes for line in code.lines)
    about_node: dict[str, int] = {}
    known = steps[held[0]].n_decided
    drawing = GrowingTree(tree, steps.order[:known], steps.decisions, scale, brief=brief, bags=not brief)
    for k in held:
        step = steps[k]
        done, next_ = (node and node.i for node in (step.done, step.next))
        for node in steps.order[known : step.n_decided]:
            drawing.decide(node)
        known = step.n_decided
        drawing.show(done, next_)
        rows = tables.candidate_rows(step, None, None)
        for row in _best(step, rows, most):
            if row["id"] not in lesson.worked:
                _work(lesson, trace, row["id"])
        under = tables.folded(step) if listed <= room else {}
        listed += sum(map(len, under.values()))
        if listed > room:
            under = {}
        if step.done or step.phase is Phase.SCORE:
            about_node[_id(step.node)] = said.put(_notes(notes_for(trace, name, step.node.i), data.card.note))
        lesson.frame(
            drawing,
            rows,
            {head: tables.unfolded_rows(step, head, found) for head, found in under.items()},
            caption=captions.caption(step),
            event=step.event,
            node=_id(step.node),
            place=text.place(step.node),
            stops=stops.put(tables.stop_rows(step)),
            says=_shares(step),
            **_graded(step, choices),
            **({"remark": remarks.put(panels.leaf_condition(step))} if follows else {}),
        )
    drawn = {"examples": EMPTY["examples"] | {"size": len(data)}}
    if part is not None:
        drawn |= {"first": part.start, "steps": len(steps)}
    if len(tree) <= PLAYED:
        drawn["rules"] = {_id(leaf): _rule(leaf) for leaf in text.rules(tree)}
    if len(data) <= TOLD:
        header, cells, _ = tables.examples(steps[0], len(data))
        drawn["examples"] |= {
            "columns": header,
            "rows": cells,
            "drawn": len(data) <= DOTTED and not brief,
            "classes": [] if data.schema.regression else data.y.tolist(),
        }
        splits = {i for i in range(len(tree)) if tree[i].split}
        ends = sorted(i for i in tree.preorder(splits) if i not in splits)
        drawn["held"] = {_id(tree[i]): tree[i].rows.tolist() for i in ends}
    return lesson.walkthrough(
        "growth",
        data.title,
        ", ".join(filter(None, (ALGORITHM_TITLES.get(name, name), criterion_of(trace.settings.criterion).title))),
        codes,
        html.RINGS,
        reads=ABOUT_NUMBERS if codes and data.schema.regression else "",
        here=CONDITION if follows else "",
        remarks=remarks.values,
        stops=stops.values,
        notes={"nodes": about_node, "texts": said.values},
        ticks=captions.marks(steps),
        columns=tables.candidate_columns(trace),
        features=features(data),
        choices=[[one.token, f"Leaf: {one.title}" if one.stop else one.title] for one in choices],
        **drawn,
    )


def _listed(steps: Steps, end: int, room: int) -> int:
    """How many candidates stand under the best of their feature in the frames before ``end``,
    counted until they are too many."""
    listed = 0
    for k in range(end):
        listed += sum(map(len, tables.folded(steps[k]).values()))
        if listed > room:
            break
    return listed


def _id(node: Node) -> str:
    return node_id(node.path)


def _rule(leaf: Node) -> list:
    """[conditions, what the leaf says, what it holds]; of a deep leaf the last conditions."""
    near, more = list(islice(leaf.upwards(), text.DEEP))[::-1], int(leaf.tree.depth[leaf.i]) - text.DEEP
    says = text.measured(leaf.value) if leaf.tree.schema.regression else leaf.label
    return [[f"{more} conditions above hold"] * (more > 0) + near, says, text.contents(leaf)]


def _notes(found: Notes, about: str) -> list[list]:
    """What the notes say about a node, in blocks: the data set's own note,
    printed figures beside the true ones, slips."""
    figures = [
        [
            ["bold", f.printed, ""],
            [
                "",
                (
                    f" {f.what} ({f.source}): {html.verdict_text(f)}"
                    f"{'' if f.verdict == 'agrees' else f', it is {html.true_text(f)}'}. {f.note}"
                ),
                "",
            ],
        ]
        for f in found.figures
    ]
    slips = [[["", f"{e.id}, {e.source}: {e.says} ✎ {e.true}", ""]] for e in found.errata]
    blocks: list[list] = [["p", [["", about, ""]]]] if about else []
    for heading, items in (("Printed figures", figures), ("Slips and traps", slips)):
        blocks += [["h", heading], ["ul", items]] if items else []
    return blocks or [["p", [["", "Nothing in the notes is about this place.", ""]]]]


def _graded(step: Step, choices: list[Option]) -> dict:
    """What each answer to the question before is worth, where there was one: whether it is right, and why."""
    if not choices or step.done is None:
        return {}
    leaf, splits = [step.node.stop is not None, captions.graded_leaf(step)], step.node.split is not None
    asked = [one for one in choices if splits != bool(one.stop)]
    told = {one.token: [grade(step, one.token).right, captions.graded(step, one.token)] for one in asked}
    # All that is left is answered alike: at a split every reason for a leaf, at a leaf every question.
    left = {"": leaf} if splits else {"leaf": leaf, "": [False, captions.graded(step, choices[0].token)]}
    return {"graded": told | left}


def _shares(step: Step) -> str:
    """The class probabilities of a leaf (BuildTree, MakeSubtree)."""
    shares = panels.shares(step.node) if step.done else []
    told = listing(f"{name}: {share}" for name, share in shares)
    return f"Class probabilities of this leaf: {told}." if told else ""


def _best(step: Step, rows: list[dict], most: int) -> list[dict]:
    """The rows of the best candidates that the step shows, the one that was taken before all."""
    found = step.candidates
    at = {row["id"]: int(_ID.fullmatch(row["id"])[2]) for row in rows if not row["hidden"]}
    seen = sorted(
        (row for row in rows if row["id"] in at), key=lambda row: tables.rank(found, at[row["id"]]), reverse=True
    )
    return sorted(seen, key=lambda row: at[row["id"]] != found.chosen)[:most]


def _work(lesson: Lesson, trace: Trace, row: str) -> None:
    latex, columns, branches = _arithmetic(trace, *map(int, _ID.fullmatch(row).groups()))
    lesson.work(row, latex, columns, branches)


def _arithmetic(trace: Trace, node: int, c: int) -> tuple[list[str], list[str], list[list[str]]]:
    """A node's candidate c: its arithmetic, and what its branches hold, with a heading for each column."""
    header, cells, names = tables.contingency(trace, node, c)
    branches = [[name, *map(significant, row)] for name, row in zip(names, cells, strict=True)]
    return arithmetic.arithmetic(trace, node, c), ["branch", *header], branches


def candidate_walkthrough(trace: Trace, node: int, c: int) -> Walkthrough:
    """What ``worked`` would hold of a node's candidate c, its lines themselves:
    of one that a growth's document leaves out.

    Raises ValueError if there is no such candidate.
    """
    if not (node < len(trace.tree) and c < len(trace.candidates[node])):
        raise ValueError(f"There is no candidate {c} at node {node}.")
    latex, columns, branches = _arithmetic(trace, node, c)
    return Walkthrough({"lines": short_lines(latex), "columns": columns, "branches": branches, "remark": ""})
