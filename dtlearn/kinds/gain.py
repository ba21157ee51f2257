"""Exercises about the gain or the gain ratio of a split."""

from __future__ import annotations

from functools import partial

from dtlearn.criteria import CRITERIA, exact_gain
from dtlearn.grading import Blank, Kind, mistakes_of
from dtlearn.grow import GrowSettings, grow
from dtlearn.slips import gain_mistakes
from dtlearn.split import Kind as SplitKind
from dtlearn.worlds import Draw, examples, need


def gain(criteria: tuple[str, ...], level: int, draw: Draw) -> dict:
    """Level 1: two branches, counts are given. 2: three branches, a table is to be counted. 3: three classes, a threshold,
    or another impurity. criteria : what is asked about in these three cases, the first at the other levels too."""
    special = draw.between(0, len(criteria) - 1) if level == 3 else None
    values = (2, 2) if level == 1 else (3, 2)
    m = draw.between(8, 10) if level == 1 else draw.between(10, 14)
    world, data = examples(draw, m, values, 3 if special == 0 else 2, int(special == 1))
    rule = CRITERIA[criteria[special or 0]]
    trace = grow(data, GrowSettings(criterion=rule.name))
    found = trace.candidates[0]
    fitting = need([
        c for c in range(len(found))
        if (found.kind[c] == SplitKind.THRESHOLD if special == 1 else len(found.branches(c)) == max(values))
        and min(found.branches(c).sum(axis=1)) > (1 if special == 1 else 0)
    ])  # fmt: skip
    c = draw.one(fitting)
    parent, branches = trace.tree[0].counts, found.branches(c).tolist()
    value, info = float(found.score[c]), float(found.split_info[c])
    left = float(rule.impurity(parent)) - float(found.gain[c])
    need(value >= 0.02 and left >= 0.02 and not (rule.per_split_info and abs(info - 1) < 0.01))
    exact = exact_gain(rule, parent, branches) / len(data) if rule.rational else value
    return {
        "world": world, "trace": trace, "c": c, "counts": tuple(parent),
        "blanks": (Blank("value", "number", f"{rule.title.capitalize()} of {found.split(c).title(data.schema)}", exact),),
        "mistakes": mistakes_of(gain_mistakes(parent, branches, rule.name), "value"),
    }  # fmt: skip


KINDS = (
    Kind("gain", 1, partial(gain, ("info_gain", "info_gain", "gini_gain"))),
    Kind("ratio", 7, partial(gain, ("gain_ratio", "gain_ratio"))),
)
