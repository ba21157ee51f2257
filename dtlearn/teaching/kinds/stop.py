"""Exercises about which stop rule applies at a node."""

import numpy as np

from dtlearn.growing.grow import GrowSettings, Trace, grow
from dtlearn.growing.level_by_level import arrival_tests
from dtlearn.splitting.criteria import CRITERIA, gain
from dtlearn.teaching.grading import Blank, Kind, Mistake
from dtlearn.teaching.invented_data import Draw, examples, need
from dtlearn.trees.tree import Stop

_RULES = {1: GrowSettings(), 2: GrowSettings(min_samples_split=4), 3: GrowSettings(min_samples_split=4, max_depth=2)}
_WANTED = {
    1: (Stop.PURE, Stop.NO_GAIN, Stop.NO_FEATURE, None),
    2: (Stop.PURE, Stop.TOO_FEW, Stop.NO_GAIN, Stop.EMPTY, None),
    3: (Stop.MAX_DEPTH, Stop.PURE, Stop.TOO_FEW, Stop.EMPTY, Stop.NO_GAIN, None),
}


def rules_of(settings: GrowSettings) -> list[Stop]:
    """The stop rules in the order in which they are tested."""
    return [*arrival_tests(settings, 0, False, 0), Stop.NO_FEATURE, Stop.NO_GAIN]


def unasked(trace: Trace, node: int) -> list[int]:
    """The features that no node above asks about."""
    asked = {trace.tree[i].split.feature for i in trace.tree[node].line()[:-1]}
    return [j for j in range(len(trace.data.schema.features)) if j not in asked]


def holding(trace: Trace, node: int) -> list[Stop]:
    """Every stop rule that holds at a node, whether an earlier one holds or not."""
    here, data = trace.tree[node], trace.data
    tests = arrival_tests(trace.settings, here.n, max(here.counts) == here.n, int(trace.tree.depth[node]))
    found = [stop for stop, holds in tests.items() if holds]
    free = unasked(trace, node)
    if not free:
        return [*found, Stop.NO_FEATURE]
    y, k, cells = data.y[here.rows], len(data.schema.classes), data.X[here.rows][:, free].T
    tables = [[np.bincount(y[x == v], minlength=k).tolist() for v in np.unique(x)] for x in cells]
    zero = max(here.counts) < here.n and all(gain(CRITERIA["info_gain"], here.counts, t) == 0 for t in tables)
    return [*found, Stop.NO_GAIN] if zero else found


def stop(level: int, draw: Draw) -> dict:
    """Level 1: three rules. 2: a least number of examples too. 3: a greatest depth too."""
    wanted = _WANTED[level][int(draw.wish * len(_WANTED[level]))]
    world, data = examples(draw, draw.between(8, 12), (2, 2) if wanted is Stop.NO_FEATURE else (3, 2, 2))
    trace = grow(data, _RULES[level])
    node = draw.one(need([i for i in range(1, len(trace.tree)) if trace.tree.stops[i] is wanted]))
    cells = data.X[trace.tree[node].rows][:, unasked(trace, node)]
    # Else "no feature is left that could split" would be as good an answer.
    need(wanted is not Stop.NO_GAIN or (cells != cells[0]).any())
    rules, hold = rules_of(trace.settings), holding(trace, node)
    options = (*(rule.value for rule in rules), "none: the node is split")
    right = rules.index(wanted) if wanted else len(rules)
    blank = Blank("rule", "choice", "The first rule that holds", right, options)
    later = [Mistake("later_rule", (("rule", rules.index(other)),)) for other in hold if other is not wanted]
    wrong = (*later, Mistake("no_rule", (("rule", len(rules)),)))
    return {"world": world, "trace": trace, "node": node, "blanks": (blank,), "mistakes": wrong}


KINDS = (Kind("stop", 4, stop, "Trees", ("split",)),)
