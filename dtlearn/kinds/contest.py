"""Exercises about which feature wins: to name it, to draw its split."""

from __future__ import annotations

from dtlearn.criteria import CRITERIA, gain, split_info
from dtlearn.grading import Blank, Kind, Mistake
from dtlearn.grow import GrowSettings, Trace, grow
from dtlearn.slips import choices_of
from dtlearn.worlds import Draw, examples, need

CLEAR = 0.02  # by how much a winner must win, so that rounding does not decide


def _scores(trace: Trace, node: int, criterion: str) -> list[float]:
    """The score of every candidate of a node by some criterion; 0 where it is undefined."""
    rule, found, parent = CRITERIA[criterion], trace.candidates[node], trace.tree[node].counts
    gains = [gain(rule, parent, found.branches(c)) for c in range(len(found))]
    if not rule.per_split_info:
        return gains
    infos = [split_info(found.branches(c).sum(axis=1)) for c in range(len(found))]
    return [g / i if i else 0.0 for g, i in zip(gains, infos, strict=True)]


def _rivals(trace: Trace, node: int) -> tuple[Mistake, ...]:
    """Another candidate wins if the scores are computed wrongly."""
    found, criterion = trace.candidates[node], trace.settings.criterion
    rule, every = CRITERIA[criterion], range(len(found))
    branches = [[b for b in found.branches(c).tolist() if sum(b)] for c in every]
    parts = [[float(rule.impurity(b)) for b in used] for used in branches]
    wrong = {
        "smallest": [-s for s in _scores(trace, node, criterion)],
        "unweighted": [-sum(p) / len(p) for p in parts],
        "sum": [-sum(p) for p in parts],
        "split_info": [split_info([sum(b) for b in used]) for used in branches],
        "most_values": [float(len(used)) for used in branches],
    }
    wrong |= {f"by_{other}": _scores(trace, node, other) for other in CRITERIA if other != criterion}
    return choices_of(wrong, "feature")


def _contest(level: int, draw: Draw, criterion: str, at_child: bool):
    """(world, trace, node) where one feature wins clearly."""
    values = {1: (2, 2, 2), 2: (3, 2, 2), 3: (3, 2, 2, 2)}[level]
    world, data = examples(draw, draw.between(7, 9) if level == 1 else draw.between(10, 14), values)
    trace = grow(data, GrowSettings(criterion=criterion))
    node = 0
    if at_child:
        node = draw.one(need([child.i for child in trace.tree[0].children if child.split and child.n >= 5]))
    best = sorted(_scores(trace, node, criterion), reverse=True)
    need(len(best) > 1 and best[0] - best[1] >= CLEAR and best[1] > 0)
    return world, trace, node


def winner(level: int, draw: Draw) -> dict:
    """Level 1: three yes/no features. 2: more examples and values. 3: four features, and another criterion."""
    criterion = draw.one(("gini_gain", "gain_ratio")) if level == 3 else "info_gain"
    world, trace, node = _contest(level, draw, criterion, False)
    return {
        "world": world, "trace": trace, "c": trace.candidates[node].chosen,
        "blanks": (_which(trace, node, f"Largest {CRITERIA[criterion].title}"),),
        "mistakes": _rivals(trace, node),
    }  # fmt: skip


def _which(trace: Trace, node: int, label: str) -> Blank:
    found = trace.candidates[node]
    titles = tuple(found.split(c).title(trace.data.schema) for c in range(len(found)))
    return Blank("feature", "choice", label, found.chosen, titles)


def first_split(level: int, draw: Draw) -> dict:
    """Levels 1 and 2: at the root. 3: below it, among the examples of one branch."""
    world, trace, node = _contest(level, draw, "info_gain", level == 3)
    schema, c = trace.data.schema, trace.candidates[node].chosen
    split, counts = trace.candidates[node].split(c), trace.candidates[node].branches(c).tolist()
    blanks = [_which(trace, node, "Feature to split on")]
    swapped, everywhere = [], []
    root = next(i for i in range(len(trace.candidates[0])) if trace.candidates[0].feature[i] == split.feature)
    for b, row in enumerate(counts):
        for k, n in enumerate(row):
            key = f"{b}.{k}"
            label = f"{split.branch(schema, b)}: examples of class {schema.classes[k]}"
            blanks.append(Blank(key, "count", label, n, after="feature"))
            swapped.append((key, row[1 - k]))
            everywhere.append((key, int(trace.candidates[0].branches(root)[b][k])))
    wrong = (*_rivals(trace, node), Mistake("swapped", tuple(swapped)), Mistake("whole_table", tuple(everywhere)))
    return {
        "world": world, "trace": trace, "node": node, "c": c, "blanks": tuple(blanks), "mistakes": wrong,
    }  # fmt: skip


KINDS = (Kind("winner", 2, winner), Kind("split", 3, first_split))
