"""Exercises about an impurity: of given counts, of a table, of a part of it."""

from __future__ import annotations

from functools import partial

from dtlearn.criteria import CRITERIA
from dtlearn.grading import Blank, Kind, mistakes_of
from dtlearn.grow import GrowSettings, grow
from dtlearn.slips import impurity_mistakes
from dtlearn.worlds import Draw, examples, need


def impurity(criterion: str, level: int, draw: Draw) -> dict:
    """Level 1: counts are given. 2: a table is to be counted. 3: a part of it."""
    rule = CRITERIA[criterion]
    m = draw.between(6, 10) if level == 1 else draw.between(9, 14)
    many = level > 1 and draw.chance(0.4)
    world, data = examples(draw, m, (2, 3) if level == 3 else (2,), 3 if many else 2)
    trace = grow(data, GrowSettings(criterion=criterion))
    all_ = trace.tree[0].counts
    found, c, branch, counts = trace.candidates[0], None, None, all_
    if level == 3:
        c = draw.between(0, len(found) - 1)
        branch = draw.between(0, len(found.branches(c)) - 1)
        counts = found.branches(c)[branch].tolist()
        need(4 <= sum(counts) < m)
    value = float(rule.impurity(counts))
    # Pure and even sets need no sum.
    need(value >= 0.1 and abs(value - float(rule.impurity([1] * len(counts)))) >= 1e-9)
    part = all_ if level == 3 else None
    need(not part or abs(value - float(rule.impurity(all_))) >= 0.01)
    return {
        "world": world, "trace": trace, "c": c, "branch": branch, "counts": tuple(counts),
        "blanks": (Blank("value", "number", rule.impurity_title.capitalize(), value),),
        "mistakes": mistakes_of(impurity_mistakes(counts, criterion, part), "value"),
    }  # fmt: skip


KINDS = (
    Kind("entropy", 0, partial(impurity, "info_gain")),
    Kind("gini", 6, partial(impurity, "gini_gain")),
)
