"""Bits per instance: the labels of a table sent one by one, before and after a split (CS181 6)."""

from math import fsum

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import fixed
from dtlearn.show.splitting.surprise import surprise


def bits_of(y: np.ndarray, group: np.ndarray) -> list[float]:
    """The bits of each label in the best code for its group's counts: log2(n / count). y, group : (n,) int."""
    return [
        surprise(int(np.sum((group == g) & (y == c))), int(np.sum(group == g))) for c, g in zip(y, group, strict=True)
    ]


def _group_of(data: Dataset, feature: int | None) -> np.ndarray:
    return np.zeros(len(data), dtype=int) if feature is None else data.X[:, feature].astype(int)


def sending_html(data: Dataset, feature: int | None) -> str:
    """Each example with the bits of its label and their sum so far, before a split on a nominal feature and after."""
    schema = data.schema
    header, columns = ["#"], [[str(k) for k in range(1, len(data) + 1)]]
    if feature is not None:
        asked = schema.features[feature]
        header, columns = [*header, asked.name], [*columns, [asked.values[v] for v in _group_of(data, feature)]]
    header, columns = [*header, schema.target], [*columns, [schema.classes[c] for c in data.y]]
    for when, j in (("before", None), ("after", feature))[: 1 + (feature is not None)]:
        each = bits_of(data.y, _group_of(data, j))
        header += [f"bits {when}", "so far"]
        columns += [[fixed(x) for x in each], [fixed(fsum(each[: k + 1])) for k in range(len(each))]]
    return table_html(header, list(zip(*columns, strict=True)), "The labels sent one by one, in bits")


def sending_text(data: Dataset, feature: int | None) -> str:
    """The sums, and what the split saves, in words and numbers.

    >>> from dtlearn import load
    >>> sending_text(load("play_tennis"), 0).rpartition(". ")[2]
    'Saved: 13.164 − 9.710 = 3.454 bits, which is 14 × 0.247: n times the gain of Outlook.'
    """
    n, before = len(data), fsum(bits_of(data.y, _group_of(data, None)))
    said = f"Before a split: {n} labels × {fixed(before / n)} bits, the entropy, = {fixed(before)} bits."
    if feature is None:
        return said
    asked, group = data.schema.features[feature], _group_of(data, feature)
    each, after = bits_of(data.y, group), []
    for value, name in enumerate(asked.values):
        if size := int(np.sum(group == value)):
            total = fsum(x for x, g in zip(each, group, strict=True) if g == value)
            after.append(f"{name} {size} × {fixed(total / size)} = {fixed(total)}")
    saved = before - fsum(each)
    return (
        f"{said} If {asked.name} is told first, each branch has its own code: {'; '.join(after)}: together"
        f" {fixed(fsum(each))} bits. Saved: {fixed(before)} − {fixed(fsum(each))} = {fixed(saved)} bits, which is"
        f" {n} × {fixed(saved / n)}: n times the gain of {asked.name}."
    )
