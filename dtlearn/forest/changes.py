"""Changes: a few labels turned or examples left out, a resample; and what that changes in the tree, node by node."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from math import prod

import numpy as np

from dtlearn.data.dataset import DataError, Dataset, Schema
from dtlearn.growing.errors import rows
from dtlearn.splitting.candidates import Candidates
from dtlearn.splitting.draws import BOOTSTRAP, start, tree_seeds, with_replacement
from dtlearn.trees.split import MULTIWAY, NONE, ORDERED, THRESHOLD
from dtlearn.trees.tree import Node, Tree


@dataclass(frozen=True)
class Relabel:
    """An example gets another label. row : its number, as in the whole data; label : class code."""

    row: int
    label: int


@dataclass(frozen=True)
class LeaveOut:
    """An example is left out. row : its number, as in the whole data."""

    row: int


Change = Relabel | LeaveOut


def changed(data: Dataset, changes: Iterable[Change]) -> Dataset:
    """The data after some changes. Raises DataError for a row or a class that there is not, or if nothing is left.

    >>> from dtlearn import load
    >>> changed(load("play_tennis"), [Relabel(10, 0), LeaveOut(0), LeaveOut(1)])
    Dataset('play_tennis': 12 examples, 4 features, 2 classes)
    """
    y, stays = data.y.copy(), np.ones(len(data), bool)
    for change in changes:
        if not 0 <= change.row < len(data):
            raise DataError(f"There is no example {change.row + 1}: choose from 1 to {len(data)}.")
        if isinstance(change, LeaveOut):
            stays[change.row] = False
            continue
        if not 0 <= change.label < len(data.schema.classes):
            raise DataError(f"There is no class number {change.label}: there are {len(data.schema.classes)}.")
        y[change.row] = change.label
    if not stays.any():
        raise DataError("Every example is left out: keep at least one.")
    return rows(replace(data, y=y), stays)


def flips(data: Dataset) -> tuple[Relabel, ...]:
    """Every way to give one example another label: m (K - 1) of them."""
    classes = range(len(data.schema.classes))
    return tuple(Relabel(row, k) for row, y in enumerate(data.y.tolist()) for k in classes if k != y)


def omissions(data: Dataset) -> tuple[LeaveOut, ...]:
    """Every way to leave one example out: m of them, none of a single example."""
    return tuple(LeaveOut(row) for row in range(len(data))) if len(data) > 1 else ()


def bootstrap(m: int, seed: int, t: int) -> np.ndarray:
    """(m,) the rows of resample number t, drawn with replacement, ascending: those of tree t of a forest.

    >>> bootstrap(14, seed=1, t=0).tolist()
    [0, 1, 1, 1, 5, 6, 6, 7, 9, 10, 11, 11, 13, 13]
    """
    (own,) = tree_seeds(seed, t, t + 1)
    return with_replacement(start(own, BOOTSTRAP), m, m)[0]


class Fate(Enum):
    """What has become of a node, or what it has come from."""

    SAME = "the same"
    MOVED = "another threshold"
    SPLIT = "another question"
    LABEL = "another label"
    GREW = "a leaf that now asks"
    SHRANK = "a question that is now a leaf"
    NEW = "new"
    GONE = "gone"


@dataclass(frozen=True)
class Differences:
    """What differs between two trees. before, after : a Fate for each node of the one and of the other.

    others : number of a node of the tree before -> its counterpart after, for all that have one.
    """

    before: tuple[Fate, ...]
    after: tuple[Fate, ...]
    others: dict[int, int]

    @property
    def n_changed(self) -> int:
        """Nodes of the tree before that are no longer what they were."""
        return sum(fate is not Fate.SAME for fate in self.before)

    @property
    def n_new(self) -> int:
        """Nodes of the tree after that have no counterpart."""
        return self.after.count(Fate.NEW)


def differences(before: Tree, after: Tree) -> Differences:
    """What differs between two trees on the same features, path by path from the root.

    Two nodes are counterparts if the same questions and answers lead to them, however far a threshold has moved.
    Below a question that is another one now, all is gone in the one tree and new in the other. How many examples
    reach a node is no difference.
    """
    if before.schema != after.schema:
        raise ValueError("The two trees know other features or classes: compare trees of one schema.")
    old, new = [Fate.GONE] * len(before), [Fate.NEW] * len(after)
    others, pairs = {}, [(before[0], after[0])]
    for a, b in pairs:
        fate = _fate(a, b)
        old[a.i] = new[b.i] = fate
        others[a.i] = b.i
        if fate in (Fate.SAME, Fate.MOVED):
            pairs += zip(a.children, b.children, strict=True)
    return Differences(tuple(old), tuple(new), others)


def _fate(a: Node, b: Node) -> Fate:
    kinds = int(a.tree.kind[a.i]), int(b.tree.kind[b.i])
    if kinds == (NONE, NONE):
        return Fate.SAME if a.tree.label[a.i] == b.tree.label[b.i] else Fate.LABEL
    if NONE in kinds:
        return Fate.GREW if kinds[0] == NONE else Fate.SHRANK
    if kinds[0] != kinds[1] or a.tree.feature[a.i] != b.tree.feature[b.i]:
        return Fate.SPLIT
    if kinds[0] == MULTIWAY or a.tree.at[a.i] == b.tree.at[b.i]:
        return Fate.SAME
    return Fate.MOVED if kinds[0] in (THRESHOLD, ORDERED) else Fate.SPLIT


def best_of_features(found: Candidates, d: int) -> list[int | None]:
    """The best admissible candidate of each of the d features at a node, the first of equals; None without any."""
    best: list[int | None] = [None] * d
    for c in np.flatnonzero(found.admissible).tolist():
        j = int(found.feature[c])
        if best[j] is None or found.score[c] > found.score[best[j]]:
            best[j] = c
    return best


def every_row(schema: Schema, most: int = 5000) -> np.ndarray | None:
    """(n, d) every example that nominal features can make; None if there are more, or without end.

    >>> from dtlearn import load
    >>> every_row(load("play_tennis").schema).shape
    (36, 4)
    """
    sizes = [len(feature.values) for feature in schema.features]
    if not 0 < prod(sizes) <= most:
        return None
    return np.array(list(product(*map(range, sizes))), np.float64)
