"""The four kinds of split of Ch8 Fig. 8.2 on the same data, in words."""

from dtlearn.growing.grow import Trace
from dtlearn.show.base.text import listing, many, size_text
from dtlearn.show.tree.view import tree_view, words_only
from dtlearn.trees.tree import Tree

# Kind, as GrowSettings.nominal calls it -> what it asks, in the order of the figure.
KINDS = {
    "multiway": "(a) a branch for each value",
    "one_vs_rest": "(b) is it this value?",
    "ordered": "(c) does it come before this value, in the listed order?",
    "subset": "(d) is it one of these values?",
}


GAP, LEVEL = 10, 38  # px between nodes and between levels


def drawn(tree: Tree) -> dict:
    """The tree view of a kind: a deep tree's words can be read beside another."""
    return words_only(tree_view(tree), GAP, LEVEL)


def said(kind: str, trace: Trace) -> str:
    """What a kind makes of the data."""
    tree = trace.tree
    return f"**{KINDS[kind]}** {size_text(tree)}, {many(len(tree), 'node')}, {tree.n_wrong} of {len(trace.data)} wrong"


def verdict(traces: dict[str, Trace]) -> str:
    """Which of them needs the fewest leaves."""
    leaves = {kind: trace.tree.n_leaves for kind, trace in traces.items()}
    least = [KINDS[kind][:3] for kind, n in leaves.items() if n == min(leaves.values())]
    return f"Each kind gets every example right; {listing(least)} with the fewest leaves, {min(leaves.values())}."
