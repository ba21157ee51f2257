"""Every threshold of one numeric feature under every criterion: stumps, the gaps between values,
ranks of the scores."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import columns
from dtlearn.growing.grow import GrowSettings, Trace, grow
from dtlearn.splitting.criteria import CRITERIA, REGRESSION, criterion_of, exact_score


def stumps(data: Dataset, feature: int) -> dict[str, Trace]:
    """A stump of the one numeric feature under every criterion of the target's kind:
    its candidates are the thresholds, rising."""
    one = columns(data, [feature])
    fit = REGRESSION if data.schema.regression else CRITERIA
    return {c: grow(one, GrowSettings(criterion=c, max_depth=1, stop_at_zero_gain=False)) for c in fit}


@dataclass(frozen=True)
class Gaps:
    """UML's m + 1 gaps of a feature with m examples, counted (18.2.3).

    distinct : different values. useful : gaps whose threshold parts examples, distinct - 1.
    empty : between equal values. winners : useful gaps that are not inside a run of one class.
    """

    m: int
    distinct: int
    winners: int

    @property
    def useful(self) -> int:
        return self.distinct - 1

    @property
    def empty(self) -> int:
        return self.m - self.distinct


def values_of(trace: Trace) -> tuple[list[float], list[list[int]]]:
    """The distinct values of the one feature, rising, and the class counts of the examples at each;
    [n] in regression."""
    data, K = trace.data, max(len(trace.data.schema.classes), 1)
    values, at = np.unique(data.X[:, 0], return_inverse=True)
    classes = np.zeros(len(data), np.int64) if data.schema.regression else data.y
    return values.tolist(), np.bincount(at * K + classes, minlength=len(values) * K).reshape(-1, K).tolist()


def targets_of(trace: Trace) -> list[set]:
    """The different targets of the examples at each distinct value of the one feature: class codes, or numbers."""
    found = {}
    for x, y in zip(trace.data.X[:, 0].tolist(), trace.data.y.tolist(), strict=True):
        found.setdefault(x, set()).add(y)
    return [found[x] for x in sorted(found)]


def runs(targets: Sequence[Collection]) -> list:
    """For every gap between neighbouring values: the target if both sides have that one only, else None.

    Where it is None, the gap is a boundary in the sense of Fayyad and Irani (1992).

    >>> runs([{0}, {0}, {0, 1}, {1}])
    [0, None, None]
    """
    both = [{*a, *b} for a, b in pairwise(targets)]
    return [min(some) if len(some) == 1 else None for some in both]


def gaps_of(trace: Trace) -> Gaps:
    targets = targets_of(trace)
    return Gaps(len(trace.data), len(targets), sum(run is None for run in runs(targets)))


def ranks(trace: Trace) -> list[int]:
    """The place of each candidate's score among all, 0 the lowest; equal scores share it, -1 where undefined."""
    criterion, found = criterion_of(trace.settings.criterion), trace.candidates[0]
    parent = trace.tree.counts[0].tolist()
    exact = {
        c: (
            exact_score(criterion, parent, found.branches(c).tolist())
            if criterion.exact
            else (bool(found.best[c]), float(f"{found.score[c]:.9g}"))
        )  # of equal squared errors the engine knows the best
        for c in range(len(found))
        if found.admissible[c]
    }
    place = {score: rank for rank, score in enumerate(sorted(set(exact.values())))}
    return [place[exact[c]] if c in exact else -1 for c in range(len(found))]
