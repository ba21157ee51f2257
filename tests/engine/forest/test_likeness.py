"""How alike trees err, against numpy's covariances pair by pair, and the sum that it explains; polls of numbers."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, from_arrays, grow, load
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.likeness import likeness
from dtlearn.forest.polls import poll
from dtlearn.growing.errors import hold_out
from tests.engine.forest.test_forest import forests

CART = replace(ALGORITHMS["CART"], criterion="mse")
COUNTRY = from_arrays([[i / 7] for i in range(40)], [(i * i) % 13 / 3 + 0.1 for i in range(40)], regression=True)


def mistakes(forest) -> np.ndarray:
    data = forest.data
    said = np.array([tree.predict(data.X) for tree in forest.trees])
    return said - data.y if data.schema.regression else (said != data.y).astype(float)


@given(forests(), st.sampled_from(["votes", "means"]))
def test_the_correlation_is_the_mean_covariance_over_the_mean_variance(forest, by):
    found, wrong = likeness(forest, forest.data, by), mistakes(forest)
    variance = np.mean([row.var() for row in wrong])
    assert float(found.variance) == pytest.approx(variance, abs=1e-12)
    pairs = [((a - a.mean()) * (b - b.mean())).mean() for a, b in combinations(wrong, 2)]
    assert (found.covariance is None) == (not pairs)
    if pairs:
        assert float(found.covariance) == pytest.approx(np.mean(pairs), abs=1e-12)
    if pairs and variance > 1e-9:
        assert float(found.correlation) == pytest.approx(np.mean(pairs) / variance)
    else:
        assert found.correlation is None
    assert float(found.alone) == pytest.approx(np.square(wrong).mean(), abs=1e-12)
    assert float(found.together) == pytest.approx(forest.errors(forest.data, by)[-1], abs=1e-12)


@given(forests())
def test_what_is_left_of_the_variance_is_that_of_the_mean_mistake(forest):
    """sigma^2 (rho + (1 - rho) / M), exactly; of classes without rounding."""
    found, mean = likeness(forest, forest.data), mistakes(forest).mean(axis=0)
    assert float(found.left) == pytest.approx(mean.var(), abs=1e-12)
    if found.correlation is not None:
        rho, shrunk = found.correlation, found.variance
        assert float(shrunk * (rho + (1 - rho) / found.n_trees)) == pytest.approx(mean.var(), abs=1e-12)
    assert isinstance(found.left, Fraction) == (not forest.data.schema.regression)


def test_equal_trees_correlate_by_one_and_one_tree_by_nothing():
    train, test = hold_out(load("iris"), 0.4, 1)
    same = grow_forest(train, ForestSettings(4, ALGORITHMS["CART"], bootstrap=False))
    assert likeness(same, test).correlation == 1
    assert likeness(same, test).left == likeness(same, test).variance > 0
    assert likeness(same.first(1), test).correlation is None
    assert likeness(same, train).correlation is None  # nobody errs


def test_what_all_trees_are_off_by_alike_does_not_vary():
    """0.1 said seven times where 0.9 is true: their mean is not exact in floats, the variance is 0."""
    X = [[float(i)] for i in range(7)]
    said, true = (from_arrays(X, [y] * 7, regression=True) for y in (0.1, 0.9))
    found = likeness(grow_forest(said, ForestSettings(3, CART)), true)
    assert (found.variance, found.covariance, found.correlation) == (0, 0, None)
    assert found.alone == pytest.approx(0.64)


def test_drawing_fewer_features_makes_trees_less_alike_and_each_worse():
    train, test = hold_out(load("wine"), 0.4, 1)
    few, all_ = (
        likeness(grow_forest(train, ForestSettings(100, replace(ALGORITHMS["CART"], max_features=k, seed=1))), test)
        for k in (1, None)
    )
    assert few.correlation < all_.correlation
    assert few.alone > all_.alone


# ---- a poll of numbers


@given(forests(regression=True), st.data())
def test_a_poll_of_numbers_is_the_mean_of_the_first_trees(forest, data):
    i = data.draw(st.integers(0, len(forest.data) - 1))
    x, y = forest.data.X[i], float(forest.data.y[i])
    said = poll(forest, x)
    assert said.values == tuple(forest.votes(x[None])[:, 0].tolist())
    assert said.answer(0) is None
    for n in range(1, len(forest) + 1):
        assert said.voters(n) == n
        assert said.answer(n) == pytest.approx(forest.first(n).predict(x[None])[0], abs=1e-12)
        alone = np.mean([(value - y) ** 2 for value in said.values[:n]])
        assert (said.answer(n) - y) ** 2 + said.apart(n) == pytest.approx(alone, abs=1e-12)
    assert said.sizes == tuple(tree[node].n for tree, node in zip(forest.trees, said.nodes, strict=True))


@given(forests(regression=True).filter(lambda forest: forest.settings.bootstrap), st.data())
def test_a_training_example_with_a_number_asks_those_that_left_it_out(forest, data):
    i = data.draw(st.integers(0, len(forest.data) - 1))
    said, found = poll(forest, forest.data.X[i], i), forest.out_of_bag().predict[i]
    answer = said.answer(len(forest))
    assert np.isnan(found) if answer is None else answer == pytest.approx(found, abs=1e-12)
    assert said.voters(len(forest)) == (forest.bag[:, i] == 0).sum()


def test_trees_that_know_every_example_make_no_error_of_float_noise():
    """1/3 of seven times 0.1 + 0.2 is not 0.3 in floats; the squared error is 0."""
    forest = grow_forest(COUNTRY, ForestSettings(7, CART, bootstrap=False))
    assert (forest.predict(COUNTRY.X) != COUNTRY.y).any()
    assert (forest.errors(COUNTRY) == 0).all()
    assert not likeness(forest, COUNTRY).variance
    assert grow(COUNTRY, CART).tree.train_error == 0
