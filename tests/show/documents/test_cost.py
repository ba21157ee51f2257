"""What a document costs, counted in calls of Python's functions and in elements of the layout, not by the clock."""

import sys
from collections import Counter

import numpy as np
import pytest

from dtlearn import ALGORITHMS, Dataset, Feature, Schema, grow
from dtlearn.growing.orders import ORDERS
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.documents.partition import partition_walkthrough
from dtlearn.show.documents.pruning import pruning_walkthrough

TWICE = 2.3


def table(m):
    """Labels that follow no rule: a table twice as long has a tree twice as large."""
    dice = np.random.default_rng(3)
    schema = Schema(tuple(Feature(f"x{j}") for j in range(5)), ("no", "yes"), "y")
    return Dataset("drawn", schema, dice.normal(size=(m, 5)).round(4), dice.integers(0, 2, m))


def calls(make):
    """How many functions written in Python are called."""
    found = Counter()

    def count(frame, event, _):
        found[event] += 1

    sys.setprofile(count)
    try:
        make()
    finally:
        sys.setprofile(None)
    return found["call"]


def growth(trace, **how):
    return trace.steps(**how).walkthrough


DOCUMENTS = {
    **{
        f"{order}, {detail}": lambda trace, order=order, detail=detail: growth(trace, order=order, detail=detail)
        for order in ORDERS
        for detail in ("node", "question")
    },
    "plane": lambda trace: lambda: partition_walkthrough(trace.steps()),
    **{
        name: lambda trace, prune=prune: lambda: pruning_walkthrough(prune(trace, held=table(60)))
        for name, prune in PRUNERS.items()
        if not prune.picks_node  # else a step lists every node that is left
    },
}


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_a_document_of_a_tree_twice_as_large_takes_twice_as_many_calls(kind):
    small, large = (grow(table(m), ALGORITHMS["CART"]) for m in (300, 600))
    less, more = (calls(DOCUMENTS[kind](trace)) / len(trace.tree) for trace in (small, large))
    assert 2 * more / less <= TWICE
