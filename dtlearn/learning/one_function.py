"""One Boolean function: its trees under the notes' stop rules, and a smallest one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from dtlearn.growing.grow import ALGORITHMS, GrowSettings, Trace, grow
from dtlearn.learning.cost_of_greed import smallest, table
from dtlearn.trees.tree import Tree

_UML, _CS181, _BUILD, _, _CH8 = ALGORITHMS.values()


@dataclass(frozen=True)
class Rule:
    """A greedy tree and when it stops.

    title, stops, says, source : for people, stops "" where the title says it; settings : (m, depth) -> how it grows,
    the criterion aside.
    """

    title: Callable[[int, int], str]
    stops: str
    says: str
    source: str
    settings: Callable[[int, int], GrowSettings]


BEST = "best"  # stands beside the rules: no growth at all
RULES = {
    "uml": Rule(
        lambda m, d: "ID3",
        "stops at pure leaves",
        "ID3 asks each feature once a path, whatever it gains.",
        "UML",
        lambda m, d: _UML,
    ),
    "ch8": Rule(
        lambda m, d: "CART",
        "stops at pure leaves",
        "Alg. 8.2 takes a split with gain 0; a bit asked again would tell nothing new.",
        "Ch8",
        lambda m, d: _CH8,
    ),
    "cs181": Rule(
        lambda m, d: "ID3",
        "stops at gain 0",
        "A leaf where no question gains anything.",
        "CS181",
        lambda m, d: _CS181,
    ),
    "build": Rule(
        lambda m, d: "ID3 with features reused",
        "stops at gain ≤ 0",
        "The same, since no gain is below 0.",
        "BuildTree",
        lambda m, d: _BUILD,
    ),
    "rows": Rule(
        lambda m, d: f"ID3, at least {m} rows",
        "",
        "A leaf where fewer than m rows are left.",
        "BuildTree",
        lambda m, d: replace(_BUILD, min_samples_split=m),
    ),
    "depth": Rule(
        lambda m, d: f"ID3, depth at most {d}",
        "",
        "A leaf at the greatest depth, with the majority.",
        "UML",
        lambda m, d: replace(_UML, max_depth=d),
    ),
}


@dataclass(frozen=True, eq=False)
class Lesson:
    """A function and its trees. traces : rule -> growth. best : a smallest tree."""

    concept: int
    n: int
    criterion: str
    m: int
    depth: int
    traces: Mapping[str, Trace]
    best: Tree

    def tree(self, rule: str) -> Tree:
        return self.best if rule == BEST else self.traces[rule].tree

    @property
    def rows(self) -> int:
        return 1 << self.n

    @property
    def idle(self) -> bool:
        """Every first question gains 0, though there is something to ask."""
        found = self.traces["uml"].candidates[0]
        return bool(len(found)) and not found.gain.any()


def lesson(concept: int, n: int, criterion: str, m: int, depth: int) -> Lesson:
    """The trees of a function under every rule."""
    data = table(concept, n)
    traces = {name: grow(data, replace(rule.settings(m, depth), criterion=criterion)) for name, rule in RULES.items()}
    return Lesson(concept, n, criterion, m, depth, traces, smallest(concept, n))


def waits(trace: Trace) -> list[int]:
    """For each node where every gain is 0, and none was 0 above it: how many levels below it a question first gains."""
    tree, found = trace.tree, []
    gains = [bool(node.split) and bool(trace.candidates[node.i].gain.any()) for node in tree]
    above = [False] * len(tree)  # whether a node stands below one where every gain is 0
    for i in range(len(tree)):
        parent = int(tree.parent[i])
        above[i] = i > 0 and (above[parent] or not gains[parent])
        if tree[i].split and not gains[i] and not above[i]:
            below, levels = [i], 0
            while not any(gains[j] for j in below):
                below, levels = [child.i for j in below for child in tree[j].children], levels + 1
            found.append(levels)
    return found


def repeated(tree: Tree) -> list[list[int]]:
    """Subtrees with a question that are grown more than once: the numbers of the roots of each;
    none lies within another."""
    keys: list = [None] * len(tree)
    for i in reversed(range(len(tree))):  # children stand behind their parent
        node = tree[i]
        keys[i] = (node.split.feature, *(keys[child.i] for child in node.children)) if node.split else node.label
    found: dict[tuple, list[int]] = {}
    ahead = [0]
    for i in ahead:
        if tree[i].split and keys.count(keys[i]) > 1:
            found.setdefault(keys[i], []).append(i)
        else:
            ahead += [child.i for child in tree[i].children]
    return [roots for roots in found.values() if len(roots) > 1]
