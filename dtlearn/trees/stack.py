"""A grove: several trees side by side as one set of arrays, so that all are asked at once."""

from collections.abc import Sequence

import numpy as np

from dtlearn.trees.split import NONE, THRESHOLD, route
from dtlearn.trees.tree import Tree, nonempty

BLOCK = 1 << 17  # (tree, row) pairs handled at a time


class TreeStack:
    """T trees as one table of N nodes.

    root : (T,) where each tree's nodes begin. label : (N,) class codes. value : (N,) means, None for classes.
    share : (N, K) class shares of each node's examples, an empty node has its parent's; None in regression.
    """

    def __init__(self, trees: Sequence[Tree]):
        sizes = np.array([len(tree) for tree in trees])
        self.root = sizes.cumsum() - sizes
        start = self.root.repeat(sizes)

        def column(name):
            return np.concatenate([getattr(tree, name) for tree in trees])

        self.feature, self.kind, self.at = column("feature"), column("kind"), column("at")
        self.n_children, self.first_child, self.label = (
            column("n_children"),
            column("first_child") + start,
            column("label"),
        )
        self.value = self.share = None
        if trees[0].schema.regression:
            self.value = column("value")
        else:
            counts = column("counts")
            counts = counts[nonempty(column("parent") + start, counts.sum(axis=1))]
            self.share = counts / counts.sum(axis=1, keepdims=True)
        self.d, self.cuts = len(trees[0].schema.features), np.isin(self.kind, (NONE, THRESHOLD)).all()

    def apply(self, X) -> np.ndarray:
        """(T, n) the node of the table where each row of X (n, d) ends in each tree."""
        X = np.ascontiguousarray(X, np.float64)
        if X.ndim != 2 or X.shape[1] != self.d:
            raise ValueError(f"X has shape {X.shape}: give rows of {self.d} features.")
        found = np.empty((len(self.root), len(X)), np.int64)
        some = max(BLOCK // len(self.root), 1)
        for lo in range(0, len(X), some):
            found[:, lo : lo + some] = self._apply(X[lo : lo + some])
        return found

    def _apply(self, X):
        node = self.root.repeat(len(X))
        moving = (self.kind[node] != NONE).nonzero()[0]
        cells, start = X.reshape(-1), np.tile(np.arange(0, X.size, self.d), len(self.root))
        while len(moving):
            at = node[moving]
            x = cells[start[moving] + self.feature[at]]
            if self.cuts:
                branch = x >= self.at[at]
            else:
                branch = route(self.kind[at], self.at[at], x)
                known = (branch >= 0) & (branch < self.n_children[at])
                moving, at, branch = moving[known], at[known], branch[known]
            at = self.first_child[at] + branch
            node[moving] = at
            moving = moving[(self.kind[at] != NONE).nonzero()[0]]
        return node.reshape(-1, len(X))
