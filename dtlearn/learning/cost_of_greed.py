"""What greed costs: ID3's tree of every Boolean function against the smallest one, and examples that mislead it."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np

from dtlearn.data.dataset import Dataset, ReadOnly, load
from dtlearn.data.synthetic import boolean, truth_table
from dtlearn.exact.frontier import by_depth
from dtlearn.growing.grow import ALGORITHMS, Trace, grow
from dtlearn.learning.boolean_formula import FUNCTIONS, concept_of
from dtlearn.learning.concepts import half, least_leaves, smallest_tree
from dtlearn.splitting.criteria import CRITERIA, gain
from dtlearn.trees.sketch import Sketch, plant
from dtlearn.trees.split import Kind, Split
from dtlearn.trees.tree import Tree

MOST_BITS = 10  # of the functions grown for any n; ID3's tree of parity has 2^10 leaves there
_ID3 = ALGORITHMS["ID3 (UML)"]


def table(concept: int, n: int) -> Dataset:
    """The truth table of a concept as examples: every row once, in counting order.

    >>> table(0b0110, 2).y.tolist()
    [0, 1, 1, 0]
    """
    return boolean(list(product((0, 1), repeat=n)), [concept >> r & 1 for r in range(1 << n)], "truth_table", "")


def sketch_of(tree: int | tuple) -> Sketch:
    """A tree of ``concepts.smallest_tree`` as the words of a sketch."""
    if isinstance(tree, int):
        return (tree,)
    return (Split(tree[0], Kind.MULTIWAY), *sketch_of(tree[1]), *sketch_of(tree[2]))


def smallest(concept: int, n: int) -> Tree:
    """A smallest tree of a concept, planted in its truth table.

    >>> smallest(0b1110, 2).n_leaves
    3
    """
    return plant(table(concept, n), sketch_of(smallest_tree(concept, tuple(range(n)))))


def formula_of(concept: int, n: int) -> str:
    """The shortest of a concept's formulas: that of a function with a name, an xor of features, the paths of a tree.

    The paths are those of a smallest tree that end at 1, joined by "or".

    >>> formula_of(0b0110, 2), formula_of(0b1001, 2), formula_of(0b0111, 2)
    ('x1 xor x2', 'not x1 xor x2', 'not x1 or x1 and not x2')
    """
    tree = smallest_tree(concept, tuple(range(n)))
    paths = str(tree) if isinstance(tree, int) else " or ".join(" and ".join(path) for path in _paths(tree))
    return min((*(text for text, found in _short(n) if found == concept), paths), key=len)


@cache
def _short(n: int) -> tuple[tuple[str, int], ...]:
    """The formulas over n features of functions with a name and of each xor, with what they describe."""
    texts = [function.formula(n) for function in FUNCTIONS.values() if function.least <= n]
    names = [f"x{j + 1}" for j in range(n)]
    xors = [" xor ".join(some) for k in range(2, n + 1) for some in combinations(names, k)]
    return tuple((text, concept_of(text, n)) for text in (*texts, *xors, *(f"not {text}" for text in xors)))


def _paths(tree: int | tuple) -> list[list[str]]:
    if isinstance(tree, int):
        return [[]] if tree else []
    name = f"x{tree[0] + 1}"
    return [[word, *path] for word, part in ((f"not {name}", tree[1]), (name, tree[2])) for path in _paths(part)]


def closed_form(name: str, n: int) -> int:
    """Leaves of the smallest tree of "or", "and", "majority" or "parity" of n bits (E42).

    At least k of n bits: C(n + 1, k), since a bit asked leaves "at least k" or "at least k - 1" of n - 1 bits. OR is
    k = 1, AND is k = n, majority (more 1s than 0s) is k = ⌊n/2⌋ + 1. Parity: every path asks every bit.

    >>> [closed_form("majority", n) for n in (1, 3, 5)]
    [2, 6, 20]
    """
    return {"or": n + 1, "and": n + 1, "majority": comb(n + 1, n // 2 + 1), "parity": 2**n}[name]


@cache
def grown_leaves(name: str) -> tuple[int, ...]:
    """Leaves of the tree that ID3 grows on the truth table of 1, 2, ... MOST_BITS bits."""
    return tuple(grow(truth_table(name, n), _ID3).tree.n_leaves for n in range(1, MOST_BITS + 1))


def mean_leaves(n: int) -> Fraction:
    """Leaves of the smallest tree on average over all functions of n bits.

    >>> mean_leaves(2)
    Fraction(21, 8)
    """
    return Fraction(int(least_leaves(n).sum()), 1 << (1 << n))


@dataclass(frozen=True)
class Census(ReadOnly):
    """Every function of n bits under ID3: (2^(2^n),) each, read-only.

    grown : leaves of ID3's tree that asks on at gain 0 (UML). least : of a smallest tree.
    stopped : leaves of the tree that stops at gain 0 (CS181, BuildTree). wrong : rows that it gets wrong.
    """

    n: int
    grown: np.ndarray
    least: np.ndarray
    stopped: np.ndarray
    wrong: np.ndarray

    @property
    def larger(self) -> np.ndarray:
        """The functions whose ID3 tree is larger than it need be."""
        return np.flatnonzero(self.grown > self.least)

    @property
    def missed(self) -> np.ndarray:
        """The functions that the tree which stops at gain 0 gets wrong."""
        return np.flatnonzero(self.wrong)

    @property
    def worst(self) -> int:
        """The function whose ID3 tree has most leaves too many, the first of equals."""
        return int((self.grown - self.least).argmax())


@cache
def census(n: int, criterion: str = "info_gain") -> Census:
    """ID3 on the truth tables of all functions of n bits; ties go to the lowest feature. Raises KeyError.

    On a truth table both halves of a question have as many rows, and their numbers of 1s, a and b, add up to those of
    the node. So every strictly concave impurity gains most where |a - b| is largest, and nothing where a = b: entropy,
    gain ratio and Gini all ask the same. Training error gains min(s, N - s) - min(a, N/2 - a) - min(b, N/2 - b).

    >>> found = census(3)
    >>> len(found.larger), len(found.missed)
    (42, 72)
    """
    rule = CRITERIA[criterion]
    concepts = np.arange(1 << (1 << n), dtype=np.int64)
    if not n:
        one, zero = np.ones(2, np.int64), np.zeros(2, np.int64)
        return Census(0, one, one.copy(), one.copy(), zero)
    rows, smaller = 1 << n, census(n - 1, criterion)
    halves = np.stack([[half(concepts, n, j, bit) for bit in (0, 1)] for j in range(n)])  # (n, 2, functions)
    ones = np.bitwise_count(concepts).astype(np.int64)
    a, b = np.bitwise_count(halves).astype(np.int64).transpose(1, 0, 2)
    if rule.concave:
        merit = np.abs(a - b)
    else:  # n times the impurity, from which tables of a few rows are looked up
        whole, part = (
            np.array([r * float(rule.impurity((r - k, k))) for k in range(r + 1)]) for r in (rows, rows // 2)
        )
        merit = np.round(whole[ones] - part[a] - part[b], 9)
    best, all_ = merit.argmax(axis=0), np.arange(len(concepts))
    parts = halves[best, :, all_].T  # (2, functions)
    pure, idle = (ones == 0) | (ones == rows), merit.max(axis=0) == 0
    leaf = pure | idle
    return Census(
        n,
        np.where(pure, 1, smaller.grown[parts].sum(axis=0)),
        least_leaves(n),
        np.where(leaf, 1, smaller.stopped[parts].sum(axis=0)),
        np.where(leaf, np.minimum(ones, rows - ones), smaller.wrong[parts].sum(axis=0)),
    )


@dataclass(frozen=True)
class Cell:
    """Functions with the same two sizes. first : the lowest of them."""

    least: int
    grown: int
    count: int
    first: int


def cells(found: Census) -> list[Cell]:
    """The functions of a census by their sizes, the frequent ones not first."""
    both, first, count = np.unique(np.stack([found.least, found.grown]), axis=1, return_index=True, return_counts=True)
    return [Cell(*map(int, sizes), int(n), int(f)) for sizes, f, n in zip(both.T, first, count, strict=True)]


# ---- the greedy trap


@dataclass(frozen=True)
class Trap:
    """Examples whose question with the largest gain is a bad first one.

    truth : the concept that they follow, a question pair that gains nothing at first. says : what there is to see.
    """

    title: str
    says: str
    data: Dataset
    truth: int

    @property
    def best(self) -> Tree:
        """The tree of the truth: no example wrong."""
        n = len(self.data.schema.features)
        return plant(self.data, sketch_of(smallest_tree(self.truth, tuple(range(n)))))


def _decoy() -> Dataset:
    """Each row of X2 xor X3 four times; X1 says the class three times of four."""
    four = [(two, three, copy) for two, three in product((0, 1), repeat=2) for copy in range(4)]
    rows = [(two ^ three ^ (copy == 0), two, three) for two, three, copy in four]
    return boolean(rows, [two ^ three for two, three, _ in four], "decoy", "XOR with a decoy")


_XNOR, _XOR = 0b10011001, 0b01100110  # of X2 and X3
TRAPS = {
    "uml": Trap(
        "The book's exercise 18.2",
        "Four examples of three bits. The class is 1 where X2 = X3; X1 happens to gain more.",
        load("uml_ex18_2"),
        _XNOR,
    ),
    "decoy": Trap(
        "XOR with a decoy",
        "The class is X2 xor X3, each row four times. X1 has nothing to do with it, but agrees with the class on 12 of"
        " the 16 examples.",
        _decoy(),
        _XOR,
    ),
    "tie": Trap(
        "XOR and a bit that tells nothing",
        "The whole truth table of X2 xor X3; X1 has nothing to do with it.",
        table(_XOR, 3),
        _XOR,
    ),
}


@dataclass(frozen=True, eq=False)
class Trapped:
    """Greed in a trap.

    whole : ID3's growth. cut, best : for 0, 1, ... features deep at most, its growth and a best tree.
    """

    trap: Trap
    whole: Trace
    cut: tuple[Trace, ...]
    best: tuple[Tree, ...]

    def seen(self, moment: int) -> Trace:
        """What greed has grown by a moment, 1 to 3."""
        return self.whole if moment == 3 else self.cut[moment]


@cache
def trapped(name: str) -> Trapped:
    """What becomes of greed in a trap of TRAPS, and what an exhaustive search finds."""
    trap = TRAPS[name]
    data, depths = trap.data, range(len(trap.data.schema.features) + 1)
    return Trapped(
        trap,
        grow(data, _ID3),
        tuple(grow(data, replace(_ID3, max_depth=depth)) for depth in depths),
        tuple(by_depth(data, depth) for depth in depths),
    )


def gains(tree: Tree, criterion: str = "info_gain") -> list[tuple[int, float]]:
    """(node, gain of its question) of every inner node, parents first.

    Times n / m they add up to the impurity of the root less what the leaves keep.
    """
    return [
        (node.i, gain(CRITERIA[criterion], node.counts, [child.counts for child in node.children]))
        for node in tree
        if node.split
    ]
