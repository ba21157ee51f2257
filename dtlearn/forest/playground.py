"""Points of the plane, some with flipped labels, and what one tree or a forest makes of them:
errors on them and on held-out points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Card, Dataset
from dtlearn.data.synthetic import Point, plane
from dtlearn.forest.forest import Forest, ForestSettings, grow_forest
from dtlearn.growing.errors import Losses, TreeSequence, mislabelled, rows
from dtlearn.growing.grow import ALGORITHMS, GrowSettings, grow
from dtlearn.pruning.cost_complexity import weakest_link
from dtlearn.trees.tree import Tree

CART = replace(ALGORITHMS["CART"], criterion="gini_gain")
SEED = 1  # of the labels that noise flips


@dataclass(frozen=True, eq=False)
class Tried:
    """What grows on some points, and how it does.

    clean : the points. train : with some labels flipped. flipped : their rows. held : points that nothing grew on, no
        label flipped.
    tree : the one tree, or the first of the forest. forest : None of one tree.
    path : of one tree the pruning sequence, small trees first; of a forest its first 1, 2, ... trees. at : the place
    in it of what has grown. alphas : of the pruning sequence, the price from which on a tree of it is the one; () of a
    forest.
    """

    clean: Dataset
    train: Dataset
    held: Dataset
    flipped: tuple[int, ...]
    tree: Tree
    forest: Forest | None
    path: TreeSequence
    at: int
    alphas: tuple[Fraction, ...]

    def predict(self, X) -> np.ndarray:
        """(n,) class codes for rows of X (n, 2)."""
        return (self.forest or self.tree).predict(X)


def tried(
    points: Sequence[Point],
    held: Sequence[Point],
    noise: float = 0.0,
    max_depth: int | None = None,
    alpha: Fraction = Fraction(0),
    n_trees: int = 1,
) -> Tried:
    """What CART, with gini, makes of points of the plane.

    noise : share of the labels that are flipped, always the same ones. alpha : price of a leaf, by which the weakest
        links of the one tree go; at 0 it stays as it is grown. n_trees : from 2 on a forest of bagged trees, which are
        not pruned. Raises ValueError without a point.

    >>> found = tried([(100, 500, 0), (900, 500, 1)], [(200, 200, 0), (400, 100, 1)])
    >>> found.path.sizes["leaves"], found.path.train.lost, found.path.test.lost, found.at
    ((1, 2), (1, 0), (1, 1), 1)
    """
    if not points:
        raise ValueError("There is no tree without a point.")
    every, m = plane([*points, *held], "playground", Card("Playground")), len(points)
    clean, unseen = rows(every, slice(m)), rows(every, slice(m, None))
    train = mislabelled(clean, noise, SEED)
    flipped = tuple((train.y != clean.y).nonzero()[0].tolist())
    settings = replace(CART, max_depth=max_depth)
    grown = _forest(train, unseen, settings, n_trees) if n_trees > 1 else _tree(train, unseen, settings, alpha)
    return Tried(clean, train, unseen, flipped, *grown)


def _tree(train: Dataset, held: Dataset, settings: GrowSettings, alpha: Fraction) -> tuple:
    pruning = weakest_link(grow(train, settings))
    state = pruning.state_for(alpha) if alpha else 0  # links of price 0 stay while a leaf costs nothing
    parts = [("training", pruning.n_wrong, train), ("held out", pruning.losses(held), held)]
    path = TreeSequence(
        {"leaves": tuple(pruning.n_leaves[::-1].tolist())},
        tuple(Losses(name, tuple(lost[::-1].tolist()), len(data)) for name, lost, data in parts),
    )
    return pruning.tree_at(state), None, path, len(path) - 1 - state, tuple(pruning.alphas[::-1])


def _forest(train: Dataset, held: Dataset, settings: GrowSettings, n: int) -> tuple:
    forest = grow_forest(train, ForestSettings(n, settings))

    def part(name: str, data: Dataset) -> Losses:
        return Losses(name, tuple(int((said != data.y).sum()) for said in forest.running(data.X)), len(data))

    path = TreeSequence({"trees": tuple(range(1, n + 1))}, (part("training", train), part("held out", held)))
    return forest.trees[0], forest, path, n - 1, ()
