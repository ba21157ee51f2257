"""Likeness: how much the trees of a forest err together, and what is left of their errors when many are averaged."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Dataset, matched
from dtlearn.forest.forest import Forest


@dataclass(frozen=True)
class Likeness:
    """How alike T trees err on examples that none of them saw.

    A tree's mistakes are numbers over the examples: of classes 1 where it errs and 0 where not, in regression f_m(x) -
    y. variance : their variance over the examples, the mean of the T trees. covariance : the mean of all pairs of
    trees, None for one tree. alone : a tree's error, the mean of T; together : the forest's. Of classes all are exact.
    """

    n_trees: int
    variance: Fraction | float
    covariance: Fraction | float | None
    alone: Fraction | float
    together: Fraction | float

    @property
    def correlation(self) -> Fraction | float | None:
        """The mean covariance of two trees' mistakes over the mean variance (after Breiman 2001, 2.2 and 11).

        None for a single tree, and where no tree's mistakes vary.
        """
        return self.covariance / self.variance if self.covariance is not None and self.variance else None

    @property
    def left(self) -> Fraction | float:
        """sigma^2 (rho + (1 - rho) / T): the variance over the examples of the trees' mean mistake."""
        shared = self.variance if self.covariance is None else self.covariance
        return shared + (self.variance - shared) / self.n_trees


def likeness(forest: Forest, data: Dataset, by: str = "votes") -> Likeness:
    """How alike the trees err on any data; ``by`` as in ``Forest.predict``.

    >>> from dtlearn import ALGORITHMS, load
    >>> from dtlearn.forest import ForestSettings, grow_forest
    >>> from dtlearn.growing.errors import hold_out
    >>> train, test = hold_out(load("wine"), 0.4, 1)
    >>> found = likeness(grow_forest(train, ForestSettings(20, ALGORITHMS["CART"])), test)
    >>> found.n_trees, found.together
    (20, Fraction(4, 71))
    """
    data = matched(data, forest.data.schema)
    T, m = len(forest), len(data)
    wrong = forest.residuals(data.y, forest.votes(data.X))
    exact = not data.schema.regression

    def over(total, n) -> Fraction | float:
        return Fraction(int(total), n) if exact else float(total) / n

    if not exact:  # of numbers far from 0 the squares would lose what they differ by; constant ones do not vary
        centred = wrong - wrong.mean(axis=1, keepdims=True)
        centred[np.abs(centred).max(axis=1) <= forest.noise] = 0.0
        own, mean = float(np.square(centred).sum()) / m, float(np.square(centred.sum(axis=0)).sum()) / m
    else:  # integers: T m sum of squares less the squared sums
        own = Fraction(int(m * wrong.sum() - np.square(wrong.sum(axis=1)).sum()), m * m)
        column = wrong.sum(axis=0)
        mean = Fraction(int(m * np.square(column).sum() - column.sum() ** 2), m * m)
    pairs = T * (T - 1)
    return Likeness(
        T,
        own / T,
        (mean - own) / pairs if pairs else None,
        over(np.square(wrong).sum(), T * m),
        over(forest.losses(data, by).sum(), m),
    )
