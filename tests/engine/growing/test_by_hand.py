"""Growing by hand: without choices it is the algorithm; a choice changes what is below it and nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DataError, GrowSettings, Stop, binarised, frontier, grow, load
from dtlearn.growing.by_hand import asked_again, by_hand, choices_of, left_out, questions_of, unbinarised
from dtlearn.growing.errors import rows
from dtlearn.trees.sketch import plant, sketch
from dtlearn.trees.split import Kind, Split, route
from tests.support.strategies import datasets, grow_settings

PLAIN = ALGORITHMS["ID3 (UML)"]


@st.composite
def games(draw, regression=None):
    """(data, settings) without a limit on the size of the whole tree."""
    numeric = draw(st.booleans()) if regression is None else regression
    data, settings = draw(datasets(regression=numeric)), draw(grow_settings(max_leaf_nodes=None))
    criterion = "mse" if numeric else settings.criterion
    few = st.sampled_from([None, None, 1, 2])
    return data, replace(
        settings, criterion=criterion, max_features=draw(few), min_gain=draw(st.sampled_from([0, 0, 0.05]))
    )


@st.composite
def hands(draw):
    """A tree with a few choices in it, each of any admissible candidate or to stop; the rest is the algorithm's."""
    data, settings = draw(games())
    made = by_hand(data, settings, (), "best")
    for _ in range(draw(st.integers(1, 3))):
        free = [i for i in range(len(made.tree)) if made.best(i) is not None]
        if not free:
            break
        node = draw(st.sampled_from(free))
        found = made.trace.candidates[node]
        c = draw(st.sampled_from([None, *np.flatnonzero(found.admissible).tolist()]))
        choice = (made.tree[node].path, None if c is None else found.split(c))
        made = by_hand(data, settings, (*made.choices, choice), "best")
    return made


@given(games())
def test_without_choices_it_is_the_algorithm(game):
    data, settings = game
    made, trace = by_hand(data, settings, (), "best"), grow(data, settings)
    assert sketch(made.tree) == sketch(trace.tree)
    for name in ("stops", "n_children"):
        np.testing.assert_array_equal(getattr(made.tree, name), getattr(trace.tree, name))
    np.testing.assert_array_equal(made.tree.label, trace.tree.label)
    for node in range(len(trace.tree)):
        one, other = made.trace.candidates[node], trace.candidates[node]
        for name in ("feature", "kind", "at", "gain", "score", "admissible", "best", "branch_counts"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert not made.open.any()
    assert not made.mine.any()


@given(hands(), st.data())
def test_a_choice_leaves_the_rest_of_the_tree_as_it_was(made, draw):
    free = [i for i in range(len(made.tree)) if made.best(i) is not None]
    if not free:
        return
    node = draw.draw(st.sampled_from(free))
    path, found = made.tree[node].path, made.trace.candidates[node]
    split = found.split(draw.draw(st.sampled_from(np.flatnonzero(found.admissible).tolist())))
    kept = tuple(c for c in made.choices if c[0][: len(path)] != path)
    data, settings = made.trace.data, made.trace.settings
    again = by_hand(data, settings, (*kept, (path, split)), "best")
    assert again.tree[path].split == split
    assert not again.refused
    for one in made.tree:
        if one.path[: len(path)] != path:
            other = again.tree[one.path]
            assert (other.split, other.stop, other.counts) == (one.split, one.stop, one.counts)
            assert made.trace.drawn(one.i).tolist() == again.trace.drawn(other.i).tolist()


@given(hands())
def test_the_chosen_candidate_is_kept_and_regret_is_none_exactly_for_the_best(made):
    for node in made.tree:
        if node.split:
            assert made.trace.candidates[node.i].split(int(made.chosen[node.i])) == node.split
        else:
            assert made.chosen[node.i] == -1
        assert (node.stop is Stop.BY_HAND) == bool(made.mine[node.i] and node.split is None)
    for node in range(len(made.tree)):
        found, taken = made.trace.candidates[node], int(made.chosen[node])
        assert made.regret(node) >= 0
        if taken >= 0:
            assert made.regret(node) == (0 if found.best[taken] else found.score[found.chosen] - found.score[taken])
        elif made.best(node) is not None:
            assert made.regret(node) == found.score[found.chosen]
    share = made.tree.n / len(made.trace.data)
    assert made.total_regret == pytest.approx(sum(share[i] * made.regret(i) for i in range(len(made.tree))))


@given(hands(), st.data())
def test_the_first_choices_make_the_top_of_the_tree(made, draw):
    """What undo shows: fewer choices, the same nodes as far as they go."""
    k = draw.draw(st.integers(0, len(made.choices)))
    game = made.trace.data, made.trace.settings
    few, all_ = by_hand(*game, made.choices[:k]), by_hand(*game, made.choices)
    for node in few.tree:
        if few.open[node.i]:
            continue
        later = all_.tree.find(node.path)
        assert later is not None
        assert all_.tree[later].split == node.split


@given(games(regression=False))
def test_a_tree_written_as_choices_is_grown_again(game):
    data, settings = game
    tree = grow(data, settings).tree
    made = by_hand(data, settings, choices_of(tree))
    assert sketch(made.tree) == sketch(tree)
    assert not made.open.any()
    assert all(choice is None for _, choice in made.refused)


def test_what_cannot_be_chosen_is_handed_back_and_changes_nothing():
    data = load("play_tennis")
    first = ((), Split(0, Kind.VALUE, 1.0))
    bad = (
        ((), Split(0, Kind.MULTIWAY)),
        ((), Split(9, Kind.MULTIWAY)),
        ((), Split(0, Kind.VALUE, 7.0)),
        ((0,), Split(2, Kind.MULTIWAY)),
        ((5, 5), None),
        ((1, 0), None),
    )
    for choice in bad:
        made = by_hand(data, PLAIN, (first, choice) if choice[0] else (choice,))
        assert made.refused == (choice,)
        assert made.choices == ((first,) if choice[0] else ())
    later = by_hand(data, PLAIN, (((), None), first))
    assert later.tree[0].split == first[1]


def test_a_threshold_stands_as_its_node_writes_it():
    data = load("partition_2d")
    at = by_hand(data, ALGORITHMS["CART"]).trace.candidates[0]
    t = float(at.at[0])
    below = float(data.X[data.X[:, 0] < t, 0].max())
    made = by_hand(data, ALGORITHMS["CART"], (((), Split(0, Kind.THRESHOLD, (t + 3 * below) / 4)),))
    assert made.choices == (((), Split(0, Kind.THRESHOLD, t)),)
    assert by_hand(data, ALGORITHMS["CART"], (((), Split(0, Kind.THRESHOLD, -99.0)),)).refused
    for kind in (Kind.THRESHOLD, Kind.MULTIWAY):
        assert by_hand(
            data, ALGORITHMS["CART"], (((), Split(92, kind, 1.0 if kind == Kind.THRESHOLD else None)),)
        ).refused


@given(datasets(max_rows=8))
def test_the_best_trees_over_yes_no_questions_can_be_chosen_by_hand(data):
    try:
        asked = binarised(data, thresholds=True)
    except DataError:  # every number is the same: nothing to ask
        return
    trees = frontier(asked, 7)
    for n in (3, 7):
        tree = plant(data, unbinarised(data, trees.sketch(n)))
        assert tree.predict(data.X).tolist() == trees.tree(n).predict(asked.X).tolist()
        made = by_hand(data, replace(PLAIN, reuse=True), choices_of(tree))
        assert all(choice is None for _, choice in made.refused)  # no candidate, so nothing to choose
        assert not made.open.any()
        assert made.tree.n_wrong == tree.n_wrong


@given(datasets())
def test_the_questions_are_those_of_the_binarised_data(data):
    try:
        asked = binarised(data, thresholds=True)
    except DataError:
        return
    found = questions_of(data)
    for (split, swaps), column in zip(found, asked.X.T, strict=True):
        way = route(int(split.kind), 0.0 if split.at is None else split.at, data.X[:, split.feature])
        assert (way == (column == 0 if swaps else column)).all()


@given(games(regression=False))
def test_the_same_questions_on_the_same_examples_are_the_same_tree(game):
    tree = grow(*game).tree
    assert asked_again(tree, game[0]).label.tolist() == tree.label.tolist()


def test_leaving_one_out_uses_trees_that_have_not_seen_it():
    data, seen = load("play_tennis"), []

    def without(others):
        seen.append(len(others))
        return grow(others, PLAIN).tree

    wrong = left_out(data, without)
    assert seen == [13] * 14
    one = [grow(rows(data, [j for j in range(14) if j != i]), PLAIN).tree for i in range(14)]
    assert wrong == sum(int(tree.predict(data.X[i : i + 1])[0] != data.y[i]) for i, tree in enumerate(one))


@pytest.mark.parametrize("settings", [{"max_leaf_nodes": 3}, {"max_nodes": 3}, {"max_splits": 1}])
def test_limits_of_the_whole_tree_are_for_the_hand_to_keep(settings):
    with pytest.raises(ValueError, match="leave out the limits"):
        by_hand(load("or"), GrowSettings(**settings))


def test_otherwise_is_one_of_two_words():
    with pytest.raises(ValueError, match="open, best"):
        by_hand(load("or"), GrowSettings(), (), "stop")
