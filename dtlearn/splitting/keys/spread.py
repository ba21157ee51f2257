"""Keys of squares: the Gini gain, of two branches one rounded division of exact integers, and the squared error."""

import numpy as np

from dtlearn.splitting.keys.base import FIRST, NEAR, NO_KEY, SECOND, Scorer, Weighted
from dtlearn.splitting.level import by_class, class_ranks


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

    def lost(self, stats):
        n, total, squares = stats.T
        return np.maximum(squares - (total - n * self.middle(stats)) ** 2 / np.maximum(n, 1), 0.0) * self.unit

    def tell(self, stats, parent):
        n, total, _ = stats.T
        some = np.maximum(n, 1)
        value = (total + n * (self.shift * self.scale)) / (some * self.scale)
        value = np.where(n == 0, value[parent], value)
        mse = self.lost(stats) / some
        return {"label": np.full(len(stats), -1), "counts": n.astype(np.int64)[:, None], "value": value, "mse": mse}

    def zero(self, parent, key):
        n, total, squares = (parent[..., i] for i in range(3))
        return key <= NEAR * (n * squares - (total - n * self.middle(parent)) ** 2)

    def around(self, stats) -> tuple["NodeVariance", np.ndarray]:
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
