"""Changes and resamples: what an edit makes of the data, what differs between two trees, what many trees share."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, DataError, GrowSettings, grow, load
from dtlearn.forest.changes import (
    Fate,
    LeaveOut,
    Relabel,
    best_of_features,
    bootstrap,
    changed,
    differences,
    every_row,
    flips,
    omissions,
)
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.resamples import DEPTHS, WAYS, key_of, resampled, size_of
from dtlearn.growing.errors import rows
from tests.engine.teaching.test_textbook import by_the_book, from_engine
from tests.support.strategies import datasets, grow_settings

TENNIS = load("play_tennis")
ID3 = ALGORITHMS["ID3 (CS181)"]
NAMES = [feature.name for feature in TENNIS.schema.features]
MIRROR = {Fate.NEW: Fate.GONE, Fate.GONE: Fate.NEW, Fate.GREW: Fate.SHRANK, Fate.SHRANK: Fate.GREW}
wholes = grow_settings(limits=False)


@st.composite
def edits(draw, data):
    """Some changes that leave at least one example."""
    row, label = st.integers(0, len(data) - 1), st.integers(0, len(data.schema.classes) - 1)
    found = draw(st.lists(st.builds(Relabel, row, label) | st.builds(LeaveOut, row), max_size=4))
    gone = {change.row for change in found if isinstance(change, LeaveOut)}
    return found if len(gone) < len(data) else []


@st.composite
def pairs(draw):
    """Two trees on the same schema."""
    data = draw(datasets(max_rows=14))
    settings, other = draw(grow_settings()), changed(data, draw(edits(data)))
    return grow(data, settings).tree, grow(other, settings).tree


# --- edits ----------------------------------------------------------------------------------------------------


@given(datasets(max_rows=8), st.data())
def test_an_edit_changes_what_it_says_and_nothing_else(data, draw):
    some = draw.draw(edits(data))
    y, gone = data.y.tolist(), set()
    for change in some:
        if isinstance(change, LeaveOut):
            gone.add(change.row)
        else:
            y[change.row] = change.label
    stays = [i for i in range(len(data)) if i not in gone]
    found = changed(data, some)
    assert found.y.tolist() == [y[i] for i in stays]
    assert found.X.tolist() == data.X[stays].tolist()
    assert found.schema == data.schema


@given(datasets(max_rows=8))
def test_every_flip_and_every_omission_is_there_once(data):
    m, K = len(data), len(data.schema.classes)
    assert len(set(flips(data))) == len(flips(data)) == m * (K - 1)
    assert all(np.count_nonzero(changed(data, [flip]).y != data.y) == 1 for flip in flips(data))
    assert [change.row for change in omissions(data)] == (list(range(m)) if m > 1 else [])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ([Relabel(14, 0)], "no example 15"),
        ([LeaveOut(-1)], "no example 0"),
        ([Relabel(0, 2)], "no class number 2"),
        ([LeaveOut(i) for i in range(14)], "at least one"),
    ],
)
def test_what_cannot_be_done_is_said(change, says):
    with pytest.raises(DataError, match=says):
        changed(TENNIS, change)


@given(datasets(max_rows=9), wholes, st.integers(0, 999))
def test_a_resample_is_the_sample_of_a_forests_tree(data, settings, seed):
    forest = grow_forest(data, ForestSettings(3, replace(settings, seed=seed)))
    for t in range(3):
        draws = bootstrap(len(data), seed, t)
        assert draws.tolist() == forest.draws[t].tolist()
        assert key_of(grow(rows(data, draws), settings).tree) == key_of(forest.trees[t])


# --- what differs ---------------------------------------------------------------------------------------------


@given(pairs())
def test_two_trees_differ_as_in_a_mirror_and_a_tree_not_from_itself(both):
    found = differences(both[0], both[0])
    assert set(found.before) == set(found.after) == {Fate.SAME}
    assert found.others == {i: i for i in range(len(both[0]))}
    there, back = differences(*both), differences(*reversed(both))
    assert back.after == tuple(MIRROR.get(fate, fate) for fate in there.before)
    assert back.before == tuple(MIRROR.get(fate, fate) for fate in there.after)
    assert back.others == {b: a for a, b in there.others.items()}


@given(pairs())
def test_counterparts_have_the_same_path_and_no_difference_means_the_same_tree(both):
    before, after = both
    found = differences(before, after)
    for a, b in found.others.items():
        assert before[a].path == after[b].path
        assert found.before[a] is found.after[b]
    for fates, tree, fate, partners in (
        (found.before, before, Fate.GONE, set(found.others)),
        (found.after, after, Fate.NEW, set(found.others.values())),
    ):
        assert {i for i, f in enumerate(fates) if f is fate} == set(range(len(tree))) - partners
        for i in range(1, len(tree)):
            above = fates[int(tree.parent[i])]
            assert (fates[i] is fate) == (above not in (Fate.SAME, Fate.MOVED))
    assert found.n_changed == len(before) - found.before.count(Fate.SAME)
    assert found.n_new == len(after) - len(found.others)
    found = differences(*both)
    assert (not found.n_changed and not found.n_new) == (key_of(both[0]) == key_of(both[1]))
    if key_of(both[0]) == key_of(both[1]):
        X = every_row(both[0].schema)
        assert X is None or both[0].predict(X).tolist() == both[1].predict(X).tolist()


def test_fates_by_their_names():
    def of(*change, data=TENNIS, settings=ID3):
        return differences(grow(data, settings).tree, grow(changed(data, change), settings).tree)

    eleven = of(Relabel(10, 0))
    assert eleven.before.count(Fate.SAME) == 5
    assert eleven.before[1] is Fate.SPLIT
    assert eleven.n_new == 3
    assert set(of(Relabel(2, 0)).before) == {Fate.SPLIT, Fate.GONE}
    assert Fate.GREW in of(Relabel(0, 1)).before
    assert Fate.LABEL in of(Relabel(7, 1), settings=replace(ID3, max_depth=1)).before
    iris, cart = load("iris"), ALGORITHMS["CART"]
    assert Fate.SHRANK in of(LeaveOut(70), data=iris, settings=cart).before
    moved = of(LeaveOut(77), data=iris, settings=cart)
    assert moved.before[2:5] == (Fate.MOVED, Fate.SAME, Fate.SAME)  # below a threshold that moved all is still there


def test_trees_of_different_features_are_not_compared():
    with pytest.raises(ValueError, match="one schema"):
        differences(grow(TENNIS).tree, grow(load("iris")).tree)


@given(datasets(max_rows=14), wholes)
def test_the_best_candidate_of_each_feature(data, settings):
    found = grow(data, settings).candidates[0]
    d = len(data.schema.features)
    for j, c in enumerate(best_of_features(found, d)):
        mine = [k for k in range(len(found)) if found.feature[k] == j and found.admissible[k]]
        assert (c is None) == (not mine)
        if mine:
            assert c == max(mine, key=lambda k: (found.score[k], -k))
    assert found.chosen is None or found.chosen in best_of_features(found, d) or found.best.sum() > 1


@given(datasets(max_rows=4))
def test_every_row_is_every_row_once(data):
    X = every_row(data.schema)
    assert (X is None) == any(feature.numeric for feature in data.schema.features)
    if X is not None:
        assert len({tuple(x) for x in X.tolist()}) == len(X)
        assert X.max(axis=0).tolist() == [len(f.values) - 1 for f in data.schema.features]
        assert every_row(data.schema, len(X) - 1) is None


# --- PlayTennis: one example more or less -----------------------------------------------------------------------


def test_one_flipped_label_puts_any_feature_at_the_root():
    """All 14 flips: the engine's tree is the textbook's; the roots are those of the project's survey (3.3, no. 16)."""
    roots = {}
    for flip in flips(TENNIS):
        trace = grow(changed(TENNIS, [flip]), ID3)
        assert from_engine(trace.tree) == by_the_book("ID3 (CS181)", trace.data, "info_gain")
        assert trace.candidates[0].best.sum() == 1  # no tie decides
        roots.setdefault(NAMES[int(trace.tree.feature[0])], []).append(flip.row + 1)
    assert roots == {
        "Outlook": [1, 2, 4, 5, 8, 9, 10, 11, 14],
        "Humidity": [3, 6, 12],
        "Wind": [7],
        "Temperature": [13],
    }


# --- many resamples ---------------------------------------------------------------------------------------------


def trees_of(data, settings, way, n, seed):
    """(tree, rows that it did not see) of every resample, one by one, grown to a depth."""
    if way == "bootstrap":
        every = [bootstrap(len(data), seed, t) for t in range(n)]
        return [(rows(data, draws), sorted(set(range(len(data))) - set(draws.tolist()))) for draws in every]
    if way == "omit":
        return [(changed(data, [one]), [one.row]) for one in omissions(data)[:n]]
    return [(changed(data, [one]), []) for one in flips(data)[:n]]


@given(datasets(max_rows=8), wholes, st.sampled_from(WAYS), st.integers(0, 99))
def test_what_many_trees_share_is_counted_one_by_one(data, settings, way, seed):
    *_, found = [None, *resampled(data, settings, way, 7, seed)]
    samples = trees_of(data, settings, way, 7, seed)
    assert (found is None) == (not samples)
    if found is None:
        return
    assert len(found) == found.of == len(samples)
    for depth in DEPTHS:
        trees = [grow(sample, replace(settings, max_depth=depth)).tree for sample, _ in samples]
        at, says = DEPTHS.index(depth), np.array([tree.predict(data.X) for tree in trees])
        assert found.leaves[at].tolist() == [tree.n_leaves for tree in trees]
        assert found.distinct(depth) == len({key_of(tree) for tree in trees})
        for k in range(len(data.schema.classes)):
            assert found.says[at, :, k].tolist() == (says == k).sum(axis=0).tolist()
        apart = [Fraction(int((a != b).sum()), len(data)) for a, b in combinations(says, 2)]
        assert found.disagreement(depth) == (sum(apart) / len(apart) if apart else None)
        unseen = [bool(says[t][i] != data.y[i]) for t, (_, out) in enumerate(samples) for i in out]
        assert found.unseen_error(depth) == (Fraction(sum(unseen), len(unseen)) if unseen else None)
    assert found.roots == tuple(tree[0].split for tree in trees)
    assert sum(sum(found.questions(j).values()) for j in {*found.features}) == len(found)


def test_slices_only_show_how_far_it_is():
    steps = list(resampled(TENNIS, ID3, "bootstrap", 120, 1))
    assert [len(step) for step in steps] == [50, 100, 120]
    (alone,) = list(resampled(TENNIS, ID3, "bootstrap", 50, 1))
    assert (alone.roots, alone.shapes.tolist(), alone.says.tolist()) == (
        steps[0].roots,
        steps[0].shapes.tolist(),
        steps[0].says.tolist(),
    )
    assert [len(step) for step in resampled(TENNIS, ID3, "flip", 1000)] == [10, 14]
    assert [size_of(TENNIS, way) for way in WAYS] == [None, 14, 14]


def test_one_example_and_one_class():
    one = rows(TENNIS, [0])
    assert list(resampled(one, ID3, "omit", 5)) == []
    *_, found = resampled(one, GrowSettings(), "bootstrap", 5)
    assert found.features == [-1] * 5
    assert found.disagreement() == 0
    assert found.unseen_error() is None
