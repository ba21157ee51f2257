"""Size limits as a document: the trees that the values of one limit grow, with their planes and errors."""

from collections.abc import Sequence

from dtlearn.data.dataset import Dataset, number
from dtlearn.growing.errors import LimitedTree
from dtlearn.show.base.text import size_text
from dtlearn.show.documents.boxes import Boxes
from dtlearn.show.documents.row_of_trees import Listed, Shown, drawn_alone, row_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from pages.ui.limits import charts, words
from pages.ui.limits.words import Limit


def limits_walkthrough(
    title: str,
    about: str,
    limit: Limit,
    row: Sequence[LimitedTree],
    parts: tuple[Dataset, Dataset] | None = None,
    unveils: bool = False,
) -> Walkthrough:
    """The trees that the values of one size limit grow.

    parts : (training examples, held-out ones), where all their one or two features are numbers: the plane is drawn, and
        an example walks. unveils : as of ``chart``; what the whole row shows is said at its end.
    """
    best, made, boxes, data = words.best_of(row), {}, Boxes(*parts, "held out") if parts else None, parts and parts[0]

    def line(k: int) -> Listed:
        one = row[k]
        cells = [size_text(one.tree), words.error_text(one.train), words.error_text(one.held)]
        return Listed(number(one.value), cells, one.held_error, k in best)

    def shown(k: int) -> Shown:
        one, known = row[k], not unveils or k == len(row) - 1
        verdict = [words.verdict(limit, row)] if known else []
        remark = " ".join([*verdict, *words.remarks(limit, row, k)])
        plane = boxes.frame(one.tree, one.train, one.held) if boxes else None
        return Shown(drawn_alone(one.tree, data, made), words.caption(limit, row, k, known), remark=remark, boxes=plane)

    return row_walkthrough(
        f"Size limits: {title}",
        f"{about}. {limit.title}: {limit.meaning}",
        f"Every value of {limit.title}",
        [limit.short.rstrip(" ≤≥"), "size", "training error", "held-out error"],
        list(map(line, range(len(row)))),
        shown,
        charts.errors_lines(limit, row),
        lambda k: charts.errors_labels(limit, row, k),
        {(k,): k for k in range(len(row))},
        boxes=boxes,
        data=data,
        unveils=unveils,
    )
