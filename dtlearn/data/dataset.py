"""Data sets: what a tree must know of them (Schema), and the examples themselves (Dataset)."""

import csv
import io
import tomllib
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import floor, log10
from numbers import Integral
from pathlib import Path

import numpy as np

from dtlearn.data.numerals import exact

LARGEST = 1e150  # beyond it the square of a number to predict overflows
NEAR = 1e-9  # of a unit of the last decimal: a float this close below the middle of two numbers is rounded up
MISSING = "(missing)"  # a nominal cell left empty is a value of its own
_HERE = Path(__file__).resolve().parents[1]
# In a checkout the data lie beside the package; an installed wheel carries them inside it.
DATASETS = next(p for p in (_HERE / "datasets", _HERE.parent / "datasets") if p.is_dir())


_MOST_SAID = 600  # characters of a sentence


class DataError(ValueError):
    """A data set that cannot be used, in one sentence that says what to do."""

    def __init__(self, message: str):
        said = " ".join(message[:4000].split())  # a name may hold a line's end, and be as long as a file
        super().__init__(said if len(said) <= _MOST_SAID else said[: _MOST_SAID - 1] + "…")


@dataclass(frozen=True)
class Feature:
    """A column that a tree may ask about: nominal with its values in order, or numeric.

    values : tuple of str, the nominal values in their listed order; () means numeric.
    fine : twelve digits do not tell all its numbers, and what lies midway between two, apart.
    single : its numbers are read in single precision and asked x ≤ t, as scikit-learn's trees do.
    """

    name: str
    values: tuple[str, ...] = ()
    fine: bool = False
    single: bool = False

    @property
    def numeric(self) -> bool:
        return not self.values

    def text(self, x: float) -> str:
        """A value as text: the nominal value's name;
        a number or a threshold so that it differs from the column's others."""
        return self.values[int(x)] if self.values else exact(x + 0.0) if self.fine else number(x)


@dataclass(frozen=True)
class Schema:
    """The features and classes, in their listed order; ties of a majority go to the first class.

    classes : () means that the target is a number (regression).
    """

    features: tuple[Feature, ...]
    classes: tuple[str, ...]
    target: str = "class"

    @property
    def regression(self) -> bool:
        return not self.classes


@dataclass(frozen=True)
class Card:
    """What a person should know about a data set: title, story, what bites, source, licence."""

    title: str = ""
    story: str = ""
    note: str = ""
    source: str = ""
    licence: str = ""


class ReadOnly:
    """A value whose arrays cannot be written."""

    def __post_init__(self):
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)


@dataclass(frozen=True, eq=False)
class Dataset:
    """A training set S of m examples with d features and K classes. Read-only.

    X : (m, d) float64; a nominal value is its index in ``schema.features[j].values``.
    y : (m,) int64, index of the class in ``schema.classes``; float64 for regression.
    """

    name: str
    schema: Schema
    X: np.ndarray
    y: np.ndarray
    card: Card = field(default_factory=Card)

    def __post_init__(self):
        for name in ("X", "y"):
            array = getattr(self, name).copy()  # the caller keeps arrays that can be written
            array.setflags(write=False)
            object.__setattr__(self, name, array)

    def __len__(self) -> int:
        return len(self.y)

    def __repr__(self) -> str:
        d, k = len(self.schema.features), len(self.schema.classes)
        what = "a numeric target" if self.schema.regression else f"{k} classes"
        return f"Dataset({self.name!r}: {len(self)} examples, {d} features, {what})"

    @property
    def title(self) -> str:
        return self.card.title or self.name

    def value(self, row: int, feature: int) -> str:
        """The cell as text: the nominal value's name, or the shortest form of the number."""
        return self.schema.features[feature].text(float(self.X[row, feature]))


def matched(data: Dataset, schema: Schema) -> Dataset:
    """The data with features, values and classes numbered as in a schema, found by their names;
    itself where they are so.

    Features that the schema does not have are left out. Raises DataError for a feature, a value or a class that one of
    the two does not know.
    """
    if _named(data.schema) == _named(schema):
        return data
    if data.schema.regression != schema.regression:
        raise DataError("The target is a number in one data set and a class in the other: read both in the same way.")
    names, wanted = ([f.name for f in s.features] for s in (data.schema, schema))
    lost = next((name for name in wanted if names.count(name) != 1 or wanted.count(name) != 1), None)
    if lost is not None:
        how = "stands twice" if lost in names else f"is not in {data.name!r}, which has {', '.join(names)}"
        raise DataError(f"The feature {lost!r} of the tree {how}: give both data sets the same names.")
    X = np.empty((len(data), len(wanted)))
    for j, feature in enumerate(schema.features):
        column, theirs = data.X[:, names.index(feature.name)], data.schema.features[names.index(feature.name)]
        X[:, j] = codes(feature, column if theirs.numeric else [theirs.values[int(v)] for v in column])
        if feature.single and not theirs.single:  # the shortest number that is the same in single precision
            X[:, j] = X[:, j].astype(np.float32).astype(str)
    y = data.y if schema.regression else _classes([data.schema.classes[k] for k in data.y], schema.classes)[0]
    return Dataset(data.name, schema, X, y, data.card)


def _named(schema: Schema) -> tuple:
    return [(f.name, f.values, f.single) for f in schema.features], schema.classes


def is_number(x, kind: type = Integral) -> bool:
    """Whether a setting is a number, Integral or Real; True and False are none."""
    return isinstance(x, kind) and not isinstance(x, bool)


def number(x: float) -> str:
    """A number in its shortest form that keeps 12 digits, and all of a whole number's: 2.45, 77.5, 3, 1700000000123."""
    return exact(float(x)) if 1e12 <= abs(x) < 1e16 else format(x + 0.0, ".12g")


def fixed(x: float | Fraction, places: int = 3) -> str:
    """A number with fixed decimals, rounded half up; "–" where it is undefined; zero has no sign.

    >>> fixed(-1e-17), fixed(0.15183550136234159), fixed(5 / 16), fixed(Fraction(5, 16)), fixed(Fraction(5, 6), 17)
    ('0.000', '0.152', '0.313', '0.313', '0.83333333333333333')
    """
    if x != x:
        return "–"
    if isinstance(x, Fraction):
        n, d = x.numerator, x.denominator  # x + 1/2 of the last place, rounded down: fractions are slow to add
        return format(Decimal((2 * n * 10**places + d) // (2 * d)).scaleb(-places), f".{places}f")
    return format(round(float(x) + NEAR * 10.0**-places, places) + 0.0, f".{places}f")


def places(x: float) -> int:
    """Decimals that keep three significant digits of a number, three at least; from 1000 on none.

    >>> places(2.5), places(0.00048), places(0.0), places(1234567.891)
    (3, 6, 3, 0)
    """
    power = floor(log10(abs(x))) if x else 0
    return max(3, 2 - power) if power < 3 else 0


def significant(x: float) -> str:
    """A number of a target's unit, a mean or an error, in its shortest form: three decimals,
    or three significant digits.

    >>> significant(5 / 3), significant(6.0), significant(0.000345678)
    ('1.667', '6', '0.000346')
    """
    return number(float(fixed(x, places(x))))


def told_apart(features: tuple[Feature, ...], X: np.ndarray) -> tuple[Feature, ...]:
    """The features with what it takes to write their numbers, X (m, d), so that different ones read differently."""
    return tuple(replace(f, fine=f.numeric and _crowded(x)) for f, x in zip(features, X.T, strict=True))


def _crowded(x: np.ndarray) -> bool:
    """Whether half the gap between two neighbouring numbers is less than twelve digits show."""
    x = np.unique(x)
    return bool((np.diff(x) <= 2e-11 * np.maximum(np.abs(x[1:]), np.abs(x[:-1]))).any())


def from_arrays(X, y, features=None, classes=None, name="data", target="class", card=None, regression=False) -> Dataset:
    """A Dataset from arrays: numeric columns stay numbers, text columns become nominal.

    X : (m, d) array-like; y : (m,) array-like of class labels, or of numbers for regression.
    features : names, or Feature values where the order of nominal values matters.
    classes : the class labels in order; by default sorted.
    Raises DataError if the shapes disagree, a number is missing, or there is nothing to learn from.

    >>> from_arrays([[1.5], [2.5]], ["no", "yes"], ["height"])
    Dataset('data': 2 examples, 1 features, 2 classes)
    """
    X = np.asarray(X, dtype=object)
    if X.ndim != 2 or 0 in X.shape:
        raise DataError("There are no examples or no features, or rows of different lengths: give a full table.")
    columns = [list(column) for column in X.T]
    empty = [i for i, v in enumerate(y) if is_empty(v)]
    if empty:
        raise DataError(f"Row {empty[0] + 1} has no label in {target!r}: fill it in or drop the row.")
    if len(y) != len(X):
        raise DataError(f"{len(X)} rows but {len(y)} labels: give one label for every row.")
    names = list(features) if features is not None else [f"x{j + 1}" for j in range(len(columns))]
    if len(names) != len(columns):
        raise DataError(f"{len(columns)} columns but {len(names)} feature names: give one name for each.")
    schema_features, cells = [], []
    for given, column in zip(names, columns, strict=True):
        feature = given if isinstance(given, Feature) else _guess(str(given), column)
        schema_features.append(feature)
        cells.append(codes(feature, column))
    targets, classes = _targets(y, target) if regression else _classes(y, classes)
    for what, listed in (("classes", classes), *((f"values of {f.name!r}", f.values) for f in schema_features)):
        twice = _twice(listed)
        if twice is not None:
            raise DataError(f"The {what} name {twice!r} twice: list each once.")
    X = np.array(cells, dtype=np.float64).T.copy()
    schema = Schema(told_apart(tuple(schema_features), X), classes, target)
    return Dataset(name, schema, X, targets, card or Card())


def _targets(y, target: str) -> tuple[np.ndarray, tuple]:
    bad = next((v for v in y if not _is_finite(v)), None)
    if bad is not None:
        raise DataError(f"The target {target!r} must be a number for regression but holds {str(bad)!r}.")
    return np.array([float(v) for v in y]), ()


def _classes(y, classes) -> tuple[np.ndarray, tuple[str, ...]]:
    labels = [label(v) for v in y]
    classes = tuple(label(c) for c in classes) if classes else tuple(sorted(set(labels), key=natural))
    unknown = sorted(set(labels) - set(classes))
    if unknown:
        raise DataError(f"The label {unknown[0]!r} is not one of the classes {', '.join(classes)}.")
    code_of = {c: k for k, c in enumerate(classes)}
    return np.array([code_of[v] for v in labels], dtype=np.int64), classes


def from_frame(frame, target: str, name="data", card=None, regression=False) -> Dataset:
    """A Dataset from a pandas DataFrame; ``target`` names the class column. Needs no pandas itself."""
    if target not in frame.columns:
        raise DataError(f"There is no column {target!r}: choose one of {', '.join(map(str, frame.columns))}.")
    names = [c for c in frame.columns if c != target]
    X = frame[names].to_numpy(dtype=object)
    features = [_guess(str(c), column) for c, column in zip(names, X.T, strict=True)]
    for j, c in enumerate(names):
        listed = getattr(frame[c], "cat", None)  # pandas' categories have an order
        if listed is not None:
            gap = tuple(v for v in features[j].values if v == MISSING)
            features[j] = Feature(str(c), tuple(map(label, listed.categories)) + gap)
    return from_arrays(
        X, list(frame[target]), features, name=name, target=str(target), card=card, regression=regression
    )


def read_csv(text: str, card: dict | None = None, name="data") -> Dataset:
    """A Dataset from CSV text and its card (the parsed TOML); without a card the last column is the target.

    A card that says ``guarded`` goes with a text in which a ' before a cell kept spreadsheets from calculating it.
    Raises DataError with the line or the column and what to do.
    """
    card = card or {}
    (_, header), *table = _lines(text.removeprefix("\ufeff")) or [(0, [])]
    if not table:
        raise DataError("The table has no examples: give a line of column names and at least one row.")
    if card.get("guarded"):
        header, table = _unguarded(header), [(line, _unguarded(row)) for line, row in table]
    header, rows = [h.strip() for h in header], [row for _, row in table]
    twice = _twice(header)
    if twice is not None:
        raise DataError(f"The column name {twice!r} stands twice: give every column its own name.")
    for line, row in table:
        if len(row) != len(header):
            raise DataError(f"Line {line} has {len(row)} cells, the header has {len(header)}.")
    target = card.get("target", header[-1])
    kinds = card.get("features") or {h: None for h in header if h != target}
    for column in (target, *kinds):
        if column not in header:
            raise DataError(f"There is no column {column!r}: the table has {', '.join(header)}.")
    if target in kinds:
        raise DataError(f"The column {target!r} is the target, so it cannot be a feature: leave it out.")
    for column, kind in kinds.items():
        if kind is not None and kind != "numeric" and not (isinstance(kind, list) and kind):
            raise DataError(f'The kind of {column!r} is not known: write "numeric" or a list of its values.')
    column_of = {h: [row[i].strip() for row in rows] for i, h in enumerate(header)}
    features = [
        _guess(f, column_of[f]) if kind is None else Feature(f, () if kind == "numeric" else tuple(kind))
        for f, kind in kinds.items()
    ]
    about = {k: card.get(k, "") for k in ("title", "story", "note", "source", "licence")}
    return from_arrays(
        np.array([column_of[f.name] for f in features], dtype=object).T,
        column_of[target],
        features,
        card.get("classes"),
        name,
        target,
        Card(**about),
        regression=_numeric_target(card),
    )


def _twice(words) -> str | None:
    """The first word that stands twice, if any."""
    seen = set()
    return next((word for word in words if word in seen or seen.add(word)), None)


def _unguarded(cells: list[str]) -> list[str]:
    return [cell.removeprefix("'") for cell in cells]


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """(line on which it ends, cells) of every row that is not blank; ends of lines of any system."""
    reader, rows = csv.reader(io.StringIO(text, newline=""), strict=True), []
    try:
        for row in reader:
            if row:
                rows.append((reader.line_num, row))
    except csv.Error as error:
        raise DataError(f"Line {reader.line_num} cannot be read: {error}.") from None
    return rows


@cache
def load(name: str) -> Dataset:
    """A data set of the collection, by name; ``names()`` lists them.

    >>> load("play_tennis")
    Dataset('play_tennis': 14 examples, 4 features, 2 classes)
    """
    known = names() + names(regression=True)
    if name not in known:
        raise DataError(f"There is no data set {name!r}: choose one of {', '.join(known)}.")
    return read_csv((DATASETS / f"{name}.csv").read_text(encoding="utf-8"), _card(DATASETS / f"{name}.toml"), name)


@cache
def names(regression: bool = False) -> tuple[str, ...]:
    """The names of the data sets in ``datasets/`` whose target is a class, or (regression) a number."""
    cards = {p.stem: _card(p) for p in DATASETS.glob("*.toml")}
    return tuple(sorted(name for name, card in cards.items() if _numeric_target(card) == regression))


def _card(path: Path) -> dict:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _numeric_target(card: dict) -> bool:
    return card.get("target_kind") == "numeric"


def label(v) -> str:
    """A class label or nominal value as text; 1.0 and True are written as people write them."""
    if isinstance(v, (float, np.floating)) and float(v).is_integer():
        return str(int(v))
    return str(v)


def natural(text: str) -> tuple:
    """Sort key: numbers by size, before words by letter."""
    return (0, float(text), text) if _is_finite(text) else (1, 0.0, text)


def _is_finite(v) -> bool:
    try:
        return bool(np.isfinite(float(v)))
    except (TypeError, ValueError):
        return False


def is_empty(v) -> bool:
    """A missing cell: None, an empty text, NaN, pandas' NA."""
    try:
        return v is None or bool(v == "") or bool(v != v)  # NaN is the value that differs from itself
    except TypeError:
        return True  # pandas' NA cannot be compared, not even with itself


def _guess(name: str, column) -> Feature:
    """A Feature for a column: numeric if every cell is a number other than a bare 0/1, else nominal."""
    cells = [v for v in column if not is_empty(v)]
    two_valued = {label(v) for v in cells} <= {"0", "1", "True", "False"}
    if cells and not two_valued and all(_is_finite(v) for v in cells):
        return Feature(name)
    gap = {MISSING} if len(cells) < len(column) else set()
    values = sorted({label(v) for v in cells} - gap, key=natural)
    return Feature(name, (*values, *gap))


def codes(feature: Feature, column, unknown: int | None = None) -> list[float]:
    """The cells of a column as numbers: nominal values become their index.

    unknown : code of a value that the feature does not have; None refuses it. Raises DataError.
    """
    column = list(column)
    if feature.numeric:
        missing = sum(map(is_empty, column))
        if missing:
            cells = "cell is" if missing == 1 else "cells are"
            raise DataError(
                f"Column {feature.name!r} is numeric and {missing} {cells} empty: fill them in or drop those rows."
            )
        bad = next((v for v in column if not _is_finite(v)), None)
        if bad is not None:
            raise DataError(f"Column {feature.name!r} is numeric but holds {str(bad)!r}: write a number.")
        return [float(v) for v in column]
    code_of = {v: i for i, v in enumerate(feature.values)}
    labels = [MISSING if is_empty(v) else label(v) for v in column]
    strange = next((v for v in labels if v not in code_of), None)
    if strange is not None and unknown is None:
        raise DataError(
            f"Column {feature.name!r} holds {strange!r}, which is not one of its values {', '.join(feature.values)}."
        )
    return [code_of.get(v, unknown) for v in labels]
