"""Fewer thresholds: a numeric feature of thousands of values as some yes/no questions,
spread evenly among its values."""

from dataclasses import replace

import numpy as np

from dtlearn.bound.bound import below
from dtlearn.data.dataset import Dataset, Feature, Schema
from dtlearn.splitting.sorted_columns import midpoint

CELLS = 1_500_000  # answers, examples times questions, with which a search for trees takes about a second


def coarse(data: Dataset, most: int | None = None) -> tuple[Dataset, int]:
    """(the data with at most ``most`` thresholds for each numeric feature, how many thresholds were left out).

    A feature with more becomes 0/1 features "x<t", t midpoints of its values that leave about as many values between
    them. most : None for as many as CELLS allow, at least one.

    >>> from dtlearn import load
    >>> found, out = coarse(load("iris"), 1)
    >>> [feature.name for feature in found.schema.features], out
    (['sepal_length<5.95', 'sepal_width<3.15', 'petal_length<4.45', 'petal_width<1.45'], 115)
    """
    features = data.schema.features
    numeric = [j for j, feature in enumerate(features) if feature.numeric]
    if most is None:
        most = max(1, CELLS // max(1, len(data) * len(numeric)))
    parts, asked, out = [], [], 0
    for j, feature in enumerate(features):
        x = data.X[:, j : j + 1]
        known = np.unique(x)
        if not feature.numeric or len(known) - 1 <= most:
            parts.append(x)
            asked.append(feature)
            continue
        at = np.arange(1, most + 1) * len(known) // (most + 1)
        cuts = midpoint(known[at - 1], known[at])
        parts.append(x < cuts)
        asked += [Feature(text, ("0", "1")) for text in below(feature.name, cuts.tolist())]
        out += len(known) - 1 - most
    schema = Schema(tuple(asked), data.schema.classes, data.schema.target)
    return replace(data, schema=schema, X=np.concatenate(parts, axis=1)), out
