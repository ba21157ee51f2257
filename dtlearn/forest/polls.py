"""A poll: what the trees of a forest say one by one, of an example, and one of them all over the plane."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from dtlearn.forest.forest import Forest
from dtlearn.trees.split import NONE
from dtlearn.trees.stack import TreeStack
from dtlearn.trees.tree import Tree, nonempty


@dataclass(frozen=True, eq=False)
class Poll:
    """What T trees say of one example.

    nodes : T numbers, the leaf where it ends in each tree. votes : T class codes. counts : for each tree the examples
    of each class in that leaf; an empty one has its parent's. asked : whether the tree counts; of a training example
    only those that left it out do (out-of-bag).
    """

    nodes: tuple[int, ...]
    votes: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    asked: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.votes)

    @cached_property
    def _running(self) -> list[tuple[int, tuple[int, ...], tuple[Fraction, ...]]]:
        """For the first 0, 1, ..., T trees: how many count, their votes, the sums of their class shares."""
        K = len(self.counts[0])
        found = [(0, (0,) * K, (Fraction(0),) * K)]
        for vote, counts, asked in zip(self.votes, self.counts, self.asked, strict=True):
            n, tally, sums = found[-1]
            if asked:
                total = sum(counts)
                tally = tuple(v + (k == vote) for k, v in enumerate(tally))
                sums = tuple(s + Fraction(c, total) for s, c in zip(sums, counts, strict=True))
            found.append((n + asked, tally, sums))
        return found

    def voters(self, n: int) -> int:
        """How many of the first n trees count."""
        return self._running[n][0]

    def tally(self, n: int) -> tuple[int, ...]:
        """(K,) votes for each class among the first n trees."""
        return self._running[n][1]

    def means(self, n: int) -> tuple[Fraction, ...]:
        """(K,) mean over the first n trees of each class's share of the leaf's examples; 0 where none counts."""
        voters, _, sums = self._running[n]
        return tuple(s / max(voters, 1) for s in sums)

    def answer(self, n: int, by: str = "votes") -> int | None:
        """The class of the most votes of the first n trees, or ``by="means"`` of the largest mean; ties to the first.

        None where no tree counts.
        """
        found = self.tally(n) if by == "votes" else self.means(n)
        return found.index(max(found)) if self.voters(n) else None

    def tied(self, n: int, by: str = "votes") -> bool:
        """Whether several classes have the most, so that the first of them is the answer."""
        found = self.tally(n) if by == "votes" else self.means(n)
        return self.voters(n) > 0 and found.count(max(found)) > 1


@dataclass(frozen=True, eq=False)
class Numbers:
    """What T regression trees say of one example.

    nodes : T numbers, the leaf where it ends in each tree. values : T floats, the leaves' means. sizes : T ints, how
        many examples of the tree's sample are there. asked : whether the tree counts, as for ``Poll``.
    """

    nodes: tuple[int, ...]
    values: tuple[float, ...]
    sizes: tuple[int, ...]
    asked: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.values)

    def said(self, n: int) -> list[float]:
        """What those of the first n trees say that count."""
        return [value for value, asked in zip(self.values[:n], self.asked, strict=False) if asked]

    def voters(self, n: int) -> int:
        """How many of the first n trees count."""
        return sum(self.asked[:n])

    def answer(self, n: int) -> float | None:
        """f(x), the mean of the first n trees that count (BuildTree 5); None where none does."""
        return sum(self.said(n)) / self.voters(n) if self.voters(n) else None

    def apart(self, n: int) -> float:
        """1/M sum_m (f_m(x) - f(x))^2 over the first n trees that count: how far they lie from their mean.

        By so much the mean's squared error is smaller than a tree's on average, whatever the truth (Krogh and Vedelsby
        1995). Raises ZeroDivisionError where no tree counts.
        """
        mean, some = self.answer(n), self.said(n)
        return sum((value - mean) ** 2 for value in some) / len(some)


def poll(forest: Forest, x, row: int | None = None) -> Poll | Numbers:
    """What each tree says of one example, a row of codes (d,). row : its number, if it is a training example.

    >>> from dtlearn import load
    >>> from dtlearn.forest import ForestSettings, grow_forest
    >>> said = poll(grow_forest(load("play_tennis"), ForestSettings(5)), load("play_tennis").X[0])
    >>> said.votes, said.tally(3)
    ((1, 0, 0, 0, 0), (2, 1))
    """
    cells = np.asarray(x, np.float64)[None]
    nodes = tuple(int(tree.apply(cells)[0]) for tree in forest.trees)
    asked = (True,) * len(forest) if row is None else tuple((forest.bag[:, row] == 0).tolist())
    if forest.data.schema.regression:
        ends = [tree[i] for tree, i in zip(forest.trees, nodes, strict=True)]
        return Numbers(nodes, tuple(end.value for end in ends), tuple(end.n for end in ends), asked)
    votes = tuple(int(tree.label[i]) for tree, i in zip(forest.trees, nodes, strict=True))
    told = [nonempty(tree.parent, tree.n)[i] for tree, i in zip(forest.trees, nodes, strict=True)]
    counts = tuple(tuple(tree.counts[i].tolist()) for tree, i in zip(forest.trees, told, strict=True))
    return Poll(nodes, votes, counts, asked)


def middles(lo: float, hi: float, n: int) -> np.ndarray:
    """(n,) the middles of n equal parts of an axis."""
    return lo + (np.arange(n) + 0.5) / n * (hi - lo)


def tiles(trees: Sequence[Tree], *axes: np.ndarray) -> list[list[tuple[int, int, int, int, int]]]:
    """What trees on one or two numeric features make of a grid of places: of each the rectangles that end in one leaf.

    axes : the places across, and up if there is a second feature. Returns for each leaf that is met the first column
        and the one behind the last, the same of the rows, and its number.

    >>> from dtlearn import grow, load
    >>> tree = grow(load("partition_2d")).tree
    >>> tiles([tree], middles(0, 10, 2), middles(0, 10, 2))[0][0]
    (0, 2, 1, 2, 2)
    """
    grove, found = TreeStack(trees), []
    box = np.zeros((len(grove.kind), 4), np.int64)  # of each node
    met = grove.root
    box[met] = 0, len(axes[0]), 0, len(axes[1]) if len(axes) > 1 else 1
    while len(met):  # level by level
        ends = grove.kind[met] == NONE
        found.append(met[ends])
        asks = met[~ends]
        feature, below = grove.feature[asks], grove.first_child[asks]
        cut = np.choose(feature, [np.searchsorted(places, grove.at[asks]) for places in axes])
        box[below], box[below + 1] = box[asks], box[asks]
        box[below, 2 * feature + 1] = np.minimum(box[asks, 2 * feature + 1], cut)
        box[below + 1, 2 * feature] = np.maximum(box[asks, 2 * feature], cut)
        met = np.concatenate([below, below + 1])
        met = met[(box[met, ::2] < box[met, 1::2]).all(axis=1)]
    leaves = np.sort(np.concatenate(found))
    first = np.searchsorted(leaves, grove.root)
    number = leaves - grove.root.repeat(np.diff(first, append=len(leaves)))
    every = list(map(tuple, np.column_stack([box[leaves], number]).tolist()))
    return [every[lo:hi] for lo, hi in pairwise([*first.tolist(), len(every)])]
