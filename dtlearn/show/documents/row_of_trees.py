"""The walkthrough of a row of trees: every size with its tree, its line of the table,
its mark in the chart (docs/walkthrough.md)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dtlearn.data.dataset import Dataset
from dtlearn.show.base.errors_chart import Labels, Line
from dtlearn.show.base.html import row as table_row
from dtlearn.show.documents.boxes import Boxes
from dtlearn.show.documents.chart import chart, mark
from dtlearn.show.documents.walkthrough import Lesson, Walkthrough, features, raw_asks
from dtlearn.show.tree.drawing import Drawing
from dtlearn.show.tree.view import tree_view
from dtlearn.trees.tree import Tree


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
    says : a sentence before all of these.
    """

    view: dict | Drawing
    caption: str
    latex: Sequence[str] = ()
    remark: str = ""
    columns: Sequence[str] = ()
    branches: Sequence[Sequence[str]] = ()
    boxes: dict | None = None
    says: str = ""


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
        lesson.work(f"t{k}", list(one.latex), one.columns, one.branches, one.remark, one.says)
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
