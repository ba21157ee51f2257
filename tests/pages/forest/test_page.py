"""The page Forest: polls and surfaces against the forest itself, its words and pictures, and the page."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import GrowSettings, from_arrays, grow, load
from dtlearn.data import packing
from dtlearn.data.dataset import significant
from dtlearn.data.numerals import exact
from dtlearn.forest.forest import Forest, ForestSettings, grow_forest
from dtlearn.forest.likeness import likeness
from dtlearn.forest.polls import Poll, middles, poll, tiles
from dtlearn.growing.errors import hold_out
from dtlearn.show.forest import charts as lines_of
from dtlearn.show.forest import votes as forest_votes
from dtlearn.show.forest import words as errors
from dtlearn.show.tree.drawing import node_id
from dtlearn.teaching.figures_and_errata import FIGURES
from pages.ui.forest import charts, lesson, one_tree, trials, words
from pages.ui.forest import data as page
from pages.ui.forest import more as forestmore
from pages.ui.forest.lesson import LESSON
from pages.ui.forest.trials import PRINTED, PRINTED_OF, PRINTED_TREE, Trial
from tests.support import facts, owntables
from tests.support.apps import button, caption, clean, component, counter, html, open_page, opened, said, staged
from tests.support.strategies import datasets, examples

DATA = datasets(max_rows=20).filter(lambda data: len(data) > 3)
HOSTILE = datasets(max_rows=16, hostile=True).filter(lambda data: len(data) > 3)
SVG = "{http://www.w3.org/2000/svg}svg"
LARGE = packing.pack(
    from_arrays([[float(i * j % 97) for j in range(1, 11)] for i in range(500)], [i % 2 for i in range(500)])
)
LARGER = "Leaves of 8 or more: so majority and mean can differ"


def parsed(made: str) -> ET.Element:
    """HTML of ours as XML, without the control characters that HTML bears and XML does not."""
    return ET.fromstring("".join(ch if ch.isprintable() else " " for ch in f"<p>{made}</p>"))


def scene(**more):
    """The values of a scene, mended as the page would."""
    return LESSON.scene(**({"step": more.get("trees", 100)} | more))


@st.composite
def some_forests(draw, data=DATA):
    """A small forest of any kind on any data with classes."""
    data = draw(data)
    d = len(data.schema.features)
    tree = GrowSettings(
        "gini_gain",
        "one_vs_rest",
        reuse=True,
        min_samples_leaf=draw(st.integers(1, 4)),
        max_features=draw(st.sampled_from([None, 1])),
        seed=draw(st.integers(0, 99)),
    )
    sub = draw(st.sampled_from([None, max(1, d // 2)]))
    return grow_forest(data, ForestSettings(draw(st.integers(1, 9)), tree, draw(st.booleans()), None, sub))


# ---- polls and surfaces


@given(some_forests(), st.data())
def test_a_poll_is_the_forest_asked_tree_by_tree(forest, data):
    i = data.draw(st.integers(0, len(forest.data) - 1))
    x = forest.data.X[i]
    said = poll(forest, x)
    assert said.votes == tuple(forest.votes(x[None])[:, 0].tolist())
    for n in range(1, len(forest) + 1):
        first = forest.first(n)
        assert said.voters(n) == sum(said.tally(n)) == n
        assert said.answer(n) == first.predict(x[None])[0]
        assert said.answer(n, "means") == first.predict(x[None], "means")[0]
        assert [float(p) for p in said.means(n)] == pytest.approx(first.proba(x[None])[0])
        assert sum(said.means(n)) == 1
    assert said.answer(0) is None


@given(some_forests().filter(lambda forest: forest.settings.bootstrap), st.sampled_from(["votes", "means"]), st.data())
def test_a_training_example_asks_those_that_left_it_out(forest, by, data):
    """The answer is the out-of-bag prediction of the engine."""
    found = forest.out_of_bag(by).predict
    i = data.draw(st.integers(0, len(forest.data) - 1))
    said = poll(forest, forest.data.X[i], i)
    answer = said.answer(len(forest), by)
    assert (-1 if answer is None else answer) == found[i]
    assert said.voters(len(forest)) == (forest.bag[:, i] == 0).sum()


def test_three_votes_of_which_the_mean_says_otherwise():
    """E18: (.9, .4, .4) of class 1 are two votes for class 0 and a mean of 17/30 for class 1."""
    said = Poll((0, 0, 0), (1, 0, 0), ((1, 9), (6, 4), (6, 4)), (True,) * 3)
    assert (said.tally(3), said.answer(3)) == ((2, 1), 0)
    assert (said.means(3), said.answer(3, "means")) == ((Fraction(13, 30), Fraction(17, 30)), 1)
    assert ".567" in facts.errata()["E18"]["true"]
    text = forest_votes.two_answers(said, ("0", "1"), 3, 1, 9, pure=False)
    assert (
        text
        == "They differ here (E18): the majority predicts ● 0, the mean ■ 1. On 1 of the 9 test examples they differ."
    )
    tex = forest_votes.sums(said, ("0", "1"), 3)
    assert r"2\,\text{0},\ 1\,\text{1}\ \Rightarrow\ \text{0}" in tex
    assert r"\tfrac{1}{3}\left(\tfrac{9}{10} + \tfrac{4}{10} + \tfrac{4}{10}\right)=0.567" in tex
    five = Poll((0,) * 5, (1,) * 5, tuple((9 - k, 1 + k) for k in range(5)), (True,) * 5)
    tex = forest_votes.sums(five, ("0", "1"), 5)  # the first two, and the last
    assert r"\tfrac{9}{10} + \tfrac{8}{10} + \cdots + \tfrac{5}{10}\right)" in tex


def test_a_tie_goes_to_the_first_class_and_is_said():
    said = Poll((0, 0), (1, 0), ((0, 1), (1, 0)), (True, True))
    assert (said.answer(2), said.tied(2), said.tied(1)) == (0, True, False)
    assert [mark["kind"] for mark in forest_votes.flips(said, "votes", ("a", "b"))] == ["tie"]
    assert "a tie" in forest_votes.two_answers(said, ("a", "b"), 2, 0, 3, pure=True)


def test_tiles_are_the_leaves_of_the_middles_of_cells():
    forest = page.forest_of(scene(trees=7, min_leaf=6))
    across, up = middles(0.0, 10.0, 16), middles(2.0, 6.0, 8)
    assert (across[0], up[0]) == (0.3125, 2.25)
    for tree, found in zip(forest.trees, tiles(forest.trees, across, up), strict=True):
        leaves = tree.apply(np.array([[x, y] for y in up for x in across]))
        grid = np.full((8, 16), -1)
        for start, to, low, high, leaf in found:
            assert (grid[low:high, start:to] == -1).all()
            grid[low:high, start:to] = leaf
        assert grid.reshape(-1).tolist() == leaves.tolist()


# ---- errors, words, pictures


@examples(12)
@given(some_forests(), st.data())
def test_curves_count_what_the_forest_errs(forest, data):
    test = forest.data
    one = grow(test, forest.settings.tree).tree
    votes, means = (errors.curves(forest, test, one, by) for by in ("votes", "means"))
    n = data.draw(st.integers(1, len(forest)))
    for found, by in ((votes, "votes"), (means, "means")):
        assert found.test.lost[n - 1] == (forest.first(n).predict(test.X, by) != test.y).sum()
        assert found.alone[n - 1] == (forest.trees[n - 1].predict(test.X) != test.y).sum()
        assert [part.name for part in found.parts][2:] == ["out-of-bag"] * forest.settings.bootstrap
    if forest.settings.bootstrap:
        oob = forest.out_of_bag()
        assert votes.parts[2].of == tuple(oob.covered.tolist())
        error = votes.parts[2].error(n - 1)
        assert (error is None) == np.isnan(oob.error[n - 1])
        assert error is None or float(error) == pytest.approx(oob.error[n - 1])
    lines = lines_of.errors_lines(votes)
    assert [line.name for line in lines] == [*(part.name for part in votes.parts), "one tree"]
    assert list(lines[1].y) == [float(votes.test.error(k)) for k in range(len(forest))]
    said = (
        words.verdict(votes) + words.series_html(votes) + str(errors.errors_table({"votes": votes, "means": means}, n))
    )
    assert "nan" not in said
    fewer, one = votes.test.lost[-1], votes.one
    assert words.answer(votes).startswith("Yes" if fewer < one else "No more" if fewer == one else "Not here")


@given(some_forests(HOSTILE), st.data())
def test_whatever_the_names_the_pictures_are_xml_and_the_tables_html(forest, data):
    t = data.draw(st.integers(0, len(forest) - 1))
    trace, m = forest.trace(t), len(forest.data)
    assert ET.fromstring(charts.small(forest, t, None)).tag == SVG
    node = data.draw(st.integers(0, len(trace.tree) - 1))
    for made in (one_tree.node_html(forest, trace, t, node), one_tree.bag_html(forest, t)):
        parsed(made)
    assert sum(int(n) for n in re.findall(rf"<td>(\d+) of {m}</td>", one_tree.bag_html(forest, t))) == m
    classes = forest.data.schema.classes
    assert not set("\\{}$<") & set(forest_votes._tex(classes[0], classes).removeprefix(r"\text{").removesuffix("}"))
    assert one_tree.asks_text(trace.tree)


def test_a_node_shows_the_best_question_of_each_feature_that_it_drew():
    S = scene(data="wine", trees=3)
    forest, trace = page.forest_of(S), page.trace_of(S | {"tree": 3})
    drawn, found = trace.drawn(0).tolist(), trace.candidates[0]
    table = one_tree.node_html(forest, trace, 2, 0)
    assert len(drawn) == 3
    for j, name in enumerate(feature.name for feature in forest.data.schema.features):
        row = re.search(rf'<th scope="row">(▶ )?{name}</th><td>(.*?)</td><td>(.*?)</td>', table)
        assert bool(row) == (j in drawn)
        if row:
            best = max(found.gain[found.feature == j])
            assert row[3] == f"{best:.3f}"
            assert bool(row[1]) == (trace.tree[0].split.feature == j)
    assert "drew 3 of 13 features" in table


# ---- the three names, the experiment, the importances


def test_the_notes_numbers_are_those_of_the_facts():
    (figure,) = [f for f in FIGURES if f.id == "S23"]
    assert Fraction(sum(PRINTED), 5 * PRINTED_OF) == figure.value() == Fraction(271, 330)
    assert Fraction(PRINTED_TREE, PRINTED_OF) == Fraction(25, 33)
    assert "542/660 = 0.821" in trials.CLAIM


@pytest.mark.parametrize(
    ("way", "boot", "k", "sub"),
    [("bagging", True, 13, None), ("subspace", False, 13, 6), ("forest", True, None, None), ("buildtree", True, 13, 6)],
)
def test_each_of_them_draws_what_its_name_says(way, boot, k, sub):
    S = scene(data="wine", boot=boot, features=k, sub=sub, trees=4)
    assert page.way_of(S) == way
    forest = page.forest_of(S)
    assert (forest.features.sum(axis=1) == (sub or 13)).all()
    assert (len(set(forest.draws[0].tolist())) < len(forest.data)) == boot
    assert (
        len(page.trace_of(S | {"tree": 4}).drawn(0)) == {"bagging": 13, "subspace": 6, "forest": 3, "buildtree": 6}[way]
    )
    assert f"▶ {words.WAYS[way].title}" in words.names_html(way)


def test_the_experiment_counts_both_and_who_is_wrong_alone():
    done = []
    slices = list(forestmore._trying(done, "wine", 1, 1, True))
    assert slices == [20, 40, 60, 80]
    (trial,) = done
    assert trial.h == 71
    assert trial.tree - trial.forest == trial.tree_alone - trial.forest_alone
    tree = GrowSettings("info_gain", "one_vs_rest", reuse=True, min_samples_split=30, max_features=3, seed=1)
    train, test = hold_out(load("wine"), 0.4, 1)
    assert trial.forest == (grow_forest(train, ForestSettings(100, tree)).predict(test.X) != test.y).sum()


def test_the_words_of_the_experiment_have_the_right_signs():
    better, worse = Trial(100, 20, 10, 12, 2), Trial(100, 10, 12, 1, 3)
    assert (better.gain, better.spread) == (Fraction(1, 10), pytest.approx((13 / 10_000) ** 0.5))
    said = trials.five_text([better] * 5 + [worse] * 5)
    assert "0.100 more of the examples right" in said
    assert "+0.100 ± 0.036" in said
    mixed = trials.five_text([better, *[worse] * 4, *[worse] * 5])  # of one forest against the tree, the first is told
    assert "12 examples are wrong by the tree alone, 2 by the forest" in mixed
    assert "changes the one tree by +0.100; forests of such trees differ from that tree by −0.020" in said
    assert "better 2 times, equal 1 times, worse 1 times" in trials.many_text(
        [better, better, worse, Trial(9, 1, 1, 0, 0)]
    )
    assert "it gains +0.045;" in trials.many_text([better, better, worse, Trial(9, 1, 1, 0, 0)])
    assert "brings nothing" in trials.many_text([Trial(9, 1, 1, 0, 0)] * 3)
    table = trials.five_html([better] * 5 + [worse] * 5, "gini_gain")
    assert ET.fromstring(table) is not None
    assert "450/500 = 0.900" in table
    assert "information gain as in BuildTree (not the sidebar’s Gini gain)," in table
    assert "sidebar" not in trials.five_html([better] * 5 + [worse] * 5, "info_gain")


@pytest.mark.parametrize("data", ["play_tennis", "penguins", "zoo"])
def test_a_ticket_is_one_more_column_and_changes_no_other(data):
    with_, without = (page.parts_of(scene(data=data, ticket=ticket))[0] for ticket in (True, False))
    assert (with_.X[:, :-1] == without.X).all()
    assert (with_.y == without.y).all()
    assert with_.schema.features[:-1] == without.schema.features


def test_a_ticket_number_gets_importance_and_knows_nothing():
    S = scene(ticket=True, trees=30)
    data = page.parts_of(S)[0]
    assert [f.name for f in data.schema.features] == ["x1", "x2", page.TICKET]
    assert len(set(data.X[:, 2].tolist())) == len(data)
    assert not page.is_flat(S)
    text = trials.matter_text(["x1", page.TICKET], [0.7, 0.3], [[0.2, -0.01], [0.1, 0.0]], page.TICKET)
    assert "gets 0.300 of the decrease, place 2 of 2" in text
    assert "changes by −0.005" in text


# ---- the page


def ask(**query):
    return open_page("forest", v=1, **query)


def test_a_link_without_a_step_opens_with_all_trees_beside_one():
    at = opened("forest", v=1)
    assert counter(at) == "Step 100 of 100"
    assert "All 100 trees: better than one tree. 16/80 = 0.200 of the test examples wrong, against 23" in caption(at)
    document, step = staged(at)
    assert (step, document["steps"]) == (100, 101)  # in parts
    assert len(document["surface"]["points"]) == 200
    assert len(document["votes"]["trees"]) == 100
    assert document["chart"]["levels"] == []


def test_without_a_link_the_example_lies_between_the_classes_and_there_is_a_line_to_beat():
    at = open_page("forest")
    assert at.query_params["example"] == "t38"
    document, step = staged(at)
    assert step == 1
    assert page.way_of(at.session_state["S"]) == "bagging"  # as in chapter 8
    assert "one tree on all training examples 23" in document["frames"][1]["caption"]
    assert [tuple(level) for level in document["chart"]["levels"]] == [(23 / 80, "one tree")]
    assert document["rings"][0][1] == "the point's path"


@pytest.mark.parametrize("data", ["titanic", "penguins"])
def test_data_without_a_plane_grow_a_forest(data):
    at = ask(data=data, trees=5, step=2, min_leaf=3)
    assert not at.warning
    assert counter(at) == "Step 2 of 5"


def test_the_steps_are_the_first_trees():
    at = ask(trees=3, step=0)
    assert "No tree has voted yet" in caption(at)
    document, _ = staged(at)
    assert all(len(frame["lit"]) > 1 for frame in document["frames"][1:])
    assert "Tree 2." in said(ask(trees=3, step=0, tree=2))  # it was asked for


def test_a_link_to_a_node_of_a_tree_shows_it():
    at = opened("forest", v=1, trees=9, tree=4, tree_node="r.0")
    assert (at.query_params["tree"], at.query_params["tree_node"]) == ("4", "r.0")
    assert "Tree 4, " in html(at)
    assert '<a href="#step=4"' in html(at)  # to its vote
    for wrong in ({"tree": 4, "tree_node": "r.0.0.0.0.0.0.0.0.0.0.0.1"}, {"tree_node": "r.0"}, {"tree": 10}):
        assert "does not exist" in ask(trees=9, **wrong).warning[0].value


def test_every_vote_of_the_page_is_one_document_and_another_example_another():
    at = ask(data="iris", trees=5, step=2)
    found = component(at, "tells")["address"]
    assert "step" not in found
    assert component(ask(data="iris", trees=5, step=3), "tells")["address"] == found
    next(n for n in at.number_input if n.key == "w_fo_example").set_value(3).run()
    assert component(at, "tells")["address"] != found
    assert counter(at) == "Step 2 of 5"  # the stage stays by itself


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ({"example": "t900"}, "outside t1 to t"),
        ({"example": "s1", "boot": False}, "no tree leaves one out"),
        ({"example": "x1_1", "data": "iris"}, "cannot be"),
        ({"example": "x99_1"}, "outside the picture"),
        ({"features": 3}, "features=3 is outside"),
        ({"data": LARGE}, "lasts"),
    ],
    ids=str,
)
def test_an_address_that_does_not_fit_has_no_document(query, why):
    with pytest.raises(ValueError, match=why):
        LESSON.made_of.make(LESSON.scene(**query))


def test_an_example_set_by_hand_is_asked_of_the_forest_and_walks_down_the_shown_tree():
    """Of any number of features; the votes and the way are those of its values."""
    at = ask(data="wine", trees=9, step=4)
    train = page.parts_of(at.session_state["S"])[0]
    told = component(at, "fresh")
    assert ([one["name"] for one in told["features"]], told["fresh"]) == ([f.name for f in train.schema.features], "")
    for row in train.X[:9:4].tolist():
        text = "x" + "_".join(map(repr, row))
        at = clean(ask(data="wine", trees=9, step=4, example=text))
        S = at.session_state["S"]
        assert "x" + component(at, "fresh")["fresh"] == text == at.query_params["example"]
        tree = page.forest_of(S).trees[3]
        assert component(at, "tells")["frame"]["lit"][-1] == node_id(tree[int(tree.apply([row])[0])].path)
        assert "the truth" not in staged(at)[0]["title"] + staged(at)[0]["about"]
    next(s for s in at.selectbox if s.key == "w_fo_kind").set_value("t").run()
    assert component(at, "fresh")["fresh"] == ""


def test_what_the_form_asks_is_an_example_and_on_a_plane_one_that_is_in_the_picture(monkeypatch):
    S = LESSON.scene() | {"step": 9, "data": "play_tennis"}
    monkeypatch.setattr(lesson, "state", lambda: S)
    for told, at in (("2_0_1_1", "x2_0_1_1"), ("", ""), ("x", ""), (7, ""), (None, "")):
        lesson.ask_new(told)
        assert S["example"] == at
    S |= {"data": "cloud-rings"}
    lesson.ask_new("1e9_2.5")
    assert (S["example"], lesson.fit(S)) == (f"x{exact(charts.spans(*page.parts_of(S))[0][1])}_2.5", [])
    S |= {"example": "x2.5_7"}
    assert (page.point_of(S), lesson.fit(S)) == ((2.5, 7.0), [])
    for data, bad in (
        ("play_tennis", "x3_0_0_0"),
        ("play_tennis", "x0_0_0"),
        ("stopping_distance", "x-900"),
        ("iris", "x1_2"),
    ):
        S |= {"data": data, "example": bad}
        assert "example=" in lesson.fit(S)[0]
        assert S["example"] == ""


def number(at) -> int:
    """Which test example is asked about."""
    return next(n.value for n in at.number_input if n.key == "w_fo_example")


def test_another_forest_is_asked_about_the_same_example():
    at = ask(trees=20, step=20)
    first = number(at)
    for press in ("subspace", "bagging", LARGER):
        (button(at, press).click() if press == LARGER else at.pills(key="presets-forest").set_value(press)).run()
        assert number(at) == first
    assert at.query_params["example"] == f"t{first}"
    next(n for n in at.number_input if n.key == "w_seed").set_value(2).run()  # other test examples
    assert "example" not in at.query_params


def test_a_few_different_trees_are_said_and_lead_to_wine():
    at = ask(trees=40, step=40)
    assert "different ones" not in said(at)
    at.pills(key="presets-forest").set_value("subspace").run()
    assert "These 40 trees are only 2 different ones: 2 features" in said(at)
    assert "all the same one" in words.few_text(1, 40, 2)
    button(at, "The same on Wine: 13 features").click().run()
    assert (at.query_params["data"], at.query_params["sub"]) == ("wine", "6")
    assert at.pills(key="presets-forest").value == "subspace"
    assert "different ones" not in said(at)


@given(some_forests())
def test_different_trees_are_told_apart_by_what_they_ask_and_answer(forest):
    found = one_tree.n_different(forest)
    assert 1 <= found <= len(forest)
    again = [tuple((node.path, node.split, node.label) for node in tree) for tree in forest.trees]
    assert found == len({str(one) for one in again})


def test_majority_and_mean_can_be_told_apart():
    at = ask(trees=20, step=20)
    button(at, LARGER).click().run()
    assert at.query_params["min_leaf"] == "8"
    button(at, "Show where majority and mean differ").click().run()
    document, step = staged(at)
    assert step == 20
    assert "They differ here" in document["worked"][document["frames"][20]["row"]]["remark"]


def test_a_training_example_and_other_small_trees():
    at = ask(trees=30, step=30)
    next(s for s in at.selectbox if s.key == "w_fo_kind").set_value("s").run()
    assert at.query_params["example"].startswith("s")
    assert any("only they are asked" in c.value for c in at.caption)
    at.session_state["fo-trees-folded"] = True
    at.run()
    for n in (12, 24):
        button(at, f"More trees: {n} of 30 are shown").click().run()
    assert len(component(at, "trees")["trees"]) == 30
    assert not any("More trees" in one.label for one in at.button)
    assert len(component(ask(trees=30, tree=13), "trees")["trees"]) == 24


def test_no_tree_is_grown_alone_before_the_small_ones_are_unfolded(monkeypatch):
    grown, trace = [], Forest.trace
    monkeypatch.setattr(Forest, "trace", lambda forest, t: grown.append(t) or trace(forest, t))
    at = ask(trees=15, step=15, seed=77)
    assert not grown
    at.session_state["fo-trees-folded"] = True
    at.run()
    assert grown == [*range(lesson.PAGE)]


def test_the_experiment_runs_when_asked_and_from_a_link():
    at = ask(trees=3, step=3)
    assert not any("With the limit" in m.value for m in at.markdown)
    button(at, "Run: one tree, five forests").click().run()
    assert any("With the limit, the forests get" in m.value for m in at.markdown)
    assert at.query_params["trial_run"] == "five"
    at = ask(trees=3, step=3, trial="congress_votes", trial_run="many", matter=1, ticket=1)
    assert any("On 20 divisions the forest is better" in m.value for m in at.markdown)
    assert any("The ticket number knows nothing" in m.value for m in at.markdown)


SHOWN = ("regression_1d", "stopping_distance", "cars_mpg")
WAYS_TO_ASK = [
    {},
    {"step": 0},
    {"step": 3, "boot": 0, "by": "means", "criterion": "info_gain"},
    {"example": "s2", "tree": 2, "tree_node": "r.0", "features": 1},
    {"held": 80, "sample": 1, "depth": 1},
    {"matter": 1, "alike": 1, "ticket": 1, "sub": 1},
]


def test_a_plane_that_floats_cannot_span_is_refused():
    x = [1e306 * (i + 1) * (-1) ** i for i in range(20)]
    data = from_arrays([[v, i] for i, v in enumerate(x)], ["a", "b"] * 10)
    at = open_page("forest", v=1, data=packing.pack(data))
    assert not at.warning
    wide = packing.pack(from_arrays([[10 * v, i] for i, v in enumerate(x[:17])], ["a"] * 8 + ["b"] * 9))
    assert "a table that this page cannot use" in open_page("forest", v=1, data=wide).warning[0].value


@pytest.mark.parametrize("query", WAYS_TO_ASK, ids=str)
@pytest.mark.parametrize("data", [*SHOWN, owntables.NUMBERS], ids=[*SHOWN, "own"])
def test_a_number_to_predict_is_no_vote_and_no_class(data, query):
    """Whatever a link asks for: no majority, no criterion to choose, no share of wrong answers."""
    at = ask(data=data, trees=9, **query)
    assert not at.warning
    document, _ = staged(at)
    remarks = [worked["remark"] for worked in document["worked"].values()]
    texts = [
        *(frame["caption"] for frame in document["frames"]),
        *remarks,
        *(e.proto.body for kind in ("html", "markdown", "caption") for e in at.get(kind)),
    ]
    assert "ean squared error" in caption(at) or query.get("step") == 0
    for text in texts:  # the notes' own words are of classes
        assert re.search("BuildTree|UML|CS181|notes", text) or not re.search(
            r"[Mm]ajority|probabilit|nan|\bwrong\b|/\d+ = ", text
        )
    assert not any(widget.label == "Criterion" for widget in at.selectbox)
    assert not at.get("segmented_control")
    assert at.selectbox(key="w_data").value == data
    assert owntables.unescaped(at) == [] or data in SHOWN


def test_a_mean_is_written_out_beside_the_plane_or_the_line():
    document, step = staged(ask(data="stopping_distance", trees=4, step=4))
    assert (document["surface"]["rows"], len(document["surface"]["one"]) > 2) == (1, True)
    assert "Squared error of f(x): (" in document["worked"][document["frames"][step]["row"]]["remark"]
    document, step = staged(ask(data="cars_mpg", x=2, y=3, trees=4, step=4, example="x100_3000"))
    assert document["surface"]["rows"] == 64
    assert "whatever the truth" in document["worked"][document["frames"][step]["row"]]["remark"]
    assert "surface" not in staged(ask(data="cars_mpg", trees=4))[0]


@pytest.mark.parametrize(("data", "query"), [("cars_mpg", {}), ("wine", {"by": "means", "min_leaf": 4})])
def test_how_alike_trees_err_stands_beside_both_errors_for_each_k(data, query):
    at = ask(data=data, trees=12, alike=1, **query)
    S, d = at.session_state["S"], len(load(data).schema.features)
    (table,) = [e.proto.body for e in at.get("html") if "Correlation of two trees" in e.proto.body]
    found = ET.fromstring(table).findall(".//tbody/tr")
    names = ["".join(row.find("th").itertext()) for row in found]
    k = page.k_of(S)
    assert names == [f"{'▶ ' * (i == k)}{i}{', all' * (i == d)}" for i in range(1, d + 1)]
    test = page.parts_of(S)[1]
    for i in (k, d):  # the very forest of the page, and that of a link
        forest = page.forest_of(S | {"features": i})
        cells = ["".join(cell.itertext()) for cell in found[i - 1].findall("td")]
        write = significant if data == "cars_mpg" else lambda x: f"{x:.3f}"
        assert cells[2] == write(float(forest.errors(test, S["by"])[-1]))
        assert cells[0] == f"{float(likeness(forest, test).correlation):.3f}"
    assert "highly correlated predictors" in said(at)
    assert any(r"\rho" in e.proto.body for e in at.get("latex"))


def test_the_forests_for_each_k_are_grown_in_slices_once():
    S = scene(data="wine", trees=3, seed=77, alike=True)
    shares = list(forestmore._comparing(S))
    assert len(shares) >= 13
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert [*forestmore._likes_of(S)] == forestmore._ks(S)
    assert list(forestmore._comparing(S)) == []


def test_of_many_features_some_ks_are_compared_and_one_feature_has_none():
    rows = [[float((i * j) % 17) for j in range(1, 41)] for i in range(30)]
    wide = packing.pack(from_arrays(rows, [i % 2 for i in range(30)]))
    ks = forestmore._ks(scene(data=wide, features=23))
    assert (ks[0], ks[-1], 23 in ks) == (1, 40, True)
    assert len(ks) <= forestmore.MOST_KS
    assert forestmore._ks(scene(data=wide, sub=5)) == [1, 2, 3, 4, 5]
    at = ask(data="stopping_distance", trees=3, alike=1)
    assert not any("alike" in toggle.label for toggle in at.toggle)


def test_the_notes_leave_out_how_to_run_the_experiment_again():
    """The least number of test examples of which all the printed accuracies are shares."""
    printed = (0.75757575757576, 0.8333333333333334, 0.8106060606060606, 0.81818181818182)
    fits = (n for n in range(1, 999) if all(abs(round(x * n) / n - x) < 1e-13 for x in printed))
    assert next(fits) == PRINTED_OF
    text = said(ask(trees=3))
    for left_out in ("the data", "how many test examples (132 is ours", "how many trees", "the seeds"):
        assert left_out in text.partition("What the notes leave out:")[2]


def test_the_moves_of_a_component(monkeypatch):
    S = scene(trees=30)
    monkeypatch.setattr(lesson, "state", lambda: S)
    lesson.ask([2.5, 7.123456])
    assert S["example"] == "x2.5_7.1235"
    assert page.point_of(S) == (2.5, 7.1235)
    lesson.ask([-0.00001, 100.0])
    assert S["example"] == "x0_100"
    lesson.pick(5)
    assert S["tree"] == 5
    S["tree_node"] = "r.0"
    assert page.node_of(S) == 1
    lesson.pick(5)
    assert (S["tree"], S["tree_node"]) == (None, "r")


@pytest.mark.parametrize(
    "sent",
    [
        None,
        500,
        "abc",
        [],
        [1],
        [1, 2, 3],
        ["a", "b"],
        [float("nan"), 1],
        [float("inf"), 1],
        [10**400, 1],
        [1e300, 1],
        {"x": 1, "y": 2},
        [[1], [2]],
    ],
)
def test_what_is_no_place_and_no_tree_is_not_asked_about(monkeypatch, sent):
    S = scene(trees=30, example="t2", tree=3)
    monkeypatch.setattr(lesson, "state", lambda: S)
    before = dict(S)
    lesson.ask(sent)
    for number in (0, 31, -1, 2.5, "3", sent):
        lesson.pick(number)
    assert before == S


def test_trees_that_take_too_much_memory_are_not_grown(monkeypatch):
    monkeypatch.setattr(lesson, "MOST_BYTES", 25_000_000)
    at = ask(data="iris", trees=200)
    assert "so many trees would take too much memory" in at.warning[0].value
    assert at.session_state["S"]["trees"] < 200
