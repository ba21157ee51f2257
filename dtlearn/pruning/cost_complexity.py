"""Cost-complexity pruning: the weakest link goes first (Breiman; BuildTree's notes), for every price of a leaf."""

import heapq
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.growing.grow import Trace
from dtlearn.pruning.edit import Action, Alternative, Layout, Procedure, PruneStep, Pruning, lost_as_leaf
from dtlearn.pruning.objectives import PruneSettings
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.trees.pseudocode import Pseudocode, lines
from dtlearn.trees.split import NONE
from dtlearn.trees.tree import Tree

NOISE = 1e-11  # float risks closer than this share of the root's are equal


@dataclass(frozen=True)
class Link(Alternative):
    """An inner node as a link that may break: g = (R(t) - R(T_t)) / (leaves - 1), the price at which it pays to cut.

    as_leaf : R(t), the risk of the node as a leaf. as_subtree : R(T_t), of its subtree. leaves : those of T_t.
    """

    as_leaf: float | Fraction
    as_subtree: float | Fraction
    leaves: int


def _prune(procedure: Procedure, trace: Trace, settings: PruneSettings, held: Dataset | None) -> Pruning:
    """In every step the node with the least g becomes a leaf, until the root does.

    State k has the least R(T) + alpha * leaves(T) of all prunings for alphas[k] <= alpha < alphas[k + 1].

    >>> from dtlearn import grow, load
    >>> pruning = weakest_link(grow(load("play_tennis")))
    >>> [str(alpha) for alpha in pruning.alphas], pruning.n_leaves.tolist()
    (['0', '5/56'], [5, 1])
    """
    tree, layout = trace.tree, Layout(trace.tree)
    cutting = _Cutting(trace, layout, _risks(trace, settings), lost_as_leaf(tree, _weighted(tree, settings)))
    while cutting.leaves[0] > 1 or not cutting.closed[0] and tree.n_children[0]:
        cutting.group(settings.at_once)
    return Pruning(
        trace,
        held,
        procedure,
        settings,
        layout,
        tuple(tuple((t, Action.LEAF, int(tree.label[t])) for t in cut) for cut in cutting.cuts),
        *map(np.array, zip(*cutting.sizes, strict=True)),
        tuple(cutting.values),
        cutting.explain,
        tuple(cutting.alphas),
    )


def _risks(trace: Trace, settings: PruneSettings) -> np.ndarray:
    """(N,) m R(t) of each node as a leaf: integers for the error, so that g is exact."""
    tree, counts = trace.tree, _weighted(trace.tree, settings)
    if settings.risk == "error":
        return lost_as_leaf(tree, counts)
    return counts.sum(axis=1) * CRITERIA[trace.settings.criterion].impurity(counts)


def _weighted(tree: Tree, settings: PruneSettings) -> np.ndarray:
    """(N, K) the examples of each class that reach each node, each at its cost."""
    return tree.counts * settings.weights(len(tree.schema.classes))


class _Cutting:
    """The cutting under way: of every node what its subtree has now, and a heap of the links by g.

    A link in the heap is out of date once its node is gone, is a leaf, or has another number of leaves below.
    """

    def __init__(self, trace: Trace, layout: Layout, risks: np.ndarray, wrong_leaf: np.ndarray):
        self.tree, self.layout, self.m, self.risks = trace.tree, layout, len(trace.data), risks
        leaf = (self.tree.kind == NONE).astype(np.int64)
        self.wrong_leaf = wrong_leaf
        self.exact = risks.dtype.kind == "i"
        self.noise = 0 if self.exact else NOISE * float(risks[0])
        below, wrong, leaves = (layout.within((x * leaf)[layout.order]) for x in (risks, self.wrong_leaf, leaf))
        inner = layout.order[leaf[layout.order] == 0]
        # Equal fractions of integers this small are equal floats, and different ones are not.
        g = (risks[inner] - below[inner]) / np.maximum(leaves[inner] - 1, 1)
        self.place, self.end, self.parent = layout.place.tolist(), layout.end.tolist(), self.tree.parent.tolist()
        self.risk, self.below, self.leaves = risks.tolist(), below.tolist(), leaves.tolist()
        self.wrong, self.lost = self.wrong_leaf.tolist(), wrong.tolist()
        self.heap = list(
            zip(g.tolist(), layout.place[inner].tolist(), inner.tolist(), leaves[inner].tolist(), strict=True)
        )
        heapq.heapify(self.heap)
        self.there, self.closed = bytearray(b"\1") * len(self.tree), bytearray(len(self.tree))
        self.nodes = len(self.tree)
        self.cuts, self.sizes, self.values, self.alphas = [], [], [], []
        self._note(Fraction(0) if self.exact else 0.0)

    def _note(self, alpha: float | Fraction) -> None:
        self.sizes.append((self.nodes, self.leaves[0], self.lost[0]))
        self.values.append(self._over_m(self.below[0]))
        self.alphas.append(alpha)

    def _over_m(self, total: float, parts: int = 1) -> float | Fraction:
        """A sum of losses as a risk, shared by so many leaves."""
        if self.exact:
            return Fraction(total, self.m * parts)
        return 0.0 if abs(total) <= self.noise else total / (self.m * parts)

    def group(self, at_once: bool) -> None:
        """Cut all links at the least g, those first in preorder first."""
        least, ties, cut = None, [], []
        while True:
            while self.heap and (least is None or self.heap[0][0] <= least + self.noise):
                g, place, node, leaves = heapq.heappop(self.heap)
                if not self._current(node, leaves):
                    continue
                if least is None:
                    least = g
                    alpha = self._over_m(self.risk[node] - self.below[node], max(leaves - 1, 1))
                    alpha = max(alpha, self.alphas[-1])
                heapq.heappush(ties, (place, node, leaves))
            while ties and not self._current(*ties[0][1:]):
                heapq.heappop(ties)
            if not ties:
                break
            node = heapq.heappop(ties)[1]
            self._cut(node)
            cut.append(node)
            if not at_once:
                self.cuts.append((node,))
                self._note(alpha)
        if at_once:
            self.cuts.append(tuple(node for node in cut if self.there[self.place[node]]))
            self._note(alpha)

    def _current(self, node: int, leaves: int) -> bool:
        return self.there[self.place[node]] and not self.closed[node] and self.leaves[node] == leaves

    def _cut(self, node: int) -> None:
        place, end, leaves = self.place[node], self.end[node], self.leaves
        self.nodes -= self.there.count(1, place + 1, end)
        self.there[place + 1 : end] = bytes(end - place - 1)
        self.closed[node] = 1
        more, wrong, fewer = self.risk[node] - self.below[node], self.wrong[node] - self.lost[node], leaves[node] - 1
        risk, below = self.risk, self.below
        while node >= 0:
            below[node] += more
            self.lost[node] += wrong
            leaves[node] -= fewer
            if not self.closed[node]:
                g = (risk[node] - below[node]) / max(leaves[node] - 1, 1)
                heapq.heappush(self.heap, (g, self.place[node], node, leaves[node]))
            node = self.parent[node]

    def explain(self, pruning: Pruning, k: int) -> PruneStep:
        """Step k with the table of every link that is left."""
        tree, layout, edit = self.tree, self.layout, pruning.at(k)
        alive, closed = edit.alive, edit.closed
        leaf = alive & (closed | (tree.kind == NONE))
        below, lost, leaves, nodes = (
            layout.within(x[layout.order]).tolist()
            for x in (self.risks * leaf, self.wrong_leaf * leaf, leaf.astype(int), alive.astype(int))
        )
        total = nodes[0], leaves[0], lost[0]
        links = tuple(
            Link(
                t,
                Action.LEAF,
                int(tree.label[t]),
                None,
                self._over_m(self.risk[t] - below[t], max(leaves[t] - 1, 1)),
                total[0] - nodes[t] + 1,
                total[1] - leaves[t] + 1,
                total[2] - lost[t] + self.wrong[t],
                self._over_m(self.risk[t]),
                self._over_m(below[t]),
                leaves[t],
            )
            for t in layout.order[(alive & ~leaf)[layout.order]].tolist()
        )
        at = {link.node: i for i, link in enumerate(links)}
        chosen = [at[t] for t in self.cuts[k]]
        node = self.cuts[k][0]
        return PruneStep(
            k, node, links, chosen[0], tuple(links[i] for i in chosen), int(tree.n[node]), self.alphas[k + 1]
        )


weakest_link = Procedure(
    "weakest_link",
    "BuildTree, section 4; Breiman et al. 1984",
    _prune,
    reads=("risk", "at_once", "costs"),
    picks_node=True,
    code=Pseudocode(
        "CostComplexity(T)",
        "BuildTree, section 4, after Breiman et al.; the notes give sentences only, the lines are ours, from them",
        lines(
            "CostComplexity(T)",
            "  T_0 = T, i = 0",
            "  while T_i is more than its root:",
            (
                "    for each inner node t of T_i: g(t) = (R(t) - R(T_t)) / (leaves(T_t) - 1)",
                {"ours": "R is the training error here. scikit-learn takes the impurity instead: another series."},
            ),
            (
                "    let t be the node with the least g; alpha_{i+1} = g(t)",
                {
                    "erratum": (
                        "Where several nodes share the least g, Breiman prunes all of them in this step. One at a time,"
                        " the series visits further trees at the same alpha (slip E16 of the notes)."
                    )
                },
            ),
            "    T_{i+1} = T_i with t replaced by a leaf with its majority class; i = i + 1",
            (
                "  choose the best of T_0, ..., T_m by its accuracy on a training set or by cross-validation",
                {
                    "erratum": (
                        "It must be a held-out set. On the training set no pruned tree ever beats T_0 (slip E15 of the"
                        " notes)."
                    )
                },
            ),
        ),
        {"look": 4, "leaf": 6, "choose": 7},
    ),
)
