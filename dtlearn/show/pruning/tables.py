"""Pruning in tables: a step's alternatives, their sums, predicted and true classes, the errors of every state."""

from collections.abc import Sequence

import numpy as np

from dtlearn.growing.errors import Losses
from dtlearn.pruning.edit import Action, Alternative, PruneStep, Pruning
from dtlearn.show.base.arithmetic import aligned, tex
from dtlearn.show.base.html import row
from dtlearn.show.base.text import columns as headings
from dtlearn.show.base.text import error_value, fixed, listing, many
from dtlearn.show.pruning.charts import short_price, states
from dtlearn.show.pruning.names import exact, missed, told_apart, upper, wrong_title
from dtlearn.show.pruning.procedures import weighing_of

# ---- the alternatives of a step


def columns(pruning: Pruning) -> list[str]:
    """Headings of ``rows``; the last one is the bar's."""
    weighing = weighing_of(pruning)
    at = "Node" if pruning.procedure.picks_node else "At this node"
    names = (*weighing.columns, weighing.heading)
    return [at, *(name.replace("Wrong", upper(wrong_title(pruning))) for name in names), ""]


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
    """How the value of an alternative comes about, in LaTeX; where errors cost differently what each label costs, too.

    at : its number in the step.
    """
    one, classes = step.alternatives[at], pruning.tree.schema.classes
    lines = []
    for whose, counts, labels in _labelled(pruning, step, one):
        lines.append(rf"&\text{{as a leaf, {whose} examples:}}")
        for label in labels:
            wrong = missed(pruning, np.where(np.arange(len(counts)) == label, 0, counts))
            terms = " + ".join(rf"{n}\,{tex(f'missed {name}')} \times {cost}" for n, name, cost in wrong)
            total = rf"\mathbf{{{sum(n * cost for n, _, cost in wrong)}}}"
            lines.append(rf"\text{{cost}}({tex(classes[label])}) &= {f'{terms} = ' if terms else ''}{total}")
    return weighing_of(pruning).sums(pruning, step, one) + (aligned(lines) if lines else "")


def _labelled(pruning: Pruning, step: PruneStep, one: Alternative) -> list[tuple[str, np.ndarray, Sequence[int]]]:
    """(whose examples, (K,) how many of each class come to the node, the labels that they weigh there), where errors
    cost differently; those that choose the label come first."""
    if not pruning.settings.costs:
        return []
    tree, label = pruning.tree, int(pruning.tree.label[one.node])

    def every(whose: str, counts: np.ndarray) -> tuple[str, np.ndarray, Sequence[int]]:
        return whose, counts, np.flatnonzero(counts).tolist() or [label]  # a class that is not there never costs least

    train = every("training", tree.counts[one.node])
    if not pruning.procedure.needs_held(pruning.settings):
        return [train]
    held = np.bincount(pruning.held.y[came(pruning, step)], minlength=len(tree.schema.classes))
    return [train, ("validation", held, [label])] if pruning.procedure.held else [every("validation", held)]


def remark(pruning: Pruning, step: PruneStep, at: int) -> str:
    """What to know about a value: what R is, whose examples count, what the bound is worth; which label costs least."""
    one = step.alternatives[at]
    said = [weighing_of(pruning).remark(pruning, step, one)]
    for _, counts, _ in _labelled(pruning, step, one)[:1]:
        saved = counts * pruning.settings.costs  # what a label does not get wrong
        least = [pruning.tree.schema.classes[k] for k in np.flatnonzero(saved == saved.max())]
        first = "" if pruning.procedure.objective(pruning.settings) else ", so the first is its label"
        said.append(f"As a leaf {least[0]} costs least." if len(least) == 1 else f"A tie{first}: {listing(least)}.")
    return " ".join(said)


def confusion(pruning: Pruning, step: PruneStep, at: int) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """(headings, rows) of the tree that an alternative gives: how many examples of each true class it gives each class;
    empty where every error costs the same."""
    if not pruning.settings.costs:
        return (), ()
    edit, classes = pruning.after(step, step.alternatives[at]), pruning.tree.schema.classes
    parts = [("", pruning.data), (", validation", pruning.held)]
    return ["predicted", *(f"true {name}" for name in classes)], [
        [f"{name}{whose}", *map(str, counts)]
        for whose, data in parts
        if data is not None
        for name, counts in zip(classes, edit.confusion(data).tolist(), strict=True)
    ]


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
