"""Scikit-learn's habits, without scikit-learn: parameters by name, checked X and y, its own errors where it is loaded."""

import sys
import warnings
from dataclasses import dataclass, fields, replace
from numbers import Integral, Real

import numpy as np

from dtlearn.data.dataset import MISSING, DataError, Dataset, Feature, Schema, codes, from_arrays, is_empty, label
from dtlearn.growing.grow import GrowSettings

# scikit-learn's names of criteria, and ours.
CRITERION = {"entropy": "info_gain", "log_loss": "info_gain", "gini": "gini_gain", "squared_error": "mse"}


class NotFittedError(ValueError, AttributeError):
    """A tree was asked before it was grown."""


@dataclass(eq=False, repr=False)
class Estimator:
    """Parameters by name, and what fit leaves: schema_, n_features_in_, and feature_names_in_ if X had names."""

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

    def __sklearn_tags__(self):
        # Only scikit-learn calls this, so it is there: the engine itself never imports it.
        tags = sys.modules["sklearn.utils"]
        kind = self._estimator_type
        return tags.Tags(
            kind, tags.TargetTags(required=True), input_tags=tags.InputTags(string=True),
            **{f"{kind}_tags": {"classifier": tags.ClassifierTags, "regressor": tags.RegressorTags}[kind]()},
        )  # fmt: skip

    def _dataset(self, X, y, classes: tuple[str, ...]) -> Dataset:
        """The examples; y holds codes of the classes, or numbers if there are none."""
        cells, names = cells_of(X)
        paired_rows(cells, y)
        features, cells = _features(X, cells, names)
        self.n_features_in_ = len(features)
        vars(self).pop("feature_names_in_", None)
        if names is not None:
            self.feature_names_in_ = np.array(names, dtype=object)
        self.schema_ = Schema(features, classes, "y")
        return Dataset("data", self.schema_, cells, y)

    def _settings(self) -> GrowSettings:
        """How a tree grows; ``max_features`` waits for the number of features."""
        params = self.get_params()
        for name, value in params.items():
            counted = name.startswith(("max_", "min_samples_")) and name not in ("max_features", "max_samples")
            if counted and not isinstance(value, (Integral, type(None))):
                raise ValueError(f"{name} is {value!r}: give a whole number.")
        own = {f.name: params[f.name] for f in fields(GrowSettings) if f.name in params}
        others = {"criterion": CRITERION.get(self.criterion, self.criterion), "seed": seed_of(self.random_state)}
        return GrowSettings(**own | others | {"max_features": None})

    def _with_features(self, settings: GrowSettings) -> GrowSettings:
        return replace(settings, max_features=count_of("max_features", self.max_features, self.n_features_in_))

    def _fitted(self):
        """What fit has grown. Raises NotFittedError before that."""
        found = getattr(self, f"{self._grows}_", None)
        if found is None:
            kind = as_sklearn("NotFittedError", NotFittedError)
            raise kind(f"This {type(self).__name__} has no {self._grows} yet: call fit before you use it.")
        return found

    def _encode(self, X) -> np.ndarray:
        """(m, d) codes of rows to be sent down the tree; a nominal value that it does not know becomes -1."""
        self._fitted()
        features = self.schema_.features
        cells, _ = fitting_cells(X, self, len(features))
        return encoded(features, cells)


class Classifier:
    """What every classifier does: it is fitted on class codes, and scored by the share of right answers."""

    _estimator_type = "classifier"

    def fit(self, X, y):
        classes, codes_of_y = class_codes(y, self)
        self._fit(X, codes_of_y, tuple(label(c) for c in classes.tolist()))
        self.classes_ = classes
        return self

    def score(self, X, y) -> float:
        """The share of the rows whose class is predicted right."""
        found, y = _paired(self.predict(X), _target_of(y, self))
        return float(np.mean(found == y))


class Regressor:
    """What every regressor does: it is fitted on numbers, and scored by R^2."""

    _estimator_type = "regressor"

    def fit(self, X, y):
        return self._fit(X, real_target(y, self), ())

    def score(self, X, y) -> float:
        """R^2 = 1 - sum (y - prediction)^2 / sum (y - mean)^2; for a constant y 1 if all is right, else 0."""
        return r2(self.predict(X), _target_of(y, self))


def cells_of(X) -> tuple[np.ndarray, list[str] | None]:
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


def fitting_cells(X, estimator, d: int) -> tuple[np.ndarray, list[str] | None]:
    """``cells_of`` X, which must have the d columns that an estimator was fitted on; and their names, if either has any."""
    cells, names = cells_of(X)
    if cells.shape[1] != d:
        raise ValueError(
            f"X has {cells.shape[1]} features, but {type(estimator).__name__} is expecting {d} features as input."
        )
    fitted = getattr(estimator, "feature_names_in_", None)
    if fitted is None:
        return cells, names
    for j, name in enumerate(names or ()):
        if name != fitted[j]:
            raise ValueError(
                f"Column {j + 1} of X is {name!r}, in fit it was {fitted[j]!r}: "
                "give the columns that fit was given, in that order."
            )
    return cells, fitted.tolist()


def encoded(features, cells) -> np.ndarray:
    """(m, d) codes of cells; a nominal value that its feature does not have becomes -1."""
    if cells.dtype != object and all(f.numeric for f in features):
        return _finite(features, cells)
    return np.array([codes(f, c, unknown=-1) for f, c in zip(features, cells.T, strict=True)], np.float64).T


def paired_rows(cells, y) -> None:
    if len(cells) != len(y):
        raise ValueError(f"X has {len(cells)} rows but y has {len(y)} values: give one for every row.")


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


def _target_of(y, estimator) -> np.ndarray:
    """(m,) y as an array; ValueError if it is missing, incomplete or no vector."""
    if y is None:
        raise ValueError(f"{type(estimator).__name__} requires y to be passed, but the target y is None.")
    y = np.asarray(y)
    if y.ndim == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: give y.ravel().",
            as_sklearn("DataConversionWarning", UserWarning), stacklevel=3,
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


def as_sklearn(name: str, ours: type) -> type:
    """Our exception or warning; where scikit-learn is loaded also its own of that name, so that its tools know it."""
    theirs = getattr(sys.modules.get("sklearn.exceptions"), name, None)
    return ours if theirs is None else type(name, (theirs, ours), {})


def class_codes(y, estimator) -> tuple[np.ndarray, np.ndarray]:
    """(classes, code of each y)."""
    y = _target_of(y, estimator)
    if y.dtype.kind == "f" and (y != np.floor(y)).any():
        raise ValueError(
            f"y holds numbers such as {y[y != np.floor(y)][0]:.12g}, a continuous target: "
            f"use {type(estimator).__name__.replace('Classifier', 'Regressor')}, or write the classes as text."
        )
    try:
        classes, codes_of_y = np.unique(y, return_inverse=True)
    except TypeError:
        raise ValueError("y mixes text and numbers: write every class as text, or every class as a number.") from None
    return classes, codes_of_y.astype(np.int64)


def real_target(y, estimator) -> np.ndarray:
    """(m,) float64."""
    y = _target_of(y, estimator)
    try:
        return y.astype(np.float64)
    except (TypeError, ValueError):
        other = type(estimator).__name__.replace("Regressor", "Classifier")
        raise ValueError(f"y holds something that is no number: use {other} for classes.") from None


def r2(found, y) -> float:
    """R^2, see ``Regressor.score``."""
    found, y = _paired(found, y.astype(np.float64))
    wrong, spread = ((y - found) ** 2).sum(), ((y - y.mean()) ** 2).sum()
    return float(1 - wrong / spread) if spread else float(not wrong)


def seed_of(random_state) -> int:
    """The seed that scikit-learn's random_state stands for; None is 0, so that everything can be repeated."""
    if random_state is None or isinstance(random_state, Integral):
        return int(random_state or 0)
    draw = getattr(random_state, "integers", None) or getattr(random_state, "randint", None)
    if draw is None:
        raise ValueError(f"random_state is {random_state!r}: give a whole number or None.")
    return int(draw(2**31 - 1))


def count_of(name: str, value, whole: int) -> int | None:
    """How many of ``whole`` a parameter asks for: "sqrt", "log2", a number of them, a share, or None for all."""
    if value is None:
        return None
    if isinstance(value, str) and value in ("sqrt", "log2"):
        return max(1, int(np.sqrt(whole) if value == "sqrt" else np.log2(whole)))
    if isinstance(value, Integral) and not isinstance(value, bool) and value >= 1:
        return int(value)
    if isinstance(value, float) and 0 < value <= 1:
        return max(1, int(value * whole))
    raise ValueError(f"{name} is {value!r}: give a whole number from 1 on, a share from 0 to 1, or None.")
