"""Where several growths of the same data first decide differently."""

from collections.abc import Sequence

import numpy as np

from dtlearn.growing.grow import Trace
from dtlearn.trees.tree import Node


def groups(node: Node) -> frozenset[tuple[int, ...]]:
    """The examples of each branch of a node that gets some, as row numbers; of a leaf none."""
    return frozenset(tuple(child.rows.tolist()) for child in node.children if child.n)


def first_departure(traces: Sequence[Trace]) -> tuple[int, ...] | None:
    """The numbers of the first node, one of each trace, at which not all make a leaf or not all divide the examples in
    the same way by the same feature; None if there is none.

    The nodes are walked depth first, in the order of the first trace. traces : growths of the same data.
    """
    stack = [tuple(0 for _ in traces)]
    while stack:
        at = stack.pop()
        nodes = [trace.tree[i] for trace, i in zip(traces, at, strict=True)]
        if len({(node.split and node.split.feature, groups(node)) for node in nodes}) > 1:
            return at
        found = [{tuple(child.rows.tolist()): child.i for child in node.children if child.n} for node in nodes]
        stack += [tuple(ways[rows] for ways in found) for rows in reversed(found[0])]
    return None


def order_of_tests(trace: Trace) -> np.ndarray:
    """(K,) int: the nodes with a split, depth first: the order in which the notes' recursions come to them."""
    return np.array([i for i in trace.tree.preorder() if trace.tree[i].split], dtype=int)
