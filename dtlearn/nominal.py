"""Nominal features: one table of counts a level holds every split of all of them (Ch8 Fig. 8.2).

Features with the same number of values are handled together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtlearn.data import DataError, Dataset
from dtlearn.scores import Scorer
from dtlearn.split import MULTIWAY, VALUE, Kind

NOMINAL = ("multiway", "one_vs_rest", "ordered", "subset")
MOST_SUBSETS = 10  # values of a feature whose subsets are all tried, when no order of them is known to be enough
MOST_VALUES = 52  # values whose subsets a mask can name: the bits of a float64

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


@dataclass(frozen=True)
class Splits:
    """The splits of a family in L nodes: up to C of each feature.

    at : (L, G, C) value code or mask, NaN for MULTIWAY. exists : (L, G, C) bool.
    branches : (L, G, C, B, S) statistics.
    """

    at: np.ndarray
    exists: np.ndarray
    branches: np.ndarray


class Nominal:
    """The nominal features of a data set, and how the settings split them.

    families : what is handled together. asked : (L, V) bool tables of questions asked on the path have V columns.
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
        if families:
            order = np.concatenate([f.features for f in families])
            offset = np.concatenate([f.start + np.arange(len(f.features)) * f.n_values for f in families])
            self.codes = data.X[:, order].astype(np.int64) + offset
            self.first = np.zeros(len(sizes), np.int64)
            self.first[order] = offset
        for family in families:
            if family.kind is Kind.SUBSET:
                self._check(family, data)

    def _check(self, family: Family, data: Dataset) -> None:
        most = MOST_VALUES if self._sortable else MOST_SUBSETS
        if family.n_values > most:
            name = data.schema.features[family.features[0]].name
            raise DataError(
                f"Column {name!r} has {family.n_values} values: subsets of them are tried up to {most}"
                f"{'' if self._sortable else ' when there are more than two classes'}. Split nominal features another way."
            )

    @property
    def _sortable(self) -> bool:
        """For two classes and for regression the best subset is a cut of the values sorted by mean (Breiman)."""
        return self.scorer.n_classes in (0, 2)

    def tables(self, rows, group, size):
        """(size, V, S) statistics of every value of every feature in each node."""
        index = group[:, None] * self.width + self.codes[rows]
        rows = np.repeat(rows, index.shape[1])
        return self.scorer.statistics(rows, index.ravel(), size * self.width).reshape(size, self.width, -1)

    def splits(self, family: Family, tables, asked) -> Splits:
        """Every split of a family in each node, from its tables; ``asked`` (L, V): the questions of the path."""
        part = tables[:, family.columns]
        part = part.reshape(len(part), len(family.features), family.n_values, part.shape[-1])
        asked = asked[:, family.columns].reshape(part.shape[:3]) if asked is not None else None
        present = self.scorer.sizes(part) > 0 if asked is None or family.kind is not Kind.MULTIWAY else None
        match family.kind:
            case Kind.MULTIWAY:
                # With reuse a question that sends every example one way would be asked for ever.
                exists = (present.sum(axis=-1) > 1 if asked is None else ~asked[..., 0])[..., None]
                return Splits(np.broadcast_to(np.nan, exists.shape), exists, part[:, :, None])
            case Kind.VALUE:
                total = part.sum(axis=2, keepdims=True)
                several = present.sum(axis=-1, keepdims=True) > 1
                exists = present & several if asked is None else ~asked
                at = np.broadcast_to(np.arange(family.n_values, dtype=np.float64), exists.shape)
                return Splits(at, exists, np.stack([part, total - part], axis=3))
            case Kind.ORDERED:
                left = np.cumsum(part, axis=2)[:, :, :-1]
                # Between two present values the upper one names the threshold; a gap in between adds nothing.
                exists = present[:, :, 1:] & (np.cumsum(present, axis=2)[:, :, :-1] > 0)
                at = np.broadcast_to(np.arange(1.0, family.n_values), exists.shape)
            case _:
                at, exists, left = self._subsets(part, present)
        total = part.sum(axis=2, keepdims=True)
        return Splits(at, exists, np.stack([left, total - left], axis=3))

    def _subsets(self, part, present):
        """(masks, which exist, statistics of the values in the mask): the mask holds the first present value."""
        v = part.shape[2]
        bit = 1 << np.arange(v)
        here = (present * bit).sum(axis=-1)[..., None]
        lowest = here & -here
        if self._sortable:
            n = self.scorer.sizes(part)
            mean = np.where(present, part[..., 1] / np.maximum(n, 1), np.inf)
            order = np.argsort(mean, axis=-1, kind="stable")
            masks = np.cumsum(bit[order] * np.take_along_axis(present, order, -1), axis=-1)[..., :-1]
            masks = np.where(masks & lowest, masks, here & ~masks)
            masks = np.sort(np.where(masks == here, 0, masks), axis=-1)
        else:
            masks = np.broadcast_to(np.arange(1 << v), (*present.shape[:2], 1 << v))
        exists = (masks & lowest > 0) & (masks & ~here == 0) & (masks != here)
        exists[..., 1:] &= masks[..., 1:] != masks[..., :-1]
        member = (masks[..., None] & bit) > 0
        left = np.einsum("lgcv,lgvs->lgcs", member, part)
        return masks.astype(np.float64), exists, left

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
