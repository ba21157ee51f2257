"""Exercises that end in a number: the impurity of a set, the gain or the gain ratio of a split."""

from functools import partial

from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.splitting.criteria import CRITERIA, exact_gain
from dtlearn.teaching.grading import Blank, Kind, mistakes_of
from dtlearn.teaching.invented_data import Draw, examples, need
from dtlearn.teaching.slips import gain_mistakes, impurity_mistakes
from dtlearn.trees.split import Kind as SplitKind


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
        "world": world,
        "trace": trace,
        "c": c,
        "branch": branch,
        "counts": tuple(counts),
        "blanks": (Blank("value", "number", rule.impurity_title.capitalize(), value),),
        "mistakes": mistakes_of(impurity_mistakes(counts, criterion, part), "value"),
    }


def gain(criteria: tuple[str, ...], level: int, draw: Draw) -> dict:
    """Level 1: two branches, counts are given.

    2: three branches, a table is to be counted. 3: three classes, a threshold,
    or another impurity. criteria : what is asked about in these three cases, the first at the other levels too."""
    special = draw.between(0, len(criteria) - 1) if level == 3 else None
    values = (2, 2) if level == 1 else (3, 2)
    m = draw.between(8, 10) if level == 1 else draw.between(10, 14)
    world, data = examples(draw, m, values, 3 if special == 0 else 2, int(special == 1))
    rule = CRITERIA[criteria[special or 0]]
    trace = grow(data, GrowSettings(criterion=rule.name))
    found = trace.candidates[0]
    fitting = need(
        [
            c
            for c in range(len(found))
            if (found.kind[c] == SplitKind.THRESHOLD if special == 1 else len(found.branches(c)) == max(values))
            and min(found.branches(c).sum(axis=1)) > (1 if special == 1 else 0)
        ]
    )
    c = draw.one(fitting)
    parent, branches = trace.tree[0].counts, found.branches(c).tolist()
    value, info = float(found.score[c]), float(found.split_info[c])
    left = float(rule.impurity(parent)) - float(found.gain[c])
    need(value >= 0.02 and left >= 0.02 and not (rule.per_split_info and abs(info - 1) < 0.01))
    exact = exact_gain(rule, parent, branches) / len(data) if rule.rational else value
    return {
        "world": world,
        "trace": trace,
        "c": c,
        "counts": tuple(parent),
        "blanks": (
            Blank("value", "number", f"{rule.title.capitalize()} of {found.split(c).title(data.schema)}", exact),
        ),
        "mistakes": mistakes_of(gain_mistakes(parent, branches, rule.name), "value"),
    }


KINDS = (
    Kind("entropy", 0, partial(impurity, "info_gain"), "Impurity"),
    Kind("gini", 6, partial(impurity, "gini_gain"), "Impurity"),
    Kind("gain", 1, partial(gain, ("info_gain", "info_gain", "gini_gain")), "Splits", ("entropy",), True),
    Kind("ratio", 7, partial(gain, ("gain_ratio", "gain_ratio")), "Splits", ("gain",), True),
)
