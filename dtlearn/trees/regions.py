"""Regions: the boxes that a tree cuts out of a slice through the space of the features.

A slice leaves one or two numeric features free and holds the others at given values (Ch8 Fig. 8.4 draws one
for two features, where nothing is held).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.trees.split import Kind, route
from dtlearn.trees.tree import Tree


@dataclass(frozen=True)
class Region:
    """A node's part of a slice.

    node : number of the node.
    box : (lo, hi) for each free feature, meaning lo <= x < hi; an open end is infinite.
    cut : (place of the feature in ``free``, threshold) of the line that divides the box; None if nothing does.
    end : nothing lies below in this slice: a leaf, or a node that is not decided yet.
    """

    node: int
    box: tuple[tuple[float, float], ...]
    cut: tuple[int, float] | None
    end: bool


def regions(tree: Tree, free: Sequence[int], at: Sequence[float], decided: Collection[int] | None = None):
    """The boxes that tile the slice, left to right: one for every leaf (or open node) that it meets.

    free : one or two numeric features. at : (d,) a row of feature codes; the free ones are not looked at.
    decided : node numbers that are split or leaves already; None for the whole tree.

    >>> from dtlearn import grow, load, ALGORITHMS
    >>> tree = grow(load("partition_2d"), ALGORITHMS["CART"]).tree
    >>> for r in regions(tree, (0, 1), (0, 0)): print(r.box, tree[r.node].label)
    ((-inf, 2.5), (-inf, 5.0)) A
    ((-inf, 2.5), (5.0, 7.0)) B
    ((2.5, inf), (-inf, 7.0)) B
    ((-inf, inf), (7.0, inf)) A
    """
    return [region for region in slice_nodes(tree, free, at, decided) if region.end]


def slice_nodes(
    tree: Tree, free: Sequence[int], at: Sequence[float], decided: Collection[int] | None = None
) -> list[Region]:
    """Every node that the slice meets, parents first, with its box; arguments as for ``regions``."""
    features = tree.schema.features
    if not 1 <= len(free) <= 2 or len(set(free)) < len(free) or not all(features[j].numeric for j in free):
        raise ValueError(f"free is {tuple(free)}: give one or two different numeric features.")
    if len(at) != len(features):
        raise ValueError(f"at has {len(at)} values: give one for each of the {len(features)} features.")
    axis = {j: place for place, j in enumerate(free)}
    kinds = tree.kind.tolist()  # a number of numpy is compared with an enum's ten times as slowly
    found, stack = [], [(0, ((-np.inf, np.inf),) * len(free))]
    while stack:
        node, box = stack.pop()
        feature = int(tree.feature[node])
        open_ = decided is not None and node not in decided
        if open_ or kinds[node] == Kind.NONE:
            found.append(Region(node, box, None, True))
        elif feature in axis:
            place, t = axis[feature], float(tree.at[node])
            lo, hi = box[place]
            sides = [
                (b, (*box[:place], side, *box[place + 1 :]))
                for b, side in enumerate(((lo, min(t, hi)), (max(t, lo), hi)))
                if side[0] < side[1]
            ]
            found.append(Region(node, box, (place, t) if len(sides) == 2 else None, False))
            stack.extend((int(tree.first_child[node]) + b, side) for b, side in reversed(sides))
        else:
            b = int(route(tree.kind[node], tree.at[node], at[feature]))
            known = 0 <= b < tree.n_children[node]
            found.append(Region(node, box, None, not known))  # as in ``Tree.apply``: a value not known stays
            if known:
                stack.append((int(tree.first_child[node]) + b, box))
    return found


def owners(tree: Tree, X, ends: Collection[int]) -> np.ndarray:
    """(m,) for each row of X (m, d) the node of ``ends`` that it comes through, -1 if it comes through none."""
    owner = np.full(len(tree), -1)
    for i in range(len(tree)):  # parents have the lower numbers
        owner[i] = i if i in ends else owner[tree.parent[i]] if i else -1
    return owner[tree.apply(X)]


def middle(data: Dataset) -> tuple[float, ...]:
    """(d,) the most usual place: the lower median of a numeric feature, the most frequent value of a nominal one."""
    row = []
    for feature, x in zip(data.schema.features, data.X.T, strict=True):
        row.append(np.sort(x)[(len(x) - 1) // 2] if feature.numeric else np.bincount(x.astype(np.int64)).argmax())
    return tuple(map(float, row))


def asked_first(tree: Tree) -> list[int]:
    """The numeric features: in the order in which the tree asks about them, then those that it does not ask about."""
    numeric = [j for j, feature in enumerate(tree.schema.features) if feature.numeric]
    return [j for j in dict.fromkeys(tree.feature.tolist() + numeric) if j in numeric]


def off_axes(tree: Tree, free: Collection[int]) -> list[int]:
    """The features that the tree asks about and a slice does not show: where it lies in them matters."""
    return [j for j in dict.fromkeys(tree.feature.tolist()) if j >= 0 and j not in free]
