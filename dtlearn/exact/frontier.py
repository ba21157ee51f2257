"""The best trees there are: the least training error for every number of nodes, hence the minimiser of (18.1)."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

import numpy as np

from dtlearn.bound.bound import Bound, penalty
from dtlearn.data.dataset import Dataset, matched
from dtlearn.exact.subcube_errors import Effort, Way, effort_of, solve
from dtlearn.exact.subcubes import Subcubes
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.pruning.edit import lost_as_leaf
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.trees.sketch import Sketch, plant
from dtlearn.trees.split import Split
from dtlearn.trees.tree import Stop, Tree

Progress = Generator[float, None, "Frontier"]  # yields the share that is done; ``yield from`` or StopIteration.value


@dataclass(frozen=True)
class Minimiser:
    """The tree with the least bound. proved : no tree of any size has a smaller one."""

    bound: Bound
    proved: bool

    @property
    def n(self) -> int:
        return self.bound.n


@dataclass(frozen=True, eq=False)
class Frontier:
    """For every number of nodes the fewest wrong examples, and a tree that attains it with the fewest nodes.

    n : (S,) 1, 3, 5, ... n_wrong : (S,) examples that a tree of at most n nodes gets wrong; it never rises.
    used : (S,) nodes of that tree. sketches : S of them.
    floor : what no tree gets right: examples that differ in nothing but their class.
    exact : no tree of this size is better; else only none that was tried (``known``).
    grown : whose prunings they are, if they are: a leaf is one for the same reason there, or was pruned.
    """

    data: Dataset
    sketches: tuple[Sketch, ...]
    n_wrong: np.ndarray
    floor: int
    exact: bool = True
    grown: Tree | None = None

    def __post_init__(self):
        for array in (self.n_wrong, self.n, self.used):
            array.setflags(write=False)

    @cached_property
    def n(self) -> np.ndarray:
        return 2 * np.arange(len(self.sketches)) + 1

    @cached_property
    def used(self) -> np.ndarray:
        return np.array([len(words) for words in self.sketches])

    def sketch(self, n: int) -> Sketch:
        """The tree of at most n nodes.

        Raises ValueError for n below 1, or beyond the search if that could be better.
        """
        if n < 1 or (n > self.n[-1] + 1 and self.n_wrong[-1] > self.floor):
            raise ValueError(f"The search went from 1 to {self.n[-1]} nodes, not to {n}.")
        return self.sketches[min((n - 1) // 2, len(self.sketches) - 1)]

    def tree(self, n: int) -> Tree:
        """The same, planted in the data."""
        tree = plant(self.data, self.sketch(n))
        if self.grown is None:
            return tree
        there = (self.grown.stops[self.grown.find(node.path)] for node in tree)
        return replace(
            tree, stops=tuple(stop and (why or Stop.PRUNED) for stop, why in zip(tree.stops, there, strict=True))
        )

    def bounds(self, delta: float = 0.05, logs: str = "mixed", times: int = 1) -> tuple[Bound, ...]:
        """(18.1) of each tree; the features of the data are the d questions. times : see ``bounds.bound_of``."""
        schema, m = self.data.schema, len(self.data) * times
        d, K = len(schema.features), len(schema.classes)
        cells = zip(self.n_wrong.tolist(), self.used.tolist(), strict=True)
        return tuple(Bound(wrong * times, m, n, d, delta, K, logs) for wrong, n in cells)

    def minimiser(self, delta: float = 0.05, logs: str = "mixed", times: int = 1) -> Minimiser:
        """The tree with the least bound, the smallest of equals."""
        best = min(self.bounds(delta, logs, times), key=lambda bound: bound.value)
        return Minimiser(best, self.exact and bool(self.n[-1] >= self.enough(delta, logs, times)))

    def enough(self, delta: float = 0.05, logs: str = "mixed", times: int = 1) -> int:
        """Nodes up to which a search must go to prove the minimiser: any larger tree is worse than one of these.

        Its penalty alone, on top of the error that no tree avoids, is not below the best bound here.
        """
        schema, m = self.data.schema, len(self.data)
        best = min(bound.value for bound in self.bounds(delta, logs, times))
        n = 2 * np.arange(m) + 1  # a tree of more than m leaves has an empty one
        least = self.floor / m + penalty(n, len(schema.features), m * times, delta, len(schema.classes), logs)
        return int(n[least < best].max(initial=1))


def frontier(data: Dataset, most_nodes: int = 15) -> Frontier:
    """The best trees of 1, 3, ... most_nodes nodes. Among equal ones: fewest nodes, then the lowest feature, then the
    smallest left part; a leaf has the majority, ties the first class.

    Raises DataError unless every feature has two values and the target is a class, or if it would take too long.

    >>> from dtlearn import truth_table
    >>> frontier(truth_table("majority", 3)).n_wrong.tolist()
    [4, 2, 2, 1, 1, 0, 0, 0]
    """
    return _last(search(data, most_nodes))


def search(data: Dataset, most_nodes: int = 15) -> Progress:
    """``frontier`` in small parts: yields the share that is done, returns the Frontier. Drop it to cancel."""
    space = Subcubes(data)
    size, layers = _size(most_nodes), _layers(space, most_nodes)
    table = yield from solve(space, Way(layers))
    sketches = [table.sketch(b) for b in range(layers)]
    sketches += sketches[-1:] * (size - layers)
    n_wrong = np.array([table.root(min(b, layers - 1)) for b in range(size)])
    return Frontier(data, tuple(sketches), n_wrong, space.floor)


def by_depth(data: Dataset, depth: int) -> Tree:
    """The tree of at most this depth that gets the fewest examples wrong; with the fewest nodes of these.

    Raises DataError as ``frontier`` does.

    >>> from dtlearn import load
    >>> tree = by_depth(load("uml_ex18_2"), 2)
    >>> tree.n_wrong, len(tree)
    (0, 7)
    """
    space = Subcubes(data)
    way = _by_depth(space, depth)
    return plant(data, _last(solve(space, way)).sketch(way.layers - 1))


def _by_depth(space: Subcubes, depth: int) -> Way:
    if depth < 0:
        raise ValueError(f"depth is {depth}: choose 0 or more.")
    # A path asks a feature once, and every question takes away a distinct row.
    layers = min(depth, len(space.data.schema.features), len(space.counts) - 1) + 1
    return Way(layers, min(1 << (layers - 1), len(space.counts)), toll=1)


def _last(parts: Generator):
    """What a generator returns."""
    while True:
        try:
            next(parts)
        except StopIteration as end:
            return end.value


def effort(data: Dataset, most_nodes: int = 15, depth: int | None = None) -> Effort:
    """What ``frontier`` costs, or ``by_depth`` where a depth is given. Raises DataError where it has no meaning.

    Measured (any m): 14 features that have nothing to do with each other within 1 s for up to 15 nodes, 15 within 10 s;
    13 and 14 for up to 31 nodes. One-hot columns of one feature count less than that.

    >>> from dtlearn import truth_table
    >>> effort(truth_table("parity", 10)).refusal
    ''
    """
    space = Subcubes(data)
    return effort_of(space, Way(_layers(space, most_nodes)) if depth is None else _by_depth(space, depth))


def _size(most_nodes: int) -> int:
    """How many odd numbers there are up to most_nodes."""
    if most_nodes < 1:
        raise ValueError(f"most_nodes is {most_nodes}: choose 1 or more.")
    return (most_nodes + 1) // 2


def _layers(space: Subcubes, most_nodes: int) -> int:
    """How many of them matter: a tree has no use for more leaves than distinct rows."""
    return min(_size(most_nodes), len(space.counts))


def prunings(data: Dataset, tree: Tree, most_nodes: int = 15) -> Frontier:
    """The best prunings of a tree: for every number of nodes the one that gets the fewest examples wrong.

    Among equal ones the fewest nodes, then the smallest left part. data : what the tree was grown from.
    Raises DataError unless every feature has two values and the target is a class.
    """
    data = matched(data, tree.schema)
    floor, sizes = Subcubes(data).floor, range(_size(most_nodes))
    wrong = lost_as_leaf(tree, tree.counts)
    best = [[0]] * len(tree)  # of each node: the fewest wrong with at most 0, 1, ... splits
    for i in reversed(range(len(tree))):  # children come after their parent
        leaf, first = int(wrong[i]), int(tree.first_child[i])
        best[i] = [leaf] if first < 0 else _joined(leaf, best[first], best[first + 1], len(sizes))

    def write(size: int) -> Iterator[Split | int]:
        stack = [(0, size)]  # nodes to write, and the splits that they may have
        while stack:
            i, b = stack.pop()
            b = best[i].index(best[i][min(b, len(best[i]) - 1)])
            if not b:
                yield int(tree.label[i])
                continue
            first, value = int(tree.first_child[i]), best[i][b]
            left, right = best[first], best[first + 1]
            k = next(k for k in range(len(left)) if 0 <= b - 1 - k < len(right) and left[k] + right[b - 1 - k] == value)
            yield tree[i].split
            stack += [(first + 1, b - 1 - k), (first, k)]

    n_wrong = np.array([best[0][min(b, len(best[0]) - 1)] for b in sizes])
    return Frontier(data, tuple(tuple(write(b)) for b in sizes), n_wrong, floor, exact=False, grown=tree)


def _joined(leaf: int, left: list[int], right: list[int], layers: int) -> list[int]:
    """The fewest wrong of a node with at most 0, 1, ... splits, from those of its parts."""
    found = [leaf] + [leaf] * min(layers - 1, len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for k, b in enumerate(right[: max(len(found) - 1 - i, 0)]):
            found[i + k + 1] = min(found[i + k + 1], a + b)
    return list(accumulate(found, min))


def known(data: Dataset, most_nodes: int = 15) -> Frontier:
    """The best that greedy growing finds, where ``frontier`` takes too long: the best prunings of the trees that the
    criteria grow, of each size the best of these.

    >>> from dtlearn import load
    >>> known(load("uml_ex18_2"), 7).n_wrong.tolist()
    [2, 1, 1, 0]
    """
    Subcubes(data)  # refuses what has no classes, no examples or other questions
    grown = [grow(data, GrowSettings(criterion, stop_at_zero_gain=False)).tree for criterion in CRITERIA]
    series = [prunings(data, tree, most_nodes) for tree in grown]
    best = [min(series, key=lambda found, b=b: (found.n_wrong[b], found.used[b])) for b in range(len(series[0].n))]
    return replace(
        series[0],
        sketches=tuple(found.sketches[b] for b, found in enumerate(best)),
        n_wrong=np.array([found.n_wrong[b] for b, found in enumerate(best)]),
        grown=None,  # of several
    )
