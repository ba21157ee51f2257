"""Concepts: counts and votes against the closed forms, smallest trees against an exhaustive search."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, from_arrays, grow, truth_table
from dtlearn.concepts import BIASES, Known, conjunctions, consistent, half, least_leaves, n_trees, votes
from dtlearn.data import Feature
from tests.facts import facts


@st.composite
def training_sets(draw, most=3):
    n = draw(st.integers(1, most))
    labels = draw(st.lists(st.sampled_from((None, 0, 1)), min_size=1 << n, max_size=1 << n))
    masks = [sum(1 << r for r, label in enumerate(labels) if label == bit) for bit in (1, 0)]
    return Known(n, *masks)


@given(training_sets())
def test_as_many_concepts_as_the_closed_form_says_agree(known):
    found = consistent(known)
    assert len(found) == known.n_consistent == 2 ** (2**known.n - known.size)
    brute = [c for c in range(2**2**known.n)
             if all(c >> r & 1 for r in range(known.rows) if known.positive >> r & 1)
             and not any(c >> r & 1 for r in range(known.rows) if known.negative >> r & 1)]  # fmt: skip
    assert found.tolist() == brute
    assert {found.min(), found.max()} == {known.most_specific, known.most_general}
    assert all(
        c & known.most_specific == known.most_specific and c | known.most_general == known.most_general for c in brute
    )


@given(training_sets())
def test_without_a_bias_every_unseen_row_gets_half_of_the_votes(known):
    for r, count in enumerate(votes(consistent(known), known.n)):
        seen = {known.positive >> r & 1: known.n_consistent, known.negative >> r & 1: 0}.get(1)
        assert count == (known.n_consistent / 2 if seen is None else seen)


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


@given(training_sets())
def test_the_conjunctions_that_agree(known):
    rows = list(product((0, 1), repeat=known.n))
    for c in conjunctions(known.n)[1:]:
        truth = [all(want is None or bit == want for want, bit in zip(c.literals, row, strict=True)) for row in rows]
        assert [bool(c.concept >> r & 1) for r in range(known.rows)] == truth
    agree = BIASES["conjunctions"].of(known, 0)
    assert set(agree) == set(consistent(known)) & {c.concept for c in conjunctions(known.n)}


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
    rows, features = list(product((0, 1), repeat=3)), [Feature(f"X{j}", ("0", "1")) for j in (1, 2, 3)]
    grown = [
        grow(from_arrays(rows, [concept >> r & 1 for r in range(8)], features, ("0", "1")), ALGORITHMS["ID3 (UML)"])
        for concept in range(256)
    ]
    missed = sum(trace.tree.n_leaves > least for trace, least in zip(grown, least_leaves(3), strict=True))
    assert missed == fact["functions_where_ID3_is_not_minimal"]["info_gain"]


@pytest.mark.parametrize("name", ["or", "parity", "majority"])
def test_the_smallest_trees_of_the_notes_functions(name):
    for n, leaves in facts()["truth_tables"][f"{name}_n_leaves"].items():
        if int(n) <= 4:
            concept = sum(int(label) << r for r, label in enumerate(truth_table(name, int(n)).y))
            assert least_leaves(int(n))[concept] == leaves


@given(training_sets(), st.integers(1, 8))
def test_a_bias_lets_fewer_concepts_vote(known, k):
    every = set(consistent(known))
    for bias in BIASES.values():
        assert set(bias.of(known, k)) <= every
    size = least_leaves(known.n)
    assert set(BIASES["leaves"].of(known, k)) == {c for c in every if size[c] <= k}
    best = min(size[c] for c in every)
    assert set(BIASES["shortest"].of(known, k)) == {c for c in every if size[c] == best}


def test_a_half_of_a_concept_is_a_concept_over_the_others():
    xor = 0b0110
    assert [int(half(np.array([xor]), 2, j, bit)[0]) for j in (0, 1) for bit in (0, 1)] == [0b10, 0b01, 0b10, 0b01]


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [((0,), "choose 1 to 4"), ((5,), "choose 1 to 4"), ((2, 1, 1), "both positive and negative"), ((1, 4), "2 rows")],
)
def test_a_training_set_that_makes_no_sense_is_refused(bad, sentence):
    with pytest.raises(ValueError, match=sentence):
        Known(*bad)
