"""What the tests of pruning share: growths with validation examples, all prunings of a tree, tables of the facts."""

import re
from dataclasses import replace
from itertools import product

import numpy as np
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, GrowSettings, grow
from dtlearn.data.dataset import Dataset
from dtlearn.pruning.procedures import PruneSettings
from tests.support import facts
from tests.support.strategies import datasets, grow_settings


@st.composite
def grown(draw, unknown=False, max_rows=20):
    """(trace, other examples of the same schema, at least one). unknown : some have a value that no tree knows."""
    data = draw(datasets(max_rows=max_rows))
    settings = draw(st.just(ALGORITHMS["CART"]) | grow_settings())
    h = draw(st.integers(1, 12))
    pick = st.lists(st.integers(0, len(data) - 1), min_size=h, max_size=h)
    X = np.stack([data.X[draw(pick), j] for j in range(data.X.shape[1])], axis=1)
    if unknown:
        nominal = [j for j, f in enumerate(data.schema.features) if not f.numeric]
        for i, j in draw(st.lists(st.tuples(st.integers(0, h - 1), st.sampled_from(nominal or [None])), max_size=3)):
            if j is not None:
                X[i, j] = -1
    return grow(data, settings), replace(data, X=X, y=data.y[draw(pick)])


prune_settings = st.builds(
    PruneSettings,
    objective=st.sampled_from(["bound", "per_leaf", "pessimistic", "held_out"]),
    delta=st.sampled_from([0.05, 0.9]),
    logs=st.sampled_from(["mixed", "ln", "log2"]),
    per_leaf=st.sampled_from([0, 0.01, 0.1]),
    confidence=st.sampled_from([0.25, 0.7]),
    prune_ties=st.booleans(),
    risk=st.sampled_from(["error", "impurity"]),
    at_once=st.booleans(),
    threshold=st.sampled_from([0.0, 0.05, 0.3, 2.0]),
)


def prunings(tree, node=0) -> list[frozenset[int]]:
    """Every pruning of the subtree of a node that only makes leaves: the set of its leaves' numbers."""
    below = [child.i for child in tree[node].children]
    if not below:
        return [frozenset([node])]
    return [frozenset([node])] + [frozenset().union(*c) for c in product(*(prunings(tree, b) for b in below))]


def count(tree, node=0) -> int:
    """How many prunings there are."""
    below = [count(tree, child.i) for child in tree[node].children]
    return 1 + int(np.prod(below)) if below else 1


def path_of(tree, node) -> str:
    """A node as the facts write it: "X1=0 & X2=1", "root"."""
    return " & ".join(c.replace(" = ", "=") for c in tree[node].conditions) or "root"


def outline(tree, node=0, depth=0) -> str:
    """The tree as the facts write it, without the reasons of the leaves."""
    here, counts = tree[node], f"({', '.join(map(str, tree[node].counts))})"
    if not here.split:
        return f"leaf {here.label} {counts}"
    schema = tree.schema
    lines = [f"{schema.features[here.split.feature].name} {counts}"]
    for b, child in enumerate(here.children):
        name = here.split.branch(schema, b).removeprefix("= ")
        lines.append(f"{'  ' * (depth + 1)}[{name}] {outline(tree, child.i, depth + 1)}")
    return "\n".join(lines)


def told(text: str) -> str:
    """An outline of the facts without the reasons of the leaves."""
    return re.sub(r"(\([\d, ]+\)) \(.*\)", r"\1", text)


def repeated(data: Dataset, times: int) -> Dataset:
    return replace(data, X=np.tile(data.X, (times, 1)), y=np.tile(data.y, times))


def table(name):
    """A growth of the facts' section 8 by its name there."""
    whole = GrowSettings(stop_at_zero_gain=False)
    match name:
        case "seven_point":
            return grow(facts.data("seven_point"), whole)
        case "playtennis":
            return grow(facts.data("playtennis"))
        case "majority3":
            return grow(facts.data("majority3"), whole)
