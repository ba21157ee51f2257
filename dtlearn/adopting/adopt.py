"""adopt(): a tree or a boosting that scikit-learn has fitted, with every candidate beside the split that was taken.

It is read from ``estimator.tree_``, or ``estimators_``; scikit-learn itself is never imported.
"""

from dataclasses import replace
from math import ceil
from numbers import Integral

import numpy as np

from dtlearn.adopting.boosting import reader_of, refusal
from dtlearn.adopting.given import given_data
from dtlearn.adopting.reading import CRITERION, class_weights, planted, refuse_unknown, same_means
from dtlearn.boosting.boosting import Boosting
from dtlearn.data.dataset import DataError, Dataset
from dtlearn.growing.by_hand import advice, arrived
from dtlearn.growing.grow import GrowSettings, Trace, check
from dtlearn.splitting.candidates import Candidates, Record
from dtlearn.splitting.search import Search
from dtlearn.trees.split import NONE, single_bound
from dtlearn.trees.tree import Stop, Tree


def adopt(estimator, X, y, name: str = "data") -> Trace | Boosting:
    """A fitted scikit-learn tree as a growth: its nodes and answers, and at each node every candidate beside its split.
    A fitted boosting as the rounds of ours, its trees and votes: every question that each root could have asked.

    estimator : DecisionTreeClassifier or DecisionTreeRegressor, or one of a forest's, ``forest.estimators_[0]``; the
        rows of its bootstrap are drawn again, each as often as it was, and numbered anew. AdaBoostClassifier of trees,
        or GradientBoostingRegressor of the squared error: given whole; one of its trees is ``.rounds[3].tree``.
    X, y : (m, d), an array or a DataFrame, and (m,), as they were given to fit, a forest's tree: to the forest's.
    name : of the data, a title.

    Its numbers are read as scikit-learn reads them: rounded to single precision, then asked x ≤ t. A split gets the
    threshold that was taken, also where no midpoint lies; its number is ``candidates[node].chosen``, of boosting
    ``chosen(round)``.
    Raises DataError or another ValueError, one sentence, for what cannot be read exactly: pipelines, searches and what
    else holds a tree, other boosting, a learning_rate above 1, one tree of boosting alone, weights, a bootstrap that is
    lost, sparse X, other rows than those of fit, missing values, several targets, monotonic constraints, other criteria
    than "gini", "entropy", "log_loss", "squared_error".

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = [[1], [2], [3]], ["no", "yes", "yes"]
    >>> adopt(DecisionTreeClassifier().fit(X, y), X, y)
    x1 ≤ 1.5  (1 no, 2 yes)
    ├─ ≤ 1.5: no  (1 no, 0 yes)
    └─ > 1.5: yes  (0 no, 2 yes)
    """
    if read := reader_of(estimator):
        return read(estimator, X, y, name)
    theirs = getattr(estimator, "tree_", None)
    if not hasattr(theirs, "children_left"):
        raise DataError(f"This {type(estimator).__name__} {_where_its_tree_is(estimator)}.")
    refuse_unknown(estimator)
    data, rows = given_data(estimator, theirs.n_features, X, y, name), _rows(estimator, theirs, len(y))
    settings = _settings(estimator, len(y), repeats=(rows[1:] == rows[:-1]).any())
    data = Dataset(data.name, data.schema, data.X[rows], data.y[rows])
    check(data, settings)
    return _traced(data, settings, _planted(theirs, data))


# What holds a tree, by the attribute that it has: how that is written, and what comes to the tree.
_HOLDERS = {
    "best_estimator_": (".best_estimator_", lambda one: one.best_estimator_),
    "steps": ("[-1]", lambda one: one.steps[-1][1]),
    "estimators_": (".estimators_[0]", lambda one: one.estimators_[0]),
    "estimator_": (".estimator_", lambda one: one.estimator_),
    "regressor_": (".regressor_", lambda one: one.regressor_),
    "calibrated_classifiers_": (
        ".calibrated_classifiers_[0].estimator",
        lambda one: one.calibrated_classifiers_[0].estimator,
    ),
}


def _where_its_tree_is(estimator) -> str:
    """What to hand over instead of something that is no tree, as the end of a sentence."""
    way, prepared, one = "estimator", "", estimator
    while not (hasattr(one, "tree_") or reader_of(one)):
        if hasattr(one, "fit_predict"):
            return "looks for outliers by cuts at random and never sees y: fit a tree or a forest on X and y"
        if why := refusal(one):
            return why
        if hasattr(one, "estimators_features_"):
            return "is bagging, whose draws come to its trees as weights: fit a forest with max_features=None"
        holder = next((h for h in _HOLDERS if h in getattr(one, "__dict__", ())), None)
        if holder is None:
            return "is no fitted tree: call fit, and give the DecisionTreeClassifier or DecisionTreeRegressor itself"
        if holder == "steps":
            prepared = f", with X as its steps before make it, {way}[:-1].transform(X)"
        if holder == "estimator_" and hasattr(one, "transform"):
            prepared = f", with X as its choice of features leaves it, {way}.transform(X)"
        if hasattr(one, "label_binarizer_"):
            prepared = ", with y as it was given to that tree: 1 for its class, 0 for all others"
        written, found = _HOLDERS[holder]
        way, one = way + written, found(one)
    what = "a tree" if hasattr(one, "tree_") else "a boosting"
    return f"holds {what} but is none: give {way}{prepared}"


def _rows(estimator, theirs, m: int) -> np.ndarray:
    """The rows that the tree was grown on, sorted; one that a forest drew twice stands twice."""
    weight, size = theirs.weighted_n_node_samples, theirs.weighted_n_node_samples[0]
    if (theirs.n_node_samples == weight).all():
        return np.arange(m)
    if isinstance(estimator.random_state, Integral) and size <= m and size == int(size):
        rows = np.sort(np.random.RandomState(estimator.random_state).randint(0, m, int(size)))
        if len(np.unique(rows)) == theirs.n_node_samples[0]:
            return rows
    raise DataError(
        "The examples had weights (sample_weight, class_weight, boosting), or a bootstrap drew them that cannot be"
        " drawn again: fit without, or give the whole AdaBoostClassifier."
    )


def _settings(estimator, m: int, repeats: bool) -> GrowSettings:
    """What the tree was grown by, as far as it says what a candidate is worth and where a node stops."""

    def least(value, low: int) -> int:
        return int(value) if isinstance(value, Integral) else max(low, ceil(value * m))

    leaf = max(least(estimator.min_samples_leaf, 1), ceil(estimator.min_weight_fraction_leaf * m))
    if repeats and leaf > 1:
        raise DataError(
            "This forest's tree has a least size of leaves, and counts a row once that its bootstrap drew twice: "
            "fit with min_samples_leaf=1, or with bootstrap=False."
        )
    return GrowSettings(
        CRITERION[estimator.criterion],
        "one_vs_rest",
        reuse=True,
        stop_at_zero_gain=False,
        max_depth=estimator.max_depth,
        min_samples_split=least(estimator.min_samples_split, 2),
        min_samples_leaf=leaf,
    )


def _planted(theirs, data: Dataset) -> Tree:
    """The tree, its nodes numbered as ours are. Raises DataError if the examples are not those that it was grown on."""
    tree, number = planted(theirs, data)
    n = theirs.weighted_n_node_samples[number]
    if data.schema.regression:
        same = same_means(theirs, number, tree, tree.value[0] ** 2 + tree.mse[0])
        tree = replace(tree, value=theirs.value[number, 0, 0])
    else:
        same = (np.rint(class_weights(theirs, number)) == tree.counts).all(axis=1)
    bad = np.flatnonzero((n != tree.n) | ~same)
    if len(bad):
        node = tree[bad[0]]
        here = f"{node.n} come" if n[node.i] != node.n else "they have other targets"
        mend = (
            "give X and y as they came to its fit, fit without weights (class_weight, sample_weight), and of boosting"
            " give the whole model"
        )
        if not node.i and n[0] < node.n:
            mend = "leave out the rows that had a weight of zero, or give those of fit"
        raise DataError(
            f"X and y are not the rows that the tree was fitted on, or these had weights: of {n[node.i]:.12g} examples"
            f" at {', '.join(node.conditions) or 'its root'}, here {here}; {mend}."
        )
    return tree


def _traced(data: Dataset, settings: GrowSettings, tree: Tree) -> Trace:
    """A tree that was given, with its candidates, and why its leaves are leaves as far as that can be said."""
    search, stops, stats, segment = Search(data, settings), list(tree.stops), [], np.zeros(len(tree), np.int64)
    for node in tree:
        group = np.zeros(node.n, np.int64)
        stats.append(search.scorer.statistics(node.rows, group, 1)[0])
        pure = search.scorer.pure(stats[-1][None], np.array([node.n]), node.rows, group)[0]
        if node.stop and (stop := arrived(settings, node.n, pure, int(tree.depth[node.i]))):
            stops[node.i], segment[node.i] = stop, NONE
    levels = [None] * (int(tree.depth.max()) + 1)
    record = _Beside(search, tree, np.array(stats), segment, levels)
    for i in np.flatnonzero((tree.kind == NONE) & (segment == 0)):
        if isinstance(stop := advice(settings, record[i]), Stop):
            stops[i] = stop
    tree = replace(tree, stops=tuple(stops))
    return Trace(data, settings, tree, _Beside(search, tree, np.array(stats), segment, levels))


class _Beside(Record):
    """The candidates of a tree that was given: the one that parts the examples as its split does has its threshold."""

    def __reduce__(self):
        return _Beside, super().__reduce__()[1]

    def build(self, node: int, replay: bool = False) -> Candidates:
        found, split, taken = super().build(node, replay), self.tree[node].split, None
        at = single_bound(found.at)
        if split:
            first = found.branch_counts.sum(axis=1)[found.branch_offset[:-1]]
            same = (found.feature == split.feature) & (first == self.tree.n[self.tree.first_child[node]])
            taken = int(same.argmax())
            at[taken] = split.at
        return replace(found, at=at, taken=taken)
