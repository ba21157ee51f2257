"""The walkthrough of a row of trees: every size with its tree, its line of the table,
its mark in the chart (docs/walkthrough.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import Path, losses_after
from dtlearn.growing.grow import cut
from dtlearn.growing.settings import GrowSettings
from dtlearn.trees.tree import Tree
from dtlearn.views.base.errors_chart import Labels, Line
from dtlearn.views.base.html import row as table_row
from dtlearn.views.size import overfitting, overfitting_charts
from dtlearn.views.stage.boxes import Boxes
from dtlearn.views.stage.chart import chart, mark
from dtlearn.views.stage.walkthrough import Lesson, Walkthrough, features, raw_asks
from dtlearn.views.tree.drawing import Drawing
from dtlearn.views.tree.view import Pieces, tree_view


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


def overfitting_walkthrough(
    title: str,
    about: str,
    series: Path,
    tree: Tree,
    order: Sequence[int],
    parts: tuple[Dataset, Dataset],
    unit: str = "nodes",
    floor: float = 0.0,
    plane: bool = False,
    unveils: bool = False,
    part: range | None = None,
) -> Walkthrough:
    """A growth split by split, and whether each of its trees overfits.

    tree : the last of the series. order : its nodes, best first. parts : (training examples, test examples).
    plane : whether their plane is drawn. unveils : as of ``chart``. unit, floor : as for
    ``overfitting_charts.errors_lines`` and ``errors_labels``.
    part : the frames to be held, of a long growth; None for all.
    """
    best, judge, asked = series.best(), series.judge, overfitting.splits(series)
    held = range(len(series)) if part is None else part
    needed = {asked[j] for k in held for j in (k, series.rival(k)) if j is not None}
    train, test = (losses_after(tree, order, one, needed) for one in parts)
    verdict, pieces, boxes = overfitting.verdict(series), Pieces(tree), Boxes(*parts, "test") if plane else None

    def line(k: int) -> Listed:
        return Listed(str(asked[k]), overfitting.size_cells(series, k)[:-1], float(judge.error(k)), k == best)

    def grown(k: int) -> Pieces:
        for node in order[asked[k - 1] if k > held.start else 0 : asked[k]]:
            pieces.decide(node)
        pieces.show()
        return pieces

    def shown(k: int) -> Shown:
        j, here = series.rival(k), asked[k]
        header, branches = overfitting.definition_table(series, k, unit)  # it and its formula come with an h′
        said = [
            *([verdict] if not unveils or k == len(series) - 1 else []),
            *([] if j is None else [overfitting.MEANS]),
            overfitting.sentence(series, k, unit),
            overfitting.trust(series, test[here], None if j is None else test[asked[j]]),
        ]
        return Shown(
            grown(k),
            overfitting.caption(series, k, unit),
            [] if j is None else [overfitting.DEFINITION],
            " ".join(said),
            header,
            branches,
            boxes.frame(cut(tree, GrowSettings(max_splits=here), order)[0], train[here], test[here]) if boxes else None,
        )

    return row_walkthrough(
        title,
        about,
        "The trees, split by split",
        overfitting.size_header(series)[:-1],
        list(map(line, range(len(series)))),
        shown,
        overfitting_charts.errors_lines(series, unit),
        lambda k: overfitting_charts.errors_labels(series, k, unit, floor),
        {(k,): k for k in range(len(series))},
        bands=overfitting_charts.bands(series, unit),
        shaded=overfitting_charts.shaded(series),
        unveils=unveils,
        boxes=boxes,
        data=parts[0],
        part=part,
    )
