"""Orders of a tree's nodes, parents first: those in which a growth is told, and cut.

An order takes the tree and the name of the criterion that it was grown with.
"""

import heapq
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

import numpy as np

from dtlearn.splitting.criteria import CRITERIA, Criterion, exact_gain, gain
from dtlearn.trees.tree import Tree

NOISE = 1e-12  # of the number of examples: float priorities that are no closer than this are in their right order


def depth_first(tree: Tree, criterion: str) -> list[int]:
    """Nodes in the order of the recursion: a node, then each subtree from the first branch on."""
    return list(tree.preorder())


def breadth_first(tree: Tree, criterion: str) -> list[int]:
    """Nodes level by level: the order of their numbers."""
    return list(range(len(tree)))


def best_first(tree: Tree, criterion: str) -> list[int]:
    """Nodes by priority (n_node / n) x gain of their split, the largest open one next; leaves come last.

    Ties go to the lowest number. Ch8's footnote 2 calls it breadth-first with priority.
    """
    return list(by_priority(tree, criterion))


def by_priority(tree: Tree, criterion: str) -> Iterator[int]:
    """The nodes of ``best_first`` one by one."""
    rule, first, n_children = CRITERIA.get(criterion), tree.first_child.tolist(), tree.n_children.tolist()
    places = _places(tree, rule) if rule and rule.exact else None

    def waits(node: int) -> tuple:
        return (-priority(tree, criterion, node) if places is None else places[node]), node

    queue = [waits(0)]
    while queue:
        node = heapq.heappop(queue)[1]
        yield node
        for child in range(first[node], first[node] + n_children[node]):
            heapq.heappush(queue, waits(child))


def _places(tree: Tree, rule: Criterion) -> list[int]:
    """(N,) the place of each node's priority, the largest first: by floats, by exact numbers where these are close."""
    n, splits = tree.n, (tree.n_children > 0).nonzero()[0]
    impure = n * rule.impurity(tree.counts)
    gains = (impure - np.bincount(tree.parent[1:], impure[1:], len(tree)))[splits]
    order = (-gains).argsort()
    splits, apart = splits[order], -np.diff(gains[order]) > NOISE * n[0]
    starts = np.concatenate([[0], apart.nonzero()[0] + 1])
    sizes = np.diff(starts, append=len(splits))
    places = np.full(len(tree), len(splits))
    places[splits] = starts.repeat(sizes)
    counts, first, n_children = tree.counts.tolist(), tree.first_child.tolist(), tree.n_children.tolist()
    for lo, size in zip(starts[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        close = splits[lo : lo + size].tolist()
        exact = [
            _exact_gain(rule, tuple(counts[i]), tuple(map(tuple, counts[first[i] : first[i] + n_children[i]])))
            for i in close
        ]
        falling = sorted(exact, reverse=True)
        places[close] += [falling.index(value) for value in exact]
    return places.tolist()


@lru_cache(maxsize=10_000)  # small nodes hold the same few counts, in every tree of a forest
def _exact_gain(rule: Criterion, counts: tuple[int, ...], branches: tuple[tuple[int, ...], ...]) -> Fraction:
    return exact_gain(rule, counts, branches)


def priority(tree: Tree, criterion: str, node: int) -> float | Fraction:
    """n_node x gain of the node's split, exactly where the criterion can; -1 for a leaf."""
    rule = CRITERIA.get(criterion)
    if tree.stops[node] is not None:
        return -1
    children = slice(tree.first_child[node], tree.first_child[node] + tree.n_children[node])
    if rule is None:
        spread = tree.counts[children, 0] @ tree.mse[children]
        whole = tree.counts[0, 0] * tree.mse[0] or 1.0
        return round(float((tree.counts[node, 0] * tree.mse[node] - spread) / whole), 12)
    if rule.exact:
        return exact_gain(rule, tree.counts[node], tree.counts[children])
    # Float noise is no priority.
    return round(float(tree.counts[node].sum() * gain(rule, tree.counts[node], tree.counts[children])), 9)


ORDERS = {"depth_first": depth_first, "breadth_first": breadth_first, "best_first": best_first}
