"""Resamples: what the trees grown on many slightly different samples have in common, and what not."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Dataset, ReadOnly
from dtlearn.forest.changes import changed, flips, omissions
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.trees.split import NONE, Kind, Split
from dtlearn.trees.tree import Tree

WAYS = ("bootstrap", "omit", "flip")
DEPTHS = (1, 2, 3, 4, None)
TOGETHER, ALONE = 50, 10  # trees of a slice, so that nobody waits long: grown together, or one by one


@dataclass(frozen=True, eq=False)
class Resamples(ReadOnly):
    """The trees of n resamples, each also cut at every depth of DEPTHS: a tree of that depth is its top.

    of : how many resamples were asked for. roots : what each tree asks first, None for a single leaf.
    leaves : (L, n) their number. shapes : (L, n), equal numbers for equal trees, the same questions and labels.
    says : (L, m, K) how many trees give each example of the whole data each label.
    left_out, wrong : (L,) examples that trees did not see, summed over the trees, and on how many they err.
    """

    of: int
    roots: tuple[Split | None, ...]
    leaves: np.ndarray
    shapes: np.ndarray
    says: np.ndarray
    left_out: np.ndarray
    wrong: np.ndarray

    def __len__(self) -> int:
        return len(self.roots)

    @property
    def features(self) -> list[int]:
        """The feature at each root, -1 for a single leaf."""
        return [-1 if root is None else root.feature for root in self.roots]

    def questions(self, feature: int) -> Counter:
        """How often each question about a feature is the first; -1 for none."""
        return Counter(root for root, j in zip(self.roots, self.features, strict=True) if j == feature)

    def distinct(self, depth: int | None = None) -> int:
        """How many different trees there are."""
        return len(set(self.shapes[DEPTHS.index(depth)].tolist()))

    def disagreement(self, depth: int | None = None) -> Fraction | None:
        """The share of the examples on which two of the trees differ, on average over all pairs; None for one tree."""
        n, says = len(self), self.says[DEPTHS.index(depth)]
        if n < 2:
            return None
        return Fraction(int((n * n - np.square(says).sum(axis=1)).sum()), len(says) * n * (n - 1))

    def unseen_error(self, depth: int | None = None) -> Fraction | None:
        """The error on the examples that a tree did not see; None where every tree saw all."""
        at = DEPTHS.index(depth)
        return Fraction(int(self.wrong[at]), int(self.left_out[at])) if self.left_out[at] else None


def size_of(data: Dataset, way: str) -> int | None:
    """How many resamples there are in all; None without end."""
    return {"bootstrap": None, "omit": len(omissions(data)), "flip": len(flips(data))}[way]


def resampled(data: Dataset, settings: GrowSettings, way: str, n: int, seed: int = 0) -> Iterator[Resamples]:
    """The first n resamples, a few more at a time: bootstraps of a seed, each example left out, each label flipped.

    ``settings`` have no max_depth: every depth is asked about.
    """
    settings = replace(settings, max_depth=None)
    trees = _forest(data, settings, n, seed) if way == "bootstrap" else _one_by_one(data, settings, way, n)
    of = n if way == "bootstrap" else min(n, size_of(data, way))
    L, m, K = len(DEPTHS), len(data), len(data.schema.classes)
    roots, leaves, shapes, numbers = [], [], [], {}
    says, left_out, wrong = np.zeros((L, m, K), np.int64), np.zeros(L, np.int64), np.zeros(L, np.int64)
    for some in trees:
        says, left_out, wrong = says.copy(), left_out.copy(), wrong.copy()
        for tree, absent in some:
            roots.append(tree[0].split)
            keys = [key_of(tree, depth) for depth in DEPTHS]
            shapes.append([numbers.setdefault(key, len(numbers)) for key in keys])
            found = _said(tree, data.X)
            leaves.append([int(_open(tree, depth).sum()) for depth in DEPTHS])
            says[np.arange(L)[:, None], np.arange(m), found] += 1
            left_out += np.count_nonzero(absent)
            wrong += (found != data.y)[:, absent].sum(axis=1)
        yield Resamples(of, tuple(roots), np.array(leaves).T, np.array(shapes).T, says, left_out, wrong)


def _forest(data: Dataset, settings: GrowSettings, n: int, seed: int) -> Iterator[list[tuple[Tree, np.ndarray]]]:
    """(tree, which examples it did not see) of the bootstraps."""
    forest = None
    while forest is None or len(forest) < n:
        done = len(forest) if forest else 0
        more = min(TOGETHER, n - done)
        forest = forest.more(more) if forest else grow_forest(data, ForestSettings(more, replace(settings, seed=seed)))
        yield [
            (tree, ~np.isin(np.arange(len(data)), forest.draws[done + k])) for k, tree in enumerate(forest.trees[done:])
        ]


def _one_by_one(data: Dataset, settings: GrowSettings, way: str, n: int) -> Iterator[list[tuple[Tree, np.ndarray]]]:
    every, rows = (omissions if way == "omit" else flips)(data)[:n], np.arange(len(data))
    for lo in range(0, len(every), ALONE):
        some = every[lo : lo + ALONE]
        yield [(grow(changed(data, [one]), settings).tree, (rows == one.row) & (way == "omit")) for one in some]


def _open(tree: Tree, depth: int | None) -> np.ndarray:
    """(k,) which nodes of the tree cut at a depth are leaves: its k nodes, none deeper, come first."""
    if depth is None:
        return tree.kind == NONE
    k = int(np.searchsorted(tree.depth, depth, "right"))
    return (tree.kind[:k] == NONE) | (tree.depth[:k] == depth)


def key_of(tree: Tree, depth: int | None = None) -> bytes:
    """What makes a tree cut at a depth the tree it is: its questions, and the labels of its leaves."""
    leaf = _open(tree, depth)
    k = len(leaf)
    at = np.where(leaf | (tree.kind[:k] == Kind.MULTIWAY), 0.0, tree.at[:k])
    shape = [np.where(leaf, -1, a[:k]) for a in (tree.feature, tree.kind)]
    return b"".join(a.tobytes() for a in (*shape, at, np.where(leaf, tree.label[:k], -1)))


def _said(tree: Tree, X) -> np.ndarray:
    """(L, m) the labels that the tree gives the rows of X, cut at each depth."""
    node, found = tree.apply(X), np.empty((len(DEPTHS), len(X)), np.int64)
    for at in reversed(range(len(DEPTHS))):
        while DEPTHS[at] is not None and (deep := tree.depth[node] > DEPTHS[at]).any():
            node = np.where(deep, tree.parent[node], node)
        found[at] = tree.label[node]
    return found
