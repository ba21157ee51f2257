"""Where a tree that somebody's own code grew departs from the engine's: the first other decision,
the first wrong score."""

from dataclasses import dataclass

import numpy as np

from dtlearn.growing.by_hand import advice, arrived
from dtlearn.growing.grow import Trace
from dtlearn.teaching.grading import TOLERANCE
from dtlearn.teaching.slips import gain_mistakes
from dtlearn.teaching.tree_json import OwnTree, scores
from dtlearn.trees.split import route
from dtlearn.trees.tree import Stop, Tree


@dataclass(frozen=True)
class Slip:
    """A score that was handed in wrong. mistakes : names of those that give it (``slips``)."""

    node: int
    title: str
    theirs: float
    ours: float
    mistakes: tuple[str, ...]


@dataclass(frozen=True)
class Departure:
    """The first decision, in depth-first order, that the algorithm would not make.

    node : where, a node of the tree that was handed in. stop : why the algorithm makes a leaf here, None if it splits.
    ours, theirs : candidates of the node, None for a leaf; ``theirs`` is also None for a question that is no candidate.
    """

    node: int
    stop: Stop | None
    ours: int | None
    theirs: int | None


def decision(trace: Trace, i: int) -> tuple[Stop | None, int | None]:
    """(why the algorithm makes a leaf at a node, or None; the candidate that it chooses, or None)."""
    node, settings = trace.tree[i], trace.settings
    does = arrived(settings, node.n, max(node.counts) == node.n, int(trace.tree.depth[i]), node.n - max(node.counts))
    does = advice(settings, trace.candidates[i]) if does is None else does
    return (does, None) if isinstance(does, Stop) else (None, does)


def departure(own: OwnTree) -> Departure | None:
    """The first decision, in depth-first order, that the algorithm would not make; ties are equally right."""
    trace = own.trace
    for i in trace.tree.preorder():
        stop, ours = decision(trace, i)
        theirs = _candidate(trace, i)
        if stop is None:
            agrees = theirs is not None and bool(trace.candidates[i].best[theirs])
        else:
            agrees = trace.tree[i].split is None and _label_fits(trace.tree, i)
        if not agrees:
            return Departure(i, stop, ours, theirs)
    return None


def _candidate(trace: Trace, i: int) -> int | None:
    """The candidate that parts the node's examples as its split does, about the same feature; None if there is none.

    A threshold may lie anywhere between two values, and the sides of a yes/no question may be exchanged.
    """
    split, rows, found = trace.tree[i].split, trace.tree[i].rows, trace.candidates[i]
    if split is None:
        return None
    x = trace.data.X[rows, split.feature]
    parts = _parts(route(split.kind, split.at or 0.0, x))
    for c in np.flatnonzero(found.feature == split.feature).tolist():
        if _parts(route(found.split(c).kind, found.split(c).at or 0.0, x)) == parts:
            return c
    return None


def _parts(way: np.ndarray) -> set[bytes]:
    """The groups of examples that go the same way, whichever that is."""
    return {(way == b).tobytes() for b in np.unique(way)}


def _label_fits(tree: Tree, i: int) -> bool:
    """A leaf says a majority class of its examples, an empty one its parent's."""
    node = tree[i]
    counts = node.counts if node.n else node.parent.counts
    return counts[int(tree.label[i])] == max(counts)


def slip(own: OwnTree, until: int | None = None) -> Slip | None:
    """The first score that was handed in wrong, node by node in depth-first order. until : the last node to look at."""
    trace = own.trace
    for i in trace.tree.preorder():
        ours = scores(trace.candidates[i], trace.data.schema)
        for title, theirs in own.gains.get(trace.tree[i].path, {}).items():
            if title in ours and abs(theirs - ours[title]) > TOLERANCE:
                return Slip(i, title, theirs, ours[title], _named(trace, i, title, theirs))
        if i == until:
            break
    return None


def _named(trace: Trace, i: int, title: str, theirs: float) -> tuple[str, ...]:
    found = trace.candidates[i]
    c = next(c for c in range(len(found)) if found.split(c).title(trace.data.schema) == title)
    wrong = gain_mistakes(trace.tree[i].counts, found.branches(c).tolist(), trace.settings.criterion)
    return tuple(name for name, value in wrong.items() if abs(theirs - value) <= TOLERANCE)
