"""A level of the tree: its nodes side by side, as every sorted column holds them; and counting along it."""

from typing import NamedTuple

import numpy as np


class Level(NamedTuple):
    """Nodes side by side: node s has the positions first[s] .. last[s] of every sorted column.

    stats : (L, S) statistics of each node. n : (L,) examples. size : (L,) positions: fewer, where examples that are
    equal share one. seg : (M,) node of each position.
    left, right : (M,) how many of the node's examples stand up to here, and after; None where they share positions.
    """

    stats: np.ndarray
    n: np.ndarray
    size: np.ndarray
    first: np.ndarray
    last: np.ndarray
    seg: np.ndarray
    left: np.ndarray | None
    right: np.ndarray | None

    @classmethod
    def of(cls, stats, n, size=None) -> "Level":
        """size : (L,) positions, where examples share them."""
        shared, size = size is not None, n if size is None else size
        end = size.cumsum()
        first = end - size
        seg, left, right = np.arange(len(n)).repeat(size), None, None
        if not shared:
            left = np.arange(1, len(seg) + 1) - first.repeat(n)
            right = n.repeat(n) - left
        return cls(stats, n, size, first, end - 1, seg, left, right)

    def part(self, a: int, b: int) -> "Level":
        """The level that the nodes a .. b - 1 are alone."""
        return Level.of(self.stats[a:b], self.n[a:b], self.size[a:b] if self.left is None else None)


def across(stats, combine=np.add):
    """(...) sums over the last axis, or what ``combine`` makes; where it is short, numpy is faster by columns."""
    if stats.shape[-1] > 4:
        return combine.reduce(stats, axis=-1)
    total = stats[..., 0]
    for c in range(1, stats.shape[-1]):
        total = combine(total, stats[..., c])
    return total


def class_ranks(t):
    """Rank of each example among its class in its node, and the class's count there: class by class, node by node."""
    size = t.T.ravel()
    sizes = size.repeat(size)
    return np.arange(len(sizes)) - (size.cumsum() - size).repeat(size), sizes


def by_class(labels, n_classes: int, values, outs) -> None:
    """Lay values that are listed class by class (M,) out along each row of labels (F, M)."""
    places = labels.astype(np.min_scalar_type(n_classes)).argsort(axis=1, kind="stable")
    for value, out in zip(values, outs, strict=True):
        for row, place in zip(out, places, strict=True):  # a row is in the cache: faster than all at once
            row[place] = value
