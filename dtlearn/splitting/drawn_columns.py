"""Drawn: the numeric features that each node drew, sorted anew on every level.

Where a node looks at a few of many features, it is cheaper to sort these than to keep all of them sorted.
"""

from bisect import bisect_left

import numpy as np

from dtlearn.splitting.keys.base import SECOND, Scorer, rule_out
from dtlearn.splitting.level import Level
from dtlearn.splitting.sorted_columns import NEIGHBOURS, midpoint

CELLS = 1 << 16  # swept at a time: the fewer the better for the cache, the more the fewer calls
MOST_BITS = 8  # of a weight
WIDTH = {4: 512, 8: 256}  # cells that numpy sorts without a branch, by their bytes: a tenth of the time of a long row


class Ranks:
    """The cells of a data set as numbers that sort like its values: ``rank of the value | tail``.

    codes : (d * m,), feature after feature. tail : bits of the tail, which is the example's class code; in regression
    its row. low : bits of rank and tail. labels : what each tail adds to the sums along a column; None where that is
    the tail itself. first, distinct : feature j's values in order are distinct[first[j] :]. tied : some are equal.
    """

    def __init__(self, X, scorer: Scorer):
        size, d = X.shape
        self.size, self.labels = size, None if scorer.bits else scorer.labels
        self.tail = scorer.bits or size.bit_length()
        columns = np.ascontiguousarray(X.T)
        place = columns.argsort(axis=1)
        ordered = np.take_along_axis(columns, place, axis=1)
        new = np.ones((d, size), bool)
        np.not_equal(ordered[:, 1:], ordered[:, :-1], out=new[:, 1:])
        count = new.sum(axis=1)
        self.distinct, self.first, self.tied = ordered[new], count.cumsum() - count, bool((count < size).any())
        ranks = np.empty((d, size), np.int64)
        np.put_along_axis(ranks, place, new.cumsum(axis=1) - 1, axis=1)
        ranks <<= self.tail
        ranks |= scorer.labels if scorer.bits else np.arange(size)
        self._finish(ranks.reshape(-1), self.tail + int(count.max()).bit_length())

    def _finish(self, codes, low: int) -> None:
        # Nodes that are numbered in a stretch of a Sorter have two examples at least.
        narrow = low + (WIDTH[4] // 2 - 1).bit_length() < 32
        self.codes, self.low = codes.astype(np.int32 if narrow else np.int64), low

    def weighted(self, most: int) -> "tuple[Ranks, int]":
        """The same with room for a weight - 1 in the tail, below the class code; and the largest weight.

        That is smaller than ``most`` where the cell would not stay in two bytes, which sort fastest.
        """
        other, bits, room = object.__new__(Ranks), (most - 1).bit_length(), 16 - self.low
        other.__dict__ |= self.__dict__
        bits = min(bits, room) if room > 0 else min(bits, MOST_BITS)
        other.tail += bits
        other._finish(self.codes.astype(np.int64) << bits, self.low + bits)
        tails = np.arange(1 << other.tail)
        # What a tail adds to the sums of a Weighted scorer.
        other.labels = (tails & (1 << bits) - 1) + 1 << (tails >> bits) * SECOND
        other.tied |= 1 << bits < most
        return other, 1 << bits


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


def stretches(last, most: int) -> list[tuple[int, int, int, int]]:
    """Nodes a .. b - 1 and their positions lo .. hi - 1, at most ``most``, as many as fit; larger nodes alone.

    last : (L,) the last position of each node.
    """
    last, found, a, lo = last.tolist(), [], 0, 0
    while a < len(last):
        b = max(bisect_left(last, lo + most, a), a + 1)
        hi = last[b - 1] + 1
        found.append((a, b, lo, hi))
        a, lo = b, hi
    return found


class Sorter:
    """Sorts the cells of each node of a level.

    Nodes stand together in stretches of ``WIDTH`` cells, as many as fit, numbered in the bits above the ranks. A
    larger one is sorted alone, by the digits of its cells where these have two bytes at most.
    """

    def __init__(self, level: Level, ranks: Ranks):
        width = WIDTH[ranks.codes.itemsize]
        parts, self.short, self.long = stretches(level.last, width), [], []
        for _, _, lo, hi in parts:
            (self.short if hi - lo <= width else self.long).append(slice(lo, hi))
        head, end = np.array(parts)[:, :2].T
        number = np.arange(len(level.n)) - head.repeat(end - head)
        self.prefix = (number << ranks.low).astype(ranks.codes.dtype).repeat(level.size)
        self.digits = ranks.low <= 16

    def sort(self, cells) -> None:
        """Sort the cells (F, M) of each node; each node keeps its number in them."""
        cells |= self.prefix
        for part in self.short:
            cells[:, part].sort(axis=1)
        for part in self.long:
            if self.digits:
                cells[:, part] = np.sort(cells[:, part].astype(np.uint16), axis=1, kind="stable")
            else:
                cells[:, part].sort(axis=1)


class Drawn:
    """The numeric features; and, once drawn, the sorted columns of the features of each node of a level.

    source : (m',) the row of the data that each example is. tails : (m',) what else its cells hold, or None.
    rows : (M,) examples, node after node.
    features : (k, L) what the nodes drew. order : (k, M) their cells.
    """

    def __init__(self, ranks: Ranks, scorer: Scorer, source, weights=None):
        self.ranks, self.scorer, self.source, self.scratch = ranks, scorer, source, Scratch()
        # Without weights an example that was drawn twice stands there twice.
        self.tied = weights is None or ranks.tied
        self.tails = weights if weights is None else (weights - 1).astype(ranks.codes.dtype)

    def draw(self, features, level: Level, rows) -> "Drawn":
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
        """Fill in keys (k, M), the key of a threshold after each position; returns the largest of each node (k, L)."""
        best = np.empty((len(self.order), len(level.n)), keys.dtype)
        for a, b, lo, hi in stretches(level.last, CELLS // len(keys)):
            part = level if b - a == len(level.n) else level.part(a, b)
            best[:, a:b] = self._sweep(part, self.features[:, a:b], self.rows[lo:hi], slice(lo, hi), keys)
        return best

    def _sweep(self, level: Level, features, rows, part: slice, keys):
        """The same for some nodes whose positions are ``part``: few enough that all this stays in the cache."""
        ranks, shape = self.ranks, (len(features), len(rows))
        labels, spare = (self.scratch.array(name, shape, np.int64) for name in ("labels", "spare"))
        cells = self.scratch.array("cells", shape, ranks.codes.dtype)
        key = self.scratch.array("key", shape, keys.dtype)
        place = (features * ranks.size).repeat(level.size, axis=1)
        place += self.source.take(rows)
        ranks.codes.take(place, out=cells, mode="clip")
        if self.tails is not None:
            cells |= self.tails.take(rows)
        Sorter(level, ranks).sort(cells)
        self.order[:, part] = cells
        if ranks.labels is None:
            np.bitwise_and(cells, (1 << ranks.tail) - 1, out=labels)
        else:
            np.bitwise_and(cells, (1 << ranks.tail) - 1, out=place)
            ranks.labels.take(place, out=labels, mode="clip")
        self.scorer.ready(level).sweep(labels, key, (place, spare))
        if self.tied:
            cells >>= ranks.tail
            rule_out(key[:, :-1], cells[:, 1:] == cells[:, :-1], spare.view(key.dtype)[:, :-1])
        keys[:, part] = key
        return np.maximum.reduceat(key, level.first, axis=1)

    def thresholds(self, column, place) -> np.ndarray:
        """The thresholds after some places of some columns, one for each node."""
        ranks = self.ranks
        rank = (self.order[column, place + NEIGHBOURS] & (1 << ranks.low) - 1) >> ranks.tail
        feature = self.features[column, np.arange(len(column))]
        # A node without a threshold asks for one all the same, with the rank of another node's feature.
        return midpoint(*ranks.distinct.take(ranks.first[feature] + rank, mode="clip"))
