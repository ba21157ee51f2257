"""Pruning in tables: a step's alternatives, the errors of every state, the choice of one, the procedures side by side."""

from collections.abc import Sequence

import numpy as np

from dtlearn.growing.errors import Losses
from dtlearn.pruning.edit import Action, Alternative, PruneStep, Pruning
from dtlearn.show.base.html import row
from dtlearn.show.base.text import columns as headings
from dtlearn.show.base.text import error_value, fixed, many
from dtlearn.show.pruning.charts import short_price, states
from dtlearn.show.pruning.names import exact, told_apart, upper
from dtlearn.show.pruning.procedures import weighing_of

# ---- the alternatives of a step


def columns(pruning: Pruning) -> list[str]:
    """Headings of ``rows``; the last one is the bar's."""
    weighing = weighing_of(pruning)
    at = "Node" if pruning.procedure.picks_node else "At this node"
    return [at, *weighing.columns, weighing.heading, ""]


def rows(pruning: Pruning, step: PruneStep, selected: int, most: int | None = None) -> list[dict]:
    """The alternatives of a step, row by row, as the table component takes them; a row's id is "a" and its number.

    Nodes that compete come with the least value first. most : how many rows are written, the first; None for all.
    """
    every, weighing = step.alternatives, weighing_of(pruning)
    values = [a.value for a in every]
    by_value = sorted(range(len(every)), key=lambda i: (float(values[i]), values[i]))  # fractions compare slowly
    least, top = values[by_value[0]], float(values[by_value[-1]])
    shown, tie = told_apart(values), values.count(least) > 1
    order = by_value if pruning.procedure.picks_node else range(len(every))

    def beside(one: Alternative) -> list[tuple[str, str]]:
        values = [getattr(one, name) for name in weighing.columns.values()]
        return [(str(x), "") if isinstance(x, int) else (fixed(x), exact(x)) for x in values]

    return [
        row(
            f"a{i}",
            weighing.row(pruning, every[i]),
            [*beside(every[i]), (shown[i], exact(values[i]))],
            float(values[i]) / top if top > 0 else 0.0,
            badges=_badges(pruning, step, every[i], least, tie),
            selected=i == selected,
        )
        for i in order[:most]
    ]


def _badges(pruning: Pruning, step: PruneStep, one: Alternative, least, tie: bool) -> list[str]:
    taken = any(one is a for a in step.applied)
    if not pruning.procedure.minimises:
        return ["chosen"] if taken else []
    found = [] if one.value != least else ["tie"] if tie else ["best"]
    return found + (["chosen"] if taken and found != ["best"] else [])


def arithmetic(pruning: Pruning, step: PruneStep, at: int) -> str:
    """How the value of an alternative comes about, in LaTeX. at : its number in the step."""
    return weighing_of(pruning).sums(pruning, step, step.alternatives[at])


def remark(pruning: Pruning, step: PruneStep, at: int) -> str:
    """What to know about a value: what R is, whose examples count, what the bound is worth."""
    return weighing_of(pruning).remark(pruning, step, step.alternatives[at])


def validation_columns(pruning: Pruning) -> list[str]:
    """Headings of the validation examples, with what subtree and leaf say of each at the end."""
    return ["#", *headings(pruning.held.schema), "Subtree predicts", "Leaf predicts"]


def came(pruning: Pruning, step: PruneStep) -> list[int]:
    """The numbers of the validation examples that come to the node of a step."""
    place, end = pruning.layout.place, pruning.layout.end
    at = place[pruning.tree.apply(pruning.held.X)]
    return ((place[step.node] <= at) & (at < end[step.node])).nonzero()[0].tolist()


def validation_rows(pruning: Pruning, step: PruneStep) -> list[tuple[int, str, str]]:
    """The validation examples that come to the node of a step: (number, what the subtree says, what the leaf would)."""
    data, here = pruning.held, came(pruning, step)
    if not here:
        return []
    classes, edit = data.schema.classes, pruning.at(step.k)
    leaf = next(a.label for a in step.alternatives if a.node == step.node and a.action is Action.LEAF)
    subtree = edit.label[edit.route(data.X, np.array(here), 0)].tolist()

    def says(row: int, label: int) -> str:
        return classes[label] if label == data.y[row] else f"{classes[label]} ✗"

    return [(row, says(row, label), says(row, leaf)) for row, label in zip(here, subtree, strict=True)]


# ---- every state


def state_columns(pruning: Pruning, lines: Sequence[Losses]) -> list[str]:
    """Headings of ``state_rows``; the last one is the bar's, which is the size."""
    return ["Step", "Leaves", *(upper(line.name) for line in lines), *["from α"] * bool(pruning.alphas), "Size"]


def state_rows(pruning: Pruning, lines: Sequence[Losses]) -> list[dict]:
    """Every tree of the pruning with its errors, as the table component takes them; a row's id is "s" and its state."""
    alphas = pruning.alphas
    return [
        row(
            f"s{i}",
            str(i),
            [
                (str(int(pruning.n_leaves[i])), ""),
                *((error_value(line, i), exact(line.error(i))) for line in lines),
                *([(short_price(alphas[i]), exact(alphas[i]))] if alphas else []),
            ],
            int(pruning.n_leaves[i]) / int(pruning.n_leaves[0]),
            title=f"{many(int(pruning.n_leaves[i]), 'leaf')}, {int(pruning.n_nodes[i])} nodes",
        )
        for i in states(pruning)
    ]
