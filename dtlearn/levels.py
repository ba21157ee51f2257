"""A level of the tree: its nodes side by side, as every sorted column holds them; and counting along it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Level:
    """Nodes side by side: node s has the positions first[s] .. last[s] of every sorted column.

    stats : (L, S) statistics of each node. n : (L,) examples. seg : (M,) node of each position.
    left, right : (M,) how many of the node's examples stand up to here, and after.
    """

    stats: np.ndarray
    n: np.ndarray
    first: np.ndarray
    last: np.ndarray
    seg: np.ndarray
    left: np.ndarray
    right: np.ndarray

    @classmethod
    def of(cls, stats, n) -> Level:
        end = n.cumsum()
        first = end - n
        seg = np.arange(len(n)).repeat(n)
        left = np.arange(1, len(seg) + 1) - first[seg]
        return cls(stats, n, first, end - 1, seg, left, n[seg] - left)


def across(stats):
    """(...) sums over the last axis; column by column where it is short, for numpy is slow there."""
    if stats.shape[-1] > 4:
        return stats.sum(axis=-1)
    return sum(stats[..., c] for c in range(1, stats.shape[-1])) + stats[..., 0]


def ranges(size):
    """(0 .. size[0] - 1, 0 .. size[1] - 1, ...) in one row, and each number's size."""
    end = size.cumsum()
    return np.arange(end[-1] if len(end) else 0) - (end - size).repeat(size), size.repeat(size)


def class_ranks(t):
    """Rank of each example among its class in its node, and the class's count there: class by class, node by node."""
    return ranges(t.T.ravel())


def by_class(labels, n_classes: int, values, outs) -> None:
    """Lay values that are listed class by class (M,) out along each row of labels (F, M)."""
    rows, size = labels.shape
    place = labels.astype(np.min_scalar_type(n_classes)).argsort(axis=1, kind="stable")
    place += np.arange(rows)[:, None] * size
    for value, out in zip(values, outs, strict=True):
        out.reshape(-1)[place.reshape(-1)] = value[None].repeat(rows, axis=0).reshape(-1)
