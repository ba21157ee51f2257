"""Boolean concepts: what a training set leaves open, and what a bias adds (CS181 lecture 6).

A concept over n features is a bit mask: bit r says what it answers for row r of the truth table, rows in counting
order (X1 is the slowest). All 2^(2^n) of them are numbers, for n <= MOST_FEATURES.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import numpy as np

from dtlearn.data.synthetic import BOOLEAN

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
    def unseen(self) -> tuple[int, ...]:
        """The rows without a known label."""
        return tuple(r for r in range(self.rows) if not (self.positive | self.negative) >> r & 1)

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

    def agrees(self, concepts):
        """Whether a concept, or each of an array of them, agrees with every known row."""
        return concepts & (self.positive | self.negative) == self.positive


def consistent(known: Known, concepts: np.ndarray | None = None) -> np.ndarray:
    """Those of the concepts, by default of all 2^(2^n), that agree with every known row; in the order given.

    >>> len(consistent(Known(2, positive=0b1000, negative=0b0001)))
    4
    """
    concepts = np.arange(1 << known.rows, dtype=np.int64) if concepts is None else concepts
    return concepts[known.agrees(concepts)]


def votes(concepts: np.ndarray, n: int) -> np.ndarray:
    """(2^n,) how many of the concepts say 1 on each row."""
    return (concepts[:, None] >> np.arange(1 << n) & 1).sum(axis=0)


@dataclass(frozen=True)
class Vote:
    """What concepts say together. voters : how many they are. for_one : (2^n,) how many of them say 1 on each row."""

    voters: int
    for_one: tuple[int, ...]

    @property
    def answers(self) -> tuple[int | None, ...]:
        """(2^n,) the majority on each row; None where it is a tie, or nobody votes."""
        return tuple(None if 2 * ones == self.voters else int(2 * ones > self.voters) for ones in self.for_one)


def vote(concepts: np.ndarray, n: int) -> Vote:
    """The vote of concepts over n features.

    >>> vote(consistent(Known(2, positive=0b1000, negative=0b0001)), 2).answers
    (0, None, None, 1)
    """
    return Vote(len(concepts), tuple(votes(concepts, n).tolist()))


def score(answers: tuple[int | None, ...], known: Known, targets: np.ndarray) -> np.ndarray:
    """(T,) unseen rows on which the answers agree with each target, counted in halves: 2 if they do, 1 for a tie.

    >>> score((0, 1, None, 1), Known(2, positive=0b1000, negative=0b0001), np.array([0b1000, 0b1010])).tolist()
    [1, 3]
    """
    halves = np.zeros(len(targets), np.int64)
    for r in known.unseen:
        halves += 1 if answers[r] is None else 2 * ((targets >> r & 1) == answers[r])
    return halves


def average(answers: tuple[int | None, ...], known: Known, targets: np.ndarray) -> Fraction | None:
    """Share of the unseen rows that the answers get right, averaged over the targets;
    None if there is nothing to average.

    No free lunch: over all consistent targets it is 1/2, whatever the answers.
    """
    if not len(targets) or not known.unseen:
        return None
    return Fraction(int(score(answers, known, targets).sum()), 2 * len(targets) * len(known.unseen))


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


def smallest_tree(concept: int, features: tuple[int, ...]) -> int | tuple:
    """A smallest tree of a concept over these features: 0, 1, or (feature, tree where it is 0, tree where it is 1).

    Of several the one with the first possible root.

    >>> smallest_tree(0b0110, (0, 1))
    (0, (1, 0, 1), (1, 1, 0))
    """
    n = len(features)
    if concept in (0, (1 << (1 << n)) - 1):
        return int(concept > 0)
    sizes = least_leaves(n - 1)
    halves = [tuple(half(concept, n, j, bit) for bit in (0, 1)) for j in range(n)]
    j = min(range(n), key=lambda j: sum(int(sizes[part]) for part in halves[j]))
    rest = features[:j] + features[j + 1 :]
    return (features[j], *(smallest_tree(part, rest) for part in halves[j]))


def half(concepts, n: int, j: int, bit: int):
    """A concept, or an array of them, where feature j (from 0) has this bit: over the other n - 1 features."""
    rows = [r for r in range(1 << n) if r >> (n - 1 - j) & 1 == bit]
    return sum((concepts >> r & 1) << i for i, r in enumerate(rows))


def named(name: str, n: int, seed: int = 0) -> int:
    """The concept "or", "and", "parity" or "majority" (more than half of the bits) of all features, "x1" to "x4" (a
    single feature), or "random" (each row by a fair coin). Raises ValueError for an unknown name.

    >>> [named(name, 2) for name in ("or", "parity", "x2")]
    [14, 6, 10]
    """
    rows = list(product((0, 1), repeat=n))
    if name in BOOLEAN:
        labels = [BOOLEAN[name](row) for row in rows]
    elif name in [f"x{j + 1}" for j in range(n)]:
        labels = [row[int(name[1:]) - 1] for row in rows]
    elif name == "random":
        toss = Random(seed).random
        labels = [toss() < 0.5 for _ in rows]
    else:
        raise ValueError(f"There is no concept {name!r} of {n} features: choose or, and, parity, majority, x1, random.")
    return sum(1 << r for r, label in enumerate(labels) if label)


def n_trees(n: int, depth: int) -> int:
    """Trees of at most this depth over n Boolean features, each asked once a path: 2 + n T(n - 1, depth - 1)^2 (E39).

    >>> [n_trees(4, depth) for depth in range(5)]
    [2, 18, 786, 364818, 1079779602]
    """
    return 2 + n * n_trees(n - 1, depth - 1) ** 2 if n and depth else 2


@dataclass(frozen=True)
class Bias:
    """What a learner assumes (CS181 3).

    kind : "none", "restriction" (its hypothesis space does not hold every concept) or "preference" (it would rather say
        some things). space : (n, k) -> the concepts that it considers, its hypotheses. prefer : (training set, those of
        them that agree with it) -> those that it would rather have.
    """

    title: str
    kind: str
    space: Callable[[int, int], np.ndarray] = lambda n, _: np.arange(1 << (1 << n), dtype=np.int64)
    prefer: Callable[[Known, np.ndarray], np.ndarray] = lambda _, found: found

    def of(self, known: Known, k: int) -> np.ndarray:
        """The hypotheses that vote, in ascending order."""
        return self.prefer(known, consistent(known, self.space(known.n, k)))

    def best_match(self, known: Known, k: int) -> tuple[int, int]:
        """How many known rows the best hypotheses get wrong, if none agrees with all; and how many are so good."""
        space = self.space(known.n, k)
        wrong = votes_of(space & (known.positive | known.negative) ^ known.positive, known.n)
        return int(wrong.min()), int((wrong == wrong.min()).sum())


def votes_of(concepts: np.ndarray, n: int) -> np.ndarray:
    """On how many rows each of the concepts says 1."""
    return (concepts[:, None] >> np.arange(1 << n) & 1).sum(axis=1)


def _shortest(known: Known, found: np.ndarray) -> np.ndarray:
    size = least_leaves(known.n)[found]
    return found[size == size.min()]


# Each is asked with the training set and a number of leaves, which only "leaves" looks at.
BIASES = {
    "none": Bias("No bias: every concept", "none"),
    "conjunctions": Bias(
        "Conjunctions only", "restriction", lambda n, _: np.array([c.concept for c in conjunctions(n)])
    ),
    "leaves": Bias("Trees with at most k leaves", "restriction", lambda n, k: np.flatnonzero(least_leaves(n) <= k)),
    "shortest": Bias("The smallest consistent trees", "preference", prefer=_shortest),
    "specific": Bias("The most specific", "preference", prefer=lambda known, _: np.array([known.most_specific])),
    "general": Bias("The most general", "preference", prefer=lambda known, _: np.array([known.most_general])),
}


def shattering(n: int, rows: tuple[int, ...]) -> np.ndarray:
    """(2^N,) leaves of the smallest tree for each labelling of N rows; bit i of a labelling is the label of rows[i].

    Trees with at most as many leaves as the largest of them label these rows in every way: they shatter them (UML
    18.3).

    >>> shattering(3, (0b100, 0b010, 0b001)).tolist()
    [1, 2, 2, 2, 2, 2, 2, 1]
    """
    concepts = np.arange(1 << (1 << n), dtype=np.int64)
    labelling = sum(((concepts >> r & 1) << i for i, r in enumerate(rows)), np.zeros_like(concepts))
    found = np.full(1 << len(rows), 1 << n)
    np.minimum.at(found, labelling, least_leaves(n))
    return found
