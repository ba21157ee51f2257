"""Forests in pictures: the shaded plane, a tree with its sample, small trees, the errors, the importances."""

import numpy as np

from dtlearn.data.dataset import Dataset, significant
from dtlearn.growing.errors import Losses
from dtlearn.show.base.errors_chart import Labels, Line, part_line
from dtlearn.show.base.palette import LOOKS
from dtlearn.show.base.text import many
from dtlearn.show.forest.words import Curves, error_of, lost_text


def scale_of(train: Dataset, test: Dataset) -> dict | None:
    """The colour scale of the targets, as ``partition_view`` answers it; None for classes."""
    if not train.schema.regression:
        return None
    y = np.concatenate([train.y, test.y])
    lo, hi = float(y.min()), float(y.max())
    return {"lo": lo, "hi": hi, "texts": [significant(lo), significant(hi)], "name": train.schema.target}


def errors_lines(found: Curves) -> list[Line]:
    """The errors against the number of trees; a point's go is its place."""
    trees = found.sizes["trees"]

    def line(part: Losses) -> Line:
        return part_line(part, trees, range(len(found)), lambda k: f"{part.name} {error_of(part, k)}")

    says = [f"one tree {lost_text(found.one, found.test.of)}"] * len(found)
    one = Line("one tree", trees, [found.one / found.test.of] * len(found), says, LOOKS["one tree"])
    return [*map(line, found.parts), one]


def errors_labels(found: Curves, n: int) -> Labels:
    """What stands at the lines; n trees have voted."""
    return Labels("trees", (1, found.sizes["trees"][-1]), many(n, "tree"), found.what)
