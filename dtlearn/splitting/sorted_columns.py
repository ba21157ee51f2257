"""Columns: the numeric features, sorted once and then kept grouped by node while the tree grows.

All columns have the same boundaries between nodes, so that what depends on a position alone is computed
once for all of them; a level costs a dozen passes over (feature, example), with no loop over nodes.
"""

import numpy as np

from dtlearn.splitting.keys.base import Scorer, rule_out
from dtlearn.splitting.level import Level

BLOCK = 1 << 16  # cells handled at a time: what fits into the second-level cache
NEIGHBOURS = np.array([[0], [1]])


def midpoint(low, high):
    """The threshold between two neighbouring values; the upper one where the midpoint rounds down (E34)."""
    middle = low * 0.5 + high * 0.5
    return np.where(middle > low, middle, high)


def blocks(count: int, size: int) -> list[slice]:
    """Slices of columns, each of so many cells, that fit into the cache together."""
    some = max(BLOCK // max(size, 1), 1)
    return [slice(f, min(f + some, count)) for f in range(0, count, some)]


class Columns:
    """Sorted columns of the examples that are still in open nodes.

    values : (F, m) float64, what is sorted; the examples of several trees, as many each, stand one after another.
    order : (F, M) int64, a cell for each example, by value within
    each node: ``rank of the value | example | class code``, so that equal values show without a look at the data.
    sparse : most neighbours are equal, so that most positions make no threshold.
    """

    def __init__(self, values, scorer: Scorer, trees: int = 1):
        self.values, self.scorer, size = values, scorer, values.shape[1]
        order = values.reshape(len(values), trees, -1).argsort(axis=2)
        if trees > 1:
            order += np.arange(0, size, size // trees)[:, None]
        order = order.reshape(values.shape)
        ranked = self.values.reshape(-1)[order + np.arange(len(order))[:, None] * size]
        new = ranked[:, 1:] != ranked[:, :-1]
        if scorer.bits:
            order = order << scorer.bits | scorer.labels[order]
        self.low = (size << scorer.bits).bit_length()
        self._below, self._label = (1 << self.low) - 1, (1 << scorer.bits) - 1
        distinct = np.count_nonzero(new)
        self.tied, self.sparse = distinct < new.size, distinct < new.size / 2
        if self.tied:
            order[:, 1:] |= np.add.accumulate(new, axis=1, dtype=np.int64) << self.low
        self.order, self.blocks = order, blocks(*order.shape)
        self._buffers = order.reshape(-1), np.empty(order.size, np.int64)  # the old order and the new, in turn
        self._work = np.empty((2, min(max(BLOCK, size), order.size)), np.int64)

    def regroup(self, rows, state, sizes: list[int]) -> np.ndarray:
        """Keep of the examples ``rows`` those of state (M,) 1, 2, ... in turn, each in their old order.

        sizes : how many have each. Returns these examples, node after node.
        """
        total = sum(sizes)
        new = self._buffers[1][: len(self.order) * total].reshape(-1, total) if total else self.order[:, :0]
        of_row = np.zeros(self.values.shape[1], np.min_scalar_type(len(sizes)))
        of_row[rows] = state
        state = of_row.repeat(1 << self.scorer.bits)  # looked up by example and class code at once
        for block in self.blocks:
            old, rows, end = self.order[block].reshape(-1), block.stop - block.start, 0
            of_cell = state.take(old & self._below if self.tied else old)
            for group, n in enumerate(sizes, 1):
                if not n:
                    continue
                new[block, end : end + n] = old[(of_cell == group).nonzero()[0]].reshape(rows, n)
                end += n
        self.order, self.blocks, self._buffers = new, blocks(*new.shape), self._buffers[::-1]
        return self._examples(new[0])

    def _examples(self, cells):
        return (cells & self._below) >> self.scorer.bits

    def keys(self, kind) -> np.ndarray:
        """(F, M), to be filled in."""
        return np.empty(self.order.shape, kind)

    def labels(self, cells):
        """What is summed along a column."""
        return cells & self._label if self.scorer.bits else self.scorer.labels[self._examples(cells)]

    def sweep(self, level: Level, keys) -> np.ndarray:
        """Fill in keys (F, M), the key of a threshold after each position; returns the largest of each node (F, L)."""
        best = np.empty((len(self.order), len(level.n)), keys.dtype)
        ready = self.scorer.ready(level)
        for block in self.blocks:
            cells, key = self.order[block], keys[block]
            work = self._work[:, : cells.size].reshape(2, *cells.shape)
            ready.sweep(self.labels(cells), key, work)
            if self.tied:
                rank = (cells >> self.low).reshape(-1)  # the last of a row makes no threshold anyway
                rule_out(key.reshape(-1)[:-1], rank[1:] == rank[:-1])
            best[block] = np.maximum.reduceat(key, level.first, axis=1)
        return best

    def thresholds(self, column, place) -> np.ndarray:
        """The thresholds after some places of some columns."""
        examples = self._examples(self.order.reshape(-1)[column * self.order.shape[1] + place + NEIGHBOURS])
        return midpoint(*self.values.reshape(-1)[column * self.values.shape[1] + examples])
