"""A sketch: a tree without examples, its nodes in preorder. What a tree's code, a pruning and an exact search write."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dtlearn.data.dataset import Dataset, Schema
from dtlearn.trees.split import NONE, Kind, Split
from dtlearn.trees.tree import Stop, Tree, nonempty

Sketch = tuple[Split | int, ...]  # a Split for a node that asks, a class number for a leaf (0 in regression)


def n_branches(split: Split, schema: Schema) -> int:
    """Branches of a split: one per value (MULTIWAY), else two."""
    return len(schema.features[split.feature].values) if split.kind is Kind.MULTIWAY else 2


def sketch(tree: Tree) -> Sketch:
    """The tree's questions and labels in preorder.

    >>> from dtlearn import grow, load
    >>> len(sketch(grow(load("play_tennis")).tree))
    8
    """
    leaf = 0 if tree.schema.regression else None
    return tuple(tree[i].split or (int(tree.label[i]) if leaf is None else leaf) for i in tree.preorder())


def plant(data: Dataset, words: Sequence[Split | int], why: Stop | Sequence[Stop | None] = Stop.BY_HAND) -> Tree:
    """The tree that a sketch describes, with the examples of ``data`` that reach each node.

    A leaf keeps the sketch's label whatever reaches it; an inner node has its examples' majority, an empty one its
    parent's. why : the Stop of the leaves, one for all or one per word. In regression a leaf's value is its mean.
    Raises ValueError if the sketch ends before every branch has its subtree, or goes on after that.

    >>> from dtlearn import load
    >>> plant(load("play_tennis"), (Split(0, Kind.VALUE, 1), 1, 0))
    Outlook = Overcast  (5 No, 9 Yes)
    ├─ = Overcast: Yes  (0 No, 4 Yes)
    └─ ≠ Overcast: No  (5 No, 5 Yes)
    """
    schema, N = data.schema, len(words)
    parent, branch, depth, end = _frame(words, schema)
    # Level by level, from left to right: how a tree numbers its nodes.
    order = np.argsort(depth, kind="stable")
    number = np.empty(N, np.int64)
    number[order] = np.arange(N)
    splits = [word if isinstance(word, Split) else None for word in words]

    def column(of_split, leaf, dtype=np.int64):
        return np.array([leaf if split is None else of_split(split) for split in splits], dtype)[order]

    parent = np.where(parent < 0, -1, number[parent])[order]
    first_child = np.full(N, -1)
    children = np.flatnonzero(branch[order] == 0)
    first_child[parent[children]] = children
    given = np.array([0 if isinstance(word, Split) else word for word in words], np.int64)[order]
    reasons = [why] * N if isinstance(why, Stop) else why
    bare = Tree(
        schema,
        parent=parent,
        branch=branch[order],
        depth=depth[order],
        first_child=first_child,
        n_children=column(lambda s: n_branches(s, schema), 0),
        feature=column(lambda s: s.feature, -1),
        kind=column(lambda s: s.kind, NONE),
        at=column(lambda s: np.nan if s.at is None else s.at, np.nan, np.float64),
        label=given,
        counts=np.zeros((N, 1), np.int64),
        rows=np.arange(len(data)),
        lo=np.zeros(N, np.int64),
        hi=np.zeros(N, np.int64),
        stops=tuple(None if splits[i] else reasons[i] for i in order),
    )
    # The leaves from left to right hold the examples in turn, so every node's are a slice.
    rank = order[bare.apply(data.X)]
    held = rank.argsort(kind="stable")
    lo, hi = np.searchsorted(rank[held], np.stack([np.arange(N), end])[:, order])
    return replace(bare, rows=held, lo=lo, hi=hi, **_statistics(data, bare, held, lo, hi))


def _frame(words: Sequence[Split | int], schema: Schema):
    """Of each word, (N,) each: its parent's place in the sketch, its branch, its depth, where its subtree ends."""
    N = len(words)
    parent, branch, depth, end = (np.full(N, -1) for _ in range(4))
    open_ = []  # [place, branches it has, branches begun] of the nodes whose subtrees are being read
    for i, word in enumerate(words):
        if i and not open_:
            raise ValueError(f"The tree is complete after {i} of {N} words: leave out the rest.")
        if open_:
            parent[i], branch[i] = open_[-1][0], open_[-1][2]
            open_[-1][2] += 1
        depth[i] = len(open_)
        if isinstance(word, Split):
            open_.append([i, n_branches(word, schema), 0])
            continue
        end[i] = i + 1
        while open_ and open_[-1][1] == open_[-1][2]:
            end[open_.pop()[0]] = i + 1
    if open_ or not N:
        missing = sum(total - begun for _, total, begun in open_) or 1
        raise ValueError(
            f"The tree is not complete: {missing} {'subtree is' if missing == 1 else 'subtrees are'} missing."
        )
    return parent, branch, depth, end


def _statistics(data: Dataset, bare: Tree, rows, lo, hi) -> dict[str, np.ndarray]:
    """counts, label, value and mse of every node from the examples in its slice of ``rows``."""
    y, n = data.y[rows], hi - lo

    def total(column):
        sums = np.concatenate([np.zeros((1, *column.shape[1:]), column.dtype), column.cumsum(axis=0)])
        return sums[hi] - sums[lo]

    K = len(data.schema.classes)
    counts = total((y[:, None] == np.arange(K)).astype(np.int64)) if K else n[:, None]
    told = nonempty(bare.parent, n)  # an empty node answers as its parent does
    if data.schema.regression:
        # Around the mean of all, so that a small spread far out is not lost.
        middle, some = y.mean(), np.maximum(n, 1)
        value = total(y - middle) / some
        mse = np.maximum(total((y - middle) ** 2) / some - value**2, 0.0)
        return {"counts": counts, "label": np.full(len(n), -1), "value": (value + middle)[told], "mse": mse}
    return {"counts": counts, "label": np.where(bare.kind == NONE, bare.label, counts.argmax(axis=1)[told])}
