"""The subcubes of a data set with yes/no features: what a node of any tree over them can hold, as a grid.

Features that depend on each other in the data (the one-hot columns of one nominal feature, copies, complements,
thresholds of one number) share a coordinate, for few of their subcubes hold an example: the columns of a feature of v
values give 2^v - 1 sets instead of 3^v.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np

from dtlearn.data.dataset import DataError, Dataset

MOST_SETS = 255  # of one coordinate: a nominal feature of 8 values
MOST_QUESTIONS = 80  # different ones; with more no grid is small enough, and to see that by grouping takes long
MOST_CELLS = 2**24  # numbers in the table of counts
MOST_SUBCUBES = 2**28  # of the grid, with or without examples
LANES = 243  # subcubes of a row at most
LANE_SETS = 15  # sets of a coordinate within a row: each of its tests is a step of a loop


@dataclass(frozen=True, eq=False)
class Coordinate:
    """Some features as one coordinate. A pattern is answers that occur together, a set what a path has left of them.

    sets : (s,) bit masks of patterns, a set after its subsets; the last holds all.
    pattern : (R,) that of each distinct row.
    n_tests : (s,) features that divide a set; feature, left, right : (s, t) their numbers, and the sets where the
    answer is 0 and 1. Of features that divide a set alike only the first is kept.
    """

    sets: tuple[int, ...]
    pattern: np.ndarray
    n_tests: np.ndarray
    feature: np.ndarray
    left: np.ndarray
    right: np.ndarray

    def __len__(self) -> int:
        return len(self.sets)

    @property
    def n_patterns(self) -> int:
        return self.sets[-1].bit_length()

    @cached_property
    def sizes(self) -> np.ndarray:
        """(s,) patterns of each set."""
        return np.array([s.bit_count() for s in self.sets])

    @cached_property
    def tests(self) -> list[tuple[int, int, int]]:
        """(set, left set, right set) of every test."""
        return [(s, *map(int, self.parts(s, t))) for s in range(len(self)) for t in range(self.n_tests[s])]

    def parts(self, s: int, t: int) -> tuple[int, int]:
        return self.left[s, t], self.right[s, t]

    def spread(self, counts: np.ndarray) -> np.ndarray:
        """(A, p, B) counts of the patterns -> (A, s, B) counts of the sets."""
        total = np.empty((len(counts), len(self), counts.shape[2]), counts.dtype)
        for s, mask in enumerate(self.sets):
            if self.n_tests[s]:
                left, right = self.parts(s, 0)
                np.add(total[:, left], total[:, right], out=total[:, s])
            else:
                total[:, s] = counts[:, mask.bit_length() - 1]
        return total


def coordinates(X: np.ndarray) -> list[Coordinate]:
    """The coordinates of distinct rows X (R, d) of 0 and 1, the smallest first.

    Each feature in turn joins the coordinate that it makes grow least, if that is less than threefold. Once the grid
    is too large, the features that are left do not matter.
    """
    groups = []  # (features, pattern of each row, sets)
    for j in range(X.shape[1]):
        if prod(len(sets) for *_, sets in groups) > MOST_SUBCUBES:
            break
        x = X[:, j].astype(np.int64)
        if (x == x[0]).all():
            continue
        best, growth, joined = ([j], x, _reached(X, [j], x, 3)), 3.0, None
        for i, (features, pattern, sets) in enumerate(groups):
            known, both = np.unique(2 * pattern + x, return_inverse=True)
            if len(known) == 2 * (pattern.max() + 1):
                continue  # every answer occurs with every pattern: nothing to win
            most = min(MOST_SETS, int(growth * len(sets) - 1e-9))
            reached = _reached(X, [*features, j], both, most)
            if reached and len(reached) / len(sets) < growth:
                best, growth, joined = ([*features, j], both, reached), len(reached) / len(sets), i
        if joined is not None:
            del groups[joined]
        groups.append(best)
    return sorted((_coordinate(X, *group) for group in groups), key=len)


def _masks(X: np.ndarray, features: Sequence[int], pattern: np.ndarray) -> list[int]:
    """Of each feature the patterns that answer 1."""
    first = np.unique(pattern, return_index=True)[1]
    return [sum(1 << p for p in np.flatnonzero(X[first, j]).tolist()) for j in features]


def _reached(X: np.ndarray, features: Sequence[int], pattern: np.ndarray, most: int) -> list[int]:
    """The sets that answers can leave over, each after its subsets; [] if there are more than ``most``."""
    masks, whole = _masks(X, features, pattern), (1 << int(pattern.max()) + 1) - 1
    found, todo = {whole}, [whole]
    while todo:
        here = todo.pop()
        for mask in masks:
            right = here & mask
            if right and right != here:
                new = {right, here ^ right} - found
                found |= new
                todo += new
        if len(found) > most:
            return []
    return sorted(found)


def _coordinate(X: np.ndarray, features: list[int], pattern: np.ndarray, sets: list[int]) -> Coordinate:
    number, masks, tests = {s: i for i, s in enumerate(sets)}, _masks(X, features, pattern), []
    for s in sets:
        known = {}  # left and right set -> feature and the same; the first feature stays
        for j, mask in sorted(zip(features, masks, strict=True)):
            right = s & mask
            left = s ^ right
            if left and right:
                known.setdefault(frozenset((left, right)), (j, number[left], number[right]))
        tests.append(list(known.values()))
    n_tests = np.array([len(t) for t in tests])
    table = np.full((3, len(sets), max(n_tests.max(), 1)), -1)
    for s, found in enumerate(tests):
        table[:, s, : len(found)] = np.array(found).reshape(-1, 3).T
    return Coordinate(tuple(sets), pattern, n_tests, *table)


class Subcubes:
    """The grid of subcubes of a data set: rows of lanes, H rows and L lanes; the last row and lane is everything.

    Raises DataError unless every feature has two values and the target is a class.

    counts : (R, K) examples of each class of the R distinct rows of X.
    rows, lanes : the coordinates across the rows and within one. X : (R, d) the distinct rows.
    """

    def __init__(self, data: Dataset):
        schema = data.schema
        if schema.regression:
            raise DataError("The best trees are those with the fewest training errors: choose a data set with classes.")
        strange = next((f for f in schema.features if len(f.values) != 2), None)
        if strange is not None:
            raise DataError(f"{strange.name!r} has not two values: make the features yes/no first (binarised).")
        if not len(data):
            raise DataError("There are no examples: give at least one.")
        if not np.isin(data.X, (0, 1)).all():
            raise DataError("A cell holds neither value of its feature: leave such examples out.")
        self.data = data
        first, row = _distinct(data.X)
        K = len(schema.classes)
        self.counts = np.bincount(row * K + data.y, minlength=len(first) * K).reshape(-1, K)
        self.X = data.X[first]

    @cached_property
    def _grid(self) -> tuple[list[Coordinate], list[Coordinate]]:
        found, within = coordinates(self.X), 0
        while within < len(found) and len(found[within]) <= LANE_SETS and prod(map(len, found[: within + 1])) <= LANES:
            within += 1
        return found[:within], found[within:]

    @property
    def lanes(self) -> list[Coordinate]:
        return self._grid[0]

    @property
    def rows(self) -> list[Coordinate]:
        return self._grid[1]

    @cached_property
    def too_many(self) -> bool:
        """More different questions than any grid can hold; a question and its opposite count once."""
        return len(np.unique(self.X[0] != self.X, axis=1).T) > MOST_QUESTIONS

    @property
    def coordinates(self) -> list[Coordinate]:
        return [*self.rows, *self.lanes]

    @cached_property
    def n_rows(self) -> int:
        return prod(map(len, self.rows))

    @cached_property
    def n_lanes(self) -> int:
        return prod(map(len, self.lanes))

    @property
    def floor(self) -> int:
        """Examples that no tree gets right: all their features are those of an example of another class."""
        return int((self.counts.sum(axis=1) - self.counts.max(axis=1)).sum())

    @property
    def n_subcubes(self) -> int:
        return self.n_rows * self.n_lanes

    @property
    def too_large(self) -> bool:
        """The grid is too large even to count what it holds."""
        cells = self.n_rows * prod(coordinate.n_patterns for coordinate in self.lanes) * self.counts.shape[1]
        return self.n_subcubes > MOST_SUBCUBES or cells > MOST_CELLS

    @property
    def bytes(self) -> int:
        """What the counts of all rows take, with the sums that tell which rows are mixed."""
        K = self.counts.shape[1]
        cells = self.n_rows * prod(coordinate.n_patterns for coordinate in self.lanes) * K
        return 4 * cells * 4 // 3 + self.n_rows * (16 * K + 32)

    @cached_property
    def patterns(self) -> np.ndarray:
        """(H, P, K) int counts of each row's examples by their pattern within the lanes."""
        K, sizes = self.counts.shape[1], [c.n_patterns for c in self.coordinates]
        cell = np.zeros(len(self.counts), np.int64)
        for size, coordinate in zip(sizes, self.coordinates, strict=True):
            cell = cell * size + coordinate.pattern
        counts = np.zeros((prod(sizes), K), np.int32)
        counts[cell] = self.counts
        ahead = 1
        for coordinate in self.rows:
            counts = coordinate.spread(counts.reshape(ahead, coordinate.n_patterns, -1))
            ahead *= len(coordinate)
        return counts.reshape(self.n_rows, -1, K)

    @cached_property
    def mixed(self) -> np.ndarray:
        """(H,) bool: rows that hold examples of more than one class; in the others every leaf is right."""
        total = self.patterns.sum(axis=1)
        return total.sum(axis=1) > total.max(axis=1)

    @cached_property
    def order(self) -> list[np.ndarray]:
        """The mixed rows, level by level: what a row falls apart into comes in an earlier level."""
        level = np.zeros(1, np.int64)
        for coordinate in self.rows:
            level = (level[:, None] + coordinate.sizes).ravel()
        mixed = np.flatnonzero(self.mixed)
        mixed = mixed[level[mixed].argsort(kind="stable")]
        return np.split(mixed, np.flatnonzero(np.diff(level[mixed])) + 1)

    def leaf_errors(self, rows: np.ndarray) -> np.ndarray:
        """(h, L) examples that a leaf gets wrong, of each subcube of some rows."""
        counts, ahead = self.patterns[rows], len(rows)
        for coordinate in self.lanes:
            counts = coordinate.spread(counts.reshape(ahead, coordinate.n_patterns, -1))
            ahead *= len(coordinate)
        counts = counts.reshape(len(rows), self.n_lanes, -1)
        return counts.sum(axis=2) - counts.max(axis=2)


def _distinct(X: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(R,) first example of each distinct row of X, and (m,) the number of the distinct row of each example."""
    row = np.zeros(len(X), np.int64)
    for start in range(0, X.shape[1], 30):
        some = X[:, start : start + 30].astype(np.int64)
        key = (row << some.shape[1]) + (some << np.arange(some.shape[1])).sum(axis=1)
        _, first, row = np.unique(key, return_index=True, return_inverse=True)
    return first, row
