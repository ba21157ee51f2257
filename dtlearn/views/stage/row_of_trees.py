"""The walkthrough of a row of trees: every size with its tree, its line of the table, its mark in the chart (docs/walkthrough.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dtlearn.bound.bound import Standing
from dtlearn.data.dataset import Dataset
from dtlearn.trees.tree import Tree
from dtlearn.views.base.errors_chart import Labels, Line
from dtlearn.views.base.html import row as table_row
from dtlearn.views.bound import charts as bound_charts
from dtlearn.views.bound import samples, words
from dtlearn.views.bound.words import Row, Terms
from dtlearn.views.stage.boxes import Boxes
from dtlearn.views.stage.chart import chart, mark
from dtlearn.views.stage.walkthrough import Lesson, Walkthrough, features, latex_lines, raw_asks
from dtlearn.views.tree.drawing import Drawing
from dtlearn.views.tree.view import tree_view


@dataclass(frozen=True)
class Listed:
    """A tree's line of the table. value : what its bar shows. best : whether none of the row is better."""

    name: str
    cells: Sequence[str]
    value: float
    best: bool = False


@dataclass(frozen=True)
class Shown:
    """A tree of a row, and what is said of it.

    view : how it is drawn. latex : lines of arithmetic. remark : what to know of it.
    columns, branches : a table of its own. boxes : what it changes of the plane, where there is one.
    """

    view: dict | Drawing
    caption: str
    latex: Sequence[str] = ()
    remark: str = ""
    columns: Sequence[str] = ()
    branches: Sequence[Sequence[str]] = ()
    boxes: dict | None = None


def row_walkthrough(
    title: str,
    about: str,
    listed: str,
    columns: Sequence[str],
    table: Sequence[Listed],
    shown: Callable[[int], Shown],
    lines: Sequence[Line],
    labels: Callable[[int], Labels],
    steps: Mapping[tuple, int],
    boxes: Boxes | None = None,
    data: Dataset | None = None,
    part: range | None = None,
    **drawn,
) -> Walkthrough:
    """A row of trees as a document.

    listed : what the table is. columns : its headings without the bar's. shown : makes the trees by their places, one
    after the other. labels : place of a tree -> what stands at the lines. steps : a point's go -> its frame.
    boxes : their planes, if they have any. data : an example of it walks. part : the frames to be held, of a long row;
    None for all. drawn : more of the chart.
    """
    lesson, at = Lesson(), {k: go for go, k in steps.items()}
    most = max(one.value for one in table) or 1.0
    rows = [
        table_row(
            f"t{k}",
            one.name,
            [(text, "") for text in one.cells],
            one.value / most,
            exact=[],
            badges=["best"] if one.best else [],
        )
        for k, one in enumerate(table)
    ]
    held = range(len(table)) if part is None else part
    for k in held:
        one = shown(k)
        lesson.work(f"t{k}", list(one.latex), one.columns, one.branches, one.remark)
        lesson.frame(
            one.view,
            rows if k == held.start else None,
            caption=one.caption,
            event="",
            node="r",
            place=listed,
            says="",
            row=f"t{k}",
            at=mark(lines, labels(k), at[k]),
            **({"boxes": one.boxes} if boxes else {}),
        )
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
        **({} if part is None else {"first": part.start, "steps": len(table)}),
    )


def drawn_alone(tree: Tree, data: Dataset | None, made: dict) -> dict:
    """A tree that is no piece of another, as an example of the data walks down it. made : as for ``tree_view``."""
    view = tree_view(tree, made=made, brief=True)
    return raw_asks(view, tree, data) if data else view


def bound_walkthrough(
    title: str,
    rows: Sequence[Row],
    terms: Terms,
    way: str,
    trees: Sequence[Tree],
    standing: tuple[Standing, str],
    data: Dataset | None = None,
    unveils: bool = False,
    part: range | None = None,
) -> Walkthrough:
    """The trees of one way against the bound (UML (18.1)).

    rows : as for ``bound_charts.bound_lines``. trees : those of the way; of a part its own.
    data : the one whose yes/no questions they ask (``binarised``), if an example of it is to walk.
    standing : what the bound is worth, and why.
    unveils : as of ``chart``; what the chart says explains its letters, so it is told from the start.
    part : the frames to be held, of a long row; None for all.
    """
    row = next(row for row in rows if row.way == way)
    bounds, kind, best, made = row.bounds(terms), standing[0], row.best(terms), {}
    promise = words.promise_text(row, terms)
    cells = zip(row.n, words.size_rows(row, terms), bounds, strict=True)
    table = [Listed(str(n), some, bound.value, k == best) for k, (n, some, bound) in enumerate(cells)]
    lines = bound_charts.bound_lines(rows, terms, way)

    def shown(k: int) -> Shown:
        here, leaf = bounds[k], bounds[0]
        latex = [*latex_lines(words.arithmetic(here, kind)), *latex_lines(samples.needed_lines(here, leaf))]
        remark = " ".join(filter(None, (promise, words.logs_text(here), samples.needed_text(here, leaf))))
        view = drawn_alone(trees[k - (part.start if part else 0)], data, made)
        return Shown(view, words.caption(row, terms, k, not unveils or k == len(row) - 1), latex, remark)

    return row_walkthrough(
        f"Generalisation bound: {title}",
        f"{words.WAYS[way]} trees, {samples.sample_text(terms)}, {kind.value}",
        words.ABOUT[way],
        words.size_header(row),
        table,
        shown,
        lines,
        lambda k: bound_charts.bound_labels(rows, terms, way, k),
        {(way, k): k for k in range(len(row))},
        data=data,
        part=part,
        limit=(1, bound_charts.VACUOUS),
        says=words.letters_text(terms, kind),
        unveils="lines" if unveils else "",
        sum_of=(1, 0, len(lines) - 2),
    )
