"""Prunings as edits of one grown tree: which nodes are left, which are leaves now, which stand in for others."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dtlearn.data.dataset import Dataset, matched
from dtlearn.growing.errors import loss
from dtlearn.growing.grow import PLAYED, Trace
from dtlearn.pictures import pictures
from dtlearn.pruning.objectives import DEFAULT, OBJECTIVES, Objective, PruneSettings, validation
from dtlearn.trees.pseudocode import Pseudocode
from dtlearn.trees.sketch import Sketch, plant
from dtlearn.trees.split import NONE, route
from dtlearn.trees.tree import Stop, Tree, nonempty

if TYPE_CHECKING:
    from dtlearn.show.documents.walkthrough import Walkthrough


class Action(Enum):
    """What is done at a node: it stays, it becomes a leaf, one of its subtrees takes its place."""

    KEEP = "keep"
    LEAF = "leaf"
    RAISE = "raise"


Change = tuple[int, Action, int]  # a node, LEAF or RAISE, and the leaf's class or the branch that is raised


@dataclass(frozen=True)
class Alternative:
    """One thing that can be done at a node.

    label : class number of a LEAF. child : branch of a RAISE. None elsewhere.
    value : what the procedure compares.
    n_nodes, n_leaves, n_wrong : of the whole tree that it would give; n_wrong counts training examples, at their cost.
    """

    node: int
    action: Action
    label: int | None
    child: int | None
    value: float | Fraction
    n_nodes: int
    n_leaves: int
    n_wrong: float


@dataclass(frozen=True)
class PruneStep:
    """A moment of a pruning: the node looked at, what can be done, what is done.

    k : the tree before is that of state k, the tree after that of state k + 1.
    chosen : index of the first alternative applied. applied : all of them, more than one for ties at once.
    n : the examples at the node that decide: training ones, or validation ones.
    alpha : the least g of the weakest link; None in other procedures.
    """

    k: int
    node: int
    alternatives: tuple[Alternative, ...]
    chosen: int
    applied: tuple[Alternative, ...]
    n: int
    alpha: float | Fraction | None = None

    @property
    def changes(self) -> bool:
        """The tree is another one after the step."""
        return any(a.action is not Action.KEEP for a in self.applied)


class Layout:
    """Where the nodes of a tree stand in preorder: every subtree is a slice.

    order : (N,) node numbers in preorder. place : (N,) the place of each node. end : (N,) where its subtree ends.
    """

    def __init__(self, tree: Tree):
        N = len(tree)
        size = np.ones(N, np.int64)
        first_of_level = np.searchsorted(tree.depth, np.arange(int(tree.depth[-1]) + 2))
        levels = [slice(a, b) for a, b in zip(first_of_level[1:-1], first_of_level[2:], strict=True)]
        for level in reversed(levels):
            size += np.bincount(tree.parent[level], size[level], N).astype(np.int64)
        before = size.cumsum() - size
        self.place = np.zeros(N, np.int64)
        for level in levels:
            above = tree.parent[level]
            self.place[level] = self.place[above] + 1 + before[level] - before[tree.first_child[above]]
        self.end = self.place + size
        self.order = np.empty(N, np.int64)
        self.order[self.place] = np.arange(N)

    def within(self, own: np.ndarray) -> np.ndarray:
        """(N, ...) sums over each node's subtree. own : (N, ...) what each place in preorder has."""
        sums = np.concatenate([np.zeros((1, *own.shape[1:]), own.dtype), own.cumsum(axis=0)])
        return sums[self.end] - sums[self.place]

    def children_first(self, tree: Tree, also: np.ndarray | bool = False) -> list[int]:
        """The inner nodes from the bottom up: each after its subtrees, these from the first branch on.

        also : (N,) bool, leaves that come in their turn too.
        """
        # Later ends come later; of two that end together the deeper one comes first.
        found = np.flatnonzero((tree.kind != NONE) | also)
        return found[np.lexsort((-tree.depth[found], self.end[found]))].tolist()


class Edit:
    """What a pruning has made of a grown tree.

    closed : (N,) bool, nodes that a step has made leaves. label : (N,) int, class of a leaf.
    stand_in : (N,) int, the node whose subtree stands in the place of each: its own number, or, where it has been
        replaced by a subtree of its own, that subtree's root. Then it is not alive itself.
    """

    def __init__(self, tree: Tree, layout: Layout):
        self.tree, self.layout = tree, layout
        self.label = tree.label.copy()
        self.stand_in = np.arange(len(tree))
        self._closed = np.zeros(len(tree), bool)
        self._there = np.ones(len(tree), bool)  # in preorder

    @property
    def alive(self) -> np.ndarray:
        """(N,) bool, the nodes that are still part of the tree."""
        return self._there[self.layout.place]

    @property
    def closed(self) -> np.ndarray:
        return self._closed & self.alive

    @property
    def root(self) -> int:
        """The node that stands at the root."""
        return int(self.stand_in[0])

    def children(self, node: int) -> list[int]:
        """The nodes that stand below a node, branch by branch; [] for a leaf."""
        if self._closed[node]:
            return []
        first = int(self.tree.first_child[node])
        return self.stand_in[first : first + int(self.tree.n_children[node])].tolist()

    def apply(self, change: Change) -> None:
        node, action, what = change
        place, end = int(self.layout.place[node]), int(self.layout.end[node])
        if action is Action.LEAF:
            self._there[place + 1 : end] = False
            self._closed[node], self.label[node] = True, what
            return
        child = int(self.stand_in[self.tree.first_child[node] + what])
        top, bottom = int(self.layout.place[child]), int(self.layout.end[child])
        self._there[place:top] = self._there[bottom:end] = False
        self.stand_in[node] = child

    def route(self, X: np.ndarray, rows: np.ndarray, start: int | np.ndarray) -> np.ndarray:
        """(r,) the node at which each of the rows of X ends, from a node on, or one node for each.

        An unknown value stays where it is asked for.
        """
        tree = self.tree
        node, moving = np.broadcast_to(self.stand_in[start], len(rows)).copy(), np.arange(len(rows))
        while True:
            at = node[moving]
            going = (tree.kind[at] != NONE) & ~self._closed[at]
            moving, at = moving[going], at[going]
            if not len(moving):
                return node
            branch = route(tree.kind[at], tree.at[at], X[rows[moving], tree.feature[at]])
            known = (branch >= 0) & (branch < tree.n_children[at])
            moving = moving[known]
            node[moving] = self.stand_in[tree.first_child[at[known]] + branch[known]]

    def confusion(self, data: Dataset) -> np.ndarray:
        """(K, K) how many examples of each true class (columns) are given each class (rows)."""
        K = len(self.tree.schema.classes)
        said = self.label[self.route(data.X, np.arange(len(data)), 0)]
        return np.bincount(said * K + data.y, minlength=K * K).reshape(K, K)

    def words(self) -> tuple[Sketch, list[Stop | None]]:
        """(the tree that is left as a sketch, the Stop of each of its words)."""
        words, reasons, stack = [], [], [self.root]
        while stack:
            node = stack.pop()
            below = self.children(node)
            stack += below[::-1]
            words.append(self.tree[node].split if below else int(self.label[node]))
            reasons.append(None if below else Stop.PRUNED if self._closed[node] else self.tree.stops[node])
        return tuple(words), reasons


@dataclass(frozen=True, eq=False)
class Pruning:
    """What a procedure makes of a grown tree: one state before the first step, one after each.

    trace : the growth of the tree, whose labels are those with the least cost. held : the validation examples, or None.
    changed : the changes of each step; () where it keeps the tree.
    n_nodes, n_leaves, n_wrong : (states,) arrays; n_wrong counts training examples, each at its cost.
    values : what the procedure makes of the whole tree, one per state.
    explain : (pruning, k) -> PruneStep number k. alphas : the weakest link's, one per state; else None.
    """

    trace: Trace
    held: Dataset | None
    procedure: "Procedure"
    settings: PruneSettings
    layout: Layout
    changed: tuple[tuple[Change, ...], ...]
    n_nodes: np.ndarray
    n_leaves: np.ndarray
    n_wrong: np.ndarray
    values: tuple[float | Fraction, ...]
    explain: "Callable[[Pruning, int], PruneStep]"
    alphas: tuple[float | Fraction, ...] | None = None

    @property
    def tree(self) -> Tree:
        return self.trace.tree

    @property
    def data(self) -> Dataset:
        """The training examples."""
        return self.trace.data

    def __repr__(self) -> str:
        return (
            f"Pruning({self.procedure.name!r}: {len(self.steps)} steps, {self.n_leaves[0]} to {self.n_leaves[-1]}"
            " leaves)"
        )

    def walkthrough(self) -> "Walkthrough":
        """The pruning as a page that plays: ``pruning.walkthrough().save("lesson.html")`` (see
        ``pruning_walkthrough``)."""
        return pictures().pruning_walkthrough(self)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        said = {"text/plain": repr(self)}
        return said | {"text/html": self.walkthrough().frame_html()} if len(self.tree) <= PLAYED else said

    @cached_property
    def steps(self) -> Sequence[PruneStep]:
        """The steps, each built when it is asked for."""
        return _Steps(self)

    def at(self, k: int) -> Edit:
        """The grown tree with the changes of the first k steps."""
        if not 0 <= k <= len(self.changed):
            raise IndexError(f"The pruning has no state {k}: it has {len(self.changed) + 1}.")
        edit = Edit(self.tree, self.layout)
        for changes in self.changed[:k]:
            for change in changes:
                edit.apply(change)
        return edit

    def tree_at(self, k: int) -> Tree:
        """The tree after k steps; a leaf that a step has made has Stop.PRUNED."""
        tree = plant(self.data, *self.at(k).words())
        if not self.settings.costs:
            return tree
        return replace(tree, label=np.where(tree.kind == NONE, tree.label, cheapest(tree, self.settings.costs)))

    def after(self, step: PruneStep, one: Alternative) -> Edit:
        """The grown tree as an alternative of a step would leave it; of those that are taken together, as they do."""
        edit = self.at(step.k)
        for a in step.applied if one in step.applied else (one,):
            if a.action is not Action.KEEP:
                edit.apply((a.node, a.action, a.label if a.action is Action.LEAF else a.child))
        return edit

    @property
    def final(self) -> Tree:
        """The tree after the last step."""
        return self.tree_at(len(self.changed))

    def state_for(self, alpha: float | Fraction) -> int:
        """The last state of the weakest link that is not past alpha: the least R + alpha * leaves."""
        if self.alphas is None:
            raise ValueError(f"The pruning {self.procedure.name!r} has no alphas: choose the weakest link.")
        return bisect_right(self.alphas, alpha) - 1

    def losses(self, data: Dataset, power: int = 1) -> np.ndarray:
        """(states,) what each state's tree gets wrong on any data, each example at a power of its cost."""
        data = matched(data, self.tree.schema)
        cost = self.settings.weights(len(self.tree.schema.classes))[data.y] ** power
        tree, place, end, X = self.tree, self.layout.place, self.layout.end, data.X
        says, of_row = tree.label[self.layout.order], place[tree.apply(X)]
        lost = loss(data.y, says[of_row]) * cost
        edit, total = Edit(tree, self.layout), int(lost.sum())
        found = [total]
        for changes in self.changed:
            for node, action, what in changes:
                inside = np.flatnonzero((of_row >= place[node]) & (of_row < end[node]))
                if action is Action.LEAF:
                    of_row[inside] = place[node]
                    says[place[node]] = what
                else:
                    child = int(edit.stand_in[tree.first_child[node] + what])
                    moved = inside[(of_row[inside] < place[child]) | (of_row[inside] >= end[child])]
                    of_row[moved] = place[edit.route(X, moved, child)]
                edit.apply((node, action, what))
                now = loss(data.y[inside], says[of_row[inside]]) * cost[inside]
                total += int(now.sum()) - int(lost[inside].sum())
                lost[inside] = now
            found.append(total)
        return np.array(found)


@dataclass(frozen=True, eq=False)
class Procedure:
    """A way to make a grown tree smaller, by its name; called with a growth it gives the Pruning.

    source : who describes it. prune : (this procedure, trace, settings, validation examples or None) -> Pruning.
    code : its pseudocode; ``at`` : the line where a step looks at a node ("look"), and of each Action that it can take.
    reads : the fields of PruneSettings that it reads; where "objective" is one of them, also those of the objective.
    held : it judges by validation examples.
    picks_node : a step chooses which node to cut, not what becomes of a node.
    minimises : of the alternatives one with the least value is taken.
    """

    name: str
    source: str
    prune: "Callable[[Procedure, Trace, PruneSettings, Dataset | None], Pruning]"
    code: Pseudocode
    reads: tuple[str, ...] = ()
    held: bool = False
    picks_node: bool = False
    minimises: bool = True

    def __call__(self, trace: Trace, settings: PruneSettings = DEFAULT, held: Dataset | None = None) -> Pruning:
        """Prune a grown tree. Raises ValueError if there are no classes, or no validation examples where it needs some;
        DataError if theirs are other features, values or classes."""
        if trace.data.schema.regression:
            raise ValueError("Pruning counts wrong labels: choose a data set with classes.")
        if self.needs_held(settings):
            validation(held)
        if held is not None:
            held = matched(held, trace.data.schema)
        if "costs" not in self.settings_read(settings):
            settings = replace(settings, costs=())
        if settings.costs:
            K = len(trace.data.schema.classes)
            if len(settings.costs) != K:
                raise ValueError(f"{len(settings.costs)} costs are given for {K} classes: give one for each.")
            trace = replace(trace, tree=replace(trace.tree, label=cheapest(trace.tree, settings.costs)))
        return self.prune(self, trace, settings, held)

    def objective(self, settings: PruneSettings) -> Objective | None:
        """What it minimises, if that can be chosen."""
        return OBJECTIVES[settings.objective] if "objective" in self.reads else None

    def settings_read(self, settings: PruneSettings) -> tuple[str, ...]:
        """The fields of the settings that decide, the objective's too."""
        objective = self.objective(settings)
        return self.reads + (objective.reads if objective else ())

    def needs_held(self, settings: PruneSettings) -> bool:
        objective = self.objective(settings)
        return self.held or bool(objective and objective.held)


def lost_as_leaf(tree: Tree, counts: np.ndarray) -> np.ndarray:
    """(N,) what each node's label gets wrong. counts : (N, K) examples of each class there, each at its cost."""
    return counts.sum(axis=1) - counts[np.arange(len(tree)), tree.label]


def cheapest(tree: Tree, costs: Sequence[int]) -> np.ndarray:
    """(N,) the label with the least cost at each node, of equals the first; an empty node has its parent's.

    What a label costs are the other classes' counts times their costs: the least leaves out the most.
    """
    return (tree.counts * costs).argmax(axis=1)[nonempty(tree.parent, tree.n)]


class _Steps(Sequence):
    def __init__(self, pruning: Pruning):
        self.pruning = pruning
        self._last: tuple[int, PruneStep] | None = None  # who shows a step asks for it several times

    def __len__(self) -> int:
        return len(self.pruning.changed)

    def __getitem__(self, k: int | slice) -> PruneStep | list[PruneStep]:
        if isinstance(k, slice):
            return [self[i] for i in range(len(self))[k]]
        k, last = range(len(self))[k], self._last
        if last is None or last[0] != k:
            last = self._last = k, self.pruning.explain(self.pruning, k)
        return last[1]
