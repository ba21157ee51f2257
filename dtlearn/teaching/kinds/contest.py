"""Exercises about which feature wins: to name it, to draw its split."""

from dtlearn.growing.grow import GrowSettings, Trace, grow
from dtlearn.splitting.criteria import CRITERIA, score, split_info
from dtlearn.teaching.grading import Blank, Kind, Mistake
from dtlearn.teaching.invented_data import Draw, examples, need
from dtlearn.teaching.slips import choices_of

CLEAR = 0.02  # by how much a winner must win, so that rounding does not decide


def _scores(trace: Trace, node: int, criterion: str) -> list[float]:
    """The score of every candidate of a node by some criterion; 0 where it is undefined."""
    found, parent = trace.candidates[node], trace.tree[node].counts
    return [score(CRITERIA[criterion], parent, found.branches(c)) for c in range(len(found))]


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


def _contest(level: int, draw: Draw, criterion: str, label: str, at_child: bool = False) -> dict:
    """A node where one feature wins clearly, and the question which."""
    values = {1: (2, 2, 2), 2: (3, 2, 2), 3: (3, 2, 2, 2)}[level]
    world, data = examples(draw, draw.between(7, 9) if level == 1 else draw.between(10, 14), values)
    trace = grow(data, GrowSettings(criterion=criterion))
    inner = [child.i for child in trace.tree[0].children if child.split and child.n >= 5]
    node = draw.one(need(inner)) if at_child else 0
    best = sorted(_scores(trace, node, criterion), reverse=True)
    need(len(best) > 1 and best[0] - best[1] >= CLEAR and best[1] > 0)
    found = trace.candidates[node]
    titles = tuple(found.split(c).title(data.schema) for c in range(len(found)))
    return {
        "world": world,
        "trace": trace,
        "node": node,
        "c": found.chosen,
        "blanks": (Blank("feature", "choice", label, found.chosen, titles),),
        "mistakes": _rivals(trace, node),
    }


def winner(level: int, draw: Draw) -> dict:
    """Level 1: three yes/no features. 2: more examples and values. 3: four features, and another criterion."""
    criterion = draw.one(("gini_gain", "gain_ratio")) if level == 3 else "info_gain"
    return _contest(level, draw, criterion, f"Largest {CRITERIA[criterion].title}")


def first_split(level: int, draw: Draw) -> dict:
    """Levels 1 and 2: at the root. 3: below it, among the examples of one branch."""
    made = _contest(level, draw, "info_gain", "Feature to split on", level == 3)
    schema, top, found = made["trace"].data.schema, made["trace"].candidates[0], made["trace"].candidates[made["node"]]
    split, blanks, swapped, everywhere = found.split(made["c"]), [], [], []
    root = next(c for c in range(len(top)) if top.feature[c] == split.feature)
    for b, row in enumerate(found.branches(made["c"]).tolist()):
        for k, n in enumerate(row):
            key = f"{b}.{k}"
            label = f"{split.branch(schema, b)}: examples of class {schema.classes[k]}"
            blanks.append(Blank(key, "count", label, n, after="feature"))
            swapped.append((key, row[1 - k]))
            everywhere.append((key, int(top.branches(root)[b][k])))
    wrong = (Mistake("swapped", tuple(swapped)), Mistake("whole_table", tuple(everywhere)))
    return made | {"blanks": (*made["blanks"], *blanks), "mistakes": (*made["mistakes"], *wrong)}


KINDS = (
    Kind("winner", 2, winner, "Splits", ("gain",), True),
    Kind("split", 3, first_split, "Splits", ("winner",), True),
)
