"""What a forest says all over its plane, or along its one feature, for a page that plays (docs/walkthrough.md): each
tree's leaves as rectangles of cells, from which the browser adds up the first 1, 2, ... trees."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.forest.forest import Forest
from dtlearn.forest.polls import middles, tiles
from dtlearn.growing.errors import joined
from dtlearn.show.base.palette import OUTLINES
from dtlearn.show.plane.view import partition_view
from dtlearn.trees.tree import Tree, nonempty

SIDE, ALONG = 64, 256  # cells on each side of a plane; along one feature
TIMES = 4  # draws beyond which a point grows no larger
MOST_POINTS = 800  # of each part


def surface(
    forest: Forest,
    one: Tree | None,
    test: Dataset,
    point: Sequence[float],
    by: str = "votes",
    first: int | None = None,
) -> dict:
    """Two numeric features, or one and a number to predict.

    one : a tree on all training examples, if that is to be seen too. test : test examples. point : what is asked about.
    by : which answer counts. first : of how many trees it tells; None for all.
    """
    forest = forest if first is None else forest.first(max(first, 1))
    train, regression = forest.data, forest.data.schema.regression
    wrong = [said != test.y for said in forest.running(test.X, by)] if not regression else ()

    def says(tree: Tree, leaves: list[int]) -> list:
        return _says(tree, leaves, by)

    ground, place = ground_of(train, test, [*forest.trees, *([one] if one else [])], says, wrong)
    trees, alone = ground["trees"][: len(forest)], ground["trees"][len(forest) :]
    drawn = forest.bag.clip(max=TIMES) if forest.settings.bootstrap else np.empty((0, len(train)), int)
    return ground | {
        "by": "means" if regression else by,
        "at": list(point),
        "drawn": ["".join(map(str, bag)) for bag in drawn[:, [i for i in place if i < len(train)]].tolist()],
        "trees": trees,
        "one": alone[0] if alone and ground["rows"] == 1 else [],
    }


def ground_of(
    train: Dataset,
    test: Dataset | None,
    trees: Sequence[Tree],
    says: Callable[[Tree, list[int]], list],
    wrong: Iterable[np.ndarray] = (),
) -> tuple[dict, dict[int, int]]:
    """(axes, points, and of each tree [from, to, from, to, what it says]; which examples are points: number -> place).

    says : (tree, leaves) -> what these say. wrong : of the first 1, 2, ... trees together, (n,) whether each test
    example is. The examples are numbered from the training ones on.
    """
    d, m = len(train.schema.features), len(train)
    view = partition_view(None, joined(train, test) if test else train, range(d), [0.0] * d)
    n = SIDE if d == 2 else ALONG
    grid = [middles(axis["lo"], axis["hi"], n) for axis, _ in zip(view["axes"], range(d), strict=False)]
    points = view["points"]
    some = [i for part in (range(m), range(m, len(points))) for i in part[:: -(-len(part) // MOST_POINTS) or 1]]
    place = {row: k for k, row in enumerate(some)}
    turned, before = [], np.zeros(len(points) - m, bool)
    for now in wrong:
        turned.append([place[m + i] for i in (now != before).nonzero()[0].tolist() if m + i in place])
        before = now
    return {
        "axes": view["axes"],
        "columns": n,
        "rows": n if d == 2 else 1,
        "shapes": [OUTLINES[0], OUTLINES[3]] if train.schema.regression else view["shapes"],
        "hatches": view["hatches"],
        "points": [[*points[i][:3], int(i >= m)] for i in some],
        "wrong": turned,
        "trees": [
            [[*tile, said] for (*tile, _), said in zip(leaves, says(tree, [leaf for *_, leaf in leaves]), strict=True)]
            for tree, leaves in zip(trees, tiles(trees, *grid), strict=True)
        ],
    }, place


def _says(tree: Tree, leaves: list[int], by: str) -> list:
    says = (tree.label if tree.value is None else tree.value)[leaves].tolist()
    if tree.value is None and by == "means":
        counts = tree.counts[nonempty(tree.parent, tree.n)[leaves]]
        pure = counts.max(axis=1) == counts.sum(axis=1)
        says = [label if one else some for label, one, some in zip(says, pure, counts.tolist(), strict=True)]
    return says
