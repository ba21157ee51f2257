"""Every threshold of one numeric feature under every criterion: stumps, the gaps between values, ranks of the scores."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import columns
from dtlearn.growing.grow import GrowSettings, Trace, grow
from dtlearn.splitting.criteria import CRITERIA, exact_score


def stumps(data: Dataset, feature: int) -> dict[str, Trace]:
    """A stump of the one numeric feature under every criterion: its candidates are the thresholds, rising."""
    one = columns(data, [feature])
    return {c: grow(one, GrowSettings(criterion=c, max_depth=1, stop_at_zero_gain=False)) for c in CRITERIA}


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
    """The distinct values of the one feature, rising, and the class counts of the examples at each."""
    data, K = trace.data, len(trace.data.schema.classes)
    values, at = np.unique(data.X[:, 0], return_inverse=True)
    return values.tolist(), np.bincount(at * K + data.y, minlength=len(values) * K).reshape(-1, K).tolist()


def runs(counts: Sequence[Sequence[int]]) -> list[int | None]:
    """For every gap between neighbouring values: the class if both sides are of that one class, else None.

    Where it is None, the gap is a boundary in the sense of Fayyad and Irani (1992).

    >>> runs([[2, 0], [1, 0], [1, 1], [0, 3]])
    [0, None, None]
    """
    here = [{k for k, n in enumerate(both) if n} for both in counts]
    return [min(a | b) if len(a | b) == 1 else None for a, b in zip(here, here[1:], strict=False)]


def gaps_of(trace: Trace) -> Gaps:
    values, counts = values_of(trace)
    return Gaps(len(trace.data), len(values), sum(run is None for run in runs(counts)))


def ranks(trace: Trace) -> list[int]:
    """The place of each candidate's score among all, 0 the lowest; equal scores share it, -1 where undefined."""
    criterion, found = CRITERIA[trace.settings.criterion], trace.candidates[0]
    parent = trace.tree.counts[0].tolist()
    exact = {
        c: exact_score(criterion, parent, found.branches(c).tolist())
        if criterion.exact
        else round(float(found.score[c]), 9)
        for c in range(len(found))
        if found.admissible[c]
    }
    place = {score: rank for rank, score in enumerate(sorted(set(exact.values())))}
    return [place[exact[c]] if c in exact else -1 for c in range(len(found))]
