"""A poll: what the trees of a forest say one by one, of an example or all over the plane."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from dtlearn.forest.forest import Forest, winner
from dtlearn.trees.tree import nonempty


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

    nodes : T numbers, the leaf where it ends in each tree. values : T floats, the leaves' means. sizes : T ints, how many
    examples of the tree's sample are there. asked : whether the tree counts, as for ``Poll``.
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


@dataclass(frozen=True, eq=False)
class Surface:
    """What T trees on two numeric features say in the middles of side x side cells, which tile a rectangle.

    places : (side * side, 2) the middles, rows of cells from the bottom up. votes : (T, side * side) class codes, in
    regression the trees' means.
    """

    forest: Forest
    side: int
    places: np.ndarray
    votes: np.ndarray

    def answer(self, n: int, by: str = "votes") -> tuple[np.ndarray, np.ndarray]:
        """(winning class (side, side), its share of the votes, or its mean probability (side, side)) of n trees."""
        if by == "votes":
            share = np.stack([(self.votes[:n] == k).sum(axis=0) for k in range(len(self.forest.data.schema.classes))]).T
        else:
            share = self.forest.first(n).proba(self.places)
        found = winner(share, n)
        lead = share[np.arange(len(found)), found] / (n if by == "votes" else 1)
        return found.reshape(self.side, -1), lead.reshape(self.side, -1)

    def mean(self, n: int) -> np.ndarray:
        """(side, side) in regression the mean of n trees."""
        return self.votes[:n].mean(axis=0).reshape(self.side, -1)


def surface(forest: Forest, x: tuple[float, float], y: tuple[float, float], side: int = 64) -> Surface:
    """What each tree says all over the rectangle between the ends of x and of y; the forest knows two features."""
    across, up = (lo + (np.arange(side) + 0.5) * (hi - lo) / side for lo, hi in (x, y))
    places = np.stack([np.tile(across, side), up.repeat(side)], axis=1)
    votes = forest.votes(places)
    return Surface(forest, side, places, votes if forest.data.schema.regression else votes.astype(np.uint8))
