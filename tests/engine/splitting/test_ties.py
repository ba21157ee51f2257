"""Exact ties: the engine's ``best`` and its zero gains against exact arithmetic, on random nodes."""

from collections import Counter
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import ties
from dtlearn import GrowSettings, grow
from tests.support import textbook as book
from tests.support.strategies import branchings

EACH = 300  # nodes for each criterion; benchmarks.ties has 10,000


@pytest.fixture(scope="module")
def counted():
    return ties.run(EACH, share_large=0.05, seed=1)


@pytest.mark.parametrize("criterion", ties.CRITERIA)
def test_the_best_candidates_are_those_of_the_big_integers(counted, criterion):
    row = counted[criterion]
    assert row["wrong"] == []
    assert row["nodes"] >= EACH
    assert row["tied"] > EACH / 5
    assert row["large"] >= EACH / 40


# --- the judge is judged --------------------------------------------------------------------------------


@given(branchings(max_count=12), branchings(max_count=12))
def test_coefficients_of_logarithms_and_products_of_integers_agree(a, b):
    """entropy() against plain products of integers: the larger, the larger the entropy."""
    quotient = [
        Fraction(prod(sum(row) ** sum(row) for row in rows), prod(c**c for row in rows for c in row)) for rows in (a, b)
    ]
    forms = [Counter(), Counter()]
    for form, rows in zip(forms, (a, b), strict=True):
        for row in rows:
            form.update(ties.entropy(row))
    assert (forms[0] == forms[1]) == (quotient[0] == quotient[1])
    if forms[0] != forms[1]:
        assert (ties.digits(forms[0]) < ties.digits(forms[1])) == (quotient[0] < quotient[1])


@given(st.lists(branchings(max_classes=2, max_count=6), min_size=2, max_size=4))
def test_gain_ratios_are_ordered_as_the_textbooks_decimals(tables):
    """Of different parents too: here only the comparison is asked."""
    rated = []
    for branches in tables:
        parent = [sum(column) for column in zip(*branches, strict=True)]
        score = book.gain_ratio(parent, branches)
        if score is not None:
            rated.append((ties.ratio_score(parent, branches), score))
    for a, x in rated:
        for b, y in rated:
            assert (a == b, a < b) == (x == y, x < y)


def test_a_float_would_be_wrong():
    """The judge sees what floats do not: (2, 1), (1, 6) and (0, 3), (3, 4) have the same remainder."""
    parent, tables = (3, 7), [[(2, 1), (1, 6)], [(0, 3), (3, 4)], [(1, 2), (2, 5)]]
    assert ties.best_by_hand("info_gain", parent, tables) == [True, True, False]


# --- large counts, as close as they come ----------------------------------------------------------------


@pytest.mark.parametrize("criterion", ties.CRITERIA)
@pytest.mark.parametrize("parent", [(40, 61), (700, 900), (2500, 4500)], ids=str)
def test_scores_that_all_but_coincide_are_told_apart(parent, criterion):
    """The closest pairs out of a million splits, one against the other, in both orders."""
    nodes, wrong = ties.close_calls(np.random.default_rng(0), parent, 10, criterion)
    assert nodes == 20
    assert wrong == []


def test_a_gain_of_two_examples_in_thousands_is_no_zero():
    """Half and half, but for one example: the smallest gain of 8,000."""
    for criterion in ("info_gain", "gini_gain"):
        trace = grow(
            ties.thresholds_of((4000, 4000), [(2000, 2000), (2000, 2001)]), GrowSettings(criterion, max_depth=1)
        )
        record = trace.candidates[0]
        assert record.best.tolist() == [False, True]
        assert record.gain[0] == 0
        assert 0 < record.gain[1] < 1e-7
