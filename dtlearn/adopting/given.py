"""What was given to a fit, checked: X and y as scikit-learn takes them, in a sentence where it does not."""

import warnings

import numpy as np

from dtlearn.data.dataset import DataError, Dataset, Feature, Schema, codes, is_empty, label


def given_data(estimator, d: int, X, y, name: str) -> Dataset:
    """What was given to fit, in d columns, each number the shortest that is the same in single precision."""
    cells, names = _fitting_cells(X, estimator, d)
    features = tuple(Feature(title, single=True) for title in names or (f"x{j + 1}" for j in range(cells.shape[1])))
    with np.errstate(over="ignore"):
        single = _encoded(features, cells).astype(np.float32)
    if not np.isfinite(single).all():
        raise DataError("X holds a number that is too large for single precision, which scikit-learn computes with.")
    target, classes = str(getattr(y, "name", None) or "y"), ()
    if hasattr(estimator, "classes_"):
        known, y = estimator.classes_.tolist(), _class_codes(y, estimator)
        # Where classes are numbers from 0 on, as a forest's tree has them, y may name them.
        if y[0].tolist() != known and known != list(range(len(y[0]))):
            raise DataError(
                f"y does not hold the classes that the model was fitted on, {', '.join(map(label, known))}."
            )
        classes, y = tuple(map(label, y[0].tolist())), y[1]
    else:
        y = _real_target(y, estimator)
    _paired_rows(cells, y)
    shortest = np.array([column.astype(str).astype(np.float64) for column in single.T]).T
    return Dataset(name, Schema(features, classes, target), shortest, y)


def _cells_of(X) -> tuple[np.ndarray, list[str] | None]:
    """(m, d) cells, as numbers if all are, else as objects; and the names of the columns, if X has any."""
    if hasattr(X, "tocsr"):
        raise DataError("X is sparse, which is not supported: give X.toarray().")
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


def _fitting_cells(X, estimator, d: int) -> tuple[np.ndarray, list[str] | None]:
    """The cells of X, in the d columns that an estimator was fitted on; and their names, if either has any."""
    cells, names = _cells_of(X)
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


def _encoded(features, cells) -> np.ndarray:
    """(m, d) cells as numbers."""
    if cells.dtype == object:
        return np.array([codes(f, column) for f, column in zip(features, cells.T, strict=True)], np.float64).T
    return _finite(features, cells)


def _paired_rows(cells, y) -> None:
    if len(cells) != len(y):
        raise ValueError(f"X has {len(cells)} rows but y has {len(y)} values: give one for every row.")


def _finite(features, cells) -> np.ndarray:
    """The cells as float64; DataError names the column that has a hole, and how many."""
    cells = cells.astype(np.float64)
    for j in np.flatnonzero(~np.isfinite(cells).all(axis=0)):
        try:
            codes(features[j], cells[:, j])
        except DataError as error:
            raise DataError(f"X holds NaN or inf. {error}") from None
    return cells


def _class_codes(y, estimator) -> tuple[np.ndarray, np.ndarray]:
    """(classes, code of each y)."""
    y = _target_of(y, estimator)
    if y.dtype.kind == "f" and (y != np.floor(y)).any():
        raise ValueError(
            f"y holds numbers such as {y[y != np.floor(y)][0]:.12g}, a continuous target: "
            "use DecisionTreeRegressor, or write the classes as text."
        )
    try:
        classes, codes_of_y = np.unique(y, return_inverse=True)
    except TypeError:
        raise ValueError("y mixes text and numbers: write every class as text, or every class as a number.") from None
    return classes, codes_of_y.astype(np.int64)


def _real_target(y, estimator) -> np.ndarray:
    """(m,) float64."""
    y = _target_of(y, estimator)
    try:
        return y.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(
            "y holds something that is no number: use DecisionTreeClassifier or AdaBoostClassifier for classes, and no"
            " tree of boosting, whose y are numbers."
        ) from None


def _target_of(y, estimator) -> np.ndarray:
    """(m,) y as an array; ValueError if it is missing, incomplete or no vector."""
    if y is None:
        raise ValueError(f"{type(estimator).__name__} requires y to be passed, but the target y is None.")
    y = np.asarray(y)
    if y.ndim == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: give y.ravel().",
            stacklevel=3,
        )
        y = y.ravel()
    if y.ndim != 1:
        raise ValueError(f"y has shape {y.shape}: y should be a 1d array, one value for every row of X.")
    if y.dtype.kind == "c":
        raise ValueError("Complex data not supported: give real numbers as y.")
    bad = np.flatnonzero(~np.isfinite(y)) if y.dtype.kind == "f" else [i for i, v in enumerate(y) if is_empty(v)]
    if len(bad):
        raise ValueError(f"Row {bad[0] + 1} of y is NaN, infinite or empty: fill it in or drop the row.")
    return y
