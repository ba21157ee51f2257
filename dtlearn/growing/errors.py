"""Held-out examples: a data set divided in two, and how wrong a tree, or one after another, is on either part."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from math import sqrt

import numpy as np

from dtlearn.data.dataset import Dataset, Schema, matched
from dtlearn.data.synthetic import SeededRandom
from dtlearn.growing.grow import GrowSettings, Trace, grow
from dtlearn.growing.orders import ORDERS
from dtlearn.trees.tree import Tree

NOISE = 1e-12  # of the largest of some sums of squares: no more than this is a difference


def hold_out(data: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """(training examples, held-out examples): every example is in one of them, in the data's order.

    About share * m examples are held out, at least one, and at least one is left. Every class gives its share
    (stratified): the whole part of share * m_class, and the largest remainders one more, ties to the first class.
    In regression there is one class only. Within a class the choice is random, and the same for the same seed
    with every version of Python and numpy. Raises ValueError for fewer than two examples.

    >>> from dtlearn import load
    >>> [np.bincount(part.y).tolist() for part in hold_out(load("iris"), 0.3, seed=1)]
    [[35, 35, 35], [15, 15, 15]]
    """
    m = len(data)
    if m < 2:
        raise ValueError("One example cannot be divided: give at least two.")
    if not 0 < share < 1:
        raise ValueError(f"share is {share}: choose a number between 0 and 1.")
    group = np.zeros(m, np.int64) if data.schema.regression else data.y
    size = np.bincount(group)
    total = min(max(round(share * m), 1), m - 1)
    quota = size * total  # in units of 1/m, so that the remainders are exact
    out = quota // m
    out[(-(quota % m)).argsort(kind="stable")[: total - out.sum()]] += 1
    order = np.lexsort((SeededRandom(f"hold out {seed}").uniform(0, 1, m), group))
    rank = np.empty(m, np.int64)
    rank[order] = np.arange(m) - (size.cumsum() - size)[group[order]]
    held = rank < out[group]
    return rows(data, ~held), rows(data, held)


def folds(data: Dataset, k: int, seed: int) -> list[tuple[Dataset, Dataset]]:
    """k pairs (training examples, held-out examples) of data with classes; every example is held out once.

    Stratified: each class is dealt out in turn, and the next class goes on where the last one stopped, so neither a
    fold nor its share of a class differs from another's by more than one example. Repeatable, as ``hold_out`` is.
    Raises ValueError unless 2 <= k <= m.

    >>> from dtlearn import load
    >>> [np.bincount(held.y).tolist() for _, held in folds(load("play_tennis"), 3, seed=1)]
    [[2, 3], [2, 3], [1, 3]]
    """
    m = len(data)
    if not 2 <= k <= m:
        raise ValueError(f"There are {m} examples: {k} folds are too {'few' if k < 2 else 'many'}.")
    fold = np.empty(m, np.int64)
    fold[np.lexsort((SeededRandom(f"folds {seed}").uniform(0, 1, m), data.y))] = np.arange(m) % k
    return [(rows(data, fold != i), rows(data, fold == i)) for i in range(k)]


def rows(data: Dataset, chosen) -> Dataset:
    """The data with the chosen examples only. chosen : row numbers or a (m,) mask."""
    return replace(data, X=data.X[chosen], y=data.y[chosen])


def columns(data: Dataset, chosen: Sequence[int]) -> Dataset:
    """The data with the chosen features only, in the order given."""
    schema = data.schema
    features = tuple(schema.features[j] for j in chosen)
    return replace(data, schema=Schema(features, schema.classes, schema.target), X=data.X[:, list(chosen)])


def joined(first: Dataset, second: Dataset) -> Dataset:
    """The examples of the first, then those of the second, whose features, values and classes are found by name."""
    second = matched(second, first.schema)
    return replace(first, X=np.concatenate([first.X, second.X]), y=np.concatenate([first.y, second.y]))


def mislabelled(data: Dataset, share: float, seed: int) -> Dataset:
    """The data with round(share * m) labels replaced by another class, each other one as likely.

    >>> from dtlearn import load
    >>> iris = load("iris")
    >>> int((mislabelled(iris, 0.1, seed=1).y != iris.y).sum())
    15
    """
    m, k = len(data), len(data.schema.classes)
    if not 0 <= share <= 1:
        raise ValueError(f"share is {share}: choose a number from 0 to 1.")
    if k < 2:
        raise ValueError("There is no other class to take a wrong label from: give at least two.")
    # Two uses of one seed must not go hand in hand.
    wrong = SeededRandom(f"whose label {seed}").uniform(0, 1, m).argsort(kind="stable")[: round(share * m)]
    y, step = data.y.copy(), 1 + SeededRandom(f"which label {seed}").uniform(0, k - 1, m).astype(np.int64)
    y[wrong] = (y[wrong] + step[wrong]) % k
    return replace(data, y=y)


def loss(y: np.ndarray, said: np.ndarray, noise: float = 0.0) -> np.ndarray:
    """(m,) 1 where an answer is wrong, 0 where it is right; of real y the squared error,
    0 within the float ``noise``."""
    if y.dtype.kind != "f":
        return (y != said).astype(np.int64)
    return np.square(np.where(np.abs(y - said) > noise, y - said, 0.0))


def losses(tree: Tree, data: Dataset) -> np.ndarray:
    """(m,) the loss of the tree's answer to each example; in regression float noise is none.

    Features, values and classes are found by name, here and wherever a tree is asked about other data. Raises DataError
    for one that is not known.
    """
    data = matched(data, tree.schema)
    return loss(data.y, tree.predict(data.X), tree.noise if tree.schema.regression else 0.0)


def reached(tree: Tree, data: Dataset) -> np.ndarray:
    """(N, K) examples of each class of any data that reach each node.

    An example with a value that the tree does not know stays at the node that asks for it.

    >>> from dtlearn import load
    >>> reached(grow(load("play_tennis")).tree, rows(load("play_tennis"), [0, 1, 2])).tolist()[:3]
    [[2, 1], [2, 0], [0, 1]]
    """
    K, data = len(tree.schema.classes), matched(data, tree.schema)
    return _upwards(tree, np.bincount(tree.apply(data.X) * K + data.y, minlength=len(tree) * K).reshape(-1, K))


def losses_at(tree: Tree, data: Dataset) -> np.ndarray:
    """(N,) wrong labels among the examples of any data that reach a node, if it were a leaf with its label."""
    counts = reached(tree, data)
    return counts.sum(axis=1) - counts[np.arange(len(tree)), tree.label]


def _upwards(tree: Tree, own: np.ndarray) -> np.ndarray:
    """(N, ...) sums over each node's subtree. own : (N, ...) what stands at the node itself."""
    total = own.copy()
    bounds = np.searchsorted(tree.depth, np.arange(int(tree.depth[-1]) + 2))
    for lo, hi in zip(bounds[-2:0:-1].tolist(), bounds[:1:-1].tolist(), strict=True):
        np.add.at(total, tree.parent[lo:hi], total[lo:hi])
    return total


@dataclass(frozen=True)
class Losses:
    """What trees, one after another, lose on some examples.

    name : what their error is called. lost : (trees,) losses added up: of classes the wrong labels, in regression
    squared errors. of : how many examples; (trees,) where the trees are not asked about the same ones.
    squares : (trees,) the losses' squares added up; None where nobody asks for a standard error.
    """

    name: str
    lost: tuple[int | float | Fraction, ...]
    of: int | tuple[int, ...]
    squares: tuple[int | float, ...] | None = None

    @property
    def squared(self) -> bool:
        """The losses are squared errors: real numbers in the target's unit, squared."""
        return isinstance(self.lost[0], float)

    def asked(self, k: int) -> int:
        """How many examples tree k is asked about."""
        return self.of[k] if isinstance(self.of, tuple) else self.of

    def error(self, k: int) -> Fraction | float | None:
        """Of tree k: its losses' mean, exact where they are counted; None where it is asked about no example."""
        lost, n = self.lost[k], self.asked(k)
        return None if not n else lost / n if isinstance(lost, float) else Fraction(lost, n)

    def spread(self, k: int) -> float:
        """Standard error of the error: the losses' standard deviation over the root of their number."""
        n = self.asked(k)
        mean = self.squares[k] / n
        variance = mean - (self.lost[k] / n) ** 2
        return sqrt(variance / n) if variance > NOISE * mean else 0.0


@dataclass(frozen=True)
class TreeSequence:
    """Trees one after another, and how they do: as a tree grows split by split, or a forest tree by tree.

    sizes : what is counted ("nodes", "leaves", "trees") -> (trees,) how many. parts : their losses, the examples that
    they grew on first, then the test examples; the last part stands for D in the definition of overfitting.
    """

    sizes: Mapping[str, tuple[int, ...]]
    parts: tuple[Losses, ...]

    def __len__(self) -> int:
        return len(self.parts[0].lost)

    @property
    def train(self) -> Losses:
        return self.parts[0]

    @property
    def test(self) -> Losses:
        return self.parts[1]

    @property
    def judge(self) -> Losses:
        """The examples that stand for D."""
        return self.parts[-1]

    def some(self, places: Sequence[int]) -> "TreeSequence":
        """These of its trees."""

        def picked(values):
            return tuple(values[k] for k in places) if isinstance(values, tuple) else values

        parts = [Losses(part.name, picked(part.lost), picked(part.of), picked(part.squares)) for part in self.parts]
        return TreeSequence({name: picked(sizes) for name, sizes in self.sizes.items()}, tuple(parts))

    def rival(self, k: int) -> int | None:
        """The h' of the definition for tree k: larger training error, smaller error on D.

        The best one, then the smallest.

        None if tree k does not overfit, as far as this path can tell.
        """
        return self._rivals[k]

    @cached_property
    def _rivals(self) -> tuple[int | None, ...]:
        train, judge = self.train.lost, self.judge.lost
        best, found = None, [None] * len(self)  # best: of the trees with a larger training error
        for _, equal in groupby(sorted(range(len(self)), key=lambda j: -train[j]), key=lambda j: train[j]):
            same = list(equal)
            for k in same:
                found[k] = best if best is not None and judge[best] < judge[k] else None
            best = min(same if best is None else [best, *same], key=lambda j: (judge[j], j))
        return tuple(found)

    def slight(self, k: int) -> bool:
        """Whether tree k is worse on D than its rival by less than the test error's standard error:
        too little for a test to show."""
        gap = float(self.judge.error(k)) - float(self.judge.error(self.rival(k)))
        return gap < self.test.spread(k)

    def hair(self) -> bool:
        """Whether some trees overfit, and all of these slightly."""
        found = [k for k in range(len(self)) if self.rival(k) is not None]
        return bool(found) and all(map(self.slight, found))

    def best(self) -> int:
        """The smallest tree with the least error on D."""
        return self.judge.lost.index(min(self.judge.lost))

    def regions(self) -> list[tuple[int, int]]:
        """(first, last) of every run of trees that overfit."""
        runs: list[tuple[int, int]] = []
        for k in (k for k in range(len(self)) if self.rival(k) is not None):
            runs[-1:] = [(runs[-1][0], k)] if runs and runs[-1][1] == k - 1 else [*runs[-1:], (k, k)]
        return runs


def by_size(trace: Trace, parts: Mapping[str, Dataset], order: str | Sequence[int] = "best_first") -> TreeSequence:
    """The trees that the first splits of an order make, from a leaf to the whole tree: nodes, leaves, wrong labels.

    parts : any data by name. order : its name in ORDERS, or its nodes.

    >>> from dtlearn import load
    >>> data = load("play_tennis")
    >>> by_size(grow(data), {"training": data}).train.lost
    (5, 4, 2, 0)
    """
    tree = trace.tree
    every = ORDERS[order](tree, trace.settings.criterion) if isinstance(order, str) else order
    split = np.array([i for i in every if tree.n_children[i]], np.int64)

    def summed(first, change) -> tuple:
        return tuple(np.concatenate([[first], first + change.cumsum()]).tolist())

    def sums(data: Dataset) -> tuple:
        lost, at = losses_at(tree, data), tree.apply(matched(data, tree.schema).X)
        # At an inner node: values not known.
        stuck = np.bincount(at, losses(tree, data), len(tree)).astype(np.int64)
        below = np.zeros_like(lost)
        np.add.at(below, tree.parent[1:], lost[1:])
        return summed(lost[0], (below + stuck - lost)[split])

    def part(name: str, data: Dataset) -> Losses:
        # A wrong label counts 1, and so does its square. On the examples that a tree grew on its error is no estimate.
        lost = sums(data)
        return Losses(name, lost, len(data), None if data is trace.data else lost)

    return TreeSequence(
        {"nodes": summed(1, tree.n_children[split]), "leaves": summed(1, tree.n_children[split] - 1)},
        tuple(part(name, data) for name, data in parts.items()),
    )


def losses_after(tree: Tree, order: Sequence[int], data: Dataset, splits: Collection[int]) -> dict[int, np.ndarray]:
    """What the tree loses after so many first splits of an order: (m,) of each, 1 for a wrong label.

    order : its nodes, parents first. The trees themselves are not made: an example is at the last node of its way that
    has come by then.

    >>> from dtlearn import load
    >>> data = load("play_tennis")
    >>> {k: int(lost.sum()) for k, lost in losses_after(grow(data).tree, range(8), data, (0, 1, 2)).items()}
    {2: 2, 1: 4, 0: 5}
    """
    asking = [i for i in order if tree.n_children[i]]
    comes = np.zeros(len(tree), np.int64)  # after how many splits a node is there
    comes[asking] = np.arange(1, len(asking) + 1)
    comes[1:], comes[0] = comes[tree.parent[1:]], 0
    data = matched(data, tree.schema)
    at, found = tree.apply(data.X), {}
    for k in sorted(splits, reverse=True):
        while len(early := np.flatnonzero(comes[at] > k)):
            at[early] = tree.parent[at[early]]
        found[k] = loss(data.y, tree.label[at])
    return found


def paired_difference(here: Sequence[float], there: Sequence[float]) -> tuple[float, float]:
    """(difference, its standard error) of two trees' errors on the same examples. here, there : (h,) their losses.

    >>> paired_difference([1, 1, 0, 0], [0, 0, 0, 0])
    (0.5, 0.25)
    """
    each = np.subtract(here, there, dtype=float)
    return float(each.mean()), float(each.std() / np.sqrt(len(each)))


def alone(here: Sequence[float], there: Sequence[float]) -> tuple[int, int]:
    """(how many examples the one of two trees loses more on, how many the other). here, there : (h,) their losses.

    >>> alone([1, 1, 0, 0], [0, 1, 0, 0])
    (1, 0)
    """
    return int(np.greater(here, there).sum()), int(np.less(here, there).sum())


def error(tree: Tree, data: Dataset) -> float:
    """Share of the examples that the tree gets wrong (L_S); in regression the mean squared error.

    >>> from dtlearn import ALGORITHMS, load
    >>> data = load("iris")
    >>> error(grow(data, replace(ALGORITHMS["CART"], max_depth=2)).tree, data)
    0.04
    """
    return float(losses(tree, data).sum() / len(data))


@dataclass(frozen=True, eq=False)
class LimitedTree:
    """The tree that one value of a limit grows, with its losses on both parts of the data.

    train, held : (m,) and (h,) what ``losses`` gives.
    """

    value: float
    trace: Trace
    train: np.ndarray
    held: np.ndarray

    @property
    def tree(self) -> Tree:
        return self.trace.tree

    @property
    def train_error(self) -> float:
        return float(self.train.sum() / len(self.train))

    @property
    def held_error(self) -> float:
        return float(self.held.sum() / len(self.held))

    @property
    def held_spread(self) -> float:
        """Standard error of the held-out error: the losses' standard deviation over the root of their number."""
        return float(self.held.std() / np.sqrt(len(self.held)))


def grow_for_each_limit(
    train: Dataset, held: Dataset, settings: GrowSettings, limit: str, values: Sequence
) -> tuple[LimitedTree, ...]:
    """The same growth with one limit after another; the tree sees the training examples alone.

    limit : the name of a field of GrowSettings.
    """
    found = []
    for value in values:
        trace = grow(train, replace(settings, **{limit: value}))
        found.append(LimitedTree(value, trace, losses(trace.tree, train), losses(trace.tree, held)))
    return tuple(found)
