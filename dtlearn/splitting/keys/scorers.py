"""Scores: what a criterion compares, as keys, for one split or for every threshold of a level at once."""

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.splitting.criteria import TOLERANCE, Criterion
from dtlearn.splitting.keys.base import NO_KEY, Scorer, is_key
from dtlearn.splitting.keys.entropy import Entropy, GainRatio
from dtlearn.splitting.keys.spread import Gini, Spread, Variance


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
    "info_gain": Entropy,
    "gain_ratio": GainRatio,
    "gini_gain": _gini,
    "train_error_gain": TrainError,
    "mse": Variance,
}


def scorer_of(criterion: Criterion, data: Dataset) -> Scorer:
    """The scorer of a criterion for a data set: its own where it has one."""
    own = SCORERS.get(criterion.name)
    return own(data) if own else General(data, criterion)
