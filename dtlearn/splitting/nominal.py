"""Nominal features: one table of counts a level holds every split of all of them (Ch8 Fig. 8.2).

Features with the same number of values are handled together.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from dtlearn.data.dataset import DataError, Dataset, Schema
from dtlearn.splitting.keys.base import Scorer
from dtlearn.trees.split import MULTIWAY, VALUE, Kind

NOMINAL = ("multiway", "one_vs_rest", "ordered", "subset")
MOST_SUBSETS = 10  # values of a feature whose subsets are all tried, when no order of them is known to be enough
MOST_LISTED = 8  # present values whose subsets are all tried although an order of them would be enough: 127 sets
MOST_SORTED = 52  # values whose subsets a mask can name: the bits of a float64
MOST_VALUES = 1000  # values of any nominal feature: a level's table has a column for each

NO_CODE = np.array([np.nan])
_KINDS = {"multiway": Kind.MULTIWAY, "one_vs_rest": Kind.VALUE, "ordered": Kind.ORDERED, "subset": Kind.SUBSET}


@dataclass(frozen=True)
class Family:
    """Features with the same number of values: G of them, v values each.

    features : (G,) columns of the data. kind : how they are split; a feature with two values is always MULTIWAY.
    start : first of their G x v columns in the table of a level.
    """

    features: np.ndarray
    kind: Kind
    n_values: int
    start: int

    @property
    def columns(self) -> slice:
        return slice(self.start, self.start + len(self.features) * self.n_values)


class Splits(NamedTuple):
    """The splits of a family in L nodes: up to C of each feature.

    codes : (C,) value codes, NaN for MULTIWAY; or (L, G, C) masks. exists : (L, G, C) bool.
    branches : (L, G, C, B, S) statistics; None where nobody asks for them any more.
    ordered : (L, G) bool, the masks are only the cuts of the values sorted by mean; None where they never are.
    """

    codes: np.ndarray
    exists: np.ndarray
    branches: np.ndarray | None
    ordered: np.ndarray | None = None

    def at(self, node, g, c):
        """The value codes or masks of some splits."""
        return self.codes[c] if self.codes.ndim == 1 else self.codes[node, g, c]


class Nominal:
    """The nominal features of a data set, and how the settings split them.

    families : what is handled together. asked : (L, V) bool tables of questions asked on the path have V columns.
    numbers : how large the tables of one node are, a set of values counted like a value.
    """

    def __init__(self, data: Dataset, settings, scorer: Scorer):
        self.scorer, self.reuse = scorer, settings.reuse
        sizes = np.array([len(f.values) for f in data.schema.features])
        families, start = [], 0
        for v in sorted(set(sizes[sizes > 0].tolist())):
            features = np.flatnonzero(sizes == v)
            kind = _KINDS[settings.nominal] if v > 2 else Kind.MULTIWAY
            families.append(Family(features, kind, v, start))
            start += len(features) * v
        self.families, self.width = families, start
        sets = sum(len(f.features) << self._listed(f) - 1 for f in families if f.kind is Kind.SUBSET)
        self.numbers = (start + sets) * max(scorer.n_classes, 1)
        if families:
            self.first = np.zeros(len(sizes), np.int64)
            for family in families:
                self.first[family.features] = family.start + np.arange(len(family.features)) * family.n_values
            nominal = sizes > 0
            cells = (data.X if nominal.all() else data.X[:, nominal]).astype(np.int64)
            cells += self.first[nominal]
            if scorer.n_classes:
                # A cell knows its value and its example's class: one count of cells is the table of a level.
                cells *= scorer.n_classes
                cells += scorer.labels[:, None]
            self.cells = cells
        for family in families:
            self._check(family, data.schema)

    def on(self, rows) -> "Nominal":
        """The same features of other examples, these rows of the data."""
        other = object.__new__(Nominal)
        other.__dict__ |= self.__dict__
        if self.families:
            other.cells = self.cells[rows]
        return other

    def _check(self, family: Family, schema: Schema) -> None:
        """Refuse a feature with so many values that its table would take too long, in a sentence with its name."""
        name, n = schema.features[family.features[0]].name, family.n_values
        if n > MOST_VALUES:
            raise DataError(
                f"Column {name!r} has {n} values: a nominal feature may have up to {MOST_VALUES}. Leave it out, or give"
                " numbers."
            )
        most = MOST_SORTED if self._sortable else MOST_SUBSETS
        if family.kind is Kind.SUBSET and n > most:
            why = "" if self._sortable else " when there are more than two classes"
            raise DataError(
                f"Column {name!r} has {n} values: subsets of them are tried up to {most}{why}. "
                "Split nominal features another way."
            )

    @property
    def _sortable(self) -> bool:
        """For two classes and for regression the best subset is a cut of the values sorted by mean (Breiman)."""
        return self.scorer.n_classes in (0, 2)

    def _listed(self, family: Family) -> int:
        """Of how many present values every subset is tried."""
        return min(family.n_values, MOST_LISTED if self._sortable else MOST_SUBSETS)

    def tables(self, scorer: Scorer, rows, group, size):
        """(size, V, S) statistics of every value of every feature in each node."""
        width = self.width * max(self.scorer.n_classes, 1)
        index = self.cells[rows]
        index += (group * width)[:, None]
        if self.scorer.n_classes:
            return np.bincount(index.reshape(-1), minlength=size * width).reshape(size, self.width, -1)
        rows = rows.repeat(index.shape[1])
        return scorer.statistics(rows, index.reshape(-1), size * width).reshape(size, width, -1)

    def splits(self, family: Family, tables, stats, asked) -> Splits:
        """Every split of a family in each node (stats (L, S)), from its tables; ``asked`` (L, V): on the path."""
        part = tables[:, family.columns]
        part = part.reshape(len(part), len(family.features), family.n_values, part.shape[-1])
        asked = asked[:, family.columns].reshape(part.shape[:3]) if asked is not None else None
        ordered = None
        if family.kind is Kind.MULTIWAY and asked is not None:
            return Splits(NO_CODE, ~asked[..., :1], part[:, :, None])
        sizes, total = self.scorer.sizes(part), self.scorer.sizes(stats)[:, None, None]
        match family.kind:
            case Kind.MULTIWAY:
                # With reuse a question that sends every example one way would be asked for ever.
                return Splits(NO_CODE, (sizes < total).all(axis=2, keepdims=True), part[:, :, None])
            case Kind.VALUE:
                exists = (sizes > 0) & (sizes < total) if asked is None else ~asked
                codes, left = np.arange(float(family.n_values)), part
            case Kind.ORDERED:
                # Between two present values the upper one names the threshold; a gap in between adds nothing.
                below = sizes.cumsum(axis=2)[:, :, :-1]
                exists = (sizes[:, :, 1:] > 0) & (below > 0)
                codes, left = np.arange(1.0, family.n_values), part.cumsum(axis=2)[:, :, :-1]
            case _:
                codes, exists, left, ordered = self._subsets(part, sizes, self._listed(family))
        branches = np.empty((*left.shape[:3], 2, left.shape[-1]), left.dtype)
        branches[:, :, :, 0] = left
        np.subtract(stats[:, None, None], left, out=branches[:, :, :, 1])
        return Splits(codes, exists, branches, ordered)

    def _subsets(self, part, sizes, listed):
        """(masks, which exist, statistics of the values in the mask, ordered): the mask holds the first present value.

        listed : up to so many present values every set is tried, beyond it the cuts of the values sorted by mean.
        """
        present, bit = sizes > 0, 1 << np.arange(part.shape[2])
        count = present.sum(axis=-1)
        # A set holds the first present value and any of the next; absent values come last.
        sets = 2 * np.arange((1 << listed - 1) - 1)[:, None] + 1 >> np.arange(listed) & 1
        order = np.argsort(~present, axis=-1, kind="stable")[..., :listed]
        masks = np.take_along_axis(bit * present, order, -1) @ sets.T
        left = sets @ np.take_along_axis(part, order[..., None], 2)
        exists = np.arange(len(sets)) < (1 << count - 1)[..., None] - 1
        ordered = count > listed
        if ordered.any():
            cuts = self._cuts(part[ordered], sizes[ordered])
            member = (cuts[..., None] & bit) > 0
            cut = slice(cuts.shape[-1])
            masks[ordered, cut], left[ordered, cut] = cuts, np.einsum("pcv,pvs->pcs", member, part[ordered])
            exists[ordered], exists[ordered, cut] = False, cuts > 0
        return masks.astype(np.float64), exists, left, ordered

    @staticmethod
    def _cuts(part, sizes):
        """(P, v - 1) masks of the cuts of v values sorted by mean, ascending,
        after 0 for each that is no cut (Breiman)."""
        bit, present = 1 << np.arange(part.shape[1]), sizes > 0
        here = (present * bit).sum(axis=-1)[:, None]
        mean = np.where(present, part[..., 1] / np.maximum(sizes, 1), np.inf)
        order = np.argsort(mean, axis=-1, kind="stable")
        masks = np.cumsum((bit * present)[np.arange(len(order))[:, None], order], axis=-1)[:, :-1]
        masks = np.where(masks & here & -here, masks, here & ~masks)
        return np.sort(np.where(masks == here, 0, masks), axis=-1)

    def unasked(self) -> np.ndarray | None:
        """(1, V) bool: no question has been asked; None if all may be asked again."""
        return None if self.reuse or not self.families else np.zeros((1, self.width), bool)

    def asked(self, feature, kind, at) -> np.ndarray:
        """(L, V) bool: the question that each of L nodes asks."""
        asked = np.zeros((len(feature), self.width), bool)
        nodes = ((kind == MULTIWAY) | (kind == VALUE)).nonzero()[0]
        value = np.where(kind[nodes] == VALUE, at[nodes], 0).astype(np.int64)
        asked[nodes, self.first[feature[nodes]] + value] = True
        return asked
