"""Pruning: procedures that make a grown tree smaller, as lists of steps over it. Nothing is grown again."""

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.growing.errors import losses, reached
from dtlearn.growing.grow import Trace
from dtlearn.pruning.cost_complexity import weakest_link
from dtlearn.pruning.edit import Action, Alternative, Layout, Procedure, PruneStep, Pruning, lost_as_leaf
from dtlearn.pruning.generic import generic
from dtlearn.pruning.objectives import PruneSettings
from dtlearn.trees.pseudocode import Pseudocode, lines
from dtlearn.trees.split import NONE


def _reduced_error(procedure: Procedure, trace: Trace, settings: PruneSettings, held: Dataset) -> Pruning:
    """A node becomes a leaf if that does not raise the validation error (E14).

    The leaf has the node's training majority. From the bottom up, the first branch first.
    """
    tree = trace.tree
    counts, cost = reached(tree, held), settings.weights(len(tree.schema.classes))
    as_leaf, n = lost_as_leaf(tree, counts * cost).tolist(), counts.sum(axis=1).tolist()
    ends = np.bincount(tree.apply(held.X), losses(tree, held) * cost[held.y], len(tree))

    def weigh(p, lost, at_leaves):
        leaf = as_leaf[p]
        return lost, leaf, leaf < lost or leaf == lost and settings.prune_ties

    return _leaf_by_leaf(procedure, trace, settings, held, ends.astype(np.int64).tolist(), as_leaf, n, weigh)


def _gain_threshold(procedure: Procedure, trace: Trace, settings: PruneSettings, held: Dataset | None) -> Pruning:
    """A node whose children are all leaves, hardly more accurate than it would be as a leaf, becomes one (Ch8).

    From the bottom up, so that its parent may be the next; where a split stays, so do those above it.
    """
    tree = trace.tree
    as_leaf, n = lost_as_leaf(tree, tree.counts), tree.n.tolist()
    ends, as_leaf = np.where(tree.kind == NONE, as_leaf, 0).tolist(), as_leaf.tolist()

    def weigh(p, lost, at_leaves):
        if not at_leaves:
            return None
        gain = (as_leaf[p] - lost) / n[p]
        return gain, settings.threshold, gain < settings.threshold

    return _leaf_by_leaf(procedure, trace, settings, held, ends, as_leaf, n, weigh)


def _leaf_by_leaf(procedure, trace, settings, held, ends, as_leaf, n, weigh) -> Pruning:
    """A pruning from the bottom up, in which each inner node in turn stays or becomes a leaf with its own label.

    ends : (N,) what the examples that end at each node lose. as_leaf : (N,) what a leaf there would lose.
    weigh : (node, loss of its subtree, whether its children are leaves) -> what is compared, for a subtree and for a
        leaf, and whether it becomes one; None if the node is passed over.
    """
    tree, layout = trace.tree, Layout(trace.tree)
    lost, nodes, leaves = list(ends), [1] * len(tree), [1] * len(tree)
    wrong_leaf = lost_as_leaf(tree, tree.counts * settings.weights(len(tree.schema.classes)))
    wrong = np.where(tree.kind == NONE, wrong_leaf, 0).tolist()
    wrong_leaf, label = wrong_leaf.tolist(), tree.label.tolist()
    first, width = tree.first_child.tolist(), tree.n_children.tolist()
    total = (len(tree), tree.n_leaves, sum(wrong), sum(ends))
    totals, records, changed = [total], [], []
    for p in layout.children_first(tree):
        below = slice(first[p], first[p] + width[p])
        lost[p] += sum(lost[below])
        nodes[p] += sum(nodes[below])
        leaves[p] += sum(leaves[below]) - 1
        wrong[p] += sum(wrong[below])
        weighed = weigh(p, lost[p], nodes[p] == 1 + width[p])
        if weighed is None:
            continue
        keep, leaf, close = weighed
        now = (1, 1, wrong_leaf[p], as_leaf[p])
        then = tuple(t - a + b for t, a, b in zip(total, (nodes[p], leaves[p], wrong[p], lost[p]), now, strict=True))
        records.append((p, keep, leaf, close, total, then))
        changed.append(((p, Action.LEAF, label[p]),) if close else ())
        if close:
            total = then
            nodes[p], leaves[p], wrong[p], lost[p] = now
        totals.append(total)

    def explain(pruning: Pruning, k: int) -> PruneStep:
        p, keep, leaf, close, before, after = records[k]
        alternatives = (
            Alternative(p, Action.KEEP, None, None, keep, *before[:3]),
            Alternative(p, Action.LEAF, label[p], None, leaf, *after[:3]),
        )
        return PruneStep(k, p, alternatives, int(close), (alternatives[close],), n[p])

    n_nodes, n_leaves, n_wrong, values = zip(*totals, strict=True)
    return Pruning(
        trace,
        held,
        procedure,
        settings,
        layout,
        tuple(changed),
        np.array(n_nodes),
        np.array(n_leaves),
        np.array(n_wrong),
        values,
        explain,
    )


_OURS = "{}; the notes give sentences only, the lines are ours, from them"  # of the pseudocode

reduced_error = Procedure(
    "reduced_error",
    "BuildTree, section 4",
    _reduced_error,
    reads=("prune_ties", "costs"),
    held=True,
    code=Pseudocode(
        "ReducedError(T, V)",
        _OURS.format("BuildTree, section 4"),
        lines(
            "ReducedError(T, V)",
            "  for each inner node t of T, from the bottom up:",
            (
                "    let T' be T with t replaced by a leaf with the majority class of t",
                {
                    "erratum": (
                        "The majority of the training examples at t, not of the validation examples V (slip E14 of the"
                        " notes)."
                    )
                },
            ),
            (
                "    if the accuracy on V is not affected: T = T'",
                {
                    "erratum": (
                        "It must be: is not lowered. Read literally, it would refuse a change that improves the"
                        " accuracy (slip E14 of the notes)."
                    ),
                    "ours": "A node that no example of V reaches is pruned: 0 errors are no more than 0.",
                },
            ),
            "  return T",
        ),
        {"look": 3, "leaf": 4, "keep": 4},
    ),
)

gain_threshold = Procedure(
    "gain_threshold",
    "Ch8, Complexity Control and Pruning",
    _gain_threshold,
    reads=("threshold",),
    minimises=False,
    code=Pseudocode(
        "PostPrune(T, threshold)",
        _OURS.format("Ch8, Complexity Control and Pruning"),
        lines(
            "PostPrune(T, threshold)",
            "  for each inner node t of T, from the leaves upward:",
            "    if all children of t are leaves:",
            "      gain = accuracy of the children - accuracy of t as a leaf, on the training examples at t",
            "      if gain < threshold: replace t by a leaf with its majority class",
            (
                "      otherwise t stays, and so do its ancestors",
                {"ours": "They are passed over in line 3, because t is no leaf."},
            ),
            "  return T",
        ),
        {"look": 4, "leaf": 5, "keep": 6},
    ),
)

PRUNERS = {procedure.name: procedure for procedure in (generic, reduced_error, weakest_link, gain_threshold)}
