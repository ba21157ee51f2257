"""Weak trees: stumps, and trees a few levels deep, on classes whose examples have weights, or on numbers.

Weights are real numbers, so splits are compared with a tolerance: those whose scores differ by less than ``NEAR`` of
all that is to be explained are a tie, which goes to the lowest feature, then to the lowest threshold.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.splitting.sorted_columns import midpoint
from dtlearn.trees.sketch import plant
from dtlearn.trees.split import Kind, Split, route
from dtlearn.trees.tree import Stop, Tree

NEAR = 1e-10  # of the weight of all examples, or of the mean square of their numbers


class Questions(NamedTuple):
    """The c splits that some examples allow, by feature, then by threshold or value.

    splits : of length c. columns : of each feature that has any: its examples, sorted; for each of its splits the place
    behind the first branch's last example; whether the branch begins at the first of all.
    """

    splits: list[Split]
    columns: list[tuple[np.ndarray, np.ndarray, bool]]

    def first_branch(self, amounts: np.ndarray) -> np.ndarray:
        """(c, k) what the amounts (m, k) of the examples in each split's first branch add up to."""
        sums = [(amounts[rows].cumsum(axis=0)[ends - 1], whole) for rows, ends, whole in self.columns]
        return np.concatenate([one if whole else np.diff(one, axis=0, prepend=0.0) for one, whole in sums])


class WeakTrees:
    """Grows weak trees on one data set, whose columns it sorts once. criterion : a name of CRITERIA, for classes."""

    def __init__(self, data: Dataset, criterion: str):
        self.data, self._impurity = data, CRITERIA[criterion].impurity
        self._sorted = [column.argsort(kind="stable") for column in data.X.T]
        self.root = self._questions(self._sorted)

    def tree(self, target: np.ndarray, weight: np.ndarray, depth: int) -> tuple[Tree, np.ndarray]:
        """(the tree, the scores of the root's questions (c,): the impurity that each leaves, lower is better).

        A node splits down to ``depth`` if it has more than one class or number, at gain 0 too (UML 18.2: no stop). A
        leaf says the class with the most weight, ties to the first, or the mean.

        target : (m,) class codes or numbers. weight : (m,) of the examples; of numbers all count alike.
        """
        regression = self.data.schema.regression
        if regression:
            amounts = np.column_stack([np.ones(len(target)), target, target * target])
        else:
            amounts = np.zeros((len(target), len(self.data.schema.classes)))
            amounts[np.arange(len(target)), target] = weight
        whole = float(amounts[:, -1].mean() if regression else weight.sum())
        words: list[Split | int] = []

        def grow(rows: Sequence[np.ndarray], questions: Questions, left: int) -> None:
            here = target[rows[0]]
            if not left or not questions.splits or np.ptp(here) ** 2 <= NEAR * whole:
                words.append(0 if regression else heaviest(amounts[rows[0]].sum(axis=0)))
                return
            split = questions.splits[first_best(self._scores(questions, amounts, rows[0]), whole)]
            words.append(split)
            first = route(split.kind, split.at or 0.0, self.data.X[:, split.feature]) == 0
            for side in (first, ~first):
                some = [column[side[column]] for column in rows]
                grow(some, self._questions(some) if left > 1 else Questions([], []), left - 1)

        grow(self._sorted, self.root, depth)
        data = replace(self.data, y=target) if regression else self.data
        return plant(data, words, Stop.MAX_DEPTH), self._scores(self.root, amounts, self._sorted[0])

    def _scores(self, questions: Questions, amounts: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """rows : the examples that are asked."""
        if not questions.splits:
            return np.empty(0)
        first = questions.first_branch(amounts)
        sides = np.stack([first, amounts[rows].sum(axis=0) - first]).clip(
            min=None if self.data.schema.regression else 0.0
        )
        if self.data.schema.regression:
            n, sums, squares = np.moveaxis(sides, 2, 0)
            return ((squares - sums * sums / n).sum(axis=0) / len(amounts)).clip(min=0.0)
        sizes = sides.sum(axis=2)
        scaled = sides / np.maximum(sizes, NEAR**2)[..., None] * len(amounts)  # an impurity reads no sum below 1
        return (sizes * self._impurity(scaled)).sum(axis=0).clip(min=0.0)

    def _questions(self, columns: Sequence[np.ndarray]) -> Questions:
        """columns : per feature, the examples that are asked, sorted."""
        found = Questions([], [])
        for j, (feature, rows) in enumerate(zip(self.data.schema.features, columns, strict=True)):
            x = self.data.X[rows, j]
            ends = (x[1:] != x[:-1]).nonzero()[0] + 1
            if not len(ends):
                continue
            kind, at = Kind.THRESHOLD, midpoint(x[ends - 1], x[ends]).tolist()
            if len(feature.values) == 2:
                kind, at = Kind.MULTIWAY, [None]
            elif feature.values:
                ends = np.append(ends, len(x))
                kind, at = Kind.VALUE, x[ends - 1].tolist()
            found.splits.extend(Split(j, kind, one) for one in at)
            found.columns.append((rows, ends, kind is not Kind.VALUE))
        return found


def first_best(scores: np.ndarray, whole: float) -> int:
    """The first of the lowest scores; whole : of what ``NEAR`` is a share."""
    return int((scores <= scores.min() + NEAR * whole).argmax())


def heaviest(weights: np.ndarray) -> int:
    """The first class of the largest weight (K,), or (n, K) -> (n,)."""
    return (weights >= weights.max(axis=-1, keepdims=True) * (1 - NEAR)).argmax(axis=-1)
