"""Held-out examples: the split is a partition, fair, repeatable; errors are counts; limits nest."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import (
    ALGORITHMS,
    PRUNERS,
    DataError,
    ForestSettings,
    GrowSettings,
    PruneSettings,
    from_arrays,
    grow,
    grow_forest,
    load,
)
from dtlearn.data.synthetic import SHAPES, plane
from dtlearn.forest.importance import permutation
from dtlearn.forest.likeness import likeness
from dtlearn.growing.by_hand import asked_again
from dtlearn.growing.errors import (
    by_size,
    columns,
    error,
    folds,
    grow_for_each_limit,
    hold_out,
    joined,
    losses,
    losses_after,
    losses_at,
    mislabelled,
    reached,
    rows,
)
from dtlearn.growing.orders import ORDERS
from dtlearn.pruning.edit import Action, Edit, Layout
from dtlearn.trees.sketch import plant
from tests.support.prunings import grown
from tests.support.strategies import datasets, grow_settings

shares = st.floats(0.01, 0.99)
seeds = st.integers(0, 999)
big_enough = datasets().filter(lambda data: len(data) > 1)


def table(data):
    return sorted((*x, y) for x, y in zip(data.X.tolist(), data.y.tolist(), strict=True))


@given(big_enough | datasets(regression=True).filter(lambda data: len(data) > 1), shares, seeds)
def test_every_example_is_in_one_part(data, share, seed):
    train, held = hold_out(data, share, seed)
    assert len(train)
    assert len(held)
    assert len(held) == min(max(round(share * len(data)), 1), len(data) - 1)
    assert table(joined(train, held)) == table(data)
    assert train.schema == held.schema == data.schema


@given(big_enough, shares, seeds)
def test_every_class_gives_its_share_and_a_seed_the_same_parts(data, share, seed):
    _, held = hold_out(data, share, seed)
    size = len(data.schema.classes)
    whole, out = (np.bincount(part.y, minlength=size) for part in (data, held))
    assert (np.abs(out - whole * len(held) / len(data)) < 1).all()
    for one, other in zip(hold_out(data, share, seed), hold_out(data, share, seed), strict=True):
        assert (one.X == other.X).all()
        assert (one.y == other.y).all()


HELD_OUT_OF_IRIS = [8, 30, 33, 36, 48, 50, 60, 67, 82, 96, 102, 120, 122, 134, 142]


def test_wrong_labels_and_held_out_examples_do_not_go_hand_in_hand():
    """With one seed for both, every wrong label once landed among the held-out examples."""
    data = plane(SHAPES["diagonal"].points)
    shares_ = []
    for seed in range(50):
        noisy = mislabelled(data, 0.1, seed)
        wrong = replace(data, y=(noisy.y != data.y).astype(np.int64), X=data.X)
        order = replace(wrong, X=np.c_[wrong.y, wrong.y].astype(float), y=noisy.y)
        shares_.append(hold_out(order, 0.4, seed)[1].X[:, 0].mean())
    assert np.mean(shares_) == pytest.approx(0.1, abs=0.02)


def test_what_cannot_be_divided_is_refused():
    one = from_arrays([[1.0]], ["a"])
    with pytest.raises(ValueError, match="at least two"):
        hold_out(one, 0.5, 0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        hold_out(load("iris"), 1.0, 0)
    with pytest.raises(ValueError, match="no other class"):
        mislabelled(from_arrays([[1.0], [2.0]], ["a", "a"]), 0.5, 0)


def test_the_parts_of_a_seed_never_change():
    """Links name a seed: another version of Python or numpy must hold out the same examples."""
    assert folds(load("iris"), 10, seed=0)[0][1].X[:3].tolist() == [
        [5.4, 3.9, 1.7, 0.4],
        [4.6, 3.4, 1.4, 0.3],
        [4.9, 3.1, 1.5, 0.1],
    ]
    held = hold_out(replace(load("iris"), X=np.arange(600.0).reshape(150, 4)), 0.1, seed=7)[1]
    assert (held.X[:, 0] / 4).astype(int).tolist() == HELD_OUT_OF_IRIS


@given(datasets().filter(lambda data: len(data.schema.classes) > 1), st.floats(0, 1), seeds)
def test_so_many_labels_are_wrong_and_nothing_else_changes(data, share, seed):
    noisy = mislabelled(data, share, seed)
    assert (noisy.y != data.y).sum() == round(share * len(data))
    assert (noisy.X == data.X).all()
    assert noisy.y.max(initial=0) < len(data.schema.classes)


@given(datasets(), st.data())
def test_columns_and_rows_are_those_asked_for(data, draw):
    chosen = draw.draw(st.permutations(range(len(data.schema.features))))[:2]
    part = columns(data, chosen)
    assert [f.name for f in part.schema.features] == [data.schema.features[j].name for j in chosen]
    assert (data.X[:, chosen] == part.X).all()
    assert len(rows(data, [0])) == 1


@given(datasets(), grow_settings())
def test_the_training_error_is_the_trees_own(data, settings):
    tree = grow(data, settings).tree
    assert losses(tree, data).sum() == tree.n_wrong
    assert error(tree, data) == tree.train_error


@given(datasets(regression=True))
def test_in_regression_the_error_is_the_mean_square(data):
    tree = grow(data, GrowSettings(criterion="mse", max_depth=1)).tree
    assert error(tree, data) == pytest.approx(tree.train_error, abs=1e-9)
    assert error(tree, data) == pytest.approx(np.mean((data.y - tree.predict(data.X)) ** 2))


NESTED = {
    "max_depth": [0, 1, 2, 3],
    "min_samples_split": [20, 8, 4, 2],
    "max_leaf_nodes": [1, 2, 3, 5],
    "max_nodes": [1, 3, 5, 9],
    "max_splits": [0, 1, 2, 4],
    "min_gain": [1.0, 0.3, 0.1, 0.0],
    "tolerated_error": [1.0, 0.4, 0.2, 0.0],
}


@given(datasets(kinds=("numeric",)), st.sampled_from(list(NESTED)))
def test_a_laxer_limit_only_adds_cuts_and_never_training_errors(data, limit):
    """Every limit but min_samples_leaf prunes one and the same tree."""
    found = grow_for_each_limit(data, data, ALGORITHMS["CART"], limit, NESTED[limit])
    for small, large in zip(found, found[1:], strict=False):
        paths = {node.path: node.split for node in large.tree}
        assert all(paths[node.path] == node.split for node in small.tree if node.split)
        assert all(node.path in paths for node in small.tree)
        assert small.train_error >= large.train_error


def test_scikit_learns_gain_threshold_weights_by_the_share_of_the_examples():
    """At a node with a tenth of the examples, a gain of 0.05 counts as 0.005 there."""
    sklearn_tree = pytest.importorskip("sklearn.tree")
    data = plane(SHAPES["blobs"].points + SHAPES["noise"].points)
    full = grow(data, ALGORITHMS["CART"])
    tree, m, at = full.tree, len(data), 0.004
    weighted = {node.path for node in tree if node.split and _gain(full, node) * node.n / m >= at}
    unweighted = {node.path for node in tree if node.split and _gain(full, node) >= at}
    theirs = sklearn_tree.DecisionTreeClassifier(min_impurity_decrease=at, random_state=0).fit(data.X, data.y)
    reached = {path for path in weighted if all(path[:k] in weighted for k in range(len(path)))}
    ours = grow(data, replace(ALGORITHMS["CART"], min_gain=at)).tree
    assert theirs.get_n_leaves() == len(reached) + 1
    assert ours.n_leaves == len({p for p in unweighted if all(p[:k] in unweighted for k in range(len(p)))}) + 1
    assert ours.n_leaves > theirs.get_n_leaves()


def _gain(trace, node):
    found = trace.candidates[node.i]
    return float(found.gain[found.chosen])


# --- folds, and what reaches a node -----------------------------------------------------------------------


@given(big_enough, st.data(), seeds)
def test_every_example_is_held_out_once(data, draw, seed):
    k = draw.draw(st.integers(2, len(data)))
    parts = folds(data, k, seed)
    assert len(parts) == k
    assert sorted(row for _, held in parts for row in table(held)) == table(data)
    for train, held in parts:
        assert table(joined(train, held)) == table(data)
        assert abs(len(held) - len(data) / k) < 1
        whole, out = (np.bincount(part.y, minlength=len(data.schema.classes)) for part in (data, held))
        assert (np.abs(out - whole / k) < 1).all()
    again = folds(data, k, seed)
    assert all(table(a) == table(b) for a, b in zip(parts, again, strict=True) for a, b in zip(a, b, strict=True))


@pytest.mark.parametrize(("k", "sentence"), [(1, "1 folds are too few."), (15, "15 folds are too many.")])
def test_folds_that_cannot_be_are_refused(k, sentence):
    with pytest.raises(ValueError, match=f"There are 14 examples: {sentence}"):
        folds(load("play_tennis"), k, 0)


@given(grown(unknown=True))
def test_what_reaches_a_node_is_counted(growth):
    trace, held = growth
    tree = trace.tree
    ends = tree.apply(held.X)
    K = len(tree.schema.classes)
    for node, counts, lost in zip(tree, reached(tree, held), losses_at(tree, held), strict=True):
        inside = [i for i in range(len(held)) if node.i in tree[int(ends[i])].line()]
        y = held.y[inside]
        assert counts.tolist() == np.bincount(y, minlength=K).tolist()
        assert lost == (y != tree.label[node.i]).sum()
    assert reached(tree, trace.data).tolist() == tree.counts.tolist()


@given(grown(unknown=True), st.sampled_from(list(ORDERS)))
def test_what_is_lost_after_some_splits_is_what_that_tree_loses(growth, order):
    trace, held = growth
    tree = trace.tree
    nodes = ORDERS[order](tree, trace.settings.criterion)
    lost = by_size(trace, {"held out": held}, order).train.lost
    after = losses_after(tree, nodes, held, range(len(lost)))
    assert [int(after[k].sum()) for k in range(len(lost))] == list(lost)
    assert after[len(lost) - 1].tolist() == losses(tree, held).tolist()


@given(grown(unknown=True), st.sampled_from(list(ORDERS)))
def test_a_growing_tree_loses_what_its_trees_lose(growth, order):
    """Every prefix of the splits planted as a tree of its own."""
    trace, held = growth
    tree, layout = trace.tree, Layout(trace.tree)
    path = by_size(trace, {"held out": held}, order)
    splits = [i for i in ORDERS[order](tree, trace.settings.criterion) if tree[i].split]
    assert len(path) == len(splits) + 1
    for k in range(len(splits) + 1):
        edit = Edit(tree, layout)
        for i in np.flatnonzero(tree.n_children).tolist():
            if i not in splits[:k] and edit.alive[i]:
                edit.apply((i, Action.LEAF, int(tree.label[i])))
        partial = plant(trace.data, edit.words()[0])
        assert (path.sizes["nodes"][k], path.sizes["leaves"][k]) == (len(partial), partial.n_leaves)
        each = losses(partial, held)
        assert path.train.lost[k] == pytest.approx(float(each.sum()), abs=1e-9)
        assert path.train.squares[k] == pytest.approx(float((each**2).sum()), rel=1e-6, abs=1e-6)
        assert path.train.spread(k) == pytest.approx(float(each.std() / np.sqrt(len(held))), rel=1e-4, abs=1e-4)


def _letters(rows, labels, names=("f",)):
    return from_arrays([list(row) for row in rows], labels, list(names))


def test_a_second_data_set_is_found_by_name_wherever_a_tree_is_asked_about_it():
    train = _letters("aabbcc", ["no", "no", "yes", "yes", "no", "no"])
    held, trace = _letters("bc", ["yes", "no"]), grow(train)
    forest = grow_forest(train, ForestSettings(3, bootstrap=False))
    assert held.X.ravel().tolist() == [0, 1]  # by their numbers they would be a and b
    assert error(trace.tree, held) == 0
    assert PRUNERS["reduced_error"](trace, held=held).losses(held).tolist() == [0, 0]
    generic = PRUNERS["generic"](trace, PruneSettings("held_out"), held)
    assert generic.losses(held)[0] == 0
    assert forest.losses(held).tolist() == [0, 0]
    assert forest.errors(held).tolist() == [0, 0, 0]
    assert likeness(forest, held).together == 0
    assert by_size(trace, {"training": train, "held out": held}).test.lost[-1] == 0
    assert sum(losses_after(trace.tree, [0], held, (1,))[1]) == 0
    assert sum(permutation(trace.tree, _letters("bb", ["yes", "yes"]), 1)[0]) == 0
    assert [tree.n_wrong for tree in (asked_again(trace.tree, held), asked_again(trace.tree, train))] == [0, 0]


def test_swapped_columns_other_kinds_and_missing_classes_are_found_by_name():
    train = _letters([("a", 1.5), ("a", 2.5), ("b", 1.5), ("b", 2.5)], ["p", "q", "r", "r"], ("f", "x"))
    swapped, tree = _letters([(2.5, "a"), (2.5, "b")], ["q", "r"], ("x", "f")), grow(train).tree
    assert reached(tree, swapped)[0].tolist() == [0, 1, 1]
    assert error(tree, swapped) == 0
    digits = _letters([("0",), ("1",), ("2",)], ["no", "yes", "yes"])  # numbers; 0 and 1 alone are two values
    assert error(grow(digits).tree, _letters([("1",), ("0",)], ["yes", "no"])) == 0
    frame = pd.DataFrame({"x": [2.5], "more": [7], "f": ["a"]})
    assert grow(train).predict(frame).tolist() == ["q"]
    with pytest.raises(ValueError, match="no columns 'f'"):
        grow(train).predict(frame[["x", "more"]])


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        (lambda: _letters("d", ["no"]), "holds 'd', which is not one of its values a, b, c"),
        (lambda: _letters("a", ["maybe"]), "label 'maybe' is not one of the classes no, yes"),
        (lambda: _letters("a", ["no"], ("g",)), "feature 'f' of the tree is not in"),
        (lambda: _letters(["aa"], ["no"], ("f", "f")), "'f' of the tree stands twice"),
        (
            lambda: from_arrays([["a"]], [1.0], ["f"], regression=True),
            "a number in one data set and a class in the other",
        ),
    ],
)
def test_a_second_data_set_that_the_tree_does_not_know_is_refused(held, sentence):
    trace = grow(_letters("aabbcc", ["no", "no", "yes", "yes", "no", "no"]))
    for ask in (lambda data: error(trace.tree, data), lambda data: PRUNERS["reduced_error"](trace, held=data)):
        with pytest.raises(DataError, match=sentence):
            ask(held())
