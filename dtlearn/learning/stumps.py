"""Stumps: trees of one question (UML 10.1.1), the best one for every feature."""

from dataclasses import dataclass, replace

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import columns
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.trees.split import Split
from dtlearn.trees.tree import Tree


@dataclass(frozen=True)
class Stump:
    """The best tree with a single question about one feature.

    split : the question, None if the feature has none to ask. gain, score : what it gains, and what the
        criterion compares; 0.0 if there is no question. tree : of depth 1, or a leaf if there is no question.
    """

    split: Split | None
    gain: float
    score: float
    tree: Tree


def stumps(data: Dataset, settings: GrowSettings) -> list[Stump]:
    """The best stump of every feature, in the features' order; also of those that gain nothing.

    >>> from dtlearn import ALGORITHMS, load
    >>> [round(stump.gain, 3) for stump in stumps(load("play_tennis"), ALGORITHMS["ID3 (CS181)"])]
    [0.247, 0.029, 0.152, 0.048]
    """
    alone = replace(
        settings, max_depth=1, stop_at_zero_gain=False, min_gain=0.0, max_leaf_nodes=None, max_nodes=None,
        max_splits=None,
    )  # fmt: skip
    return [_stump(data, alone, j) for j in range(len(data.schema.features))]


def _stump(data: Dataset, settings: GrowSettings, j: int) -> Stump:
    """The tree grown on feature j alone, told in the words of the whole data set."""
    trace = grow(columns(data, [j]), settings)
    tree = replace(trace.tree, schema=data.schema, feature=np.where(trace.tree.feature < 0, -1, j))
    if tree[0].split is None:
        return Stump(None, 0.0, 0.0, tree)
    record = trace.candidates[0]
    return Stump(tree[0].split, float(record.gain[record.chosen]), float(record.score[record.chosen]), tree)
