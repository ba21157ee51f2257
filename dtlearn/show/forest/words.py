"""Forests in words and tables: the three names and what the notes say of them, the errors as trees are added."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Dataset, significant
from dtlearn.forest.forest import Forest
from dtlearn.growing.errors import Losses, TreeSequence, losses
from dtlearn.show.base.text import ratio
from dtlearn.trees.tree import Tree

BY = {"votes": "Majority vote", "means": "Mean of probabilities"}
MEAN = "Mean squared error"  # a regression forest's only way to answer


# ---- errors


@dataclass(frozen=True)
class Curves(TreeSequence):
    """The errors of a forest as it grows, tree by tree. parts : training, test, and with a bootstrap out-of-bag.

    alone : what each tree loses on the test examples by itself: how many it gets wrong, in regression the squared
        errors added up. one : the same of one tree on all training examples. spread : standard error of all trees' test
        error.
    """

    alone: tuple[int | float, ...]
    one: int | float
    spread: float

    @property
    def regression(self) -> bool:
        return isinstance(self.one, float)

    @property
    def what(self) -> str:
        """What an error is called."""
        return "mean squared error" if self.regression else "error"


def curves(forest: Forest, test: Dataset, one: Tree, by: str) -> Curves:
    """The errors by majority vote or by mean probability; in regression those of the mean, whatever ``by`` says."""
    regression, parts = forest.data.schema.regression, []

    def lost(errors: np.ndarray, of) -> tuple[int, ...] | tuple[float, ...]:
        total = np.where(np.equal(of, 0), 0.0, errors) * of
        return tuple((total if regression else np.rint(total).astype(int)).tolist())

    for name, data in (("training", forest.data), ("test", test)):
        parts.append(Losses(name, lost(forest.errors(data, by), len(data)), len(data)))
    if forest.settings.bootstrap:
        found = forest.out_of_bag(by)
        parts.append(Losses("out-of-bag", lost(found.error, found.covered), tuple(found.covered.tolist())))
    alone = np.square(forest.residuals(test.y, forest.votes(test.X))).sum(axis=1).tolist()
    trees, spread = {"trees": tuple(range(1, len(forest) + 1))}, forest.losses(test, by).std() / np.sqrt(len(test))
    return Curves(trees, tuple(parts), tuple(alone), losses(one, test).sum().item(), float(spread))


def lost_text(lost: int | float | Fraction, of: int) -> str:
    """An error: "16/80 = 0.200"; of squared errors their mean, "3.125"; "–" where nobody is asked."""
    return ratio(lost, of) if not isinstance(lost, float) else significant(lost / of) if of else "–"


def error_of(part: Losses, k: int) -> str:
    """The error of the first k + 1 trees on a part."""
    return lost_text(part.lost[k], part.asked(k))


def errors_table(by: Mapping[str, Curves], n: int) -> tuple[list[str], list[list[str]]]:
    """(header, rows): the errors of the first n trees, by each way to answer, beside single trees."""
    found = next(iter(by.values()))
    rows = [[part.name, *(error_of(one.parts[k], n - 1) for one in by.values())] for k, part in enumerate(found.parts)]
    h, empty = found.test.of, [""] * (len(by) - 1)
    rows += [
        [f"test: tree {n} alone", lost_text(found.alone[n - 1], h), *empty],
        [f"test: a tree alone, mean of {n}", lost_text(sum(found.alone[:n]), n * h), *empty],
        ["test: one tree on all training examples", lost_text(found.one, h), *empty],
    ]
    return ["Error", *by], rows


def standing(found: Curves, n: int) -> str:
    """How the first n trees together do on the test examples beside one tree on all training examples."""
    mine, one = (lost_text(lost, found.test.of) for lost in (found.test.lost[n - 1], found.one))
    than = "as good as" if mine == one else "better than" if found.test.lost[n - 1] < found.one else "worse than"
    return f"{than} one tree{' so far' * (n < len(found.alone))}"
