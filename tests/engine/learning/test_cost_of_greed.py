"""What greed costs: the enumeration against trees that were grown, closed forms, traps;
a slanted line against a grid."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, CRITERIA, GrowSettings, by_depth, grow
from dtlearn.learning.concepts import least_leaves, named
from dtlearn.learning.cost_of_greed import TRAPS, census, closed_form, gains, table
from dtlearn.learning.slanted_line import FINE, Slant, below, true_error, turned_error
from dtlearn.splitting.criteria import entropy
from tests.support.facts import facts

TABLES = facts()["truth_tables"]
UML = GrowSettings(nominal="one_vs_rest", stop_at_zero_gain=False)


def grown(concept, n, **changes):
    return grow(table(concept, n), GrowSettings(**changes)).tree


def agrees(concept, n, criterion):
    found = census(n, criterion)
    free, stops = (
        grown(concept, n, criterion=criterion, stop_at_zero_gain=False),
        grown(concept, n, criterion=criterion),
    )
    assert (free.n_leaves, free.n_wrong) == (found.grown[concept], 0)
    assert (stops.n_leaves, stops.n_wrong) == (found.stopped[concept], found.wrong[concept])


@pytest.mark.parametrize("criterion", ["info_gain", "train_error_gain"])
def test_the_census_of_three_bits_is_what_grows(criterion):
    for concept in range(256):
        agrees(concept, 3, criterion)


@settings(max_examples=40)
@given(st.integers(0, 65535), st.sampled_from(list(CRITERIA)))
def test_the_census_of_four_bits_is_what_grows(concept, criterion):
    agrees(concept, 4, criterion)


def test_the_numbers_of_the_facts_and_those_of_four_bits():
    fact = TABLES["all_256_three_bit_functions"]["functions_where_ID3_is_not_minimal"]
    ours = {
        "info_gain": "info_gain",
        "gain_ratio": "gain_ratio",
        "gini": "gini_gain",
        "train_error": "train_error_gain",
    }
    assert {name: len(census(3, ours[name]).larger) for name in fact} == fact
    # Enumerated by this code, and confirmed on samples by the test above.
    assert [len(census(n).larger) for n in (1, 2, 4)] == [0, 0, 37650]
    assert [len(census(n).missed) for n in (1, 2, 3, 4)] == [0, 2, 72, 38374]
    worst = census(3).worst
    assert (worst, census(3).grown[worst], census(3).least[worst]) == (0b01100110, 8, 4)  # X2 xor X3


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_no_tree_is_smaller_than_the_smallest(n):
    found = census(n)
    assert (found.grown >= found.least).all()
    assert (found.stopped >= found.least)[found.wrong == 0].all()
    assert (found.stopped <= found.grown).all()
    assert (found.wrong[[0, -1]] == 0).all()
    with pytest.raises(ValueError):
        found.grown[0] = 9


@pytest.mark.parametrize("name", ["or", "and", "majority", "parity"])
def test_closed_forms(name):
    for n in (1, 2, 3, 4):
        assert closed_form(name, n) == least_leaves(n)[named(name, n)] == census(n).grown[named(name, n)]
    facts_ = TABLES.get(f"{name}_n_leaves", {})
    assert {n: closed_form(name, int(n)) for n in facts_} == facts_


@pytest.mark.parametrize("name", TRAPS)
def test_a_trap_is_one(name):
    trap = TRAPS[name]
    trees = [grow(trap.data, GrowSettings(**{**vars(UML), "max_depth": d})).tree for d in (2, None)]
    assert trees[0].n_wrong > by_depth(trap.data, 2).n_wrong == trap.best.n_wrong == 0
    assert trees[1].n_wrong == 0
    assert int(trap.best.depth.max()) == 2 < int(trees[1].depth.max())
    first = trees[1][0].split.feature
    found = grow(trap.data, UML).candidates[0]
    assert found.gain[trap.best[0].split.feature] == 0
    assert found.gain[first] == found.gain.max()
    assert first != trap.best[0].split.feature


def test_the_exercise_of_the_facts():
    trap, fact = TRAPS["uml"], TABLES["uml_ex18_2"]
    found = grow(trap.data, UML)
    assert found.candidates[0].gain == pytest.approx([g["info_gain"]["value"] for g in fact["root_gains"]])
    tree = grow(trap.data, GrowSettings(**{**vars(UML), "max_depth": 2})).tree
    assert Fraction(tree.n_wrong, 4) == Fraction(fact["depth2_id3"]["info_gain"]["train_error"]["exact"])
    assert trap.best.n_leaves == 4


@given(st.integers(0, 255), st.sampled_from(list(CRITERIA)))
def test_weighted_gains_add_up_to_what_the_leaves_do_not_keep(concept, criterion):
    tree = grow(table(concept, 3), UML).tree
    total = sum(tree[i].n / 8 * gain for i, gain in gains(tree, criterion))
    assert total == pytest.approx(float(CRITERIA[criterion].impurity(tree[0].counts)))
    if criterion == "info_gain":
        assert total == pytest.approx(float(entropy(tree[0].counts)))


# ---- a slanted line

GRID = (np.arange(400) + 0.5) / 400


@given(st.tuples(*[st.floats(0, 1)] * 4), st.floats(0, 2))
def test_the_area_below_a_slope(ends, c):
    box = (tuple(sorted(ends[:2])), tuple(sorted(ends[2:])))
    (x0, x1), (y0, y1) = box
    share = (x0 + GRID[:, None] * (x1 - x0) + y0 + GRID * (y1 - y0) <= c).mean()
    assert float(below(box, c)) == pytest.approx(share * (x1 - x0) * (y1 - y0), abs=0.006)


@settings(max_examples=15)
@given(st.integers(1, 200), st.integers(0, 99), st.integers(50, 150))
def test_the_true_error_of_a_staircase_and_of_a_turned_question(m, seed, c):
    slant = Slant(m, seed, c)
    tree, turned = (grow(data, ALGORITHMS["CART"]).tree for data in (slant.data, slant.turned))
    x, y = (axis.ravel() for axis in np.meshgrid(GRID, GRID))
    truth = x + y > c / 100
    wrong = (tree.predict(np.stack([x, y], axis=1)) != truth).mean()
    assert float(true_error(tree, c)) == pytest.approx(wrong, abs=0.006)
    wrong = (turned.predict(np.stack([(x + y) / 2**0.5, (y - x) / 2**0.5], axis=1)) != truth).mean()
    assert float(turned_error(turned, c)) == pytest.approx(wrong, abs=0.006)
    assert tree.n_wrong == turned.n_wrong == 0
    assert turned.n_leaves == len(set(slant.data.y.tolist())) <= tree.n_leaves


@given(st.integers(1, 50), st.integers(0, 9))
def test_smaller_samples_are_the_first_of_larger_ones(m, seed):
    assert Slant(m, seed).points == Slant(m + 7, seed).points[:m]
    assert all(0 <= v < FINE for point in Slant(m, seed).points for v in point)
    assert Slant(m, seed, 70).data.y.tolist() == [int(x + y > 0.7 * FINE) for x, y in Slant(m, seed).points]


def test_what_cannot_be():
    for m, c in ((0, 100), (5, 0), (5, 200)):
        with pytest.raises(ValueError):
            Slant(m, 1, c)
    with pytest.raises(ValueError):
        turned_error(grow(Slant(100, 1).data, ALGORITHMS["CART"]).tree, 100)
