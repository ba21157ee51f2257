"""Feature importances: how much purer a feature's splits make the nodes, and how much is lost without its values."""

import numpy as np

from dtlearn.data.dataset import Dataset, matched
from dtlearn.forest.forest import Forest
from dtlearn.growing.errors import loss
from dtlearn.growing.grow import Trace
from dtlearn.splitting.criteria import criterion_of
from dtlearn.splitting.draws import SHUFFLES, numbers, start
from dtlearn.trees.split import NONE
from dtlearn.trees.tree import Tree


def impurity_decrease(grown: Forest | Trace) -> np.ndarray:
    """(d,) share of each feature in what the splits of a tree gain,
    n x impurity - sum of the children's (n x impurity).

    The criterion's impurity; in regression the squared error. Of a forest the mean over its trees. Sums to 1, or to 0
    if nothing was gained. A feature with many values looks better than it is: compare ``permutation``.

    >>> from dtlearn import grow, load
    >>> impurity_decrease(grow(load("play_tennis"))).round(3).tolist()
    [0.262, 0.0, 0.369, 0.369]
    """
    if isinstance(grown, Trace):
        return _shared(grown.tree, grown.settings.criterion)
    total = sum(_shared(tree, grown.settings.tree.criterion) for tree in grown.trees)
    return total / (total.sum() or 1.0)


def _shared(tree: Tree, criterion: str) -> np.ndarray:
    impurity = tree.mse if tree.mse is not None else criterion_of(criterion).impurity(tree.counts)
    weight = tree.n * impurity
    gained = weight - np.bincount(tree.parent[1:], weight[1:], len(tree))
    split = tree.kind != NONE
    found = np.bincount(tree.feature[split], np.maximum(gained[split], 0.0), len(tree.schema.features))
    return found / (found.sum() or 1.0)


def permutation(model: Forest | Tree, data: Dataset, repeats: int = 5, seed: int = 0) -> np.ndarray:
    """(repeats, d) how much the error on any data rises when the values of one feature are shuffled among the rows.

    Negative where the shuffle helps by chance; 0 for a feature that no split asks about. Repeatable by its seed.

    >>> from dtlearn import grow, load
    >>> permutation(grow(load("play_tennis")).tree, load("play_tennis"), repeats=2).round(2).tolist()
    [[0.43, 0.0, 0.07, 0.07], [0.43, 0.0, 0.14, 0.07]]
    """
    data = matched(data, model.data.schema if isinstance(model, Forest) else model.schema)
    m, d = data.X.shape
    before, found = _error(model, data.X, data.y), np.empty((repeats, d))
    for r, at in enumerate(numbers(start(seed, SHUFFLES), repeats)[0]):
        for j, place in enumerate(numbers(at[None], d)[0]):
            X = data.X.copy()
            X[:, j] = X[numbers(place[None], m)[0].argsort(kind="stable"), j]
            found[r, j] = _error(model, X, data.y) - before
    return found


def _error(model, X, y) -> float:
    return float(loss(y, model.predict(X)).mean())
