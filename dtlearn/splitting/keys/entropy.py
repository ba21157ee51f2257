"""Keys of the entropies: integers, n log2 n in fixed point from the logarithms of the primes,
so equal entropies are equal."""

from functools import lru_cache

import numpy as np

from dtlearn.splitting.criteria import log_table
from dtlearn.splitting.keys.base import FIRST, NO_KEY, SECOND, Scorer, Weighted, is_key
from dtlearn.splitting.level import across, by_class, class_ranks

SHARED = 1024  # nodes of fewer examples share a table, of 4 MB


class Entropy(Scorer):
    """Information gain. The key is -n x remainder, in fixed point."""

    kind = "i"

    def __init__(self, data):
        super().__init__(data)
        self.weighted = WeightedEntropy if self.n_classes == 2 and type(self) is Entropy else None
        self._tabulate(len(data))

    def _tabulate(self, size):
        # A table for the next power of two serves every smaller data set too.
        self.T, self.rise, self.point = log_table(1 << size.bit_length())

    def on(self, rows, size, weights=None):
        other = super().on(rows, size, weights)
        other._tabulate(size)
        return other

    def slack(self, top, n):
        # The logarithm of c is off by at most log2 c halves of a unit: a key by less than n log2 n units, two by twice
        # that.
        return (self.T[n] >> self.point - 1) + 2

    def impurity(self, stats):
        """(...) n x entropy, in fixed point."""
        return self.T[across(stats)] - across(self.T[stats])

    def prepare(self, level):
        self._prepare(level)
        self.base[level.last] = NO_KEY["i"]

    def _prepare(self, level):
        T, t = self.T, level.stats
        self.base = across(T[t]).repeat(level.n)
        self.base -= T[level.left]
        self.base -= T[level.right]
        if self.n_classes == 2:
            self.up, start = self.tables(t)
            before = t[:, 1].cumsum() - t[:, 1]
            # Moves a running count of the second class to its place in the table; both classes' places add up to both.
            self.shift = (start[:, 1] - before).repeat(level.n)
            self.both = start.sum(axis=1).repeat(level.n)
            self.both += level.left
        else:
            left, t = class_ranks(t)
            t -= left
            t -= 1
            self.step = self.rise[left] - self.rise[t]  # what an example adds when it moves to the left

    def tables(self, t) -> tuple[np.ndarray, np.ndarray]:
        """T[l] + T[t - l] - T[t] for l = 0 .. t, once for each of the counts t (...), and where it begins (...)."""
        most = t.max()
        if most < SHARED:
            return _joint_tables(len(self.T)), t * (t + 1) >> 1
        there = np.zeros(most + 1, bool)
        there[t] = True
        sizes = there.nonzero()[0]
        start = np.empty(len(there), np.int64)
        start[sizes] = (sizes + 1).cumsum() - sizes - 1
        return _tables(self.T, sizes), start[t]

    def sweep(self, labels, key, work):
        if self.n_classes == 2:
            count, other = work
            np.add.accumulate(labels, axis=1, out=count)
            count += self.shift
            np.take(self.up, count, out=key, mode="clip")
            np.subtract(self.both, count, out=count)
            key += np.take(self.up, count, out=other, mode="clip")
        else:
            by_class(labels, self.n_classes, [self.step], [key])
            np.add.accumulate(key, axis=1, out=key)
        key += self.base

    def keys(self, parent, branches):
        return (across(self.T[branches]) - self.T[across(branches)]).sum(axis=-1)

    def score(self, parent, keys):
        return self.to_bits(self.impurity(parent) + keys, parent)

    def to_bits(self, amount, parent):
        """(...) an amount in fixed point as bits an example."""
        return amount / (np.maximum(self.sizes(parent), 1) * 2.0**self.point)

    def zero(self, parent, key):
        return key <= -self.impurity(parent)


class WeightedEntropy(Weighted, Entropy):
    def prepare(self, level):
        T, t, n = self.T, level.stats, level.n
        self.base = (across(T[t]) - T[n]).repeat(level.size)
        self.base[level.last] = NO_KEY["i"]
        self.up, start = self.tables(np.column_stack([t, n]))
        before = t.cumsum(axis=0) - t
        # From the running sums to the places of both classes in the table, and from these to that of all examples.
        self.shift = (start[:, 0] - before[:, 0] + (start[:, 1] - before[:, 1] << SECOND)).repeat(level.size)
        self.whole = (start[:, 2] - start[:, 0] - start[:, 1]).repeat(level.size)

    def sweep(self, labels, key, work):
        count, second = work
        np.add.accumulate(labels, axis=1, out=count)
        count += self.shift
        np.right_shift(count, SECOND, out=second)
        np.take(self.up, second, out=key, mode="clip")
        count &= FIRST
        key += np.take(self.up, count, out=labels, mode="clip")
        count += second
        count += self.whole
        key -= np.take(self.up, count, out=labels, mode="clip")
        key += self.base


def _tables(T, sizes):
    """T[l] + T[t - l] - T[t] for l = 0 .. t, for each of some sizes t (C,), one after another."""
    width = sizes + 1
    left = np.arange(width.sum()) - (width.cumsum() - width).repeat(width)
    found = T.take(left) - T.take(sizes).repeat(width)
    found += T.take(sizes.repeat(width) - left)
    return found


@lru_cache(maxsize=4)
def _joint_tables(size: int) -> np.ndarray:
    """Those of 0, 1, ..., SHARED - 1 examples, with the logarithms of log_table(size)."""
    found = _tables(log_table(size)[0], np.arange(min(SHARED, size)))
    found.setflags(write=False)
    return found


class GainRatio(Entropy):
    """Gain over split info, of the same fixed-point amounts; no key where the split info is 0."""

    kind = "f"

    def slack(self, top, n):
        return Scorer.slack(self, top, n)

    def prepare(self, level):
        self._prepare(level)
        T = self.T
        self.base += self.impurity(level.stats).repeat(level.n)
        self.info = (T[level.n].repeat(level.n) - T[level.left] - T[level.right]).astype(np.float64)
        # 1 / -0 = -inf: the last position of a node makes no threshold.
        self.base[level.last] += 1
        self.info[level.last] = -0.0

    def sweep(self, labels, key, work):
        gain = np.empty(key.shape, np.int64)
        super().sweep(labels, gain, work)
        with np.errstate(divide="ignore"):
            np.divide(gain, self.info, out=key)

    def keys(self, parent, branches):
        gain = self.impurity(parent) + super().keys(parent, branches)
        n = self.sizes(branches)
        info = np.broadcast_to(self.T[n.sum(axis=-1)] - self.T[n].sum(axis=-1), gain.shape)
        return np.divide(gain, info, out=np.full(gain.shape, NO_KEY["f"]), where=info > 0)

    def score(self, parent, keys):
        return np.where(is_key(keys), keys, np.nan)

    def gain(self, parent, branches, score):
        return super().score(parent, super().keys(parent, branches))

    def zero(self, parent, key):
        return key <= 0
