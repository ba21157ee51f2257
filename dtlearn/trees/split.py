"""A split: one question about one feature, which way each answer goes, and how it is written."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from dtlearn.data.dataset import Schema, number


class Kind(IntEnum):
    """How a split branches (Ch8 Fig. 8.2). NONE marks a leaf in the arrays of a tree."""

    NONE = -1
    MULTIWAY = 0  # one branch per value, in the feature's order
    VALUE = 1  # branch 0: equal to the value; branch 1: the rest
    THRESHOLD = 2  # branch 0: x < t; branch 1: x >= t
    ORDERED = 3  # nominal values in their listed order; branch 0: before the value; branch 1: from it on
    SUBSET = 4  # branch 0: one of a set of values; branch 1: the rest


NONE, MULTIWAY, VALUE, THRESHOLD, ORDERED, SUBSET = map(int, Kind)  # as arrays hold them


def route(kind, at, x):
    """The branch an example takes, elementwise; -1 for a nominal value the tree does not know.

    kind : Kind codes; at : value code, threshold, or mask of value codes; x : feature values. Broadcast together.
    """
    kind, at, x = np.asarray(kind), np.asarray(at), np.asarray(x)
    if (kind == THRESHOLD).all():
        return (x >= at).astype(np.int64)
    if (kind == MULTIWAY).all():
        return x.astype(np.int64)
    upper = (kind == THRESHOLD) | (kind == ORDERED)
    branch = np.where(upper, x >= at, np.where(kind == VALUE, x != at, x))
    subset = kind == SUBSET
    if subset.any():
        mask, code = np.where(subset, at, 0).astype(np.int64), np.where(subset, np.maximum(x, 0), 0).astype(np.int64)
        branch = np.where(subset, (mask >> code) & 1 == 0, branch)
    return np.where((kind != THRESHOLD) & (x < 0), -1, branch).astype(np.int64)


def single_bound(t):
    """The least numbers that are above t, (c,), once they are rounded to single precision:
    from there on x ≤ t is false.

    >>> single_bound([2.5, 1000.0]).tolist()
    [2.50000011920929, 1000.0000305175782]
    """
    t = np.asarray(t, np.float64)
    low = t.astype(np.float32)
    low = np.where(low > t, np.nextafter(low, np.float32(-np.inf)), low)
    middle = (low.astype(np.float64) + np.nextafter(low, np.float32(np.inf))) / 2
    return np.where(middle.astype(np.float32) == low, np.nextafter(middle, np.inf), middle)


def single_threshold(bound: float) -> float:
    """The shortest t for which x ≤ t asks the same of all numbers in single precision as x < bound.

    >>> [single_threshold(float(single_bound(t))) for t in (2.449999988079071, 0.800000011920929, 7.5)]
    [2.45, 0.8, 7.5]
    """
    low = np.float32(bound)
    low = np.nextafter(low, np.float32(-np.inf)) if float(low) >= bound else low
    low, high = float(low), float(np.nextafter(low, np.float32(np.inf)))
    tried = (float(f"{bound:.{digits}g}") for digits in range(1, 18))
    return next((t for t in tried if low <= t < high or np.float32(t) == low), bound)


@dataclass(frozen=True)
class Split:
    """A question about one feature.

    at : value code (VALUE, ORDERED), threshold t (THRESHOLD), mask of value codes (SUBSET), None (MULTIWAY).
    """

    feature: int
    kind: Kind
    at: float | None = None

    def values(self, schema: Schema) -> tuple[str, ...]:
        """The values that a SUBSET split sends down branch 0."""
        return tuple(v for i, v in enumerate(schema.features[self.feature].values) if int(self.at) >> i & 1)

    def title(self, schema: Schema) -> str:
        """The question as written in a node: "Outlook", "Outlook = Sunny", "petal_length < 2.45"."""
        return schema.features[self.feature].name if self.kind is Kind.MULTIWAY else self.condition(schema, 0)

    def branch(self, schema: Schema, b: int) -> str:
        """The label on branch b: "Sunny", "= Sunny" / "≠ Sunny", "< 2.45" / "≥ 2.45", "∈ {Sunny}" / "∉ {Sunny}"."""
        feature = schema.features[self.feature]
        values = feature.values
        match self.kind:
            case Kind.VALUE:
                return f"{'=≠'[b]} {values[int(self.at)]}"
            case Kind.THRESHOLD if feature.single:
                return f"{'≤>'[b]} {number(single_threshold(self.at))}"
            case Kind.THRESHOLD:
                return f"{'<≥'[b]} {feature.text(self.at)}"
            case Kind.ORDERED:
                return f"{'<≥'[b]} {values[int(self.at)]}"
            case Kind.SUBSET:
                return f"{'∈∉'[b]} {{{', '.join(self.values(schema))}}}"
            case _:
                return values[b]

    def condition(self, schema: Schema, b: int) -> str:
        """Branch b as a condition: "Outlook = Sunny", "Outlook ≠ Rain", "petal_length ≥ 2.45"."""
        name = schema.features[self.feature].name
        label = self.branch(schema, b)
        return f"{name} = {label}" if self.kind is Kind.MULTIWAY else f"{name} {label}"
