"""The laws that make a function an impurity and a gain, for every entry of CRITERIA."""

import math
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dtlearn import CRITERIA
from dtlearn.splitting.criteria import TOLERANCE, exact_gain, exact_score, gain, settle, split_info
from tests.support.strategies import branchings, count_vectors

every = pytest.mark.parametrize("criterion", CRITERIA.values(), ids=list(CRITERIA))
exact = pytest.mark.parametrize("criterion", [c for c in CRITERIA.values() if c.exact], ids=lambda c: c.name)


def total(branches):
    return np.sum(branches, axis=0)


@every
def test_a_pure_or_empty_set_has_impurity_zero_without_a_sign(criterion):
    for counts in ([7], [7, 0], [0, 1, 0]):
        assert str(float(criterion.impurity(counts))) == "0.0"
    for counts in ([0], [0, 0, 0]):
        assert str(float(criterion.impurity(counts))) == "0.0"


@every
@given(count_vectors())
def test_a_set_is_impure_exactly_if_two_classes_occur_and_the_uniform_one_most(criterion, counts):
    assert (criterion.impurity(counts) > 0) == (sum(map(bool, counts)) > 1)
    assert criterion.impurity(counts) <= criterion.impurity([1] * len(counts)) + 1e-12


@every
@given(st.data(), count_vectors())
def test_impurity_is_symmetric_in_the_classes(criterion, data, counts):
    other = data.draw(st.permutations(counts))
    assert criterion.impurity(other) == pytest.approx(criterion.impurity(counts), abs=1e-12)


@every
@given(count_vectors(), st.integers(2, 50))
def test_impurity_depends_on_proportions_only(criterion, counts, times):
    more = [times * c for c in counts]
    assert criterion.impurity(more) == pytest.approx(criterion.impurity(counts), abs=1e-12)


@exact
@given(count_vectors())
def test_exact_impurity_is_the_float_one(criterion, counts):
    expected = sum(counts) * criterion.impurity(counts)
    assert float(criterion.exact(tuple(counts))) == pytest.approx(expected, abs=1e-9)


def product_of_powers(counts):
    """2^(n H), a fraction: equal entropies are equal fractions, whatever the logarithms round to."""
    return Fraction(sum(counts) ** sum(counts), math.prod(c**c for c in counts))


@given(count_vectors(3, 12), count_vectors(3, 12))
def test_exact_entropy_compares_as_whole_numbers_do(a, b):
    ours, theirs = (CRITERIA["info_gain"].exact(tuple(c)) for c in (a, b))
    left, right = product_of_powers(a), product_of_powers(b)
    assert (ours < theirs, ours == theirs) == (left < right, left == right)


@every
@given(branchings())
def test_the_laws_of_a_gain(criterion, branches):
    value = gain(criterion, total(branches), branches)
    assert value >= 0
    assert str(value) != "-0.0"
    parent = total(branches)
    assert gain(criterion, parent, branches) <= criterion.impurity(parent) + 1e-12
    assert gain(criterion, parent, np.diag(parent)) == pytest.approx(criterion.impurity(parent), abs=1e-12)
    more = [*branches, [0] * len(parent)]
    assert gain(criterion, parent, more) == pytest.approx(gain(criterion, parent, branches), abs=1e-12)
    assert settle(criterion, 0.25, total(branches), branches) == 0.25
    together = criterion.impurity(branches)
    assert together.tolist() == [float(criterion.impurity(b)) for b in branches]


@every
@given(st.data(), branchings())
def test_refining_a_branch_never_lowers_the_gain(criterion, data, branches):
    part = [data.draw(st.integers(0, c)) for c in branches[0]]
    rest = [c - p for c, p in zip(branches[0], part, strict=True)]
    finer = [part, rest, *branches[1:]]
    assert gain(criterion, total(branches), finer) >= gain(criterion, total(branches), branches) - 1e-12


@every
@given(count_vectors(4, 9), st.lists(st.integers(0, 40), min_size=1, max_size=5))
def test_branches_with_the_parents_proportions_gain_exactly_nothing(criterion, base, times):
    assume(any(base) and any(times))
    branches = [[t * c for c in base] for t in times]
    assert str(gain(criterion, total(branches), branches)) == "0.0"


def zero_gain_tables(n_max=30):
    """(parent, left) of every two-way table of two classes whose branches have the parent's proportions."""
    for a, b in product(range(1, n_max), repeat=2):
        for left_a, left_b in product(range(1, a), range(1, b)):
            if a + b <= n_max and left_a * b == left_b * a:
                yield (a, b), (left_a, left_b)


def test_there_are_as_many_zero_gain_tables_as_the_facts_say():
    assert len(list(zero_gain_tables())) == 435  # E20


@every
def test_no_float_noise_in_any_gain_that_is_zero(criterion):
    for parent, left in zero_gain_tables():
        right = [p - k for p, k in zip(parent, left, strict=True)]
        assert str(gain(criterion, parent, [left, right])) == "0.0", (parent, left)


@every
@given(branchings())
def test_settling_noise_gives_the_true_gain(criterion, branches):
    true = gain(criterion, total(branches), branches)
    assume(true == 0)
    for noise in (1.1e-16, -1.1e-16, TOLERANCE, -0.0):
        assert str(settle(criterion, noise, total(branches), branches)) == "0.0"


@given(branchings())
def test_without_exact_numbers_noise_is_zero(branches):
    criterion = replace(CRITERIA["info_gain"], exact=None)
    assert str(settle(criterion, -1e-16, total(branches), branches)) == "0.0"


@exact
@given(branchings())
def test_the_exact_gain_is_n_times_the_gain_and_the_exact_score_proportional(criterion, branches):
    parent = total(branches)
    expected = parent.sum() * gain(criterion, parent, branches)
    assert float(exact_gain(criterion, parent, branches)) == pytest.approx(expected, abs=1e-9)
    sizes, parent = np.sum(branches, axis=1), total(branches)
    info = split_info(sizes)
    assume(not criterion.per_split_info or info > 0)
    score = gain(criterion, parent, branches) / (info if criterion.per_split_info else 1 / parent.sum())
    assert float(exact_score(criterion, parent, branches)) == pytest.approx(score, abs=1e-9)


@given(st.integers(1, 64))
def test_split_info_of_equal_branches_is_the_logarithm_of_their_number(n):
    assert split_info([3] * n) == pytest.approx(math.log2(n), abs=1e-12)


def evaluate(latex):
    """The number that a line of worked LaTeX stands for."""
    text = re.sub(r"\\tfrac\{(\d+)\}\{(\d+)\}", r"(\1/\2)", latex)
    text = re.sub(r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)", text).replace(r"\cdot", "*")
    text = text.replace(r"\log_2", "*log2").replace(r"\left", "").replace(r"\right", "").replace("^", "**")
    assert "\\" not in text, latex
    return eval(text, {"__builtins__": {}, "log2": math.log2, "sqrt": math.sqrt})  # our own output, parsed above


@every
@given(count_vectors(4))
def test_the_worked_line_evaluates_to_the_impurity_and_has_no_term_of_nothing(criterion, counts):
    assume(any(counts))
    assert evaluate(criterion.worked(counts)) == pytest.approx(float(criterion.impurity(counts)), abs=1e-12)
    assume(any(counts))
    assert not re.search(r"-0|\\tfrac\{0\}", criterion.worked(counts))


@every
@given(st.lists(st.integers(0, 30), min_size=2, max_size=2).filter(any))
def test_impurities_of_two_classes_bound_the_training_error(criterion, counts):
    """UML 18.2.1: each measure is an upper bound of the error of the majority label."""
    assert criterion.impurity(counts) >= min(counts) / sum(counts) - 1e-12


@pytest.mark.parametrize("name", [c.name for c in CRITERIA.values() if c.rational])
def test_rational_criteria_have_exact_numbers(name):
    assert CRITERIA[name].exact is not None


def test_names_are_keys_and_titles_differ():
    assert [c.name for c in CRITERIA.values()] == list(CRITERIA)
    assert len({c.title for c in CRITERIA.values()}) == len(CRITERIA)
