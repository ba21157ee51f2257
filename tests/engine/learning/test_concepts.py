"""Concepts: counts and votes against the closed forms, smallest trees against an exhaustive search."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import truth_table
from dtlearn.learning.concepts import (
    BIASES,
    Known,
    average,
    conjunctions,
    consistent,
    least_leaves,
    n_trees,
    named,
    score,
    shattering,
    smallest_tree,
    vote,
    votes,
)
from tests.support.facts import facts


@st.composite
def training_sets(draw, most=3):
    n = draw(st.integers(1, most))
    labels = draw(st.lists(st.sampled_from((None, 0, 1)), min_size=1 << n, max_size=1 << n))
    masks = [sum(1 << r for r, label in enumerate(labels) if label == bit) for bit in (1, 0)]
    return Known(n, *masks)


@given(training_sets())
def test_so_many_concepts_and_conjunctions_agree_and_half_of_them_vote_for_an_unseen_row(known):
    found = consistent(known)
    assert len(found) == known.n_consistent == 2 ** (2**known.n - known.size)
    brute = [
        c
        for c in range(2**2**known.n)
        if all(c >> r & 1 for r in range(known.rows) if known.positive >> r & 1)
        and not any(c >> r & 1 for r in range(known.rows) if known.negative >> r & 1)
    ]
    assert found.tolist() == brute
    assert {found.min(), found.max()} == {known.most_specific, known.most_general}
    assert all(
        c & known.most_specific == known.most_specific and c | known.most_general == known.most_general for c in brute
    )
    for r, count in enumerate(votes(consistent(known), known.n)):
        seen = {known.positive >> r & 1: known.n_consistent, known.negative >> r & 1: 0}.get(1)
        assert count == (known.n_consistent / 2 if seen is None else seen)
    rows = list(product((0, 1), repeat=known.n))
    for c in conjunctions(known.n)[1:]:
        truth = [all(want is None or bit == want for want, bit in zip(c.literals, row, strict=True)) for row in rows]
        assert [bool(c.concept >> r & 1) for r in range(known.rows)] == truth
    agree = BIASES["conjunctions"].of(known, 0)
    assert set(agree) == set(consistent(known)) & {c.concept for c in conjunctions(known.n)}


@pytest.mark.parametrize("fact", facts()["concepts"]["consistent_vote"], ids=lambda f: f["formula"])
def test_the_votes_of_the_facts(fact):
    rows = {"".join(map(str, row)): r for r, row in enumerate(product((0, 1), repeat=fact["n"]))}
    masks = [sum(1 << rows["".join(map(str, t[:-1]))] for t in fact["training"] if t[-1] == bit) for bit in (1, 0)]
    found = consistent(Known(fact["n"], *masks))
    assert len(found) == fact["consistent_concepts"]
    count = votes(found, fact["n"])
    assert {row: count[rows[row]] for row in fact["positive_votes_unseen"]} == fact["positive_votes_unseen"]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_numbers_of_concepts_and_conjunctions(n):
    assert Known(n).n_consistent == facts()["concepts"]["number_of_concepts_2^(2^n)"][str(n)]
    found = conjunctions(n)
    assert len(found) == facts()["concepts"]["conjunctive_hypotheses"][str(n)]["distinct"] == 3**n + 1
    assert len({c.concept for c in found}) == len(found)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_number_of_trees(n):
    assert [n_trees(n, d) for d in range(n + 1)] == facts()["concepts"]["trees_of_depth_at_most_d"][f"n={n}"]


def slow_leaves(bits):
    """Leaves of the smallest tree of a truth table, by trying every root; features that are left, in any order."""
    if len(set(bits)) == 1:
        return 1
    n = len(bits).bit_length() - 1
    halves = ([[b for r, b in enumerate(bits) if r >> j & 1 == side] for side in (0, 1)] for j in range(n))
    return min(slow_leaves(one) + slow_leaves(other) for one, other in halves)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_smallest_tree_of_every_function(n):
    found = least_leaves(n)
    assert found.tolist() == [slow_leaves([c >> r & 1 for r in range(2**n)]) for c in range(2**2**n)]


@given(st.integers(0, 65535))
def test_the_smallest_tree_of_functions_of_four_bits(concept):
    assert least_leaves(4)[concept] == slow_leaves([concept >> r & 1 for r in range(16)])


def test_the_facts_about_all_functions_of_three_bits():
    fact = facts()["truth_tables"]["all_256_three_bit_functions"]
    sizes = np.bincount(least_leaves(3))
    assert {str(k): int(sizes[k]) for k in range(1, 9)} == fact["minimal_leaves_distribution"]


@given(training_sets(), st.integers(1, 8))
def test_a_bias_lets_fewer_concepts_vote(known, k):
    every = set(consistent(known))
    for bias in BIASES.values():
        assert set(bias.of(known, k)) <= every
    size = least_leaves(known.n)
    assert set(BIASES["leaves"].of(known, k)) == {c for c in every if size[c] <= k}
    best = min(size[c] for c in every)
    assert set(BIASES["shortest"].of(known, k)) == {c for c in every if size[c] == best}
    for name, ends in (("specific", known.most_specific), ("general", known.most_general)):
        assert BIASES[name].of(known, k).tolist() == [ends]


@given(training_sets(), st.sampled_from(list(BIASES)), st.integers(1, 8))
def test_the_best_match_is_wrong_least_often(known, bias, k):
    seen = [r for r in range(known.rows) if r not in known.unseen]
    wrong = [sum(c >> r & 1 != known.positive >> r & 1 for r in seen) for c in BIASES[bias].space(known.n, k).tolist()]
    assert BIASES[bias].best_match(known, k) == (min(wrong), wrong.count(min(wrong)))
    assert (min(wrong) == 0) == (len(BIASES[bias].of(known, k)) > 0)


@given(training_sets(), st.data())
def test_so_many_leaves_shatter_some_rows(known, data):
    """A labelling is a training set of these rows: what it needs is what its smallest consistent tree has."""
    rows = tuple(r for r in range(known.rows) if r not in known.unseen)
    needed = shattering(known.n, rows)
    code = data.draw(st.integers(0, len(needed) - 1))
    positive = sum(1 << r for i, r in enumerate(rows) if code >> i & 1)
    found = consistent(Known(known.n, positive, sum(1 << r for r in rows) - positive))
    assert needed[code] == least_leaves(known.n)[found].min()
    assert len(needed) == 2 ** len(rows)


def test_vc_dimensions_of_the_facts():
    """E35: two leaves shatter three points of three features; E36: all 2^d points of {0,1}^d."""
    assert shattering(3, (0b100, 0b010, 0b001)).max() == 2
    for n in range(1, 5):
        assert shattering(n, tuple(range(1 << n))).max() <= 1 << n


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [((0,), "choose 1 to 4"), ((5,), "choose 1 to 4"), ((2, 1, 1), "both positive and negative"), ((1, 4), "2 rows")],
)
def test_a_training_set_that_makes_no_sense_is_refused(bad, sentence):
    with pytest.raises(ValueError, match=sentence):
        Known(*bad)


@given(training_sets(), st.sampled_from(list(BIASES)), st.integers(1, 8))
def test_the_majority_is_what_more_than_half_of_the_voters_say(known, bias, k):
    voters = BIASES[bias].of(known, k)
    found = vote(voters, known.n)
    for r, answer in enumerate(found.answers):
        said = [int(c) >> r & 1 for c in voters]
        assert answer == {True: None, False: int(said.count(1) > said.count(0))}[said.count(1) == said.count(0)]
        if len(voters) and r not in known.unseen:
            assert answer == known.positive >> r & 1


@given(training_sets(), st.data())
def test_no_free_lunch_whatever_is_answered_half_of_it_is_right_on_average(known, data):
    answers = data.draw(st.tuples(*[st.sampled_from((0, 1, None))] * known.rows))
    targets = consistent(known)
    brute = [
        sum(1 if answers[r] is None else 2 * (int(t) >> r & 1 == answers[r]) for r in known.unseen) for t in targets
    ]
    assert score(answers, known, targets).tolist() == brute
    assert average(answers, known, targets) == (Fraction(1, 2) if known.unseen else None)


@given(training_sets(), st.sampled_from(list(BIASES)), st.integers(1, 8), st.data())
def test_who_shares_the_bias_of_the_world_is_right_most_often(known, bias, k, data):
    """Over the targets that a bias allows, no answers beat their own vote."""
    targets = BIASES[bias].of(known, k)
    other = data.draw(st.tuples(*[st.sampled_from((0, 1, None))] * known.rows))
    if len(targets) and known.unseen:
        assert average(vote(targets, known.n).answers, known, targets) >= average(other, known, targets)
    else:
        assert average(other, known, targets) is None


def leaves(tree):
    return 1 if isinstance(tree, int) else leaves(tree[1]) + leaves(tree[2])


def run(tree, row):
    return tree if isinstance(tree, int) else run(tree[1 + row[tree[0]]], row)


@given(st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, 2**2**n - 1))))
def test_a_smallest_tree_says_what_its_concept_says_with_the_least_leaves(asked):
    n, concept = asked
    tree = smallest_tree(concept, tuple(range(n)))
    assert leaves(tree) == least_leaves(n)[concept]
    assert [run(tree, row) for row in product((0, 1), repeat=n)] == [concept >> r & 1 for r in range(2**n)]


@pytest.mark.parametrize("name", ["or", "and", "parity", "majority"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_named_concepts_are_the_truth_tables(name, n):
    assert named(name, n) == sum(int(label) << r for r, label in enumerate(truth_table(name, n).y))


def test_single_features_and_random_concepts():
    rows = list(product((0, 1), repeat=4))
    for j in range(4):
        assert [named(f"x{j + 1}", 4) >> r & 1 for r in range(16)] == [row[j] for row in rows]
    drawn = [named("random", 4, seed) for seed in range(200)]
    assert len(set(drawn)) > 190
    assert drawn == [named("random", 4, seed) for seed in range(200)]
    for bad in ("x3", "nand"):
        with pytest.raises(ValueError, match="There is no concept"):
            named(bad, 2)
