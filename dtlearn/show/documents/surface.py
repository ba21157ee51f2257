"""What a forest says all over its plane, or along its one feature, for a page that plays (docs/walkthrough.md): each
tree's leaves as rectangles of cells, from which the browser adds up the first 1, 2, ... trees."""

from collections.abc import Sequence

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
    forest: Forest, one: Tree, test: Dataset, point: Sequence[float], by: str = "votes", first: int | None = None
) -> dict:
    """Two numeric features, or one and a number to predict.

    one : a tree on all training examples. test : test examples. point : what is asked about. by : which answer counts.
    first : of how many trees it tells; None for all.
    """
    forest = forest if first is None else forest.first(max(first, 1))
    train, regression = forest.data, forest.data.schema.regression
    free = range(len(train.schema.features))
    view = partition_view(None, joined(train, test), free, [0.0] * len(free))
    n = SIDE if len(free) == 2 else ALONG
    grid = [middles(axis["lo"], axis["hi"], n) for axis, _ in zip(view["axes"], free, strict=False)]
    points, inside = view["points"], len(train)
    some = [
        i for part in (range(inside), range(inside, len(points))) for i in part[:: -(-len(part) // MOST_POINTS) or 1]
    ]
    place = {row: k for k, row in enumerate(some)}
    wrong = (
        []
        if regression
        else [[place[inside + i] for i in new if inside + i in place] for new in _wrong(forest, test, by)]
    )
    drawn = forest.bag.clip(max=TIMES) if forest.settings.bootstrap else np.empty((0, inside), int)
    return {
        "axes": view["axes"],
        "columns": n,
        "rows": n if len(free) == 2 else 1,
        "by": "means" if regression else by,
        "shapes": [OUTLINES[0], OUTLINES[3]] if regression else view["shapes"],
        "hatches": view["hatches"],
        "at": list(point),
        "points": [[*points[i][:3], int(i >= inside)] for i in some],
        "drawn": ["".join(map(str, bag)) for bag in drawn[:, [i for i in some if i < inside]].tolist()],
        "wrong": wrong,
        "trees": _leaves(forest.trees, grid, by),
        "one": _leaves([one], grid, by)[0] if len(free) == 1 else [],
    }


def _leaves(trees: Sequence[Tree], grid: Sequence[np.ndarray], by: str) -> list[list]:
    """Of each tree [from, to, from, to, what it says]: the class it votes for, or the examples of each; a mean."""
    found = zip(trees, tiles(trees, *grid), strict=True)
    return [
        [[*tile, said] for (*tile, _), said in zip(some, _says(tree, [leaf for *_, leaf in some], by), strict=True)]
        for tree, some in found
    ]


def _says(tree: Tree, leaves: list[int], by: str) -> list:
    says = (tree.label if tree.value is None else tree.value)[leaves].tolist()
    if tree.value is None and by == "means":
        counts = tree.counts[nonempty(tree.parent, tree.n)[leaves]]
        pure = counts.max(axis=1) == counts.sum(axis=1)
        says = [label if one else some for label, one, some in zip(says, pure, counts.tolist(), strict=True)]
    return says


def _wrong(forest: Forest, test: Dataset, by: str) -> list[list[int]]:
    """For the first 1, 2, ... trees the test examples that become wrong or right with the last of them."""
    found, before = [], np.zeros(len(test), bool)
    for said in forest.running(test.X, by):
        now = said != test.y
        found.append((now != before).nonzero()[0].tolist())
        before = now
    return found
