"""Sketches: a tree written without its examples, and planted again among the same or other ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, GrowSettings, Stop, grow, load
from dtlearn.growing.errors import rows
from dtlearn.trees.sketch import plant, sketch
from dtlearn.trees.split import Kind, Split
from tests.support.strategies import datasets, grow_settings

ARRAYS = ("parent", "branch", "depth", "first_child", "n_children", "feature", "kind", "counts", "lo", "hi")


def assert_same_tree(planted, tree):
    for name in ARRAYS:
        assert getattr(planted, name).tolist() == getattr(tree, name).tolist(), name
    np.testing.assert_array_equal(planted.at, tree.at)
    for one, other in zip(planted, tree, strict=True):
        assert one.rows.tolist() == other.rows.tolist()


@given(datasets(), grow_settings())
def test_a_planted_sketch_is_the_tree_it_was_written_from(data, settings):
    tree = grow(data, settings).tree
    planted = plant(data, sketch(tree))
    assert_same_tree(planted, tree)
    assert planted.label.tolist() == tree.label.tolist()
    assert set(planted.stops) <= {None, Stop.BY_HAND}


@given(datasets(regression=True))
def test_in_regression_too(data):
    tree = grow(data, GrowSettings("mse", "one_vs_rest", reuse=True)).tree
    planted = plant(data, sketch(tree))
    assert_same_tree(planted, tree)
    np.testing.assert_allclose(planted.value, tree.value, atol=1e-9)
    np.testing.assert_allclose(planted.mse, tree.mse, atol=1e-6)


@given(datasets(), st.data())
def test_every_node_holds_the_examples_that_pass_it(data, draw):
    """On fewer examples than it was grown from, so that some nodes are empty."""
    tree = grow(data, ALGORITHMS["CART"]).tree
    kept = draw.draw(st.lists(st.integers(0, len(data) - 1), min_size=1))
    few = rows(data, kept)
    planted = plant(few, sketch(tree))
    leaf = planted.apply(few.X)
    for node in planted:
        inside = [i for i in range(len(few)) if node.i in planted[int(leaf[i])].line()]
        assert node.rows.tolist() == inside
        assert node.counts == np.bincount(few.y[inside], minlength=len(node.counts)).tolist()
    assert planted.predict(data.X).tolist() == tree.predict(data.X).tolist()


def test_preorder_is_depth_first():
    trace = grow(load("play_tennis"))
    assert list(trace.tree.preorder()) == [0, 1, 4, 5, 2, 3, 6, 7]
    assert sketch(trace.tree) == (
        Split(0, Kind.MULTIWAY),
        Split(2, Kind.MULTIWAY),
        0,
        1,
        1,
        Split(3, Kind.MULTIWAY),
        1,
        0,
    )


def test_an_empty_inner_node_says_what_its_parent_says():
    words = (Split(0, Kind.VALUE, 1), Split(0, Kind.VALUE, 0), Split(1, Kind.VALUE, 0), 0, 0, 1, 0)
    tree = plant(load("play_tennis"), words)
    assert (tree[0,].counts, tree[0, 0].counts, tree[0, 0].label) == ([0, 4], [0, 0], "Yes")


def test_a_reason_of_its_own_for_every_leaf():
    reasons = [None, Stop.PRUNED, Stop.PURE]
    tree = plant(load("play_tennis"), (Split(0, Kind.VALUE, 1), 1, 0), reasons)
    assert tree.stops == (None, Stop.PRUNED, Stop.PURE)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "The tree is not complete: 1 subtree is missing."),
        ((Split(0, Kind.MULTIWAY), 1), "The tree is not complete: 2 subtrees are missing."),
        ((Split(0, Kind.VALUE, 0), Split(1, Kind.VALUE, 0), 1), "The tree is not complete: 2 subtrees are missing."),
        ((1, 0), "The tree is complete after 1 of 2 words: leave out the rest."),
    ],
)
def test_a_sketch_that_is_no_tree_is_refused(words, sentence):
    with pytest.raises(ValueError, match=sentence):
        plant(load("play_tennis"), words)
