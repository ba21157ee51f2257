"""The playground's trees: what they say agrees with their errors, and each control with the engine's own procedures."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlearn import grow
from dtlearn.data.synthetic import SHAPES, SIDE
from dtlearn.forest import ForestSettings, grow_forest
from dtlearn.forest.playground import CART, tried
from dtlearn.growing.errors import losses

POINTS = st.lists(st.tuples(st.integers(0, SIDE), st.integers(0, SIDE), st.integers(0, 2)), min_size=1, max_size=40)
STATES = st.tuples(
    POINTS,
    POINTS,
    st.sampled_from([0, 0.15, 0.4]),
    st.none() | st.integers(0, 6),
    st.integers(0, 80).map(lambda k: Fraction(k, 1000)),
    st.integers(1, 5),
)


@settings(max_examples=60, deadline=None)
@given(STATES)
def test_the_errors_are_those_of_what_is_shown(state):
    found = tried(*state)
    for part, data in zip(found.path.parts, (found.train, found.held), strict=True):
        assert part.lost[found.at] == int((found.predict(data.X) != data.y).sum())
        assert part.of == len(data)


@settings(max_examples=60, deadline=None)
@given(STATES)
def test_a_price_takes_the_least_cost_of_the_sequence(state):
    *_, alpha, _ = state
    found = tried(*state[:5], 1)
    sizes, lost = found.path.sizes["leaves"], found.path.train.lost
    costs = [Fraction(k, len(found.train)) + alpha * n for k, n in zip(lost, sizes, strict=True)]
    assert costs[found.at] == min(costs)
    assert found.tree.n_leaves == sizes[found.at]


@given(POINTS, st.none() | st.integers(0, 4))
@settings(max_examples=40, deadline=None)
def test_where_a_leaf_costs_nothing_the_tree_stays_as_it_is_grown(points, depth):
    found = tried(points, points, 0, depth)
    whole = grow(found.train, replace(CART, max_depth=depth)).tree
    assert str(found.tree) == str(whole)
    assert found.at == len(found.path) - 1
    assert found.path.train.lost == found.path.test.lost


@given(POINTS, st.sampled_from([0, 0.1, 0.3, 0.4]))
@settings(max_examples=40, deadline=None)
def test_noise_flips_its_share_of_training_labels_and_no_other(points, noise):
    found = tried(points, points, noise)
    assert len(found.flipped) == round(noise * len(points))
    assert (found.train.y != found.clean.y).nonzero()[0].tolist() == list(found.flipped)
    assert found.held.y.tolist() == found.clean.y.tolist() == [k for *_, k in points]


def test_a_forest_is_the_engines_and_begins_with_its_first_trees():
    points = SHAPES["rings"].points
    found = tried(points, SHAPES["xor"].points, 0.1, 4, n_trees=7)
    forest = grow_forest(found.train, ForestSettings(7, replace(CART, max_depth=4)))
    assert np.array_equal(found.predict(found.held.X), forest.predict(found.held.X))
    assert found.path.sizes["trees"][found.at] == 7
    assert found.path.test.lost[0] == losses(forest.trees[0], found.held).sum()
    fewer = tried(points, SHAPES["xor"].points, 0.1, 4, n_trees=3)
    assert fewer.path.test.lost == found.path.test.lost[:3]


def test_there_is_no_tree_without_a_point():
    with pytest.raises(ValueError, match="without a point"):
        tried([], [])
