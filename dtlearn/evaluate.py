"""Held-out examples: a data set divided in two, and how wrong a tree is on either part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from dtlearn.data import Dataset, Schema
from dtlearn.grow import GrowSettings, Trace, grow
from dtlearn.tree import Tree


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
    order = np.lexsort((_dice(m, seed, "hold out"), group))
    rank = np.empty(m, np.int64)
    rank[order] = np.arange(m) - (size.cumsum() - size)[group[order]]
    held = rank < out[group]
    return rows(data, ~held), rows(data, held)


def _dice(m: int, seed: int, use: str) -> np.ndarray:
    """(m,) random numbers; Python promises that a seed always gives the same ones.

    use : what they are for. Two uses of one seed must not go hand in hand.
    """
    draw = Random(f"{use} {seed}").random
    return np.array([draw() for _ in range(m)])


def rows(data: Dataset, chosen) -> Dataset:
    """The data with the chosen examples only. chosen : row numbers or a (m,) mask."""
    return replace(data, X=data.X[chosen], y=data.y[chosen])


def columns(data: Dataset, chosen: Sequence[int]) -> Dataset:
    """The data with the chosen features only, in the order given."""
    schema = data.schema
    features = tuple(schema.features[j] for j in chosen)
    return replace(data, schema=Schema(features, schema.classes, schema.target), X=data.X[:, list(chosen)])


def joined(first: Dataset, second: Dataset) -> Dataset:
    """The examples of the first, then those of the second; both have the same schema."""
    return replace(first, X=np.concatenate([first.X, second.X]), y=np.concatenate([first.y, second.y]))


def mislabelled(data: Dataset, share: float, seed: int) -> Dataset:
    """The data with round(share * m) labels replaced by another class, each other one as likely.

    >>> from dtlearn import load
    >>> iris = load("iris")
    >>> int((mislabelled(iris, 0.1, seed=1).y != iris.y).sum())
    15
    """
    m, k = len(data), len(data.schema.classes)
    if k < 2:
        raise ValueError("There is no other class to take a wrong label from: give at least two.")
    wrong = _dice(m, seed, "whose label").argsort(kind="stable")[: round(share * m)]
    y, step = data.y.copy(), 1 + (_dice(m, seed, "which label") * (k - 1)).astype(np.int64)
    y[wrong] = (y[wrong] + step[wrong]) % k
    return replace(data, y=y)


def losses(tree: Tree, data: Dataset) -> np.ndarray:
    """(m,) 1 where the tree's label is wrong, 0 where it is right; in regression the squared error."""
    if tree.schema.regression:
        return np.square(data.y - tree.predict(data.X))
    return (data.y != tree.predict(data.X)).astype(np.int64)


def error(tree: Tree, data: Dataset) -> float:
    """Share of the examples that the tree gets wrong (L_S); in regression the mean squared error.

    >>> from dtlearn import ALGORITHMS, load
    >>> data = load("iris")
    >>> error(grow(data, replace(ALGORITHMS["CART"], max_depth=2)).tree, data)
    0.04
    """
    return float(losses(tree, data).sum() / len(data))


@dataclass(frozen=True, eq=False)
class Sized:
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


def against(train: Dataset, held: Dataset, settings: GrowSettings, limit: str, values: Sequence) -> tuple[Sized, ...]:
    """The same growth with one limit after another; the tree sees the training examples alone.

    limit : the name of a field of GrowSettings.
    """
    found = []
    for value in values:
        trace = grow(train, replace(settings, **{limit: value}))
        found.append(Sized(value, trace, losses(trace.tree, train), losses(trace.tree, held)))
    return tuple(found)
