"""Drawn: the numeric features that each node drew, sorted anew on every level.

Where a node looks at a few of many features, it is cheaper to sort these than to keep all of them sorted.
"""

from __future__ import annotations

import numpy as np

from dtlearn.columns import BLOCK, NEIGHBOURS, blocks, midpoint
from dtlearn.levels import Level
from dtlearn.scores import Scorer, rule_out

WIDTH = {4: 512, 8: 256}  # cells that numpy sorts without a branch, by their bytes: a tenth of the time of a long row


class Ranks:
    """The cells of a data set as numbers that sort like its values: ``rank of the value | tail``.

    codes : (d * m,) int64, feature after feature. The tail is the example's class code; in regression its row.
    first, distinct : feature j's values in order are distinct[first[j] :].
    """

    def __init__(self, X, scorer: Scorer):
        size, d = X.shape
        self.size, self.labels, self.by_row = size, scorer.labels, not scorer.bits
        self.tail = scorer.bits or size.bit_length()
        columns = np.ascontiguousarray(X.T)
        place = columns.argsort(axis=1)
        ordered = np.take_along_axis(columns, place, axis=1)
        new = np.ones((d, size), bool)
        np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
        count = new.sum(axis=1)
        self.distinct, self.first = ordered[new], count.cumsum() - count
        ranks = np.empty((d, size), np.int64)
        np.put_along_axis(ranks, place, new.cumsum(axis=1) - 1, axis=1)
        ranks <<= self.tail
        ranks |= np.arange(size) if self.by_row else self.labels
        self.low = self.tail + int(count.max()).bit_length()
        # Up to so many nodes of two examples stand in one row of a Sorter.
        narrow = self.low + (WIDTH[4] // 2).bit_length() < 32
        self.codes = ranks.reshape(-1).astype(np.int32 if narrow else np.int64)


class Scratch:
    """Arrays that every level uses anew: fresh ones would cost the system more time than their contents."""

    def __init__(self):
        self._arrays = {}

    def array(self, name: str, shape: tuple[int, int], kind) -> np.ndarray:
        """An array with anything in it, whose last use was another level's."""
        size = shape[0] * shape[1]
        flat = self._arrays.get(name)
        if flat is None or len(flat) < size or flat.dtype != kind:
            flat = self._arrays[name] = np.empty(size, kind)
        return flat[:size].reshape(shape)


class Sorter:
    """Sorts the cells of each node of a level.

    Nodes of few examples share rows of ``WIDTH`` cells, as many to a row as fit for sure. Larger ones are sorted one
    by one, by the digits of their cells where these have two bytes at most.
    """

    def __init__(self, level: Level, ranks: Ranks, scratch: Scratch):
        self.scratch, self.width = scratch, WIDTH[ranks.codes.itemsize]
        self.type = np.uint16 if ranks.low <= 16 else ranks.codes.dtype
        large = level.n > self.width // 2
        self.slices = [slice(*ends) for ends in np.stack([level.first, level.last + 1], axis=1)[large].tolist()]
        self.small, n = None, level.n
        if self.slices:
            self.small, n = (~large[level.seg]).nonzero()[0], n[~large]
        if not len(n):
            return
        first = n.cumsum() - n
        row = first // (self.width - int(n.max()))
        new = np.ones(len(n), bool)
        np.not_equal(row[1:], row[:-1], out=new[1:])
        head = new.nonzero()[0]
        group = new.cumsum() - 1
        self.count = len(head)
        seg = np.arange(len(n)).repeat(n)
        self.place = np.arange(len(seg)) + (group * self.width - first[head][group])[seg]
        self.prefix = ((np.arange(len(n)) - head[group])[seg] << ranks.low).astype(ranks.codes.dtype)

    def sort(self, cells) -> None:
        """Sort the cells (F, M) of each node."""
        small = cells
        if self.small is not None:
            small = self.scratch.array("small", (len(cells), len(self.small)), cells.dtype)
            cells.take(self.small, axis=1, out=small, mode="clip")
        if self.slices:
            large, kind = cells, None
            if self.type is np.uint16:
                large, kind = self.scratch.array("large", cells.shape, self.type), "stable"
                large[:] = cells
            for part in self.slices:
                large[:, part].sort(axis=1, kind=kind)
            if large is not cells:
                cells[:] = large
        if not small.shape[1]:
            return
        rows = self.scratch.array("rows", (len(cells), self.count * self.width), cells.dtype)
        rows.fill(np.iinfo(cells.dtype).max)
        small |= self.prefix
        for row, own in zip(rows, small, strict=True):
            row[self.place] = own
        rows.reshape(-1, self.width).sort(axis=1)
        rows.take(self.place, axis=1, out=small, mode="clip")
        small -= self.prefix
        if self.small is not None:
            for row, own in zip(cells, small, strict=True):
                row[self.small] = own


class Drawn:
    """The examples in open nodes, node after node; and, once drawn, the sorted columns of each node's features.

    rows : (M,) examples. source : (m',) the row of the data that each example is.
    features : (k, L) what the nodes drew. order : (k, M) their cells.
    """

    def __init__(self, ranks: Ranks, scorer: Scorer, source):
        self.ranks, self.scorer, self.source, self.rows = ranks, scorer, source, np.arange(len(source))
        self.features, self.order, self.scratch = None, None, Scratch()

    def regroup(self, state, sizes: list[int]) -> np.ndarray:
        """Keep the examples with state 1, 2, ..., those of state 1 first, each in their old order."""
        state = state[self.rows]
        groups = [(state == group).nonzero()[0] for group, n in enumerate(sizes, 1) if n]
        self.rows = self.rows[np.concatenate(groups)]
        return self.rows

    def draw(self, features, level: Level, rows) -> Drawn:
        """The same with these features (k, L) of the nodes of a level, whose examples are ``rows``."""
        ready = Drawn.__new__(Drawn)
        ready.__dict__ |= self.__dict__
        ready.rows, ready.features = rows, features
        ready.order = self.scratch.array("order", (len(features), len(rows)), self.ranks.codes.dtype)
        return ready

    def keys(self, kind) -> np.ndarray:
        """(k, M), to be filled in."""
        return self.scratch.array("keys", self.order.shape, kind)

    def sweep(self, level: Level, keys) -> np.ndarray:
        """Fill in keys (k, M), the key of a threshold after each position; answers the largest of each node (k, L)."""
        ranks, row = self.ranks, self.source[self.rows]
        best = np.empty((len(self.order), len(level.n)), keys.dtype)
        place = self.scratch.array("place", keys.shape, np.int64)
        (self.features * ranks.size).take(level.seg, axis=1, out=place, mode="clip")
        place += row
        ranks.codes.take(place, out=self.order, mode="clip")
        Sorter(level, ranks, self.scratch).sort(self.order)
        ready, work = self.scorer.ready(level), self.scratch.array("work", (2, max(BLOCK, keys.shape[1])), np.int64)
        for block in blocks(*keys.shape):
            cells, key = self.order[block], keys[block]
            tail = cells & (1 << ranks.tail) - 1
            labels = ranks.labels[tail] if ranks.by_row else tail
            ready.sweep(labels, key, work[:, : key.size].reshape(2, *key.shape))
            value = cells >> ranks.tail
            rule_out(key[:, :-1], value[:, 1:] == value[:, :-1])
            best[block] = np.maximum.reduceat(key, level.first, axis=1)
        return best

    def thresholds(self, column, place) -> np.ndarray:
        """The thresholds after some places of some columns, one for each node."""
        ranks = self.ranks
        rank = self.order[column, place + NEIGHBOURS] >> ranks.tail
        feature = self.features[column, np.arange(len(column))]
        # A node without a threshold asks for one all the same, with the rank of another node's feature.
        return midpoint(*ranks.distinct.take(ranks.first[feature] + rank, mode="clip"))
