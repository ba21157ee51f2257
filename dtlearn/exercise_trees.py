"""Exercises about trees: which feature wins, the first split, stop rules, classifying, cost-complexity pruning."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from dtlearn.criteria import CRITERIA, gain, split_info
from dtlearn.edits import PruneStep, Pruning
from dtlearn.grading import Blank, Exercise, Mistake
from dtlearn.grow import ALGORITHMS, GrowSettings, Trace, arrival_tests, grow
from dtlearn.split import Kind
from dtlearn.tree import Stop, Tree
from dtlearn.weakest import Link, weakest_link
from dtlearn.worlds import Draw, examples

CLEAR = 0.02  # by how much a winner must win, so that rounding does not decide
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


# ---- which feature wins, the first split


def _scores(trace: Trace, node: int, criterion: str) -> list[float]:
    """The score of every candidate of a node by some criterion; 0 where it is undefined."""
    rule, found, parent = CRITERIA[criterion], trace.candidates[node], trace.tree[node].counts
    gains = [gain(rule, parent, found.branches(c)) for c in range(len(found))]
    if not rule.per_split_info:
        return gains
    infos = [split_info(found.branches(c).sum(axis=1)) for c in range(len(found))]
    return [g / i if i else 0.0 for g, i in zip(gains, infos, strict=True)]


def _first_of(scores: list[float]) -> int | None:
    """The place of the largest, None if it does not stand out."""
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    return order[0] if len(order) == 1 or scores[order[0]] - scores[order[1]] > 1e-9 else None


def _rivals(trace: Trace, node: int) -> dict[str, int]:
    """Which candidate wins if the scores are computed wrongly, by the name of the mistake."""
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
    return {name: first for name, scores in wrong.items() if (first := _first_of(scores)) is not None}


def _contest(level: int, draw: Draw, criterion: str, at_child: bool):
    """(world, trace, node) where one feature wins clearly, or None."""
    values = {1: (2, 2, 2), 2: (3, 2, 2), 3: (3, 2, 2, 2)}[level]
    made = examples(draw, draw.between(7, 9) if level == 1 else draw.between(10, 14), values)
    if made is None:
        return None
    world, data = made
    trace = grow(data, GrowSettings(criterion=criterion))
    node = 0
    if at_child:
        inner = [child.i for child in trace.tree[0].children if child.split and child.n >= 5]
        if not inner:
            return None
        node = draw.one(inner)
    best = sorted(_scores(trace, node, criterion), reverse=True)
    if len(best) < 2 or best[0] - best[1] < CLEAR or best[1] <= 0:
        return None
    return world, trace, node


def winner(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: three yes/no features. 2: more examples and values. 3: four features, and another criterion."""
    criterion = draw.one(("gini_gain", "gain_ratio")) if level == 3 else "info_gain"
    made = _contest(level, draw, criterion, False)
    if made is None:
        return None
    world, trace, node = made
    return {
        "world": world, "trace": trace, "c": trace.candidates[node].chosen,
        "blanks": (_which(trace, node, f"Largest {CRITERIA[criterion].title}"),),
        "mistakes": tuple(Mistake(name, (("feature", c),)) for name, c in _rivals(trace, node).items()),
    }  # fmt: skip


def _which(trace: Trace, node: int, label: str) -> Blank:
    found = trace.candidates[node]
    titles = tuple(found.split(c).title(trace.data.schema) for c in range(len(found)))
    return Blank("feature", "choice", label, found.chosen, titles)


def first_split(kind: str, level: int, draw: Draw) -> dict | None:
    """Levels 1 and 2: at the root. 3: below it, among the examples of one branch."""
    made = _contest(level, draw, "info_gain", level == 3)
    if made is None:
        return None
    world, trace, node = made
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
    wrong = [Mistake(name, (("feature", at),)) for name, at in _rivals(trace, node).items()]
    wrong += [Mistake("swapped", tuple(swapped)), Mistake("whole_table", tuple(everywhere))]
    return {
        "world": world, "trace": trace, "node": node, "c": c, "blanks": tuple(blanks), "mistakes": tuple(wrong),
    }  # fmt: skip


# ---- which stop rule applies

_RULES = {
    1: GrowSettings(),
    2: GrowSettings(min_samples_split=4),
    3: GrowSettings(min_samples_split=4, max_depth=2),
}
_WANTED = {
    1: (Stop.PURE, Stop.NO_GAIN, Stop.NO_FEATURE, None),
    2: (Stop.PURE, Stop.TOO_FEW, Stop.NO_GAIN, Stop.EMPTY, None),
    3: (Stop.MAX_DEPTH, Stop.PURE, Stop.TOO_FEW, Stop.EMPTY, Stop.NO_GAIN, None),
}


def rules_of(settings: GrowSettings) -> list[Stop]:
    """The stop rules in the order in which they are tested."""
    return [*arrival_tests(settings, 0, False, 0), Stop.NO_FEATURE, Stop.NO_GAIN]


def _unasked(trace: Trace, node: int) -> list[int]:
    """The features that no node above asks about."""
    asked = {trace.tree[i].split.feature for i in trace.tree[node].line()[:-1]}
    return [j for j in range(len(trace.data.schema.features)) if j not in asked]


def holding(trace: Trace, node: int) -> list[Stop]:
    """Every stop rule that holds at a node, whether an earlier one holds or not."""
    here, data = trace.tree[node], trace.data
    tests = arrival_tests(trace.settings, here.n, max(here.counts) == here.n, int(trace.tree.depth[node]))
    found = [stop for stop, holds in tests.items() if holds]
    free = _unasked(trace, node)
    if not free:
        return [*found, Stop.NO_FEATURE]
    codes = [data.X[here.rows, j] for j in free]
    tables = [
        [np.bincount(data.y[here.rows][x == v], minlength=len(data.schema.classes)).tolist() for v in np.unique(x)]
        for x in codes
    ]
    zero = all(gain(CRITERIA["info_gain"], here.counts, t) == 0 for t in tables) if here.n else False
    return [*found, Stop.NO_GAIN] if zero and max(here.counts) < here.n else found


def stop(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: three rules. 2: a least number of examples too. 3: a greatest depth too."""
    wanted = _WANTED[level][int(draw.wish * len(_WANTED[level]))]
    made = examples(draw, draw.between(8, 12), (2, 2) if wanted is Stop.NO_FEATURE else (3, 2, 2))
    if made is None:
        return None
    world, data = made
    trace = grow(data, _RULES[level])
    fitting = [i for i in range(1, len(trace.tree)) if trace.tree.stops[i] is wanted]
    if not fitting:
        return None
    node = draw.one(fitting)
    if wanted is Stop.NO_GAIN and not _parting(trace, node):
        return None  # "no feature is left that could split" would be as good an answer
    rules, hold = rules_of(trace.settings), holding(trace, node)
    options = (*(rule.value for rule in rules), "none: the node is split")
    right = rules.index(wanted) if wanted else len(rules)
    blank = Blank("rule", "choice", "The first rule that holds", right, options)
    later = [Mistake("later_rule", (("rule", rules.index(other)),)) for other in hold if other is not wanted]
    skipped = [Mistake("no_rule", (("rule", len(rules)),))]
    return {"world": world, "trace": trace, "node": node, "blanks": (blank,), "mistakes": (*later, *skipped)}


def _parting(trace: Trace, node: int) -> bool:
    """Whether a feature that may still be asked about differs among the examples of a node."""
    cells = trace.data.X[trace.tree[node].rows]
    return any(len(np.unique(cells[:, j])) > 1 for j in _unasked(trace, node))


# ---- classify


def classify(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: two examples. 2: three, a larger tree. 3: thresholds, one example exactly on one."""
    values = {1: (2, 2), 2: (3, 2, 2), 3: (2, 2)}[level]
    made = examples(draw, draw.between(7, 9) if level == 1 else draw.between(10, 14), values, 2, int(level == 3))
    if made is None:
        return None
    world, data = made
    trace = grow(data)
    tree = trace.tree
    if tree.n_leaves < level + 2 or int(tree.depth.max()) < 2 or tree.n_leaves > 9:
        return None
    edges = sorted({float(tree.at[i]) for i in range(len(tree)) if tree.kind[i] == Kind.THRESHOLD})
    if level == 3 and not edges:
        return None
    rows = [tuple(float(draw.between(0, len(f.values) - 1)) if f.values else _cell(draw, world, f) for f in data.schema.features)
            for _ in range(2 if level == 1 else 3)]  # fmt: skip
    if level == 3:
        rows[0] = (*rows[0][:-1], draw.one(edges))
    leaves, said = tree.apply(rows).tolist(), tree.predict(rows).tolist()
    if len(set(leaves)) < len(rows) or len(set(said)) < 2:
        return None
    blanks = tuple(Blank(str(i), "choice", f"Example {i + 1}", k, data.schema.classes) for i, k in enumerate(said))
    wrong = []
    if level == 3:
        left = (*rows[0][:-1], rows[0][-1] - 1e-6)
        other = int(tree.predict([left])[0])
        if other == said[0]:
            return None
        wrong = [Mistake("edge", (("0", other),))]
    wrong.append(Mistake("majority", tuple((str(i), int(tree.label[0])) for i in range(len(rows)))))
    return {"world": world, "trace": trace, "rows": tuple(rows), "blanks": blanks, "mistakes": tuple(wrong)}


def _cell(draw: Draw, world, feature) -> float:
    return float(draw.between(*world.numbers[feature.name]))


# ---- cost-complexity


def letters(tree: Tree) -> dict[int, str]:
    """A letter for every inner node, level by level."""
    inner = [i for i in range(len(tree)) if tree.kind[i] != Kind.NONE]
    return dict(zip(inner, LETTERS, strict=False))


def links_of(exercise: Exercise) -> tuple[PruneStep, list[Link], Tree, list[int]]:
    """Of a pruning exercise: the step asked about, its links by letter, the tree at that state, their nodes in it."""
    return _links(exercise.pruning, exercise.k)


def _links(pruning: Pruning, k: int) -> tuple[PruneStep, list[Link], Tree, list[int]]:
    step, tree = pruning.steps[k], pruning.tree_at(k)
    at = {link.node: tree[pruning.tree[link.node].path].i for link in step.alternatives}
    links = sorted(step.alternatives, key=lambda link: at[link.node])
    return step, links, tree, [at[link.node] for link in links]


def prune(kind: str, level: int, draw: Draw) -> dict | None:
    """Level 1: R is given. 2: it is to be counted, and g asked. 3: the same after a first cut."""
    made = examples(
        draw,
        draw.between(9, 11) if level == 1 else draw.between(11, 16),
        {1: (2, 2), 2: (3, 2, 2)}.get(level, (3, 2, 2, 2)),
    )
    if made is None:
        return None
    world, data = made
    trace = grow(data, ALGORITHMS["ID3 (CS181)"])
    if not 5 <= len(trace.tree) <= 16:
        return None
    pruning, k = weakest_link(trace), int(level == 3)
    if len(pruning.steps) <= k + 1:
        return None
    step, links, tree, nodes = _links(pruning, k)
    least = sorted(link.value for link in links)
    if not (2 if level == 1 else 3) <= len(links) <= 6 or least[0] == least[1] or not least[0]:
        return None
    if float(least[1] - least[0]) < 0.005:  # must not hang on rounding
        return None
    right = links.index(step.applied[0])
    lost = [link.as_leaf - link.as_subtree for link in links]
    ways = {
        "undivided": lost, "per_leaves": [x / link.leaves for x, link in zip(lost, links, strict=True)],
        "largest": [-link.value for link in links], "fewest": [int(tree.n[i]) for i in nodes],
        "as_leaf": [link.as_leaf for link in links],
    }  # fmt: skip
    wrong = [
        Mistake(name, (("node", first),)) for name, values in ways.items()
        if (first := _first_of([-float(v) for v in values])) is not None
    ]  # fmt: skip
    chosen, m = links[right], len(data)
    of_g = {
        "undivided": lost[right], "per_leaves": lost[right] / chosen.leaves, "errors": chosen.value * m,
        "own_total": chosen.value * m / Fraction(int(tree.n[nodes[right]])), "as_leaf": chosen.as_leaf,
    }  # fmt: skip
    names = tuple(f"{letter}: {tree[i].split.title(data.schema)}" for i, letter in letters(tree).items())
    blanks = [Blank("node", "choice", "It removes the subtree of", right, names)]
    if level > 1:
        values = tuple((k, link.value) for k, link in enumerate(links))
        blanks.append(Blank("g", "number", "Its g, the α from which on it pays", chosen.value, of="node", steps=values))
        wrong += [Mistake(name, (("g", value),)) for name, value in of_g.items()]
    return {
        "world": world, "trace": trace, "pruning": pruning, "k": k, "blanks": tuple(blanks), "mistakes": tuple(wrong),
    }  # fmt: skip


TREES: dict[str, Callable[[str, int, Draw], dict | None]] = {
    "winner": winner, "split": first_split, "stop": stop, "classify": classify, "prune": prune,
}  # fmt: skip
