"""A decision tree as parallel arrays, and what can be asked of it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import hypot, sqrt

import numpy as np

from dtlearn.data.dataset import ReadOnly, Schema, significant
from dtlearn.pictures import pictures
from dtlearn.trees.split import MULTIWAY, NONE, Kind, Split, route

_NOISE = 1e-12  # of the numbers that are added up
Path = tuple[int, ...]  # branch numbers from the root: how a node is addressed across regrowing


class Stop(Enum):
    """Why a node is a leaf, in the notes' words."""

    PURE = "all examples have the same class"
    ACCURATE = "the training error here is small enough"
    EMPTY = "no example comes here, so the parent's majority decides"
    NO_FEATURE = "no feature is left that could split"
    NO_GAIN = "no candidate has a gain above zero"
    TOO_FEW = "fewer examples than the least number to split"
    MAX_DEPTH = "the greatest depth is reached"
    MIN_LEAF = "every candidate makes a branch with too few examples"
    BUDGET = "its split would make the tree larger than allowed"
    SMALL_GAIN = "the best gain is below the least gain asked for"
    BY_HAND = "the tree was given so, not grown"
    PRUNED = "a subtree stood here and was pruned"

    def __init__(self, why: str):
        self.code = len(type(self).__members__)  # how arrays hold it


@dataclass(frozen=True, eq=False)
class Tree(ReadOnly):
    """A decision tree of N nodes, numbered level by level, children next to each other. Read-only.

    parent, branch : (N,) int, number of the parent and which of its branches leads here; -1 for the root.
    depth : (N,) int. first_child : (N,) int, -1 for a leaf; n_children : (N,) int.
    feature, kind : (N,) int, the split (Kind codes); -1 for a leaf. at : (N,) value code, threshold or mask.
    label : (N,) int, majority class; an empty node has its parent's; -1 in regression.
    counts : (N, K) int, examples of each class that reach each node; (N, 1) examples in regression.
    value, mse : (N,) float64, mean of y and mean squared error around it; None where the target is a class.
    rows : (m,) int, the examples, ordered so that those of node i are rows[lo[i] : hi[i]].
    stops : tuple of N Stop or None (a node that splits).
    """

    schema: Schema
    parent: np.ndarray
    branch: np.ndarray
    depth: np.ndarray
    first_child: np.ndarray
    n_children: np.ndarray
    feature: np.ndarray
    kind: np.ndarray
    at: np.ndarray
    label: np.ndarray
    counts: np.ndarray
    rows: np.ndarray
    lo: np.ndarray
    hi: np.ndarray
    stops: tuple[Stop | None, ...]
    value: np.ndarray | None = None
    mse: np.ndarray | None = None

    def __len__(self) -> int:
        return len(self.parent)

    def __iter__(self) -> "Iterator[Node]":
        return (Node(self, i) for i in range(len(self)))

    def __getitem__(self, i: int) -> "Node":
        """Node number i, or the node at a path: ``tree[0]``, ``tree[0, 1]``, ``tree[()]``."""
        if isinstance(i, tuple):
            node = self.find(i)
            if node is None:
                raise KeyError(f"The tree has no node at {i}.")
            return Node(self, node)
        if not 0 <= i < len(self):
            raise IndexError(f"The tree has no node {i}: it has {len(self)}.")
        return Node(self, int(i))

    def preorder(self, opened: Collection[int] | None = None) -> Iterator[int]:
        """The nodes' numbers in the order of the recursion: a node, then each subtree from the first branch on.

        opened : the nodes whose children are visited; None for all.
        """
        first, n_children = self.first_child.tolist(), self.n_children.tolist()
        stack = [0]
        while stack:
            i = stack.pop()
            yield i
            if n_children[i] and (opened is None or i in opened):
                stack.extend(range(first[i] + n_children[i] - 1, first[i] - 1, -1))

    @property
    def n_leaves(self) -> int:
        return int((self.kind == Kind.NONE).sum())

    @property
    def n(self) -> np.ndarray:
        """(N,) examples that reach each node."""
        return self.counts.sum(axis=1)

    @property
    def noise(self) -> float:
        """In regression: what a mean of y may be off by for floats alone."""
        return _NOISE * hypot(self.value[0], sqrt(self.mse[0]))

    def clear(self, mean: float, mse: float) -> tuple[float, float]:
        """A mean of y and the mean squared error around it; 0 where float noise is all there is of one."""
        return mean if abs(mean) > self.noise else 0.0, mse if sqrt(mse) > self.noise else 0.0

    @property
    def train_error(self) -> float:
        """Share of the training examples that their leaf's label gets wrong; in regression the mean squared error."""
        if self.schema.regression:
            leaf = self.kind == Kind.NONE
            return self.clear(0.0, float((self.n * self.mse)[leaf].sum() / self.n[0]))[1]
        return self.n_wrong / int(self.n[0])

    @property
    def n_wrong(self) -> int:
        """How many training examples their leaf's label gets wrong."""
        leaf = np.flatnonzero(self.kind == Kind.NONE)
        return int(self.counts[0].sum() - self.counts[leaf, self.label[leaf]].sum())

    def find(self, path: Path) -> int | None:
        """The number of the node at a path, or None if the tree ends before it."""
        node = 0
        for b in path:
            if not 0 <= b < self.n_children[node]:
                return None
            node = int(self.first_child[node] + b)
        return node

    @cached_property
    def _answers(self) -> dict[int, tuple[str, str]]:
        return {}

    def answer(self, node: int) -> str:
        """The answer that leads from a node's parent to it, written once: "Sunny", "< 2.45". node : not the root."""
        return self._answered(node)[0]

    def condition(self, node: int) -> str:
        """The same with its feature: "Outlook = Sunny", "petal_length < 2.45"."""
        return self._answered(node)[1]

    def _answered(self, node: int) -> tuple[str, str]:
        if node not in self._answers:
            split, branch = self[int(self.parent[node])].split, int(self.branch[node])
            self._answers[node] = split.branch(self.schema, branch), split.condition(self.schema, branch)
        return self._answers[node]

    def apply(self, X) -> np.ndarray:
        """(m,) number of the leaf that each row of X (m, d) reaches.

        A nominal value that the data does not have, code -1, stays at the node that asks for it.
        """
        X = np.asarray(X, dtype=np.float64)
        if X.ndim != 2 or X.shape[1] != len(self.schema.features):
            raise ValueError(f"X has shape {X.shape}: give rows of {len(self.schema.features)} features.")
        node = np.zeros(len(X), dtype=np.int64)
        moving = np.arange(len(X))
        while True:
            moving = moving[self.kind[node[moving]] != Kind.NONE]
            if not len(moving):
                return node
            at = node[moving]
            b = route(self.kind[at], self.at[at], X[moving, self.feature[at]])
            known = (b >= 0) & (b < self.n_children[at])
            moving = moving[known]
            node[moving] = self.first_child[at[known]] + b[known]

    def predict(self, X) -> np.ndarray:
        """(m,) predicted class codes, or means, for X (m, d) of feature codes, as in ``Dataset.X``."""
        return (self.value if self.schema.regression else self.label)[self.apply(X)]

    def __repr__(self) -> str:
        return pictures().tree_text(self)

    def to_dot(self) -> str:
        """The tree in Graphviz's DOT language."""
        return pictures().tree_dot(self)

    def to_graphviz(self):
        """The tree as a ``graphviz.Source``: a notebook draws it, ``.render("tree", format="pdf")`` writes a file."""
        return pictures().tree_graphviz(self)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return {"text/plain": repr(self), "image/svg+xml": pictures().tree_svg(self)}


def nonempty(parent: np.ndarray, n: np.ndarray) -> np.ndarray:
    """(N,) number of each node that examples reach; of an empty one that of the nearest node above with some.

    parent, n : (N,) parents, which have the lower numbers; examples.
    """
    found = np.arange(len(n))
    for i in np.flatnonzero(n == 0).tolist():
        found[i] = found[parent[i]]
    return found


@dataclass(frozen=True)
class Node:
    """One node of a tree: a view."""

    tree: Tree
    i: int

    @property
    def path(self) -> Path:
        return tuple(int(self.tree.branch[k]) for k in self.line()[1:])

    def line(self) -> list[int]:
        """Node numbers from the root to this node."""
        line, k = [], self.i
        while k >= 0:
            line.append(k)
            k = int(self.tree.parent[k])
        return line[::-1]

    @property
    def parent(self) -> "Node | None":
        return Node(self.tree, int(self.tree.parent[self.i])) if self.i else None

    @property
    def children(self) -> "list[Node]":
        first = int(self.tree.first_child[self.i])
        return [Node(self.tree, first + b) for b in range(int(self.tree.n_children[self.i]))]

    @property
    def split(self) -> Split | None:
        kind = int(self.tree.kind[self.i])
        if kind == NONE:
            return None
        at = None if kind == MULTIWAY else float(self.tree.at[self.i])
        return Split(int(self.tree.feature[self.i]), Kind(kind), at)

    @property
    def stop(self) -> Stop | None:
        return self.tree.stops[self.i]

    @property
    def counts(self) -> list[int]:
        return self.tree.counts[self.i].tolist()

    @property
    def n(self) -> int:
        return sum(self.counts)

    @property
    def value(self) -> float:
        """Mean of y, in regression."""
        return self.mean_and_mse[0]

    @property
    def mse(self) -> float:
        """Mean squared error around the mean, in regression."""
        return self.mean_and_mse[1]

    @property
    def mean_and_mse(self) -> tuple[float, float]:
        """Both, without float noise."""
        return self.tree.clear(float(self.tree.value[self.i]), float(self.tree.mse[self.i]))

    @property
    def cls(self) -> int:
        """The number of the majority class; -1 in regression."""
        return int(self.tree.label[self.i])

    @property
    def label(self) -> str:
        """What a leaf here says: the majority class, or the mean as text."""
        if self.tree.schema.regression:
            return significant(self.value)
        return self.tree.schema.classes[self.cls]

    @property
    def rows(self) -> np.ndarray:
        """Indices of the training examples that reach this node, in the data's order."""
        return np.sort(self.tree.rows[self.tree.lo[self.i] : self.tree.hi[self.i]])

    @property
    def conditions(self) -> list[str]:
        """The questions and answers from the root to here: ["Outlook = Sunny", "Humidity = High"]."""
        return list(self.upwards())[::-1]

    def upwards(self) -> Iterator[str]:
        """The same from here to the root: whoever needs the last few pays for these alone."""
        i = self.i
        while i:
            yield self.tree.condition(i)
            i = int(self.tree.parent[i])

    def __repr__(self) -> str:
        what = self.split.title(self.tree.schema) if self.split else f"leaf {self.label} ({self.stop.name})"
        return f"Node({self.path}: {what}, counts {self.counts})"
