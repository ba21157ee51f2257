"""Sets of values: which of them are candidates, and that those left out would not have done better."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import Feature, GrowSettings, from_arrays, grow
from tests.support import textbook as book
from tests.support.strategies import examples

ASK = book.Question(0, None, "among")


@st.composite
def of_one_feature(draw, least, most, regression):
    """(data, its sample) of a nominal feature, ``least`` to ``most`` of whose values are present, and its target."""
    codes = draw(st.lists(st.integers(0, most + 3), min_size=least, max_size=most, unique=True))
    codes += draw(st.lists(st.sampled_from(codes), max_size=10))
    target = st.integers(-6, 6).map(lambda v: v / 4) if regression else st.integers(0, 1)
    y = draw(st.lists(target, min_size=len(codes), max_size=len(codes)).filter(lambda y: len(set(y)) > 1))
    feature = Feature("f", tuple(f"v{i}" for i in range(most + 4)))
    names = [] if regression else ["no", "yes"]
    labels = y if regression else [names[c] for c in y]
    data = from_arrays([[feature.values[c]] for c in codes], labels, [feature], names or None, regression=regression)
    pairs = tuple(((c,), Fraction(label)) if regression else ((c,), label) for c, label in zip(codes, y, strict=True))
    return data, book.Sample(pairs, (most + 4,), len(names))


def scored(S, questions, gain):
    """Mask -> its exact gain."""
    return {q.at: gain(S.counts, [part.counts for part in book.branches(S, q)]) for q in questions(S, ASK)}


def root(data, criterion):
    found = grow(data, GrowSettings(criterion, "subset", max_depth=1)).candidates[0]
    return found, found.at.astype(int).tolist(), found.at[found.best].astype(int).tolist()


kinds = pytest.mark.parametrize("criterion", [*book.GAINS, "mse"])


def gain_of(criterion):
    return book.GAINS.get(criterion, book.squared_error)


@kinds
@examples(20)
@given(drawn=st.data())
def test_up_to_eight_present_values_every_set_is_a_candidate_once(criterion, drawn):
    data, S = drawn.draw(of_one_feature(2, 8, criterion == "mse"))
    found, masks, best = root(data, criterion)
    every, cuts = scored(S, book.all_subsets, gain_of(criterion)), scored(S, book.cuts, gain_of(criterion))
    present = {x for (x,), _ in S.examples}
    assert masks == sorted(every)
    assert len(set(masks)) == 2 ** (len(present) - 1) - 1 == found.possible() == found.possible(0)
    assert not found.ordered.any()
    assert best == [mask for mask in masks if every[mask] == max(every.values())]
    assert max(cuts.values()) == max(every.values())  # Breiman's theorem


@kinds
@examples(6)
@given(drawn=st.data())
def test_beyond_eight_the_best_cut_is_as_good_as_the_best_set(criterion, drawn):
    data, S = drawn.draw(of_one_feature(9, 10, criterion == "mse"))
    found, masks, best = root(data, criterion)
    every, cuts = scored(S, book.all_subsets, gain_of(criterion)), scored(S, book.cuts, gain_of(criterion))
    assert masks == sorted(cuts)
    assert found.ordered.all()
    assert found.possible() == found.possible(0) == len(every)
    assert best == [mask for mask in masks if cuts[mask] == max(every.values())]


def test_the_values_at_the_node_count_not_those_of_the_feature():
    """Nine values at the root: 8 cuts for 255 sets; fewer below it: every set."""
    rows, y = [[v, side] for v in "abcdefghi" for side in "lr"], [*"nnnynynnynyynyyyyn"]
    data = from_arrays(rows, y)
    trace = grow(data, GrowSettings(nominal="subset", reuse=True))
    for node in trace.tree:
        found, present = trace.candidates[node.i], len({rows[r][0] for r in node.rows})
        if not len(found):
            continue
        own = found.feature == 0
        assert own.sum() == (8 if present == 9 else 2 ** (present - 1) - 1)
        assert found.ordered[own].all() == (present == 9 or not own.any())
        assert found.possible(0) == 2 ** (present - 1) - 1
        assert not found.ordered[~own].any()
    root = trace.candidates[0]
    assert (len(root), root.possible()) == (9, 256)


def test_sets_of_many_values_are_counted_in_full():
    data = from_arrays([[f"v{i:02}"] for i in range(52)], [i % 2 for i in range(52)])
    found = grow(data, GrowSettings(nominal="subset")).candidates[0]
    assert (len(found), found.possible()) == (51, 2**51 - 1)
