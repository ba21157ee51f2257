"""DecisionTreeClassifier and DecisionTreeRegressor: the grower with scikit-learn's habits, without scikit-learn.

Where scikit-learn is installed, its clone, Pipeline, cross_val_score and GridSearchCV take them as their own.

The parameters, beside the names of the notes and of scikit-learn:

================= ============================================== =======================================
here              in the notes                                   in scikit-learn
================= ============================================== =======================================
criterion         score function (Ch8), Gain (UML), InfoGain     criterion: "entropy", "gini" and
                                                                 "squared_error" are understood here too
nominal           the four kinds of split of Ch8 Fig. 8.2        none: every column is a number there
reuse             A \\ {j}: asked once per path (UML, CS181)     always True
stop_at_zero_gain "if Gain = 0" (CS181), "<= 0" (BuildTree)      always False
min_gain          gain threshold (Ch8)                           min_impurity_decrease is n / m times it
max_depth         depth (Ch8)                                    max_depth
min_samples_split m (BuildTree), minParent (Ch8)                 min_samples_split, a whole number
min_samples_leaf  minLeaf (Ch8)                                  min_samples_leaf, a whole number
max_leaf_nodes    number of leaves (Ch8)                         max_leaf_nodes
max_nodes         number of nodes (UML)                          none
max_splits        number of iterations (UML)                     none
================= ============================================== =======================================

With every default the trees are those of Ch8's Algorithms 8.1 and 8.2, and of scikit-learn but for its
random choice between ties. Numbers are features to cut; text, categories and True/False in a DataFrame
or a list are nominal, and a missing one of these is a value of its own.
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass, fields
from numbers import Integral, Real

import numpy as np

from dtlearn.data import MISSING, DataError, Dataset, Feature, Schema, codes, from_arrays, is_empty, label
from dtlearn.grow import GrowSettings, grow

# scikit-learn's names of criteria, and ours.
CRITERION = {"entropy": "info_gain", "log_loss": "info_gain", "gini": "gini_gain", "squared_error": "mse"}


class NotFittedError(ValueError, AttributeError):
    """A tree was asked before it was grown."""


@dataclass(eq=False, repr=False)
class _DecisionTree:
    """Parameters and fitted attributes of both estimators.

    Fitted: tree_ (Tree), trace_ (Trace: every candidate), n_features_in_, feature_names_in_ (if X had names).
    """

    criterion: str = "gini"
    nominal: str = "one_vs_rest"
    reuse: bool = True
    stop_at_zero_gain: bool = False
    min_gain: float = 0.0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None
    max_nodes: int | None = None
    max_splits: int | None = None

    def get_params(self, deep=True) -> dict:
        """The parameters by name; ``deep`` changes nothing, there is no estimator inside."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def set_params(self, **params):
        """Set parameters by name; returns self. Their values are looked at by fit."""
        known = [f.name for f in fields(self)]
        for name, value in params.items():
            if name not in known:
                raise ValueError(f"{type(self).__name__} has no parameter {name!r}: choose one of {', '.join(known)}.")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        changed = [f"{f.name}={value!r}" for f in fields(self) if (value := getattr(self, f.name)) != f.default]
        return f"{type(self).__name__}({', '.join(changed)})"

    def apply(self, X) -> np.ndarray:
        """(m,) number of the node where each row ends: a leaf, or the node that asks for a value it does not know."""
        return self._fitted().apply(self._encode(X))

    def decision_path(self, X) -> np.ndarray:
        """(m, N) bool: the nodes that each row visits."""
        node = self.apply(X)
        visited = np.zeros((len(node), len(self.tree_)), bool)
        while (node >= 0).any():
            here = np.flatnonzero(node >= 0)
            visited[here, node[here]] = True
            node = np.where(node >= 0, self.tree_.parent[node], -1)
        return visited

    def get_depth(self) -> int:
        """The depth of the deepest leaf; 0 for a single leaf."""
        return int(self._fitted().depth.max())

    def get_n_leaves(self) -> int:
        return self._fitted().n_leaves

    def __sklearn_tags__(self):
        # Only scikit-learn calls this, so it is there: the engine itself never imports it.
        tags = sys.modules["sklearn.utils"]
        kind = self._estimator_type
        return tags.Tags(
            kind, tags.TargetTags(required=True), input_tags=tags.InputTags(string=True),
            **{f"{kind}_tags": {"classifier": tags.ClassifierTags, "regressor": tags.RegressorTags}[kind]()},
        )  # fmt: skip

    def _fit(self, X, y, classes: tuple[str, ...]):
        """Grow on X and the codes of y, or on numbers y if there are no classes."""
        settings = self._settings()
        cells, names = _cells(X)
        if cells.shape[0] != len(y):
            raise ValueError(f"X has {cells.shape[0]} rows but y has {len(y)} values: give one for every row.")
        features, cells = _features(X, cells, names)
        data = Dataset("data", Schema(features, classes, "y"), cells, y)
        self.trace_ = grow(data, settings)
        self.tree_ = self.trace_.tree
        self.n_features_in_ = len(features)
        vars(self).pop("feature_names_in_", None)
        if names is not None:
            self.feature_names_in_ = np.array(names, dtype=object)
        return self

    def _settings(self) -> GrowSettings:
        params = self.get_params()
        for name, value in params.items():
            if name.startswith(("max_", "min_samples_")) and not isinstance(value, (Integral, type(None))):
                raise ValueError(f"{name} is {value!r}: give a whole number.")
        return GrowSettings(**params | {"criterion": CRITERION.get(self.criterion, self.criterion)})

    def _fitted(self):
        if not hasattr(self, "tree_"):
            kind = _as_sklearn("NotFittedError", NotFittedError)
            raise kind(f"This {type(self).__name__} has no tree yet: call fit before you use it.")
        return self.tree_

    def _encode(self, X) -> np.ndarray:
        """(m, d) codes of rows to be sent down the tree; a nominal value that it does not know becomes -1."""
        features = self._fitted().schema.features
        cells, names = _cells(X)
        if cells.shape[1] != len(features):
            raise ValueError(
                f"X has {cells.shape[1]} features, but {type(self).__name__} is expecting {len(features)} features "
                "as input."
            )
        fitted = getattr(self, "feature_names_in_", None)
        if names is not None and fitted is not None and names != fitted.tolist():
            j = next(j for j, (ours, theirs) in enumerate(zip(fitted, names, strict=True)) if ours != theirs)
            raise ValueError(
                f"Column {j + 1} of X is {names[j]!r}, in fit it was {fitted[j]!r}: "
                "give the columns that fit was given, in that order."
            )
        if cells.dtype != object and all(f.numeric for f in features):
            return _finite(features, cells)
        return np.array([codes(f, c, unknown=-1) for f, c in zip(features, cells.T, strict=True)], np.float64).T


@dataclass(eq=False, repr=False)
class DecisionTreeClassifier(_DecisionTree):
    """A decision tree that predicts classes.

    >>> DecisionTreeClassifier(criterion="entropy").fit([[1], [2], [3]], ["no", "yes", "yes"]).predict([[2.5]])
    array(['yes'], dtype='<U3')

    classes_ : the classes in order. criterion : a name in CRITERIA, or scikit-learn's "entropy", "gini".
    """

    _estimator_type = "classifier"

    def fit(self, X, y):
        y = _target(y, self)
        if y.dtype.kind == "f" and (y != np.floor(y)).any():
            raise ValueError(
                f"y holds numbers such as {y[y != np.floor(y)][0]:.12g}, a continuous target: "
                "use DecisionTreeRegressor, or write the classes as text."
            )
        try:
            classes, codes_of_y = np.unique(y, return_inverse=True)
        except TypeError:
            raise ValueError(
                "y mixes text and numbers: write every class as text, or every class as a number."
            ) from None
        self._fit(X, codes_of_y.astype(np.int64), tuple(label(c) for c in classes.tolist()))
        self.classes_ = classes
        return self

    def predict(self, X) -> np.ndarray:
        """(m,) the majority class of the leaf that each row reaches."""
        node = self.apply(X)
        return self.classes_[self.tree_.label[node]]

    def predict_proba(self, X) -> np.ndarray:
        """(m, K) shares of the classes among the training examples of the leaf; an empty leaf has its parent's."""
        node, tree = self.apply(X), self.tree_
        while (empty := tree.counts[node].sum(axis=1) == 0).any():
            node = np.where(empty, tree.parent[node], node)
        return tree.counts[node] / tree.counts[node].sum(axis=1, keepdims=True)

    def score(self, X, y) -> float:
        """The share of the rows whose class is predicted right."""
        found, y = _paired(self.predict(X), _target(y, self))
        return float(np.mean(found == y))


@dataclass(eq=False, repr=False)
class DecisionTreeRegressor(_DecisionTree):
    """A decision tree that predicts numbers: the mean of the leaf.

    >>> DecisionTreeRegressor(max_depth=1).fit([[1], [2], [3]], [1.0, 4.0, 5.0]).predict([[2.5]])
    array([4.5])

    criterion : "mse", or scikit-learn's name "squared_error".
    """

    criterion: str = "squared_error"

    _estimator_type = "regressor"

    def fit(self, X, y):
        y = _target(y, self)
        try:
            y = y.astype(np.float64)
        except (TypeError, ValueError):
            raise ValueError("y holds something that is no number: use DecisionTreeClassifier for classes.") from None
        return self._fit(X, y, ())

    def predict(self, X) -> np.ndarray:
        """(m,) the mean of the leaf that each row reaches."""
        node = self.apply(X)
        return self.tree_.value[node]

    def score(self, X, y) -> float:
        """R^2 = 1 - sum (y - prediction)^2 / sum (y - mean)^2; for a constant y 1 if all is right, else 0."""
        found, y = _paired(self.predict(X), _target(y, self).astype(np.float64))
        wrong, spread = ((y - found) ** 2).sum(), ((y - y.mean()) ** 2).sum()
        return float(1 - wrong / spread) if spread else float(not wrong)


def _cells(X) -> tuple[np.ndarray, list[str] | None]:
    """(m, d) cells, as numbers if all are, else as objects; and the names of the columns, if X has any."""
    if hasattr(X, "tocsr"):
        raise TypeError("X is sparse, which is not supported: give X.toarray().")
    try:
        cells = np.asarray(X)
        if cells.dtype.kind not in "biufcO":
            cells = np.asarray(X, dtype=object)  # a list of text and numbers keeps its numbers
    except ValueError:
        raise ValueError("X has rows of different lengths: give a full table.") from None
    if cells.ndim != 2:
        raise ValueError(
            f"X has {cells.ndim} dimension{'s' * (cells.ndim != 1)}, not 2. Reshape your data: "
            "X.reshape(-1, 1) if it is one feature, X.reshape(1, -1) if it is one row."
        )
    if cells.dtype.kind == "c":
        raise ValueError("Complex data not supported: give real numbers.")
    for n, what in zip(cells.shape, ("sample", "feature"), strict=True):
        if not n:
            raise ValueError(f"X has 0 {what}(s) (shape={cells.shape}) while a minimum of 1 is required.")
    names = getattr(X, "columns", None)
    return cells, None if names is None else [str(name) for name in names]


def _features(X, cells, names) -> tuple[tuple[Feature, ...], np.ndarray]:
    """What the tree must know of each column, and the cells as codes and numbers."""
    titles = names or [f"x{j + 1}" for j in range(cells.shape[1])]
    if cells.dtype != object:
        features = tuple(map(Feature, titles))
        return features, _finite(features, cells)
    given = [_number_or_category(X, j, title, cells[:, j]) for j, title in enumerate(titles)]
    data = from_arrays(cells, np.zeros(len(cells), int), given)
    return data.schema.features, data.X


def _number_or_category(X, j: int, title: str, column) -> Feature | str:
    """The Feature of a column of numbers or of pandas' categories; else its name, and the cells decide."""
    if all(isinstance(v, Real) and not isinstance(v, bool) for v in column):
        return Feature(title)
    category = getattr(X.iloc[:, j], "cat", None) if hasattr(X, "iloc") else None
    if category is None:
        return title
    gap = (MISSING,) if (category.codes < 0).any() else ()
    return Feature(title, tuple(map(label, category.categories)) + gap)


def _finite(features, cells) -> np.ndarray:
    """The cells as float64; DataError names the column that has a hole, and how many."""
    cells = cells.astype(np.float64)
    for j in np.flatnonzero(~np.isfinite(cells).all(axis=0)):
        try:
            codes(features[j], cells[:, j])
        except DataError as error:
            raise DataError(f"X holds NaN or inf. {error}") from None
    return cells


def _paired(found, y) -> tuple[np.ndarray, np.ndarray]:
    if len(found) != len(y):
        raise ValueError(f"X has {len(found)} rows and y {len(y)} values: give one value for every row.")
    return found, y


def _target(y, estimator) -> np.ndarray:
    """(m,) y as an array; ValueError if it is missing, incomplete or no vector."""
    if y is None:
        raise ValueError(f"{type(estimator).__name__} requires y to be passed, but the target y is None.")
    y = np.asarray(y)
    if y.ndim == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: give y.ravel().",
            _as_sklearn("DataConversionWarning", UserWarning), stacklevel=3,
        )  # fmt: skip
        y = y.ravel()
    if y.ndim != 1:
        raise ValueError(f"y has shape {y.shape}: y should be a 1d array, one value for every row of X.")
    if y.dtype.kind == "c":
        raise ValueError("Complex data not supported: give real numbers as y.")
    bad = np.flatnonzero(~np.isfinite(y)) if y.dtype.kind == "f" else [i for i, v in enumerate(y) if is_empty(v)]
    if len(bad):
        raise ValueError(f"Row {bad[0] + 1} of y is NaN, infinite or empty: fill it in or drop the row.")
    return y


def _as_sklearn(name: str, ours: type) -> type:
    """Our exception or warning; where scikit-learn is loaded also its own of that name, so that its tools know it."""
    theirs = getattr(sys.modules.get("sklearn.exceptions"), name, None)
    return ours if theirs is None else type(name, (theirs, ours), {})
