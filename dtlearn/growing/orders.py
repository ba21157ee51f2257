"""Orders of a tree's nodes, parents first: those in which a growth is told, and cut.

An order takes the tree and the name of the criterion that it was grown with.
"""

import heapq
from collections.abc import Iterator
from fractions import Fraction

from dtlearn.splitting.criteria import CRITERIA, exact_gain, gain
from dtlearn.trees.tree import Tree


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
    """The nodes of ``best_first`` one by one: whoever needs the first few pays for these alone."""
    queue = [(-priority(tree, criterion, 0), 0)]
    while queue:
        node = tree[heapq.heappop(queue)[1]]
        yield node.i
        for child in node.children:
            heapq.heappush(queue, (-priority(tree, criterion, child.i), child.i))


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
