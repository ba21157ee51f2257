"""Overfitting: the series and its words, the definition, XOR three ways, and the page itself."""

import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlearn
from dtlearn import Feature, Stop, from_arrays, grow
from dtlearn.data.packing import pack
from dtlearn.growing.errors import Losses, TreeSequence, hold_out, losses, mislabelled
from dtlearn.show.tree.sketch import shape
from pages.ui.kit import clouds
from pages.ui.overfitting import charts as overfitting_charts
from pages.ui.overfitting import lesson as page
from pages.ui.overfitting import three_ways as xor_three_ways
from pages.ui.overfitting import words as overfitting
from pages.ui.overfitting import xor as overxor
from tests.support.apps import button, caption, component, counter, open_page, staged, switched
from tests.support.strategies import datasets, examples, grow_settings

DATA = datasets(max_rows=30).filter(lambda data: len(data) > 3)
ROOT_SVG = "{http://www.w3.org/2000/svg}svg"
DEFAULTS = {field.name: field.default for field in page.LESSON.fields}


@st.composite
def serieses(draw):
    """Any errors on training, test and perhaps fresh examples; a growth's training error never rises."""
    k, m = draw(st.integers(1, 12)), draw(st.integers(1, 20))
    counts = st.lists(st.integers(0, m), min_size=k, max_size=k)
    train = tuple(sorted(draw(counts), reverse=True))
    leaves = tuple(range(1, k + 1))
    nodes = tuple(2 * n - 1 for n in leaves)
    lost = [draw(counts) for _ in range(2 if draw(st.booleans()) else 1)]
    return growth(m, train, *lost, nodes=nodes, leaves=leaves)


def growth(m, *lost, nodes=(1, 3), leaves=(1, 2), known=None):
    """A path whose trees lose so many of m examples each: training, test and perhaps fresh ones, ``known`` of those."""
    names, sizes = ("training", "test", "true"), (m, m, known or m)
    return TreeSequence(
        {"nodes": nodes, "leaves": leaves},
        tuple(
            Losses(name, tuple(wrong), of, tuple(wrong) if name != "training" else None)
            for name, wrong, of in zip(names, lost, sizes, strict=False)
        ),
    )


@given(DATA, grow_settings(limits=False), st.integers(0, 99))
def test_every_size_is_the_tree_that_so_many_splits_grow(data, settings, seed):
    """The curve and the tree shown beside it are the same tree."""
    train, test = hold_out(data, 0.4, seed)
    series = overfitting.series(grow(train, settings), test, test)
    for k in range(len(series)):
        tree = grow(train, dtlearn.GrowSettings(**(vars(settings) | {"max_splits": k}))).tree
        assert (series.sizes["nodes"][k], series.sizes["leaves"][k]) == (len(tree), tree.n_leaves)
        assert series.train.lost[k] == losses(tree, train).sum()
        assert series.test.lost[k] == series.judge.lost[k] == losses(tree, test).sum()


@given(serieses())
def test_the_rival_is_what_the_definition_asks_for_and_the_regions_those_that_have_one(series):
    for k in range(len(series)):
        j = series.rival(k)
        wanted = [
            i
            for i in range(len(series))
            if series.train.error(k) < series.train.error(i) and series.judge.error(k) > series.judge.error(i)
        ]
        assert (j is None) == (not wanted)
        if wanted:
            assert j in wanted
            assert all((series.judge.error(j), j) <= (series.judge.error(i), i) for i in wanted)
            assert series.sizes["nodes"][j] < series.sizes["nodes"][k]
    runs = series.regions()
    assert [k for a, b in runs for k in range(a, b + 1)] == [
        k for k in range(len(series)) if series.rival(k) is not None
    ]
    assert all(b + 1 < c for (_, b), (c, _) in zip(runs, runs[1:], strict=False))


@given(serieses())
def test_the_words_agree_with_the_numbers(series):
    for k in range(len(series)):
        said, why = overfitting.caption(series, k), overfitting.sentence(series, k)
        overfits_ = series.rival(k) is not None
        assert ("overfitting" in said) == overfits_ == ("overfits, because" in why)
        # Each tree is judged beside those before it: nothing is told of the trees to come.
        so_far = series.judge.lost[: k + 1]
        assert ("No tree so far" in said) == (k > 0 and so_far[k] == min(so_far))
        if "A smaller tree" in said:  # by the letter of the definition this is no overfitting
            assert (series.train.lost[k], True) in [
                (series.train.lost[j], series.judge.lost[j] < series.judge.lost[k]) for j in range(k)
            ]
        assert f"training error {series.train.lost[k]}/{series.train.of} = " in said
        assert ("a share of wrong answers" in said) == (k == 0)  # what an error is
        assert ("on all that can come" in said) == (k == 0 and series.judge is not series.test)
        header, rows = overfitting.definition_table(series, k)
        assert bool(header) == bool(rows) == overfits_  # the definition is put to the numbers where it holds
        assert all(len(row) == len(header) for row in rows)
        if overfits_:
            assert (overfitting.HAIR in said) == series.slight(k)
            # Before the end nobody knows what a later split does.
            assert ("by definition" in said) == (k < len(series) - 1 or series.slight(k))
            both = [(part.error(k), part.error(series.rival(k))) for part in (series.train, series.judge)]
            assert said.endswith("go on.") == any(
                series.train.error(i) < min(both[0]) and series.judge.error(i) < min(both[1])
                for i in range(len(series))
            )
    answer, found = overfitting.answer(series), bool(series.regions())
    assert ("overfit" in overfitting.verdict(series)) == found
    assert answer.startswith(("Yes", "By the definition yes") if found else ("No: ", "No split was made"))


def test_the_definition_with_the_numbers_of_the_brief():
    """h with 37 nodes, .02 and .27, against h' with 9 nodes, .12 and .18."""
    series = growth(100, (40, 12, 2), (45, 18, 27), nodes=(1, 9, 37), leaves=(1, 5, 19))
    assert (
        overfitting.sentence(series, 2)
        == "The tree with 37 nodes (h) overfits, because the tree with 9 nodes (h′) has a larger training error and a"
        " smaller test error."
    )
    spreads = ["0.270 ± 0.044", ">", "0.180 ± 0.038"]
    assert [row[1:] for row in overfitting.definition_table(series, 2)[1]] == [["0.020", "<", "0.120"], spreads]
    assert series.regions() == [(2, 2)]
    assert (
        overfitting.sentence(series, 0)
        == "The tree with 1 node does not overfit: no tree of this growth has both a larger training error and a"
        " smaller test error."
    )
    assert (
        overfitting.sentence(series, 1)
        == "The tree with 9 nodes does not overfit: no tree of this growth has a smaller test error."
    )
    assert series.test.spread(1) == pytest.approx((0.18 * 0.82 / 100) ** 0.5)


def test_an_early_bump_overfits_by_the_definition_and_one_is_told_to_go_on():
    bump = growth(100, (43, 39, 20), (42, 60, 26), nodes=(1, 3, 9), leaves=(1, 2, 5))
    assert overfitting.caption(bump, 1).endswith(
        "Its training error is smaller than that of the tree with 1 node, but its test error is larger: by definition"
        " that is overfitting. Yet a larger tree has smaller errors than both: go on."
    )
    never = growth(100, (43, 39, 20), (42, 60, 50), nodes=(1, 3, 9), leaves=(1, 2, 5))
    assert overfitting.caption(never, 1).endswith(
        "the tree with 1 node, but its test error is larger: by definition that is overfitting."
    )


def test_the_answer_says_yes_and_of_a_hair_that_it_is_one():
    much = growth(100, (40, 12, 2), (45, 18, 27), nodes=(1, 9, 37), leaves=(1, 5, 19))
    assert (
        overfitting.answer(much)
        == "Yes: the test error is smallest, 0.180, with 9 nodes. From 37 nodes on every tree overfits; the full one"
        " has 0.270."
    )
    little = growth(100, (40, 12, 2), (45, 18, 20), nodes=(1, 9, 37), leaves=(1, 5, 19))
    assert little.slight(2)
    assert (
        overfitting.answer(little)
        == "By the definition yes, but by less than one standard error of the test: test error 0.180 with 9 nodes,"
        " 0.200 at the end."
    )
    assert "that is overfitting, though by less than one standard error of the test" in overfitting.caption(little, 2)


def test_the_standard_error_of_the_difference_counts_who_is_wrong_alone():
    series = growth(10, (4, 0), (2, 4))
    h, other = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    said = overfitting.trust(series, h, other)
    assert "3 are wrong by h alone and 1 by h′ alone" in said
    assert "(3 − 1)/10 = 0.200 ± 0.190, less than two of them" in said
    assert "an estimate" in said
    assert "alone" not in overfitting.trust(series, h, None)


def test_where_the_test_examples_disagree_with_the_true_error_it_is_said():
    """h overfits by the fresh examples, but is as good or better on the few test examples."""
    series = growth(10, (4, 0), (2, 1), (20, 30), known=100)
    better = overfitting.trust(series, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    assert better.endswith(
        "so here h is better by (2 − 1)/10 = 0.100 ± 0.170, although its true error is larger: chance."
    )
    equal = overfitting.trust(series, [1, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    assert equal.endswith(
        "so here both do equally well, (1 − 1)/10 = 0.000 ± 0.141, although the true error of h is larger: chance."
    )


@given(serieses(), st.data())
def test_no_sentence_about_the_test_examples_has_a_negative_number(series, draw):
    losses_ = st.lists(st.integers(0, 1), min_size=series.test.of, max_size=series.test.of)
    here, there = draw.draw(losses_), draw.draw(losses_)
    said = overfitting.trust(series, here, there)
    assert "-" not in said
    assert ("h is worse" in said) == (sum(here) > sum(there))
    assert ("h is better" in said) == (sum(here) < sum(there))


@examples(8)
@given(serieses(), st.data())
def test_the_curve_shows_every_size_and_both_trees(series, data):
    at = data.draw(st.integers(0, len(series) - 1))
    lines = {line.name: line for line in overfitting_charts.errors_lines(series)}
    labels = overfitting_charts.errors_labels(series, at, 0.2)
    for part in series.parts:
        assert lines[part.name].y == [float(part.error(k)) for k in range(len(series))]
        assert lines[part.name].go == [(k,) for k in range(len(series))]
        assert ("±" in lines[part.name].says[at]) == (part is not series.train) == bool(lines[part.name].spread)
    assert labels.here == overfitting.size_text(series, at)
    known = series.judge is not series.test  # who knows no source knows no tree's true error
    assert labels.levels == [(0.2, "best possible: 0.20" if known else "20 % label noise")]
    j = series.rival(at)
    assert labels.rival == (None if j is None else (series.sizes["nodes"][j], overfitting.size_text(series, j)))
    assert len(overfitting_charts.bands(series)) == len(series.regions())
    looks = [(line.look.dash, line.look.symbol) for line in lines.values()]
    assert len(set(looks)) == len(looks)


@given(datasets(max_rows=25, hostile=True), grow_settings(limits=False))
def test_shapes_are_xml_whatever_the_names(data, settings):
    trace = grow(data, settings)
    way = xor_three_ways.Way("t", trace.tree, [0], [0], Fraction(0), "")
    for drawn in (shape(way.tree, 300, 200), overfitting_charts.small(way, 300, 200)):
        assert ET.fromstring(drawn).tag == ROOT_SVG


# ---- XOR three ways


def xor(**more):
    return overxor.ways_of(DEFAULTS | more)


def test_xor_the_truth_table_is_one_leaf_or_four():
    """facts.md E23, E24: whoever stops at gain 0 keeps one leaf with error 1/2; pruning leaves the XOR tree alone."""
    early, full, pruned = xor(xor="table")
    assert (len(early.tree), early.true, sum(early.train)) == (1, Fraction(1, 2), 2)
    assert early.tree.stops == (Stop.NO_GAIN,)
    assert (full.tree.n_leaves, full.true) == (4, 0)
    assert (pruned.tree.n_leaves, pruned.true, sum(pruned.held)) == (4, 0, 0)
    assert "gains 0, so nothing is asked: one leaf" in early.why
    assert "All questions stay" in pruned.why
    assert "Pruning finds XOR and equals the full tree" in xor_three_ways.moral((early, full, pruned))


@pytest.mark.parametrize("kind", ["bits", "cloud"])
def test_xor_with_wrong_labels_the_full_tree_overfits_and_pruning_mends_it(kind):
    early, full, pruned = xor(xor=kind, m=200)
    assert early.true == pytest.approx(0.5, abs=0.02)
    assert early.tree.stops[0] is Stop.SMALL_GAIN
    assert sum(full.train) <= sum(pruned.train)
    assert Fraction(10, 100) <= pruned.true < full.true < Fraction(1, 2)
    assert "it overfits" in full.why
    assert "pruning is best" in xor_three_ways.moral((early, full, pruned))
    assert sum(pruned.held) < sum(full.held)


@given(st.sampled_from(list(overxor.KINDS)), st.integers(10, 60), st.integers(0, 99))
def test_xor_pruning_never_makes_more_validation_errors_and_its_words_fit(kind, m, seed):
    found = xor(xor=kind, m=m, seed=seed)
    early, full, pruned = found
    assert sum(pruned.held) <= sum(full.held)
    assert len(pruned.tree) <= len(full.tree)
    assert ("nothing is asked" in early.why) == (len(early.tree) == 1 and early.tree.stops[0] is not Stop.PURE)
    assert ("It finds XOR" in full.why) == (full.true <= pruned.true)
    assert ("overfits" in full.why) == (full.true > pruned.true and sum(full.train) < sum(pruned.train))
    assert ("All questions stay" in pruned.why) == (len(pruned.tree) == len(full.tree))
    ET.fromstring(xor_three_ways.ways_html(found, exact=kind != "cloud"))
    assert xor_three_ways.moral(found)


# ---- the page


@pytest.mark.parametrize("data", page.LESSON.fields[0].known)
def test_every_data_set_has_a_series_with_words(data):
    series = page.series_of(DEFAULTS | {"data": data})
    said = overfitting.caption(series, len(series) - 1)
    assert ("true error" in said) == data.startswith("cloud-")


def test_a_link_without_a_step_opens_with_a_tree_that_overfits_and_shows_the_rival():
    at = open_page("overfitting", v=1)
    document, k = staged(at)
    assert caption(at).endswith(
        "Its training error is smaller than that of the tree with 9 nodes, but its true error is larger: that is"
        " overfitting."
    )
    assert k == len(page.series_of(DEFAULTS)) - 1
    assert "overfits, because" in document["worked"][f"t{k}"]["says"]
    assert [name for _, name in document["frames"][k]["at"]] == ["99 nodes", "9 nodes"]
    button(at, "First").click().run()
    assert caption(at).startswith("1 node: ")


def test_the_step_stays_where_it_was_left_and_a_cold_link_says_it():
    at = open_page("overfitting", v=1, step=16)
    assert caption(at).startswith("33 nodes: ")
    assert counter(at) == "Step 16 of 49"
    button(at, "Next").click().run()
    switched(switched(at, "grow"), "overfitting")
    assert counter(at) == "Step 17 of 49"


def test_its_document_has_an_address_of_its_own_and_who_is_at_the_end_stays_there():
    at = open_page("overfitting", v=1, step=4)
    data = component(at, "begin")
    assert "lesson" not in data
    assert (data["last"], data["ends"]) == (49, True)
    at.slider(key="w_noise").set_value(0).run()
    assert component(at, "begin")["address"] != data["address"]
    assert component(at, "begin")["leads"] == data["leads"]


@pytest.mark.parametrize("name", [*page.PRESETS][::2])
def test_presets_set_the_data_and_open_at_their_question(name):
    at = open_page("overfitting", v=1, data="wine", seed=9, step=2)
    at.pills(key="presets-overfitting").set_value("").run()  # More
    at.pills(key="presets-overfitting").set_value(name).run()
    for field, value in page.PRESETS[name].scene.items():
        assert at.query_params[field] == str(value)
    assert at.query_params["seed"] == "1"
    assert at.query_params["curve"] == "seen"
    assert counter(at).startswith("Step 0 of ")
    assert at.pills(key="presets-overfitting").value == name


@pytest.mark.parametrize("name", page.PRESETS)
def test_the_tree_on_the_stage_is_the_one_of_the_present_size(name):
    S = DEFAULTS | page.PRESETS[name].scene
    series = page.series_of(S)
    document = page.document(S).document
    assert len(document["frames"]) == len(series)
    assert ("boxes" in document) == page.flat(S) == (name != "iris")
    for k in (0, len(series) // 2, len(series) - 1):
        assert len(page.view_of(S, k)["nodes"]) == series.sizes["nodes"][k]
        assert document["frames"][k]["caption"] == overfitting.caption(series, k)
    # Without label noise the full tree loses little, with them much.
    lost = series.judge.error(len(series) - 1) - min(series.judge.error(k) for k in range(len(series)))
    assert name != "clean" or lost < Fraction(2, 100)
    assert name != "noisy" or lost > Fraction(5, 100)


def test_wrong_labels_do_not_change_with_the_division():
    iris = DEFAULTS | {"data": "iris"}
    joined = [sorted(y for part in page.parts_of(iris | {"seed": s}) for y in part.y.tolist()) for s in (1, 2)]
    assert joined[0] == joined[1]
    assert page.parts_of(iris)[0].y.tolist() != page.parts_of(iris | {"noise": 0})[0].y.tolist()
    assert (mislabelled(dtlearn.load("iris"), 0.2, page.LABELS).y != dtlearn.load("iris").y).sum() == 30


def test_no_fresh_point_was_drawn_for_a_growth():
    fresh = {tuple(x) for x in overxor.fresh_cloud("cloud-rings", 0).X.tolist()}
    known = [tuple(x) for x in clouds.cloud("cloud-rings", 10, 0).X.tolist()]
    assert sum(x in fresh for x in known) < 0.1 * len(known)  # by chance, of a million places in the plane
    assert len(overxor.fresh_cloud("cloud-rings", 0)) == overxor.NEW_POINTS


# ---- a visitor's own table


def test_of_a_long_growth_some_trees_are_shown(monkeypatch):
    monkeypatch.setattr(overfitting, "SHOWN", 20)
    at = open_page("overfitting", v=1, seed=77)
    assert counter(at) == "Step 19 of 19"
    assert any("A long growth: of its trees 20 are shown" in one.value for one in at.caption)
    document, _ = staged(at)
    asked = [document["rows"][i]["name"] for i in document["frames"][0]["rows"]]
    assert asked[:11] == [str(k) for k in range(11)]
    assert int(asked[-1]) > 40
    assert not any("A long growth" in one.value for one in open_page("overfitting", v=1, seed=1, noise=0).caption)


def test_test_examples_as_far_away_as_numbers_go_leave_the_picture_out():
    """The training examples alone would lie in a plane."""
    rows = [[float(x)] for x in (-1.7e308, 1.7e308, *range(14))]
    data = from_arrays(rows, list("ab") * 8, [Feature("x", ())], ("a", "b"))
    seed = next(s for s in range(99) if abs(hold_out(data, 0.5, s)[0].X).max() < 99)
    document, _ = staged(open_page("overfitting", v=1, data=pack(data), held=50, seed=seed))
    assert "boxes" not in document
