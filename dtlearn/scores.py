"""Scores: what a criterion compares, as keys, for one split or for every threshold of a level at once.

A key is what a scorer makes as large as it can; keys of one node compare as the criterion's scores do.
Entropies are integers: n log2 n in fixed point, built from the logarithms of the primes, so that equal
entropies are equal integers. The Gini gain of two branches is one rounded division of exact integers.
Other float keys that are as good as equal (``NEAR``) are decided by ``criteria.exact_score``.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from dtlearn.criteria import TOLERANCE, Criterion, log_table
from dtlearn.data import Dataset
from dtlearn.levels import Level, across, by_class, class_ranks

NEAR = 1e-12  # float keys closer than this, relatively, are compared exactly; in regression they are a tie
NO_KEY = {"i": -(2**61), "f": -1e300}  # the key of a position that makes no threshold, by kind of number
SECOND = 26  # where the second class begins in a sum of weights, which a float can hold
FIRST, HEAVIEST = (1 << SECOND) - 1, 1 << SECOND - 2  # so many examples a tree have sums that fit, in tables too
SHARED = 1024  # nodes of fewer examples share a table, of 4 MB
LOWEST = {"i": -(2**60), "f": -5e299}  # a key is larger, also where one was added to NO_KEY


def is_key(key):
    """(...) bool: where a key belongs to a candidate."""
    return key > LOWEST[key.dtype.kind]


def rule_out(key, where, out=None) -> None:
    """Take the keys at ``where`` (bool) out of the race; by arithmetic, for a mask without pattern is slow."""
    key += np.multiply(where, NO_KEY[key.dtype.kind], out=out)


class Scorer:
    """A criterion made ready for a data set.

    labels : (m,) int64, what is summed along a column. bits : those of a class code, 0 for regression.
    kind : "i" or "f", the numbers that keys are. sharp : keys are exact, so that unequal ones are unequal scores.
    rough : ``zero`` is right up to rounding only. weighted : the class that takes weights, if there is one.
    """

    kind, sharp, rough, weighted = "f", False, False, None

    def __init__(self, data: Dataset):
        self.labels = data.y
        self.n_classes = len(data.schema.classes)
        self.bits = max(self.n_classes - 1, 1).bit_length()

    def statistics(self, rows, group, size):
        """(size, K) class counts of each node."""
        index = group * self.n_classes + self.labels[rows]
        return np.bincount(index, minlength=size * self.n_classes).reshape(size, self.n_classes)

    def sizes(self, stats):
        """(...) examples."""
        return across(stats)

    def pure(self, stats, n, rows, group):
        """(L,) bool: all n (L,) examples of a node have the same class; true of none."""
        return across(stats, np.maximum) == n

    def tell(self, stats, parent) -> dict:
        """What a tree says of its nodes; an empty one repeats its parent's label."""
        label = stats.argmax(axis=-1)
        return {"label": np.where(self.sizes(stats) == 0, label[parent], label), "counts": stats}

    def on(self, rows, size: int, weights=None) -> Scorer:
        """The scorer of other examples, these rows of the data; ``size`` of them make a tree.

        weights : (M,) how many examples each row stands for, None for one.
        """
        other = self._copy(type(self) if weights is None else self.weighted)
        other.labels = self.labels[rows]
        if weights is not None:
            other.sums = weights * np.where(other.labels, 2.0**SECOND, 1.0)
        return other

    def ready(self, level: Level) -> Scorer:
        """A copy that can ``sweep`` the columns of a level; this one stays as it is, for others share it."""
        ready = self._copy(type(self))
        ready.prepare(level)
        return ready

    def _copy(self, kind: type) -> Scorer:
        other = object.__new__(kind)  # copy.copy() takes five times as long
        other.__dict__ |= self.__dict__
        return other

    def around(self, stats) -> tuple[Scorer, np.ndarray]:
        """The scorer of one node's candidates, and the node's statistics as it counts them."""
        return self, stats

    def prepare(self, level: Level) -> None:
        """What ``sweep`` needs of a level: computed once, the same for every column."""
        raise NotImplementedError

    def sweep(self, labels, key, work) -> None:
        """Fill in key (F, M): of the threshold after each position of F sorted columns, from labels (F, M).

        The last position of a node gets no key; labels may be overwritten. work : (2, F, M) int64, scratch.
        """
        raise NotImplementedError

    def keys(self, parent, branches):
        """(...) the same keys from statistics: parent (..., S), branches (..., B, S)."""
        raise NotImplementedError

    def score(self, parent, keys):
        """(...) float64, what the keys mean in the criterion's own units: the gain, or the gain ratio."""
        raise NotImplementedError

    def gain(self, parent, branches, score):
        """(...) float64, the gain of splits with these scores."""
        return score

    def slack(self, top, n):
        """(...) how far below the largest key of a node of n examples another may stand and be its equal in truth."""
        return NEAR * np.abs(top)

    def zero(self, parent, key):
        """(...) bool: the split with this key gains nothing."""
        raise NotImplementedError

    def split_info(self, n):
        """(...) entropy of branch sizes (..., B), in bits."""
        p = n / np.maximum(n.sum(axis=-1, keepdims=True), 1)
        return 0.0 - (p * np.log2(np.where(p > 0, p, 1.0))).sum(axis=-1)


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
        # The logarithm of c is off by at most log2 c halves of a unit: a key by less than n log2 n units, two by twice that.
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
        return self.impurity(parent) + key <= 0


class Weighted:
    """What is different for a scorer of two classes where each row stands for some equal examples.

    sums : (M,) float64, what is summed: so many, or for the second class so many << SECOND. Columns sum int64.
    """

    def statistics(self, rows, group, size):
        total = np.bincount(group, self.sums.take(rows), minlength=size).astype(np.int64)
        return np.stack([total & FIRST, total >> SECOND], axis=1)

    def around(self, stats):
        return self._copy(type(self).__mro__[2]), stats  # candidates are made of examples one by one


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


class Spread(Scorer):
    """Two numbers of sums: the Gini gain of two classes, and (``Variance``) the squared error.

    With S the sum of the labels and D = n S_left - n_left S, the key is D^2 / (n_left n_right).
    """

    unit = 2.0

    def __init__(self, data):
        super().__init__(data)
        self.weighted = WeightedGini

    def total(self, stats):
        """(...) sum of the labels."""
        return stats[..., 1]

    def prepare(self, level):
        total, n = self.total(level.stats), level.n
        self.n = n.astype(np.float64).repeat(n)
        before = ((np.cumsum(total) - total) * n.astype(np.float64)).repeat(n)
        self.fixed = before + level.left * total.astype(np.float64).repeat(n)
        self.area, self.end = level.left.astype(np.float64) * level.right, np.zeros(len(before))
        self.area[level.last], self.end[level.last] = 1.0, NO_KEY["f"]

    def sweep(self, labels, key, work):
        count = work[0]
        np.cumsum(labels, axis=1, out=count)
        self.score_counts(count, key)

    def score_counts(self, count, key) -> None:
        """Fill in the keys, from the sums up to each position."""
        np.multiply(count, self.n, out=key)
        key -= self.fixed
        key *= key
        key /= self.area
        key += self.end

    def keys(self, parent, branches):
        return self.apart(self.sizes(parent), self.total(parent), self.sizes(branches), self.total(branches))

    def apart(self, n, total, n_b, total_b):
        """(...) the key from numbers of examples (...), (..., B) and sums of labels."""
        n_b = n_b.astype(np.float64)
        apart = n[..., None] * total_b.astype(np.float64) - n_b * total[..., None]
        apart *= apart
        if n_b.shape[-1] == 2:
            return apart[..., 0] / np.maximum(n_b.prod(axis=-1), 1)
        return (apart / np.maximum(n_b, 1)).sum(axis=-1) / np.maximum(n, 1)

    def score(self, parent, keys):
        return self.unit * keys / np.maximum(self.sizes(parent), 1) ** 2

    def zero(self, parent, key):
        return key <= 0


class WeightedGini(Weighted, Spread):
    def prepare(self, level):
        n, total, before = level.n, self.total(level.stats), level.stats.cumsum(axis=0) - level.stats
        self.n, self.all = (column.astype(np.float64).repeat(level.size) for column in (n, total))
        self.before = (before[:, 0] + (before[:, 1] << SECOND)).repeat(level.size)
        self.last, self.end = level.last, np.zeros(len(self.n))
        self.end[level.last] = NO_KEY["f"]

    def sweep(self, labels, key, work):
        count, second = work
        np.add.accumulate(labels, axis=1, out=count)
        count -= self.before
        np.right_shift(count, SECOND, out=second)
        np.multiply(second, self.n, out=key)
        count &= FIRST
        count += second
        left, area = labels.view(np.float64), second.view(np.float64)
        left[:] = count
        np.multiply(left, self.all, out=area)
        key -= area
        key *= key
        np.subtract(self.n, left, out=area)
        area *= left
        area[:, self.last] = 1.0
        key /= area
        key += self.end


class Variance(Spread):
    """Regression: the reduction of the mean squared error.

    y is taken in fixed point, so that sums are exact: as decimals where six places or fewer say it all.
    Statistics of a node are (n, sum of the labels, sum of squares around their rounded mean).
    """

    def __init__(self, data):
        self.bits, self.n_classes = 0, 0
        y = data.y
        self.shift = float(np.rint(y.mean()))
        centred = y - self.shift
        most, fine = np.abs(centred).sum() or 1.0, np.spacing(np.abs(y).max())
        decimals = (10.0**k for k in range(7) if most * 10.0**k < 2**52)
        even = (s for s in decimals if (np.abs(centred - np.rint(centred * s) / s) <= fine).all())
        # 2**500: a unit that can be squared; what is smaller yet counts as equal.
        self.scale = next(even, 2.0 ** min(np.floor(52 - np.log2(most)), 500))
        self.unit = 1.0 / self.scale**2
        self.labels = np.rint(centred * self.scale).astype(np.int64)

    def prepare(self, level):
        super().prepare(level)
        total, n, middle = self.total(level.stats), level.n, self.middle(level.stats)
        # Around the node's own mean, so that a small spread far out is not lost.
        self.fixed = level.left * (total - n * middle).repeat(n)
        total = total.astype(np.int64)  # many trees together have sums that a float does not hold
        self.before = (np.cumsum(total) - total).repeat(n) + (level.left * middle.repeat(n)).astype(np.int64)

    def sweep(self, labels, key, work):
        count = work[0]
        np.cumsum(labels, axis=1, out=count)
        count -= self.before
        self.score_counts(count, key)

    def keys(self, parent, branches):
        n_b, middle = self.sizes(branches), self.middle(parent)
        centred = self.total(branches) - n_b * middle[..., None]
        return self.apart(self.sizes(parent), self.total(parent) - self.sizes(parent) * middle, n_b, centred)

    def statistics(self, rows, group, size):
        y = self.labels[rows].astype(np.float64)
        n, total = (np.bincount(group, w, minlength=size) for w in (None, y))
        y -= np.rint(total / np.maximum(n, 1))[group]
        return np.stack([n, total, np.bincount(group, y * y, minlength=size)], axis=1)

    def sizes(self, stats):
        return stats[..., 0].astype(np.int64)

    def middle(self, stats):
        """(...) the mean of the labels, rounded."""
        return np.rint(stats[..., 1] / np.maximum(stats[..., 0], 1))

    def pure(self, stats, n, rows, group):
        least = np.full(len(stats), np.iinfo(np.int64).max)
        most = -least
        np.minimum.at(least, group, self.labels[rows])
        np.maximum.at(most, group, self.labels[rows])
        return most <= least

    def tell(self, stats, parent):
        n, total, squares = stats.T
        some = np.maximum(n, 1)
        value = (total + n * (self.shift * self.scale)) / (some * self.scale)
        value = np.where(n == 0, value[parent], value)
        mse = np.maximum(squares - (total - n * self.middle(stats)) ** 2 / some, 0.0) / some * self.unit
        return {"label": np.full(len(stats), -1), "counts": n.astype(np.int64)[:, None], "value": value, "mse": mse}

    def zero(self, parent, key):
        n, total, squares = (parent[..., i] for i in range(3))
        return key <= NEAR * (n * squares - (total - n * self.middle(parent)) ** 2)

    def around(self, stats) -> tuple[NodeVariance, np.ndarray]:
        """The scorer of one node's candidates, and the node's statistics as it counts them."""
        local, middle = object.__new__(NodeVariance), self.middle(stats)
        local.__dict__ |= self.__dict__
        local.labels = self.labels - int(middle)
        local.shift = self.shift + middle / self.scale
        local.mean = (stats[1] + stats[0] * (self.shift * self.scale)) / (stats[0] * self.scale)
        return local, np.array([stats[0], stats[1] - stats[0] * middle, stats[2]])


class NodeVariance(Variance):
    """Labels around the rounded mean of one node: there sums of squares too can be added and subtracted.

    mean : the node's, which an empty branch repeats.
    """

    def statistics(self, rows, group, size):
        y = self.labels[rows].astype(np.float64)
        return np.stack([np.bincount(group, w, minlength=size) for w in (None, y, y * y)], axis=1)

    def describe(self, stats):
        """(..., 2) mean and mean squared error of branches, in the units of y."""
        n, total, squares = (stats[..., i] for i in range(3))
        some = np.maximum(n, 1)
        mean = (total + n * (self.shift * self.scale)) / (some * self.scale)
        mse = np.maximum(squares - total**2 / some, 0.0) / some * self.unit
        return np.stack([np.where(n == 0, self.mean, mean), mse], axis=-1)


class Gini(Scorer):
    """Gini gain of three or more classes. The key is the sum over branches of (sum of squared counts) / n."""

    rough = True

    def prepare(self, level):
        t, n = level.stats, level.n
        squares = (t * t).sum(axis=1)
        self.start, self.squares = (np.cumsum(squares) - squares).repeat(n), squares.repeat(n)
        self.left, self.right = level.left, level.right.copy()
        self.area = level.left.astype(np.float64) * level.right
        # n / -0 = -inf: the last position of a node makes no threshold.
        self.right[level.last], self.area[level.last] = 1, -0.0
        r, t = class_ranks(t)
        self.step, self.total = 2 * r + 1, t

    def sweep(self, labels, key, work):
        mine, both = work
        by_class(labels, self.n_classes, [self.step, self.total], [mine, both])
        np.cumsum(mine, axis=1, out=mine)
        np.cumsum(both, axis=1, out=both)
        mine -= self.start  # sum of squared counts on the left
        both -= self.start  # sum of left count x total count
        both *= -2
        both += mine
        both += self.squares  # and on the right
        mine *= self.right
        both *= self.left
        mine += both
        with np.errstate(divide="ignore"):
            np.divide(mine, self.area, out=key)

    def keys(self, parent, branches):
        n = self.sizes(branches)
        squares = (branches * branches).sum(axis=-1)
        if branches.shape[-2] == 2:
            across = squares[..., 0] * n[..., 1] + squares[..., 1] * n[..., 0]
            return np.where(n.min(axis=-1) > 0, across / np.maximum(n.prod(axis=-1), 1), self._own(parent))
        return (squares / np.maximum(n, 1)).sum(axis=-1)

    def _own(self, parent):
        return (parent * parent).sum(axis=-1) / np.maximum(self.sizes(parent), 1)

    def score(self, parent, keys):
        return (keys - self._own(parent)) / np.maximum(self.sizes(parent), 1)

    def zero(self, parent, key):
        return key <= self._own(parent) * (1 + NEAR)


class TrainError(Scorer):
    """Train-error gain. The key is how many examples the branches' majorities get right."""

    kind, sharp = "i", True

    def prepare(self, level):
        self.t, self.seg, self.last = level.stats, level.seg, level.last
        self.before = (np.cumsum(self.t, axis=0) - self.t)[level.seg]

    def sweep(self, labels, key, work):
        count, right = work
        key[:], most = 0, np.zeros(key.shape, np.int64)
        for c in range(self.n_classes):
            np.cumsum(labels == c, axis=1, out=count)
            count -= self.before[:, c]
            np.subtract(self.t[:, c][self.seg], count, out=right)
            np.maximum(key, count, out=key)
            np.maximum(most, right, out=most)
        key += most
        key[:, self.last] = NO_KEY["i"]

    def keys(self, parent, branches):
        return branches.max(axis=-1).sum(axis=-1)

    def score(self, parent, keys):
        return (keys - parent.max(axis=-1)) / np.maximum(self.sizes(parent), 1)

    def zero(self, parent, key):
        return key <= parent.max(axis=-1)


class General(Scorer):
    """Any criterion, from its impurity alone. The key is n x gain, over the split info if the criterion asks for it."""

    rough = True

    def __init__(self, data, criterion: Criterion):
        super().__init__(data)
        self.criterion = criterion

    def slack(self, top, n):
        return TOLERANCE * n

    def prepare(self, level):
        self.parent, self.last = level.stats[level.seg], level.last
        self.before = (np.cumsum(level.stats, axis=0) - level.stats)[level.seg]

    def sweep(self, labels, key, work):
        count = [np.cumsum(labels == c, axis=1) for c in range(self.n_classes)]
        left = np.stack(count, axis=-1) - self.before
        key[:] = self.keys(self.parent, np.stack([left, self.parent - left], axis=-2))
        key[:, self.last] = NO_KEY["f"]

    def _gain(self, parent, branches):
        rest = (self.sizes(branches) * self.criterion.impurity(branches)).sum(axis=-1)
        return self.sizes(parent) * self.criterion.impurity(parent) - rest

    def keys(self, parent, branches):
        gain = self._gain(parent, branches)
        if not self.criterion.per_split_info:
            return gain
        info = self.split_info(self.sizes(branches))
        return np.divide(gain, info, out=np.full(gain.shape, NO_KEY["f"]), where=info > 0)

    def score(self, parent, keys):
        return np.where(is_key(keys), keys, np.nan) / np.maximum(self.sizes(parent), 1)

    def gain(self, parent, branches, score):
        return self._gain(parent, branches) / np.maximum(self.sizes(parent), 1)

    def zero(self, parent, key):
        return key <= TOLERANCE * self.sizes(parent)


def _gini(data: Dataset) -> Scorer:
    return Spread(data) if len(data.schema.classes) == 2 else Gini(data)


SCORERS = {
    "info_gain": Entropy, "gain_ratio": GainRatio, "gini_gain": _gini, "train_error_gain": TrainError, "mse": Variance,
}  # fmt: skip


def scorer_of(criterion: Criterion, data: Dataset) -> Scorer:
    """The scorer of a criterion for a data set: its own where it has one."""
    own = SCORERS.get(criterion.name)
    return own(data) if own else General(data, criterion)
