"""The walkthrough of a row of trees: every size with its tree, its line of the table, its mark in the chart (docs/walkthrough.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dtlearn.bound.bound import Standing
from dtlearn.data.dataset import Dataset, number
from dtlearn.growing.errors import Path, Sized, losses
from dtlearn.trees.tree import Tree
from dtlearn.views.base.errors_chart import Labels, Line
from dtlearn.views.base.html import row as table_row
from dtlearn.views.base.text import size_text
from dtlearn.views.bound import charts as bound_charts
from dtlearn.views.bound import samples, words
from dtlearn.views.bound.words import Row, Terms
from dtlearn.views.size import limit_charts, limits, overfitting, overfitting_charts
from dtlearn.views.size.limits import Limit
from dtlearn.views.stage.boxes import Boxes
from dtlearn.views.stage.chart import chart, mark
from dtlearn.views.stage.walkthrough import Lesson, Walkthrough, features, latex_lines, raw_asks
from dtlearn.views.tree.view import Pieces, tree_view


@dataclass(frozen=True)
class Shown:
    """A tree of a row, and what is said of it.

    name, cells : its line of the table. value : what its bar shows. latex : lines of arithmetic. remark : what to know of it.
    columns, branches : a table of its own. best : whether none of the row is better. lost : its losses on both parts of the data,
    where its plane is drawn.
    """

    tree: Tree
    caption: str
    name: str
    cells: Sequence[str]
    value: float
    latex: Sequence[str] = ()
    remark: str = ""
    columns: Sequence[str] = ()
    branches: Sequence[Sequence[str]] = ()
    best: bool = False
    lost: Sequence[Sequence[float]] = ()


def _walkthrough(
    title: str, about: str, listed: str, columns: Sequence[str], trees: Sequence[Shown], lines: Sequence[Line],
    labels: Callable[[int], Labels], steps: Mapping[tuple, int], boxes: Boxes | None = None, order: Sequence[int] = (), data: Dataset | None = None, **drawn,
) -> Walkthrough:  # fmt: skip
    """A row of trees as a document.

    listed : what the table is. columns : its headings without the bar's. labels : place of a tree -> what stands at the
    lines. steps : a point's go -> its frame. boxes : their planes, if they have any. order : the nodes of the last tree by their splits, of which
    the others have the first ones; none where they are no pieces of it. data : an example of it walks. drawn : more of the chart.
    """
    lesson, made, at = Lesson(), {}, {k: go for go, k in steps.items()}
    most = max(one.value for one in trees) or 1.0
    rows = [
        table_row(f"t{k}", one.name, [(text, "") for text in one.cells], one.value / most,
                  exact=[], badges=["best"] if one.best else [])
        for k, one in enumerate(trees)
    ]  # fmt: skip
    pieces, n_split = Pieces(trees[-1].tree) if order else None, 0
    for k, one in enumerate(trees):
        lesson.work(f"t{k}", list(one.latex), one.columns, one.branches, one.remark)
        plane = {"boxes": boxes.frame(one.tree, *one.lost)} if boxes else {}
        if pieces:
            splits = len(one.tree) - one.tree.n_leaves
            for node in order[n_split:splits]:
                pieces.decide(node)
            pieces.show()
            n_split = splits
        view = pieces or tree_view(one.tree, made=made, brief=True)
        lesson.frame(
            raw_asks(view, one.tree, data) if data and not pieces else view, None if k else rows, caption=one.caption, event="", node="r", place=listed, says="",
            row=f"t{k}", at=mark(lines, labels(k), at[k]), **plane,
        )  # fmt: skip
    return lesson.walkthrough(
        "row",
        title,
        about,
        (),
        {},
        columns=[*columns, ""],
        listed=listed,
        chart=chart(lines, labels(0), steps, **drawn),
        features=features(data) if data else [],
        **({"boxes": boxes.document()} if boxes else {}),
    )


def bound_walkthrough(
    title: str, rows: Sequence[Row], terms: Terms, way: str, trees: Sequence[Tree], standing: tuple[Standing, str],
    data: Dataset | None = None, unveils: bool = False,
) -> Walkthrough:  # fmt: skip
    """The trees of one way against the bound (UML (18.1)).

    rows : as for ``bound_charts.bound_lines``. trees : those of the way. data : the one whose yes/no
    questions they ask (``binarised``), if an example of it is to walk. standing : what the bound is worth, and why.
    unveils : as of ``chart``; what the chart says explains its letters, so it is told from the start.
    """
    row = next(row for row in rows if row.way == way)
    bounds, cells, kind = row.bounds(terms), words.size_rows(row, terms), standing[0]
    promise = words.promise_text(row, terms)
    lines = bound_charts.bound_lines(rows, terms, way)

    def shown(k: int) -> Shown:
        here, leaf = bounds[k], bounds[0]
        latex = [*latex_lines(words.arithmetic(here, kind)), *latex_lines(samples.needed_lines(here, leaf))]
        remark = " ".join(filter(None, (promise, words.logs_text(here), samples.needed_text(here, leaf))))
        return Shown(trees[k], words.caption(row, terms, k, not unveils or k == len(row) - 1), str(row.n[k]), cells[k], here.value, latex, remark,
                     best=k == row.best(terms))  # fmt: skip

    return _walkthrough(
        f"Generalisation bound: {title}", f"{words.WAYS[way]} trees, {samples.sample_text(terms)}, {kind.value}", words.ABOUT[way],
        words.size_header(row), list(map(shown, range(len(row)))), lines,
        lambda k: bound_charts.bound_labels(rows, terms, way, k), {(way, k): k for k in range(len(row))},
        data=data, limit=(1, bound_charts.VACUOUS), says=words.letters_text(terms, kind), unveils="lines" if unveils else "", sum_of=(1, 0, len(lines) - 2),
    )  # fmt: skip


def limits_walkthrough(
    title: str, about: str, limit: Limit, row: Sequence[Sized], parts: tuple[Dataset, Dataset] | None = None,
    unveils: bool = False,
) -> Walkthrough:  # fmt: skip
    """The trees that the values of one size limit grow.

    parts : (training examples, held-out ones), where all their one or two features are numbers: the plane is drawn, and an example
    walks. unveils : as of ``chart``; what the whole row shows is said at its end.
    """
    best = limits.best_of(row)

    def shown(k: int) -> Shown:
        one = row[k]
        cells = [size_text(one.tree), limits.error_text(one.train), limits.error_text(one.held)]
        known = not unveils or k == len(row) - 1
        verdict = [limits.verdict(limit, row)] if known else []
        remark = " ".join([*verdict, *limits.remarks(limit, row, k)])
        return Shown(one.tree, limits.caption(limit, row, k, known), number(one.value), cells, one.held_error,
                     remark=remark, best=k in best, lost=(one.train, one.held))  # fmt: skip

    return _walkthrough(
        f"Size limits: {title}", f"{about}. {limit.title}: {limit.meaning}", f"Every value of {limit.title}",
        [limit.short.rstrip(" ≤≥"), "size", "training error", "held-out error"], list(map(shown, range(len(row)))),
        limit_charts.errors_lines(limit, row), lambda k: limit_charts.errors_labels(limit, row, k),
        {(k,): k for k in range(len(row))}, boxes=Boxes(*parts, "held out") if parts else None, data=parts and parts[0],
        unveils=unveils,
    )  # fmt: skip


def overfitting_walkthrough(
    title: str, about: str, series: Path, trees: Sequence[Tree], order: Sequence[int], parts: tuple[Dataset, Dataset], unit: str = "nodes", floor: float = 0.0,
    plane: bool = False, unveils: bool = False,
) -> Walkthrough:  # fmt: skip
    """A growth split by split, and whether each of its trees overfits.

    trees : those of the series. order : the nodes of the last one, best first. parts : (training examples, test examples). plane : whether their plane is drawn. unveils : as of ``chart``. unit, floor : as for ``overfitting_charts.errors_lines`` and ``errors_labels``.
    """
    lost, best, judge = [[losses(tree, part).tolist() for part in parts] for tree in trees], series.best(), series.judge
    asked = overfitting.splits(series)

    def shown(k: int) -> Shown:
        j = series.rival(k)
        header, branches = overfitting.definition_table(series, k, unit)  # it and its formula come with an h′
        known = not unveils or k == len(series) - 1
        said = [
            *([overfitting.verdict(series)] if known else []),
            *([] if j is None else [overfitting.MEANS]),
            overfitting.sentence(series, k, unit),
            overfitting.trust(series, lost[k][1], None if j is None else lost[j][1]),
        ]
        return Shown(
            trees[k], overfitting.caption(series, k, unit), str(asked[k]), overfitting.size_cells(series, k)[:-1], float(judge.error(k)),
            [] if j is None else [overfitting.DEFINITION], " ".join(said), header, branches, k == best, lost[k],
        )  # fmt: skip

    return _walkthrough(
        title, about, "The trees, split by split", overfitting.size_header(series)[:-1],
        list(map(shown, range(len(series)))), overfitting_charts.errors_lines(series, unit),
        lambda k: overfitting_charts.errors_labels(series, k, unit, floor), {(k,): k for k in range(len(series))},
        bands=overfitting_charts.bands(series, unit), shaded=overfitting_charts.shaded(series), unveils=unveils,
        boxes=Boxes(*parts, "test") if plane else None, order=order, data=parts[0],
    )  # fmt: skip
