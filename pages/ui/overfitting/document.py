"""Overfitting as a document: a growth split by split, with its planes and errors, the definition put to each tree."""

from collections.abc import Sequence

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import TreeSequence, losses_after
from dtlearn.growing.grow import cut
from dtlearn.growing.settings import GrowSettings
from dtlearn.show.documents.boxes import Boxes
from dtlearn.show.documents.row_of_trees import Listed, Shown, row_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.tree.view import Pieces
from dtlearn.trees.tree import Tree
from pages.ui.overfitting import charts, words


def overfitting_walkthrough(
    title: str,
    about: str,
    series: TreeSequence,
    tree: Tree,
    order: Sequence[int],
    parts: tuple[Dataset, Dataset],
    floor: float = 0.0,
    plane: bool = False,
    unveils: bool = False,
    part: range | None = None,
) -> Walkthrough:
    """A growth split by split, and whether each of its trees overfits.

    tree : the last of the series. order : its nodes, best first. parts : (training examples, test examples).
    plane : whether their plane is drawn. unveils : as of ``chart``. floor : as of
    ``charts.errors_labels``. part : the frames to be held, of a long growth; None for all.
    """
    best, judge, asked = series.best(), series.judge, words.splits(series)
    held = range(len(series)) if part is None else part
    needed = {asked[j] for k in held for j in (k, series.rival(k)) if j is not None}
    train, test = (losses_after(tree, order, one, needed) for one in parts)
    verdict, pieces, boxes = words.verdict(series), Pieces(tree), Boxes(*parts, "test") if plane else None

    def line(k: int) -> Listed:
        return Listed(str(asked[k]), words.size_cells(series, k)[:-1], float(judge.error(k)), k == best)

    def grown(k: int) -> Pieces:
        for node in order[asked[k - 1] if k > held.start else 0 : asked[k]]:
            pieces.decide(node)
        pieces.show()
        return pieces

    def shown(k: int) -> Shown:
        j, here = series.rival(k), asked[k]
        header, branches = words.definition_table(series, k)  # it and its formula come with an h′
        said = [
            *([verdict] if not unveils or k == len(series) - 1 else []),
            words.trust(series, test[here], None if j is None else test[asked[j]]),
            *([] if j is None else [words.MEANS]),
        ]
        return Shown(
            grown(k),
            words.caption(series, k),
            [] if j is None else [words.DEFINITION],
            " ".join(said),
            header,
            branches,
            boxes.frame(cut(tree, GrowSettings(max_splits=here), order)[0], train[here], test[here]) if boxes else None,
            words.sentence(series, k),
        )

    return row_walkthrough(
        title,
        about,
        "The trees, split by split",
        words.size_header(series)[:-1],
        list(map(line, range(len(series)))),
        shown,
        charts.errors_lines(series),
        lambda k: charts.errors_labels(series, k, floor),
        {(k,): k for k in range(len(series))},
        bands=charts.bands(series),
        shaded=charts.shaded(series),
        unveils=unveils,
        boxes=boxes,
        data=parts[0],
        part=part,
    )
