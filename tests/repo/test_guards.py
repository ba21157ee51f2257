"""What guards a comparison of floats, a stream of draws, or a remark: nothing else would notice that it is gone."""

from types import SimpleNamespace

import numpy as np
import pytest

from dtlearn import ALGORITHMS, GrowSettings, from_arrays, grow, load
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.importance import impurity_decrease
from dtlearn.forest.polls import poll
from dtlearn.pruning.objectives import OBJECTIVES
from dtlearn.pruning.procedures import PruneSettings
from dtlearn.splitting.draws import BOOTSTRAP, SUBSPACE, shuffled, start, tree_seeds, with_replacement
from pages.ui.bound.words import Row, Terms
from pages.ui.limits.words import best_of, trust

TENNIS = load("play_tennis")


def test_sums_that_only_their_order_tells_apart_tie():
    up, down = 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1
    assert up != down
    pessimistic = OBJECTIVES["pessimistic"].measure(PruneSettings(), 4, 2, 14, 5)
    assert pessimistic.of(up, 3, 2) == pessimistic.of(down, 3, 2)
    row = [SimpleNamespace(held=np.array(losses)) for losses in ([0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [1.0, 0, 0])]
    assert row[0].held.sum() != row[1].held.sum()
    assert best_of(row) == [0, 1]


def test_samples_and_subspaces_are_drawn_from_streams_of_their_own():
    forest = grow_forest(TENNIS, ForestSettings(5, GrowSettings(seed=7), subspace=2))
    for t, seed in enumerate(tree_seeds(7, 0, 5)):
        assert forest.draws[t].tolist() == with_replacement(start(seed, BOOTSTRAP), 14, 14)[0].tolist()
        drawn = shuffled(start(seed, SUBSPACE), 4)[0, :2]
        assert np.flatnonzero(forest.features[t]).tolist() == sorted(drawn.tolist())


def test_in_a_poll_an_empty_leaf_asks_its_parent():
    forest = grow_forest(TENNIS, ForestSettings(50, GrowSettings()))
    empty = 0
    for x in TENNIS.X:
        said = poll(forest, x)
        for tree, node, counts in zip(forest.trees, said.nodes, said.counts, strict=True):
            empty += not tree.n[node]
            assert list(counts) == tree[node if tree.n[node] else int(tree.parent[node])].counts
    assert empty


def test_no_feature_loses_by_the_noise_of_floats():
    """Splits that gain nothing, where the sums of squares come out a hair below zero."""
    rng = np.random.default_rng(410)
    m = int(rng.integers(3, 12))
    data = from_arrays(rng.integers(0, 3, (m, 2)).astype(float), rng.integers(0, 9, m) / 10, regression=True)
    assert (impurity_decrease(grow(data, GrowSettings("mse", stop_at_zero_gain=False))) >= 0).all()


@pytest.mark.parametrize(
    ("held", "says"), [(1, "Held out is 1 example: that tells next to nothing."), (5, "With so few, change the seed")]
)
def test_a_few_held_out_examples_are_said_to_tell_little(held, says):
    trace = grow(TENNIS, ALGORITHMS["CART"])
    wrong = np.arange(held) % 2
    one = SimpleNamespace(tree=trace.tree, held=wrong, held_error=wrong.mean(), held_spread=0.1)
    assert says in trust([one])


def test_a_minimum_is_proved_where_no_larger_tree_can_beat_it_and_only_there():
    """Row of the best trees up to 3 nodes of 14 examples, as if each stood there 1 or 1000 times."""
    seen = set()
    for least, times in ((0, 1), (0, 1000), (3, 1), (4, 1000)):
        terms = Terms(14, 4, times=times)
        row = Row("exact", (1, 3), (5, 4), known=3, least=least)
        smallest = min(b.value for b in row.bounds(terms))
        assert row.proved(terms) == all(terms.bound(n, least).value >= smallest for n in range(5, 301, 2))
        seen.add(row.proved(terms))
    assert seen == {True, False}
    assert not Row("greedy", (1, 3), (5, 4)).proved(Terms(14, 4))
