"""Boolean concepts: what a training set leaves open, and what a bias adds (CS181 lecture 6).

A concept over n features is a bit mask: bit r says what it answers for row r of the truth table, rows in counting
order (X1 is the slowest). All 2^(2^n) of them are numbers, for n <= MOST_FEATURES.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

MOST_FEATURES = 4  # 65,536 concepts; five features have 4,294,967,296


@dataclass(frozen=True)
class Known:
    """A training set over n Boolean features: the rows with a known label, as two bit masks. Raises ValueError."""

    n: int
    positive: int = 0
    negative: int = 0

    def __post_init__(self):
        if not 1 <= self.n <= MOST_FEATURES:
            raise ValueError(f"{self.n} features are too many or too few: choose 1 to {MOST_FEATURES}.")
        if not 0 <= self.positive < 1 << self.rows or not 0 <= self.negative < 1 << self.rows:
            raise ValueError(f"There are {self.rows} rows: name none beyond.")
        if self.positive & self.negative:
            raise ValueError(
                "A row is both positive and negative, so no concept is consistent: choose one label a row."
            )

    @property
    def rows(self) -> int:
        """Rows of the truth table, 2^n."""
        return 1 << self.n

    @property
    def size(self) -> int:
        """N, how many rows are known."""
        return (self.positive | self.negative).bit_count()

    @property
    def n_consistent(self) -> int:
        """Concepts that agree with every known row: 2^(2^n - N), without looking at one."""
        return 1 << self.rows - self.size

    @property
    def most_specific(self) -> int:
        """The consistent concept that says 1 least often: on the positive rows alone (E38)."""
        return self.positive

    @property
    def most_general(self) -> int:
        """The consistent concept that says 1 most often: everywhere but on the negative rows (E38)."""
        return (1 << self.rows) - 1 & ~self.negative


def consistent(known: Known, concepts: np.ndarray | None = None) -> np.ndarray:
    """Those of the concepts, by default of all 2^(2^n), that agree with every known row; in the order given.

    >>> len(consistent(Known(2, positive=0b1000, negative=0b0001)))
    4
    """
    concepts = np.arange(1 << known.rows, dtype=np.int64) if concepts is None else concepts
    return concepts[concepts & (known.positive | known.negative) == known.positive]


def votes(concepts: np.ndarray, n: int) -> np.ndarray:
    """(2^n,) how many of the concepts say 1 on each row."""
    return (concepts[:, None] >> np.arange(1 << n) & 1).sum(axis=0)


@dataclass(frozen=True)
class Conjunction:
    """A conjunction of literals: for each feature 1 (must be 1), 0 (must be 0) or None (does not matter).

    literals None is the concept that is never true.
    """

    literals: tuple[int | None, ...] | None
    concept: int


@cache
def conjunctions(n: int) -> tuple[Conjunction, ...]:
    """All 3^n + 1 conjunctions over n features as different concepts, the never true one first.

    >>> [len(conjunctions(n)) for n in (1, 2, 3, 4)]
    [4, 10, 28, 82]
    """
    found = [Conjunction(None, 0)]
    for literals in product((None, 0, 1), repeat=n):
        agrees = [
            all(want in (None, bit) for want, bit in zip(literals, row, strict=True))
            for row in product((0, 1), repeat=n)
        ]
        found.append(Conjunction(literals, sum(1 << r for r, true in enumerate(agrees) if true)))
    return tuple(found)


@cache
def least_leaves(n: int) -> np.ndarray:
    """(2^(2^n),) leaves of the smallest tree of every concept over n features, by trying every root.

    The two halves of a concept at X_j are concepts over the other n - 1 features. Read-only.
    """
    if n == 0:
        found = np.ones(2, np.int64)
    else:
        concepts, smaller = np.arange(1 << (1 << n), dtype=np.int64), least_leaves(n - 1)
        found = np.min([sum(smaller[half(concepts, n, j, bit)] for bit in (0, 1)) for j in range(n)], axis=0)
        found[[0, -1]] = 1  # always 0, always 1
    found.setflags(write=False)
    return found


def half(concepts: np.ndarray, n: int, j: int, bit: int) -> np.ndarray:
    """The concepts where feature j (from 0) has this bit, as concepts over the other n - 1 features."""
    rows = [r for r in range(1 << n) if r >> (n - 1 - j) & 1 == bit]
    return sum((concepts >> r & 1) << i for i, r in enumerate(rows))


def n_trees(n: int, depth: int) -> int:
    """Trees of at most this depth over n Boolean features, each asked once a path: 2 + n T(n - 1, depth - 1)^2 (E39).

    >>> [n_trees(4, depth) for depth in range(5)]
    [2, 18, 786, 364818, 1079779602]
    """
    return 2 + n * n_trees(n - 1, depth - 1) ** 2 if n and depth else 2


@dataclass(frozen=True)
class Bias:
    """What a learner assumes. vote : (concepts consistent with the training set and the bias, n) -> those that vote.

    kind : "none", "restriction" (it cannot say everything) or "preference" (it would rather say some things).
    """

    title: str
    kind: str
    of: Callable[[Known, int], np.ndarray]


def _conjunctive(known: Known, _: int) -> np.ndarray:
    return consistent(known, np.array([c.concept for c in conjunctions(known.n)]))


def _few_leaves(known: Known, k: int) -> np.ndarray:
    return consistent(known, np.flatnonzero(least_leaves(known.n) <= k))


def _shortest(known: Known, _: int) -> np.ndarray:
    found = consistent(known)
    size = least_leaves(known.n)[found]
    return found[size == size.min()]


# Each is asked with the training set and a number of leaves, which only "leaves" looks at.
BIASES = {
    "none": Bias("No bias: every concept", "none", lambda known, _: consistent(known)),
    "conjunctions": Bias("Conjunctions only", "restriction", _conjunctive),
    "leaves": Bias("Trees with at most k leaves", "restriction", _few_leaves),
    "shortest": Bias("The smallest consistent trees", "preference", _shortest),
}
