"""Pruning in the page's words: which tree to take, all procedures beside each other."""

from collections.abc import Sequence
from html import escape

from dtlearn.growing.errors import Losses
from dtlearn.pruning.choose_state import Series
from dtlearn.pruning.edit import Pruning
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.base.html import framed
from dtlearn.show.base.text import error_value, listing, many, spread_value
from dtlearn.show.pruning.charts import parts
from dtlearn.show.pruning.names import error_title, exact, upper
from dtlearn.show.pruning.procedures import OBJECTIVES, procedure_of


def answer(pruning: Pruning, series: Sequence[Series]) -> str:
    """What all steps together have done; of a series with prices which tree is to be taken."""
    if pruning.alphas:
        return chosen_text(pruning, series[0]) if series else "Which tree to take, examples held out say, or folds."
    m, wrong = len(pruning.data), pruning.n_wrong
    inner, gone = int(pruning.n_nodes[0] - pruning.n_leaves[0]), sum(map(bool, pruning.changed))
    said = f"{gone} of {inner} subtrees are cut. With {many(int(pruning.n_leaves[-1]), 'leaf')} the tree gets"
    if pruning.settings.costs:
        costs = (f"{part.name} errors cost {part.lost[-1]} ({part.lost[0]} before)" for part in parts(pruning))
        return f"{said.removesuffix(' the tree gets')} {', '.join(costs)}."
    if pruning.held is None:
        return f"{said} {m - wrong[-1]} of {m} training examples right ({m - wrong[0]} before)."
    held, lost = len(pruning.held), pruning.losses(pruning.held)
    return (
        f"{said} {held - lost[-1]} of {held} validation examples right ({held - lost[0]} before); of the training"
        f" examples {m - wrong[-1]} of {m} ({m - wrong[0]} before)."
    )


def chosen_text(pruning: Pruning, series: Series) -> str:
    """Which trees of the series are to be taken, and by how much they differ."""
    by = f"cross-validation with {series.folds} folds" if series.alphas else f"the {series.of} validation examples"
    best, one = series.best, series.one_se
    said = (
        f"By {by}: the least {error_title(pruning)}, {error_value(series, best)} ± {spread_value(series, best)}, has"
        f" the tree with {many(int(pruning.n_leaves[best]), 'leaf')}."
    )
    if one == best:
        return f"{said} No smaller tree is within one standard error."
    return (
        f"{said} Within one standard error of it, the smallest has {many(int(pruning.n_leaves[one]), 'leaf')} "
        f"({error_value(series, one)}): the one-standard-error rule takes this one."
    )


def choices_html(series: Series) -> str:
    """Links to the trees of a series that are to be taken."""
    found = {"★ Show the best": series.best} | (
        {"◇ Show one SE": series.one_se} if series.one_se != series.best else {}
    )
    return " ".join(f'<a href="#step={k}" target="_self">{title}</a>' for title, k in found.items())


def rivals_html(rivals: Sequence[tuple[str, Pruning, int | None, Sequence[Losses]]]) -> str:
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


def _errors(lines: Sequence[Losses], k: int) -> str:
    return "".join(f'<td title="{exact(line.error(k))}">{error_value(line, k)}</td>' for line in lines)


def about_rivals(held: bool, costs: bool = False) -> str:
    """How far to trust the comparison. costs : it is of costs, which not every procedure knows."""
    if costs:
        return f"{about_rivals(held)} Procedures that know no costs of errors are left out."
    if held:
        return "A procedure that pruned by the validation examples has used them: their error is then too good."
    names = (procedure_of(name).title.lower().replace(" ", "-") for name in PRUNERS if PRUNERS[name].held)
    return f"Hold examples out (at the left) to compare with {listing(names)} pruning too."
