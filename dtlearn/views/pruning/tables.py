"""Pruning in tables: a step's alternatives, the errors of every state, the choice of one, the procedures side by side."""

from collections.abc import Sequence
from html import escape

import numpy as np

from dtlearn.growing.errors import Part
from dtlearn.pruning.choose_state import Series
from dtlearn.pruning.edit import Action, Alternative, PruneStep, Pruning
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.views.base.errors_chart import error_title
from dtlearn.views.base.html import framed, row
from dtlearn.views.base.text import columns as headings
from dtlearn.views.base.text import error_value, fixed, listing, many, spread_value
from dtlearn.views.pruning.charts import error_text, short_price, states
from dtlearn.views.pruning.names import exact, told_apart, upper
from dtlearn.views.pruning.procedures import OBJECTIVES, procedure_of, weighing_of

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
    return ["#", *headings(pruning.held.schema), "Subtree says", "Leaf says"]


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


def state_columns(pruning: Pruning, lines: Sequence[Part]) -> list[str]:
    """Headings of ``state_rows``; the last one is the bar's, which is the size."""
    return ["Step", "Leaves", *(upper(line.name) for line in lines), *["from α"] * bool(pruning.alphas), "Size"]


def state_rows(pruning: Pruning, lines: Sequence[Part]) -> list[dict]:
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


def errors_alt(pruning: Pruning, lines: Sequence[Part]) -> str:
    """The curve in words."""
    first, last = (", ".join(error_text(line, k) for line in lines) for k in (0, -1))
    return (
        f"Errors against leaves, from {many(int(pruning.n_leaves[0]), 'leaf')}: {first}, to"
        f" {many(int(pruning.n_leaves[-1]), 'leaf')}: {last}."
    )


def chosen_text(pruning: Pruning, series: Series) -> str:
    """Which trees of the series are to be taken, and by how much they differ."""
    by = f"cross-validation with {series.folds} folds" if series.alphas else f"the {series.of} validation examples"
    best, one = series.best, series.one_se
    said = (
        f"By {by}: the least {error_title(series)}, {error_value(series, best)} ± {spread_value(series, best)}, has the"
        f" tree with {many(int(pruning.n_leaves[best]), 'leaf')}."
    )
    if one == best:
        return f"{said} No smaller tree is within one standard error."
    return (
        f"{said} Within one standard error of it, the smallest has {many(int(pruning.n_leaves[one]), 'leaf')} "
        f"({error_value(series, one)}): the one-standard-error rule takes this one."
    )


# ---- the procedures beside each other


def rivals_html(rivals: Sequence[tuple[str, Pruning, int | None, Sequence[Part]]]) -> str:
    """What each procedure makes of the same tree. rivals : (link, pruning, state or None, errors)."""
    first = rivals[0]
    body = f"<tr><th scope='row'>not pruned</th><td>{int(first[1].n_leaves[0])}</td>{_errors(first[3], 0)}</tr>"
    for link, pruning, k, lines in rivals:
        name = escape(_name(pruning))
        if k is None:
            body += (
                f"<tr><th scope='row'>{name}</th><td colspan='{1 + len(lines)}'>choose α: by validation examples or"
                " folds</td></tr>"
            )
            continue
        name = f'<a href="{escape(link)}" target="_self">{name}</a>'
        body += f"<tr><th scope='row'>{name}</th><td>{int(pruning.n_leaves[k])}</td>{_errors(lines, k)}</tr>"
    heads = ("Procedure", "Leaves", *(upper(line.name) for line in first[3]))
    return framed(heads, body, "The same tree, pruned by each procedure")


def _name(pruning: Pruning) -> str:
    name = procedure_of(pruning.procedure.name).title.partition(",")[0]  # what follows a comma says how it goes
    objective = pruning.procedure.objective(pruning.settings)
    more = f": {OBJECTIVES[objective.name].title}" if objective else ", best α" if pruning.alphas else ""
    return f"{name}{more}"


def _errors(lines: Sequence[Part], k: int) -> str:
    return "".join(f'<td title="{exact(line.error(k))}">{error_value(line, k)}</td>' for line in lines)


def about_rivals(held: bool) -> str:
    """How far to trust the comparison."""
    if held:
        return "A procedure that pruned by the validation examples has used them: their error is then too good."
    names = (procedure_of(name).title.lower().replace(" ", "-") for name in PRUNERS if PRUNERS[name].held)
    return f"Hold examples out (at the left) to compare with {listing(names)} pruning too."
