"""Size limits: their values and words, the pictures, and the page itself."""

import json
import xml.etree.ElementTree as ET
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, GrowSettings, Stop, from_arrays, grow, load
from dtlearn.data.packing import pack
from dtlearn.growing.errors import columns, grow_for_each_limit, hold_out, joined
from dtlearn.show.documents import boxes
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.sketch import sketch_svg
from pages.ui.kit import clouds, plane_data
from pages.ui.limits import charts as limit_charts
from pages.ui.limits import lesson as page
from pages.ui.limits import words as limits
from pages.ui.limits.words import LIMITS, MOST
from tests.support.apps import button, caption, component, counter, html, open_page, opened, said, staged, switched
from tests.support.strategies import datasets, examples

CART = ALGORITHMS["CART"]
NUMERIC = datasets(kinds=("numeric",), max_rows=30).filter(lambda data: len(data) > 3)
SVG = "{http://www.w3.org/2000/svg}"


def row_of(data, name, values=(), seed=1, share=0.4):
    """(training examples, held-out ones, the row of trees), with the automatic values if none are given."""
    train, held = hold_out(data, share, seed)
    limit = LIMITS[name]
    values = values or limits.automatic(limit, grow(train, CART))
    return train, held, grow_for_each_limit(train, held, CART, limit.field, values)


def test_every_limit_is_a_setting_of_the_growth():
    known = {field.name for field in fields(GrowSettings)}
    assert {limit.field for limit in LIMITS.values()} <= known
    for limit in LIMITS.values():
        replace(CART, **{limit.field: limit.least})
        assert limits.fits(limit, limit.least)
        assert not limits.fits(limit, limit.least - 1)
        assert limits.fits(limit, limit.least + 0.5) != limit.whole


@given(st.integers(0, 50), st.integers(0, 5000), st.integers(2, 12))
def test_spread_goes_from_end_to_end_in_growing_steps(low, more, most):
    found = limits.spread(low or 1, (low or 1) + more, most)
    assert found[0] == (low or 1)
    assert found[-1] == (low or 1) + more
    assert found == sorted(set(found))
    assert len(found) == min(most, more + 1)


@given(NUMERIC, st.sampled_from(list(LIMITS)))
def test_automatic_values_lead_from_a_leaf_to_the_whole_tree_and_a_best_one_is_shown(data, name):
    full = grow(data, CART)
    values = limits.automatic(LIMITS[name], full)
    row = grow_for_each_limit(data, data, CART, LIMITS[name].field, values)
    assert 1 <= len(values) <= MOST
    assert values == limits.ordered(LIMITS[name], values)
    assert all(limits.fits(LIMITS[name], value) for value in values)
    assert row[-1].tree.n_leaves == full.tree.n_leaves
    assert row[0].tree.n_leaves == 1
    sizes = [one.tree.n_leaves for one in row]
    assert name == "leaf" or sizes == sorted(sizes)
    assert name != "error" or len(set(sizes[:-1])) == len(sizes) - 1  # each leaves another tree
    row = row_of(data, name)[2]
    k, best = limits.telling(row), limits.best_of(row)
    assert k in best or best == [0]
    assert (k == 0) == (len(row) == 1)


@given(NUMERIC, st.sampled_from(list(LIMITS)), st.integers(0, 99))
def test_the_words_agree_with_the_trees(data, name, seed):
    limit = LIMITS[name]
    train, held, row = row_of(data, name, seed=seed)
    best = limits.best_of(row)
    errors = [int((held.y != one.tree.predict(held.X)).sum()) for one in row]
    assert best == [k for k, wrong in enumerate(errors) if wrong == min(errors)]
    for k, one in enumerate(row):
        said = limits.caption(limit, row, k)
        assert f"held-out error {errors[k]}/{len(held)} = " in said
        assert f"Training error {one.tree.n_wrong}/{len(train)} = " in said
        assert ("No tree of this row has a smaller" in said) == (k in best)
        worse = one.tree.n_wrong - row[best[0]].tree.n_wrong
        assert ("underfits" in said) == (k not in best and worse > 0)
        gaps = [int(a) - int(b) for a, b in zip(one.held, row[best[0]].held, strict=True)]
        more, all_ = sum(gaps), sum(gap * gap for gap in gaps)
        # More wrong by two standard errors of the differences or more: squared, in whole numbers.
        far = more * more * len(gaps) - 4 * (all_ * len(gaps) - more * more)
        if far or k in best:
            assert ("overfits" in said) == (k not in best and worse < 0 and far > 0)
            assert ("may be chance" in said) == (k not in best and worse < 0 and far < 0)
        stepped = limits.caption(limit, row, k, known=False)  # nothing is told of the trees to come
        assert ("No tree so far" in stepped) == (k > 0 and errors[k] == min(errors[: k + 1]))
    said = limits.verdict(limit, row)
    if len({one.tree.n_leaves for one in row}) > 1:
        assert f"{min(errors)}/{len(held)} = " in limits.answer(limit, row)
        assert f"Held out {'is' if len(held) == 1 else 'are'} {len(held)} example" in said
    assert "nan" not in said.lower()
    assert "-0" not in said


@pytest.mark.parametrize(
    ("wrong", "word"),
    [([3, 9], "underfits"), ([1, 9], "overfits"), ([2, 9], "it is as good as the tree"), ([2, 1], "No tree")],
)
def test_a_tree_is_judged_by_both_errors_beside_the_best(wrong, word):
    """The best tree here has 2 training and 1 held-out errors out of 10 each."""
    one = row_of(plane_data.data_of(DEFAULTS), "depth", (1, 2))[2][0]
    row = [replace(one, train=np.arange(10) < a, held=np.arange(10) < b) for a, b in (wrong, [2, 1])]
    assert word in limits.caption(LIMITS["depth"], row, 0)


@pytest.mark.parametrize(("wrong", "near"), [(6, False), (2, True)])
def test_a_difference_within_two_standard_errors_is_said_to_be_one(wrong, near):
    trees = row_of(plane_data.data_of(DEFAULTS), "depth", (1, 2))[2]
    row = [
        replace(one, value=k, train=np.arange(10) < 3 - k, held=np.arange(10) < held)
        for k, (one, held) in enumerate(zip(trees, (1, wrong), strict=True))
    ]
    said = limits.caption(LIMITS["depth"], row, 1)
    assert said.endswith(
        "Fewer mistakes on the training examples than depth ≤ 0, more on the held-out ones (2 of 10 against 1): the"
        " difference may be chance."
        if near
        else "It overfits: better than the tree at depth ≤ 0 on the training examples, worse on the held-out ones."
    )
    right = "Right of depth ≤ 0 the difference may be chance: " if near else "Right of depth ≤ 0 the trees overfit: "
    assert right in limits.verdict(LIMITS["depth"], row)
    assert limits.answer(LIMITS["depth"], row).startswith(
        f"The largest tree {'may not be' if near else 'is not'} the best here: "
    )
    assert ("within two standard errors" in limits.answer(LIMITS["depth"], row)) == near


def test_sufficiently_accurate_asks_for_a_nodes_own_error_not_for_a_gain():
    """At 0.01 XOR's root, 2 of 4 wrong, is split though nothing is gained; a node of 99 to 1 is not, though much is."""
    xor = load("xor")
    assert grow(xor, replace(CART, tolerated_error=0.01)).tree.n_wrong == 0
    assert grow(xor, replace(CART, tolerated_error=0.5)).tree.stops == (Stop.ACCURATE,)
    skewed = from_arrays([[float(i)] for i in range(100)], [0] * 99 + [1], ["x"])
    assert grow(skewed, replace(CART, tolerated_error=0.01)).tree.stops == (Stop.ACCURATE,)
    assert grow(skewed, replace(CART, tolerated_error=0.0099)).tree.n_leaves == 2


def test_an_even_number_of_nodes_is_no_tree_of_two_branches():
    data = from_arrays([[1], [2], [3], [4], [5], [6]], list("ababab"), ["x"])
    _, _, row = row_of(data, "nodes", (4, 5))
    assert len(row[0].tree) == 3
    assert limits.remarks(LIMITS["nodes"], row, 0) == [
        "4 nodes cannot be reached: every cut adds two, so this tree has 3."
    ]


@examples(8)
@given(datasets(kinds=("numeric",), hostile=True, max_rows=30).filter(lambda data: len(data) > 3))
def test_pictures_are_xml_whatever_the_names(data):
    free = min(2, len(data.schema.features))
    train, held, row = row_of(columns(data, range(free)), "depth")
    for one in row:
        ET.fromstring(limit_charts.thumbnail(train, held, one.tree))
    json.dumps(limit_charts.plane(train, held, row[-1].tree), allow_nan=False)


@examples(8)
@given(NUMERIC.filter(lambda data: len(data.schema.features) > 1), st.integers(0, 9))
def test_a_small_picture_shows_the_training_examples_and_the_shape_of_the_tree(data, seed):
    train, held, row = row_of(columns(data, (0, 1)), "depth", seed=seed)
    both = partition_view(row[0].tree, joined(train, held), (0, 1), (0.0, 0.0))
    for one in row:
        small = limit_charts.plane(train, held, one.tree)
        assert len(small["points"]) == len(train)
        assert small["axes"] == both["axes"]
        looks = small | {"cls": limit_charts._looks(one.tree, small)}
        sketch = ET.fromstring(sketch_svg(one.tree, looks, 200, 80))
        assert len(sketch.findall(f"{SVG}path[@class='leaf']")) == one.tree.n_leaves
        assert len(sketch.findall(f"{SVG}circle")) == len(one.tree) - one.tree.n_leaves


def test_the_curve_shows_the_errors_and_marks_the_present_value():
    train, held, row = row_of(plane_data.data_of(DEFAULTS), "leaves")
    training, held_out = limit_charts.errors_lines(LIMITS["leaves"], row)
    assert training.y == [one.train_error for one in row]
    assert held_out.y == [one.held_error for one in row]
    assert held_out.spread == [one.held_spread for one in row]
    assert limit_charts.errors_labels(LIMITS["leaves"], row, 2).here == limits.of(LIMITS["leaves"], row[2].value)
    assert training.look.symbol != held_out.look.symbol


# ---- the page

DEFAULTS = {field.name: field.default for field in page.LESSON.fields}


def values(at) -> list[float]:
    return [float(v) for v in at.text_input(key="w_values").value.split(",")]


@pytest.mark.parametrize("data", page.LESSON.fields[0].known)
def test_every_data_set_has_a_row_of_trees(data):
    S = DEFAULTS | {"data": data}
    assert page.LESSON.fit(S) + page.LESSON.mend(S) == []
    row = page.row_of(S)
    assert "held-out " in limits.caption(LIMITS["depth"], row, len(row) - 1)


@pytest.mark.parametrize(
    ("limit", "data"), list(zip(LIMITS, 2 * ("cloud-xor", "iris", "golf_numeric", "threshold_scan"), strict=False))
)
def test_every_limit_opens(limit, data):
    at = opened("limits", v=1, data=data, limit=limit)
    assert caption(at).startswith(LIMITS[limit].short.capitalize())


def test_the_step_moves_the_caption_and_the_buttons():
    at = open_page("limits", v=1, step=0)
    assert counter(at) == "Step 0 of 7"
    button(at, "Next").click().run()
    assert caption(at).startswith("Depth ≤ 1: ")
    assert '<a href="#step=4" target="_self">depth ≤ 4</a>' in html(at)  # which the stage follows by itself


def test_its_document_is_the_row_of_the_scene_and_another_limit_has_another():
    at = open_page("limits", v=1, step=3, node="r.0")
    data = component(at, "begin")
    assert "lesson" not in data
    assert data["begin"][1] == {"step": "3", "node": "r.0"}
    assert (data["last"], data["opens"]) == (7, 4)
    assert not {"step", "node"} & set(at.query_params)  # they are the browser's from here on
    document, k = staged(at)
    assert (document["title"], k) == ("Size limits: Rings", 3)
    assert [frame["caption"] for frame in document["frames"]] == [
        limits.caption(LIMITS["depth"], page.row_of(DEFAULTS), i) for i in range(8)
    ]
    assert len(document["boxes"]["points"]) == 300
    at.selectbox(key="w_limit").set_value("error").run()
    assert component(at, "begin")["address"] != data["address"]
    assert staged(at)[0]["listed"] == "Every value of Max. error"


def test_other_limits_bring_their_own_values():
    at = open_page("limits", v=1, values="2,3", step=1)
    assert values(at) == [2, 3]
    at.selectbox(key="w_limit").set_value("leaf").run()
    assert values(at)[-1] == 1
    assert values(at) == sorted(values(at), reverse=True)
    assert "values" not in at.query_params
    assert caption(at).startswith("Leaf size ≥ ")


def test_the_reader_types_values():
    at = open_page("limits", v=1, step=7)
    at.text_input(key="w_values").set_value("6; 2 4").run()
    assert values(at) == [2, 4, 6]
    assert counter(at) == "Step 2 of 2"
    assert at.query_params["values"] == "2,4,6"
    for wrong, told in (
        ("two", "Write numbers"),
        ("1.5, 2", "whole number"),
        ("3", "2 to 8"),
        ("²,3", "Write numbers"),
    ):
        at.text_input(key="w_values").set_value(wrong).run()
        assert told in at.warning[0].value.replace("\\", "")
        assert values(at) == [2, 4, 6]
    at.text_input(key="w_values").set_value("").run()
    assert not at.warning
    assert len(values(at)) == 8


def test_another_limit_is_another_row_and_another_seed_is_not():
    at = open_page("limits", v=1, step=7)
    others = component(at, "begin")["leads"]["others"]
    at.selectbox(key="w_limit").set_value("leaf").run()
    assert (
        component(at, "begin")["leads"]["others"] == others + 1
    )  # who has seen the last one to its end begins this one
    assert at.query_params["curve"] == "seen"
    at.number_input(key="w_seed").set_value(2).run()
    assert component(at, "begin")["leads"]["others"] == others + 1


def test_a_guess_is_chosen_and_let_go_of_with_its_row():
    at = open_page("limits", v=1, step=0)
    at.selectbox(key="w_guess").set_value(4).run()
    assert at.query_params["guess"] == "4"
    assert any(one.value.startswith("Your guess, depth ≤") and "is right" in one.value for one in at.caption)
    at.selectbox(key="w_limit").set_value("leaf").run()
    assert at.selectbox(key="w_guess").value is None
    assert open_page("limits", v=1, limit="depth", values="1,2", guess=5).warning


def test_the_same_examples_are_held_out_for_every_limit_and_value():
    """What is held out depends on the data, the features, the share and the seed, on nothing else."""
    one = page.parts_of(DEFAULTS)
    for limit in LIMITS:
        for more in ({"step": 1}, {"values": (1.0, 2.0)}, {"criterion": "info_gain"}):
            assert page.parts_of(DEFAULTS | {"limit": limit} | more) is one
    assert page.parts_of(DEFAULTS | {"seed": 2}) is not one
    for tree in page.row_of(DEFAULTS):
        assert tree.trace.data is one[0]


def test_axes_are_chosen_and_the_others_are_left_out():
    at = open_page("limits", v=1, data="wine")
    assert any("the other 11 features are left out" in c.value for c in at.caption)
    at.selectbox(key="w_x").set_value(0).run()
    at.selectbox(key="w_y").set_value(0).run()
    assert at.query_params["x"] != at.query_params["y"]
    at.selectbox(key="w_y").set_value(clouds.ALONE).run()
    assert any("the other 12 features are left out" in c.value for c in at.caption)


def test_a_link_without_a_step_opens_at_a_best_tree_and_later_where_it_was_left():
    at = open_page("limits", v=1)
    assert "No tree of this row has a smaller held-out error" in caption(at)
    assert counter(at) == "Step 4 of 7"
    button(at, "Back").click().run()
    switched(switched(at, "grow"), "limits")
    assert counter(at) == "Step 3 of 7"
    assert not at.warning


def test_the_table_names_every_limit_in_both_tongues():
    at = open_page("limits", v=1)
    table = html(at)
    assert "A node at this depth becomes a leaf." in said(at, "caption")
    assert "A node at this depth becomes a leaf" in staged(at)[0]["about"]
    for limit in LIMITS.values():
        assert limit.sklearn in table
        assert limit.notes in table


# ---- a visitor's own table


def test_of_very_many_examples_some_grow_the_trees_and_every_held_out_one_counts(monkeypatch):
    monkeypatch.setattr(page, "GROWN", 12)
    monkeypatch.setattr(boxes, "DRAWN", 15)
    monkeypatch.setattr(page, "DRAWN", 15)
    data = pack(from_arrays([[i, i * 7 % 50] for i in range(50)], ["a", "b", "b", "a", "b"] * 10))
    at = open_page("limits", v=1, data=data)
    train, held = page.parts_of(at.session_state["S"])
    assert (len(train), len(held)) == (12, 20)
    assert np.bincount(train.y).tolist() in ([5, 7], [4, 8])
    assert len(page.row_of(at.session_state["S"])[0].held) == 20
    told = [caption.value for caption in at.caption]
    assert any(
        "Of the 30 examples that are not held out, 12, chosen at random, grow the trees" in words for words in told
    )
    assert any("the pictures show 15 of them" in words for words in told)
