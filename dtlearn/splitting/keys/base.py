"""Keys: what a scorer makes as large as it can; the keys of one node compare as the criterion's scores do.

Float keys that are as good as equal (``NEAR``) are decided by ``criteria.exact_score``.
"""

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.splitting.level import Level, across

NEAR = 1e-12  # float keys closer than this, relatively, are compared exactly; in regression they are a tie
NO_KEY = {"i": -(2**61), "f": -1e300}  # the key of a position that makes no threshold, by kind of number
SECOND = 26  # where the second class begins in a sum of weights, which a float can hold
FIRST, HEAVIEST = (1 << SECOND) - 1, 1 << SECOND - 2  # so many examples a tree have sums that fit, in tables too
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

    def lost(self, stats):
        """(L,) examples of each node that its own label gets wrong; in regression the sum of its squared errors."""
        return across(stats) - across(stats, np.maximum)

    def tell(self, stats, parent) -> dict:
        """What a tree says of its nodes; an empty one repeats its parent's label."""
        label = stats.argmax(axis=-1)
        return {"label": np.where(self.sizes(stats) == 0, label[parent], label), "counts": stats}

    def on(self, rows, size: int, weights=None) -> "Scorer":
        """The scorer of other examples, these rows of the data; ``size`` of them make a tree.

        weights : (M,) how many examples each row stands for, None for one.
        """
        other = self._copy(type(self) if weights is None else self.weighted)
        other.labels = self.labels[rows]
        if weights is not None:
            other.sums = weights * np.where(other.labels, 2.0**SECOND, 1.0)
        return other

    def ready(self, level: Level) -> "Scorer":
        """A copy that can ``sweep`` the columns of a level; this one stays as it is, for others share it."""
        ready = self._copy(type(self))
        ready.prepare(level)
        return ready

    def _copy(self, kind: type) -> "Scorer":
        other = object.__new__(kind)  # copy.copy() takes five times as long
        other.__dict__ |= self.__dict__
        return other

    def around(self, stats) -> tuple["Scorer", np.ndarray]:
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
        p = n / np.maximum(across(n), 1)[..., None]
        return 0.0 - across(p * np.log2(np.where(p > 0, p, 1.0)))


class Weighted:
    """What is different for a scorer of two classes where each row stands for some equal examples.

    sums : (M,) float64, what is summed: so many, or for the second class so many << SECOND. Columns sum int64.
    """

    def statistics(self, rows, group, size):
        total = np.bincount(group, self.sums.take(rows), minlength=size).astype(np.int64)
        return np.stack([total & FIRST, total >> SECOND], axis=1)

    def around(self, stats):
        return self._copy(type(self).__mro__[2]), stats  # candidates are made of examples one by one
