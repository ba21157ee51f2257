"""One tree of a forest in words and tables: its sample, its features, what a node drew."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from dtlearn.data.dataset import Schema
from dtlearn.forest.changes import best_of_features
from dtlearn.forest.forest import Forest
from dtlearn.growing.grow import Trace
from dtlearn.show.base.html import table_html
from dtlearn.show.base.text import contents, fixed, gain_text, gain_title, leaf_reason, listing, many, place, shorten
from dtlearn.trees.split import Kind
from dtlearn.trees.tree import Tree

SHOWN = 24  # example numbers that are written out


def card_lines(forest: Forest, trace: Trace, t: int) -> list[str]:
    """What a card says of tree t: left out, features, size."""
    out = int((forest.bag[t] == 0).sum())
    m, schema = len(forest.data), forest.data.schema
    said = [f"left out {out} of {m}" if forest.settings.bootstrap else f"all {m} examples"]
    if forest.settings.subspace:
        said.append(f"may ask {_features(schema, forest.features[t].nonzero()[0].tolist())}")
    drawn = trace.drawn(0).tolist()
    if len(drawn) and len(drawn) < int(forest.features[t].sum()):
        said.append(f"root drew {_features(schema, drawn)}")
    return [*said, many(trace.tree.n_leaves, "leaf")]


def _features(schema: Schema, which: Sequence[int], most: int = 2) -> str:
    named = [shorten(schema.features[j].name, 22) for j in which[:most]]
    return ", ".join(named) + (f" + {len(which) - most}" if len(which) > most else "")


def bag_html(forest: Forest, t: int) -> str:
    """The sample of tree t: how often each example was drawn, the left-out ones first."""
    bag, m = forest.bag[t], len(forest.data)
    rows = []
    for times in range(int(bag.max()) + 1):
        which = (bag == times).nonzero()[0].tolist()
        if which:
            said = ", ".join(str(i + 1) for i in which[:SHOWN]) + (" …" if len(which) > SHOWN else "")
            rows.append(["left out" if not times else f"×{times}", f"{len(which)} of {m}", said])
    header = ["Drawn", "Examples", "Their numbers"]
    return table_html(header, rows, f"Tree {t + 1}: its sample of the training examples")


def bag_latex(forest: Forest, t: int) -> str:
    """How many different examples a sample is expected to hold, and how many this one does."""
    m, size = len(forest.data), forest.draws.shape[1]
    seen = int((forest.bag[t] > 0).sum())
    expected = 1 - (1 - 1 / m) ** size
    return (
        r"\begin{aligned}\text{expected:"
        rf" }}&1-\left(1-\tfrac1m\right)^{{m'}}=1-\left(1-\tfrac{{1}}{{{m}}}\right)^{{{size}}}={fixed(expected)}"
        rf"\\ \text{{here: }}&\tfrac{{{seen}}}{{{m}}}={fixed(Fraction(seen, m))}\end{{aligned}}"
    )


def node_html(forest: Forest, trace: Trace, t: int, node: int) -> str:
    """What a node of tree t drew, and the best candidate of each feature that it drew."""
    at, schema, found = trace.tree[node], trace.data.schema, trace.candidates[node]
    where = f"Tree {t + 1}, {place(at)} ({contents(at)})"
    if not len(found):
        why = f", for {leaf_reason(at)}" if at.stop else ""
        return f"<p class='dt-source'>{escape(f'{where}: a leaf{why}.')}</p>"
    drawn, may, rows = trace.drawn(node).tolist(), forest.features[t], []
    chosen = at.split.feature if at.split else None
    best = best_of_features(found, len(may))
    for j in drawn:
        c = best[j]
        name = f"▶ {schema.features[j].name}" if j == chosen else schema.features[j].name
        split = None if c is None else found.split(c)
        # What is asked, without the feature's name: "< 2.45", "= Sunny", "Sunny / Rain".
        question = "cannot split here" if split is None else split.branch(schema, 0)
        if split and split.kind is Kind.MULTIWAY:
            question = " / ".join(schema.features[j].values)
        rows.append([name, question, "" if c is None else gain_text(found.gain[c], schema)])
    others = [schema.features[j].name for j in range(len(may)) if may[j] and j not in drawn]
    d = int(may.sum())
    all_ = {1: "its one feature", 2: "both features"}.get(d, f"all {d} features")
    how = f"drew {len(drawn)} of {d} features" if others else f"looked at {all_}"
    earned = gain_title(at.tree)
    table = table_html(["Feature", "Best question", earned[:1].upper() + earned[1:]], rows, f"{where}: {how}")
    return table + (f"<p class='dt-source'>Not drawn: {escape(listing(others))}.</p>" if others else "")


def n_different(forest: Forest) -> int:
    """How many different trees there are: the same questions and the same answers make the same tree."""
    return len(
        {
            tuple(part.tobytes() for part in (tree.parent, tree.branch, tree.feature, tree.kind, tree.at, _says(tree)))
            for tree in forest.trees
        }
    )


def _says(tree: Tree):
    """(N,) what each node answers: its class, or in regression its mean."""
    return tree.label if tree.value is None else tree.value


def asks_text(tree: Tree) -> str:
    """How often a tree asks each feature: "Its nodes ask x1 5 times, x2 7 times."."""
    asked = tree.feature[tree.kind != Kind.NONE].tolist()
    if not asked:
        return "It has no question: one leaf."
    order = sorted(set(asked), key=lambda j: (-asked.count(j), j))
    names = [f"{tree.schema.features[j].name} {asked.count(j)}×" for j in order]
    return f"Its nodes ask {listing(names[:8])}{' and others' if len(names) > 8 else ''}."
