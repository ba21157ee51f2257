"""Generalisation bound as a document: the trees of one way with their arithmetic, against the bound."""

from collections.abc import Sequence

from dtlearn.bound.bound import Standing
from dtlearn.data.dataset import Dataset
from dtlearn.show.bound.words import arithmetic
from dtlearn.show.documents.row_of_trees import Listed, Shown, drawn_alone, row_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough, latex_lines
from dtlearn.trees.tree import Tree
from pages.ui.bound import charts, samples, words
from pages.ui.bound.words import Row, Terms


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

    rows : as for ``charts.bound_lines``. trees : those of the way; of a part its own.
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
    lines = charts.bound_lines(rows, terms, way)

    def shown(k: int) -> Shown:
        here, leaf = bounds[k], bounds[0]
        latex = [*latex_lines(arithmetic(here, kind)), *latex_lines(samples.needed_lines(here, leaf))]
        remark = " ".join(filter(None, (words.SIGNS, promise, words.logs_text(here), samples.needed_text(here, leaf))))
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
        lambda k: charts.bound_labels(rows, terms, way, k),
        {(way, k): k for k in range(len(row))},
        data=data,
        part=part,
        limit=(1, charts.VACUOUS),
        says=words.letters_text(terms, kind, any((one.n, one.n_wrong) != (row.n, row.n_wrong) for one in rows)),
        unveils="lines" if unveils else "",
        sum_of=(1, 0, len(lines) - 2),
    )
