"""The walkthrough of a pruning: every state with its tree and what the step weighed (docs/walkthrough.md)."""

from collections.abc import Sequence
from math import log10

from dtlearn.growing.errors import Losses
from dtlearn.pruning.choose_state import Series, by_hold_out
from dtlearn.pruning.edit import PruneStep, Pruning
from dtlearn.show.base.text import cells
from dtlearn.show.documents.chart import chart, mark
from dtlearn.show.documents.walkthrough import USUAL, Interner, Lesson, Walkthrough, features, latex_lines
from dtlearn.show.paper.latex_reader import short_lines
from dtlearn.show.pruning import charts, tables, words
from dtlearn.show.pruning.names import where
from dtlearn.show.pruning.procedures import procedure_of, says
from dtlearn.show.pruning.tree import PrunedTree, pruned_view
from dtlearn.show.tree.drawing import node_id

WORKED = 1000  # alternatives whose arithmetic a walkthrough holds; of more those of the best of each step
LISTED = 60  # alternatives of a step that are listed, the best ones
CAME = 40  # validation examples that come to a node, of which so many are listed


def pruning_walkthrough(
    pruning: Pruning,
    show: str = "cuts",
    more: Sequence[Losses] = (),
    asks: bool = False,
    part: range | None = None,
    unveils: bool = False,
) -> Walkthrough:
    """A pruning as a document.

    show : as for ``pruned_view``. more : errors of every state besides those on training and validation examples; the
        first ``Series`` among them says which trees to take.
    asks : every frame but the last asks what comes next. part : the frames to be held, of a long pruning; None for all.
    unveils : the curves come with the steps, where one walks from the start.

    >>> from dtlearn import grow, load
    >>> from dtlearn.pruning.procedures import PRUNERS
    >>> pruning_walkthrough(PRUNERS["weakest_link"](grow(load("play_tennis"))))
    Walkthrough('PlayTennis: pruning': 2 frames)
    """
    lesson, one, choices, known = Lesson(), procedure_of(pruning.procedure.name), Interner(), Interner()
    held, (marks, drawn) = part or range(len(pruning.steps) + 1), _charts(pruning, more, asks, unveils)
    # All of them in each part: an answer is read before its part is there.
    asked = [list(map(choices.put, words.options(pruning, k).items())) for k in range(len(pruning.steps) * asks)]
    drawing = PrunedTree(pruning) if show == "cuts" else None
    for k in held:
        step = pruning.steps[k - 1] if k else None
        rows = tables.rows(pruning, step, step.chosen, LISTED) if step else []
        for n, row in enumerate(rows):
            i = int(row["id"][1:])
            rows[n] = row | {"id": f"c{k}.{i}"}  # an id of its own in every frame
            if n < max(1, WORKED // (len(pruning.steps) + 1)):
                lesson.work(rows[n]["id"], *_arithmetic(pruning, step, i))
        node, ask = step.node if step else 0, k < len(asked)
        held_out = pruning.procedure.held
        told = {"comes": _comes(pruning, step, known)} if step and held_out else {}
        if ask:
            told |= {"ask": words.question(pruning, k), "choices": asked[k]}
            if held_out:
                told |= {"evidence": words.evidence(pruning, k), "comes": _to_come(pruning, pruning.steps[k], known)}
        if asks and k:
            told |= {"graded": words.graded(pruning, k - 1)}
        view = drawing or pruned_view(pruning, k, show, ask)
        if drawing:
            drawing.show(k, ask)
        lesson.frame(
            view,
            rows,
            caption=words.caption(pruning, k),
            event="look" if ask else words.event(pruning, k),
            node=node_id(pruning.tree[node].path),
            place=where(pruning.tree, node),
            says="" if step else says(pruning),
            **told,
            **marks(k),
        )
    if part is not None:
        drawn |= {"first": part.start, "steps": len(pruning.steps) + 1}
    if pruning.procedure.held:
        drawn["validation"] = {"columns": tables.validation_columns(pruning), "rows": known.values}
    return lesson.walkthrough(
        "pruning",
        f"{pruning.data.title}: pruning",
        one.title,
        [pruning.procedure.code],
        words.rings(pruning, show == "cuts", asks),
        ticks=words.marks(pruning),
        meanings=words.MEANINGS,
        columns=tables.columns(pruning),
        weighed="Just decided" if asks else "Alternatives",
        features=features(pruning.data),
        choices=choices.values,
        every=1,
        **drawn,
    )


def _arithmetic(pruning: Pruning, step: PruneStep, i: int) -> tuple[list[str], Sequence[str], Sequence, str]:
    """How the value of alternative i of a step comes about, as ``Lesson.work`` takes it."""
    return (
        latex_lines(tables.arithmetic(pruning, step, i)),
        *tables.confusion(pruning, step, i),
        tables.remark(pruning, step, i),
    )


def _comes(pruning: Pruning, step: PruneStep, known: Interner) -> dict:
    """The validation examples that come to the node of a step: how many, and [number of its cells,
    what two trees say]."""
    found = tables.validation_rows(pruning, step)
    rows = [[known.put([str(i + 1), *cells(pruning.held, i)]), *says] for i, *says in found[:CAME]]
    return {"size": len(found), "rows": rows}


def _to_come(pruning: Pruning, step: PruneStep, known: Interner) -> dict:
    """The same of a step that is asked about, without what the trees say; and its place."""
    found = _comes(pruning, step, known)
    return found | {"rows": [[row, "?", "?"] for row, *_ in found["rows"]], "place": where(pruning.tree, step.node)}


def alternative_walkthrough(pruning: Pruning, k: int, i: int) -> Walkthrough:
    """What ``worked`` would hold of alternative i of state k's step, its lines themselves:
    of one that a document leaves out.

    Raises ValueError if there is no such alternative.
    """
    if not (1 <= k <= len(pruning.steps) and i < len(pruning.steps[k - 1].alternatives)):
        raise ValueError(f"There is no alternative {i} at state {k}.")
    latex, columns, branches, remark = _arithmetic(pruning, pruning.steps[k - 1], i)
    return Walkthrough({"lines": short_lines(latex), "columns": columns, "branches": branches, "remark": remark})


def _charts(pruning: Pruning, more: Sequence[Losses], asks: bool, unveils: bool) -> tuple:
    """(state -> where its marks are, the charts and the table of all trees)."""
    lines = {line.name: line for line in (*charts.parts(pruning), *more)}
    series = [line for line in more if isinstance(line, Series)]
    if pruning.alphas and pruning.held is not None:
        series.append(by_hold_out(pruning, pruning.held))
        lines[series[-1].name] = series[-1]
    chosen = series[0] if series else None
    parts = list(lines.values())
    errors, own = charts.errors_lines(pruning, parts), charts.states(pruning)

    def labels(k: int):
        return charts.errors_labels(pruning, k, chosen)

    def marks(k: int) -> dict:
        here = charts.same_tree(pruning, k)
        found = {"at": mark(errors, labels(here), (here,))}
        return found | ({"also": [_interval(pruning, stairs, k, chosen)]} if stairs else {})

    stairs = charts.alpha_lines(pruning) if pruning.alphas else []
    drawn = {
        "chart": (
            chart(errors, labels(0), {(k,): k for k in own})
            | {"title": "Costs" if pruning.settings.costs else "Errors", "also": None, "beside": "chart", "waits": asks}
            | ({"unveils": "left"} if unveils else {})
        )
    }
    if stairs:
        steps = {(k,): k for k in range(len(pruning.alphas))}
        found = chart(stairs, charts.alpha_labels(pruning, 0, chosen), steps) | {"title": "Price α"}
        found["y"]["ticks"] = [[y, text] for y, text in found["y"]["ticks"] if y == int(y)]
        drawn["chart"]["also"] = found
    rows = tables.state_rows(pruning, parts)
    drawn["states"] = {
        "caption": "The pruning sequence",
        "columns": tables.state_columns(pruning, parts),
        "steps": own,
        "rows": [{name: x for name, x in row.items() if x != USUAL[name]} for row in rows],
    }
    return marks, drawn


def _interval(pruning: Pruning, stairs: list, k: int, chosen) -> list:
    """[where the prices begin, words, where they end] for which state k's tree is the best."""
    labels, end = charts.alpha_labels(pruning, k, chosen), charts.alpha_end(pruning, k)
    [[begin, name]] = mark(stairs[1:], labels, (k,))
    return [begin, name, log10(end) if labels.log else end]
