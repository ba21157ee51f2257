"""One tree is unstable: its words and pictures by laws, and the page itself."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import ALGORITHMS, GrowSettings, grow, load
from dtlearn.forest.changes import Fate, LeaveOut, Relabel, bootstrap, changed, differences, flips
from dtlearn.forest.resamples import DEPTHS, resampled
from dtlearn.growing.errors import rows
from dtlearn.show.base.text import fixed
from dtlearn.show.forest import unstable, unstable_tables
from dtlearn.show.forest.unstable import Story
from pages.ui.kit.session import deferred
from pages.ui.unstable import lesson as page
from pages.ui.unstable import trees
from tests.engine.forest.test_changes import edits, wholes
from tests.support.apps import button, component, open_page, opened, plain, reopened, table
from tests.support.strategies import datasets


@st.composite
def stories(draw, hostile=False):
    data, settings = draw(datasets(hostile=hostile, max_rows=12)), draw(wholes)
    before = grow(data, settings)
    if draw(st.booleans()):
        draws = bootstrap(len(data), draw(st.integers(0, 99)), 0)
        after = grow(rows(data, draws), settings)
        return Story(before, after, differences(before.tree, after.tree), (), draws)
    some = tuple(draw(edits(data)))
    after = grow(changed(data, some), settings)
    return Story(before, after, differences(before.tree, after.tree), some)


# ---- words and pictures


@given(stories())
def test_the_sentence_agrees_with_the_trees(story):
    said, lesson, n = unstable.outcome_text(story), unstable.lesson_text(story), story.differences.n_changed
    assert (said == "") == (lesson == "") == story.calm
    if story.calm:
        return
    if n:
        assert f": {n} of {len(story.before.tree)} node" in lesson
    moved = unstable.feature_of(story.before) != unstable.feature_of(story.after)
    assert moved == ("another root" in lesson or "no root question" in lesson and unstable.feature_of(story.after) < 0)
    assert ("One wrong label" in lesson) == (len(story.changes) == 1 and isinstance(story.changes[0], Relabel))
    data, trees = story.data, (story.before.tree, story.after.tree)
    differ = sum(a != b for a, b in zip(*(tree.predict(data.X).tolist() for tree in trees), strict=True))
    assert f"disagree on {differ} of the {len(data)} example" in said
    root = story.after.tree[0].split
    assert ("a single leaf" in said) == (root is None)
    if root:
        found = story.after.candidates[0]
        assert f"{data.schema.features[root.feature].name}" in said
        assert fixed(found.score[found.chosen]) in said
        tied = {int(found.feature[c]) for c in np.flatnonzero(found.best)}
        assert ("with it: the first" in said) == (len(tied) > 1)
    assert "-0.000" not in said


@given(stories())
def test_a_node_that_changed_says_so_and_the_table_what_was_changed(story):
    views = unstable.trees_view(story)
    for view, trace, fates in zip(
        views, (story.before, story.after), (story.differences.before, story.differences.after), strict=True
    ):
        assert [node["id"].count(".") for node in view["nodes"]] == trace.tree.depth.tolist()
        for node, fate in zip(view["nodes"], fates, strict=True):
            assert (fate is Fate.SAME) == ("Changed:" not in node["label"])
            assert (node["mark"] == "same") == (fate is Fate.SAME and not story.calm)
            assert (node["mark"] == "next") == (fate not in (Fate.SAME, Fate.NEW, Fate.GONE))
            sign = {Fate.NEW: " +", Fate.GONE: " −"}.get(fate, " ≠")
            assert node["title"].endswith(sign) == (fate is not Fate.SAME)
    assert len({node["h"] for view in views for node in view["nodes"]}) == 1
    assert views[0]["height"] == views[1]["height"]
    for view in views:
        below = {node["id"]: node for node in view["nodes"]}
        for node in view["nodes"]:
            if node["parent"]:
                assert node["y"] >= below[node["parent"]]["y"] + below[node["parent"]]["h"] + unstable.LEVEL
    view = unstable.sample_view(story)
    assert len(view["rows"]) == len(story.data)
    assert view["locked"] == (story.draws is not None)
    assert (page._read_changes(view["sample"]) if view["sample"] else ()) == story.changes
    assert sum(row["times"] for row in view["rows"]) == (len(story.data))
    before, after = (trace.tree.predict(story.data.X) for trace in (story.before, story.after))
    assert [row["differ"] != "" for row in view["rows"]] == (before != after).tolist()


@given(stories(hostile=True))
def test_hostile_names_stay_text(story):
    for html in (
        unstable_tables.gains_html(story),
        unstable_tables.found_html(story.data.schema, range(len(story.data.schema.features)), [0]),
    ):
        printable = "".join(ch if ch.isprintable() else " " for ch in html)
        tags = {element.tag for element in ET.fromstring(f"<x>{printable}</x>").iter()}
        assert tags <= {
            "x",
            "div",
            "table",
            "caption",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "i",
            "b",
            "ul",
            "li",
            "span",
        }
    json.dumps(unstable.sample_view(story))
    json.dumps(unstable.trees_view(story))


@given(datasets(max_rows=5), wholes)
def test_every_flip_with_its_root(data, settings):
    every = [unstable_tables.flip_of(one, grow(changed(data, [one]), settings)) for one in flips(data)]
    for flip, row in zip(every, unstable_tables.flip_rows(data, every, None), strict=True):
        trace = grow(changed(data, [flip.change]), settings)
        found = trace.candidates[0]
        assert flip.feature == int(trace.tree.feature[0])
        assert flip.score >= flip.second_score or flip.feature < 0
        assert flip.score == (float(found.score[found.chosen]) if flip.feature >= 0 else 0)
        assert ("tie" in row["badges"]) == (len({int(found.feature[c]) for c in np.flatnonzero(found.best)}) > 1)
        assert 0 <= row["bar"] <= 1


@pytest.mark.parametrize("name", ["play_tennis", "iris"])
def test_many_trees_in_words_and_tables(name):
    data = load(name)
    *_, found = resampled(data, ALGORITHMS["CART"], "bootstrap", 60, 1)
    own = int(grow(data, ALGORITHMS["CART"]).tree.feature[0])
    counts = unstable_tables.counts_of(found, data.schema)
    assert sum(k for _, k in counts) == 60
    lines = unstable_tables.root_rows(found, data.schema, own, None)
    assert [int(row["cells"][0]) for row in lines] == sorted((k for _, k in counts), reverse=True)
    assert [row["badges"] for row in lines].count(["your tree"]) == 1
    for depth in DEPTHS:
        table = ET.fromstring(unstable_tables.depths_html(found, depth))
        assert [row[0].text for row in table.iter("tr") if row.get("class") == "dt-marked"] == [
            f"▶ {unstable_tables.depth_name(depth)}"
        ]
        figure = unstable_tables.leaves_figure(found, depth, 5)
        assert sum(figure.data[0].y) == 60
    assert f"{found.features.count(own)} of 60 trees" in unstable_tables.stability_text(found, data.schema, own)
    more = found.disagreement(1) > found.disagreement()
    assert ("disagree more" in unstable_tables.depths_text(found)) == more
    ET.fromstring(unstable_tables.roots_html(found, data.schema))


# ---- the page


def said(at) -> str:
    return plain(at.markdown[0].value)


def sample(at) -> dict:
    return component(at, "sample")


def roots(at) -> dict:
    """How often each feature is at the root, as the page has it."""
    rows = table(at, "How often each feature is at the root")["rows"]
    return {row["name"]: int(row["cells"][0]) for row in rows}


def test_the_page_opens_with_a_task_and_nothing_flipped():
    at = opened("unstable")
    assert said(at) == "How much of a tree depends on one label? Flip one and see."
    assert plain(at.markdown[1].value).startswith("Nothing is changed yet.")
    assert "changes" not in at.query_params


def test_a_link_opens_with_day_11_flipped_and_gives_nothing_away():
    at = opened("unstable", v=1, changes="11c0")
    assert (
        said(at)
        == "**One wrong label, the same root: 3 of 8 nodes changed, 3 new.** Day 11 flipped from Yes to No. The root"
        " stays Outlook (gain 0.381; next comes Wind with 0.128). The two trees disagree on 1 of the 14 days, and on 6"
        " of all 36 possible ones."
    )
    assert "found" not in at.query_params  # Outlook was there before the reader did anything
    boxes = next(h.proto.body for h in at.get("html") if "Features at the root" in h.proto.body)
    assert boxes.count("not found yet") == boxes.count("<li") * 2 == 6
    assert "✓" not in boxes
    assert plain(at.markdown[1].value) == "0 of 3 other roots found by one flip."  # right below the page's sentence
    assert sample(at)["height"] is None  # 14 rows need no scroller of their own
    assert "Flip one label" not in str(at.button_group)
    assert sum(roots(at).values()) == 1000


def test_the_reader_finds_the_other_three():
    at = open_page("unstable", v=1, changes="11c0")
    for flip, feature in (("3c0", "Humidity"), ("7c0", "Wind"), ("13c0", "Temperature")):
        at.session_state["S"]["changes"] = page._read_changes(flip)
        at.run()
        assert f"The root is now {feature}" in said(at)
    assert at.query_params["found"] == "1,2,3"
    assert plain(at.markdown[1].value) == "3 of 3 other roots found by one flip."
    button(at, "All flips in a table").click().run()
    flips_table = next(json.loads(e.proto.json) for e in at.get("bidi_component") if "Every flip" in e.proto.json)
    assert [row["cells"][0] for row in flips_table["rows"]].count("Outlook") == 9
    again = reopened(at, "unstable")
    assert again.query_params["found"] == "1,2,3"


@pytest.mark.parametrize(
    ("usual", "sought", "found", "words"),
    [
        (0, [1, 2, 3], [], "0 of 3 other roots found by one flip."),
        (0, [1], [0, 1], "1 of 1 other root found by one flip."),
        (-1, [0, 2], [2], "1 of 2 roots found by one flip."),
        (0, [], [], "No single flipped label can bring another feature to the root: here it is stable."),
    ],
)
def test_what_is_to_be_found(usual, sought, found, words):
    assert unstable_tables.challenge_text(usual, sought, found, False) == words


def test_show_me_and_the_resamples_by_flips():
    at = open_page("unstable", v=1)
    assert "Nothing is changed yet" in plain(at.markdown[1].value)
    button(at, "Show me").click().run()
    at.button_group(key="w_sampling").set_value("flip").run()
    assert roots(at) == {"Outlook": 9, "Humidity": 3, "Temperature": 1, "Wind": 1}
    at.button_group(key="w_sampling").set_value("omit").run()
    assert roots(at) == {"Outlook": 11, "Humidity": 3}
    assert any("3/14" in h.proto.body for h in at.get("html"))  # the error of leaving one out


def test_undo_start_over_and_bootstraps():
    at = open_page("unstable", v=1, changes="3c0,5x,5x,11c0")
    assert "day 5 left out" in said(at)
    button(at, "Undo").click().run()
    assert at.query_params["changes"] == "3c0,5x,5x"
    button(at, "Start over").click().run()
    assert "changes" not in at.query_params
    button(at, "Draw a bootstrap sample").click().run()
    assert "Resample 5: 14 days drawn with replacement" in said(at)  # the first four have Outlook at the root, too
    assert "The root is now Wind" in said(at)
    assert [row["times"] for row in sample(at)["rows"]] == np.bincount(bootstrap(14, 1, 4), minlength=14).tolist()
    button(at, "Next resample").click().run()
    assert "Resample 6: " in said(at)
    at.number_input(key="w_sample").set_value(17).run()
    assert said(at).startswith("**Another sample, ")
    assert " Resample 17: " in said(at)
    again = reopened(at, "unstable")
    assert sample(again) == sample(at)


def test_what_the_components_say():
    at = open_page("unstable")
    S = at.session_state["S"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page, "state", lambda: S)
        patch.setattr(page.st, "session_state", {})
        page.put("7c0")
        assert S["changes"] == (Relabel(6, 0),)
        for bad in ("15c0", "1c7", "x", ",".join(f"{i}x" for i in range(1, 15)), 5):
            page.put(bad)
            assert S["changes"] == (Relabel(6, 0),)
            assert deferred(page.CANNOT)
        page.put("")
        assert S["changes"] == ()
        page.example(3)  # the first two bootstraps with Wind at the root, and round again
        first = S["sample"]
        page.example(3)
        assert S["sample"] > first
        for draw in (first, S["sample"]):
            assert unstable.feature_of(trees.story_of(S | {"sample": draw}).after) == 3
        S["sampling"] = "omit"
        for _ in trees.resampling(S):
            pass
        page.example(2)
        assert S["sample"] is None
        assert S["changes"] == (LeaveOut(2),)
        page.example(2)
        assert S["changes"] != (LeaveOut(2),)
        page.flip(6)
        assert S["changes"] == (Relabel(6, 0),)


def test_cancel_keeps_what_is_done():
    at = open_page("unstable", v=1)
    S = at.session_state["S"]
    at.session_state["Session"].memories[trees.Enough] = trees.Enough(trees.resampled_by(S), 950)
    assert sum(roots(at.run()).values()) == 950
    button(at, "Go on to 1,000").click().run()
    assert sum(roots(at).values()) == 1000
    at.session_state["Session"].memories[trees.Enough] = trees.Enough(trees.resampled_by(S), 0)
    assert "No resample" in at.run().info[0].value
    at.number_input(key="w_seed").set_value(2).run()  # other resamples
    assert sum(roots(at).values()) == 1000


def test_a_link_with_other_data_alone_changes_nothing():
    for data in ("iris", "or"):
        at = open_page("unstable", v=1, data=data)
        assert not at.warning
        assert "changes" not in at.query_params


def test_settings_that_undo_the_challenge():
    at = open_page("unstable", v=1, reveal=1, sampling="flip", changes="7c0")
    assert not at.warning
    at.selectbox(key="w_criterion").set_value("gini_gain").run()
    assert at.query_params["reveal"] == "0"
    assert at.query_params["sampling"] == "bootstrap"
    assert GrowSettings(criterion="gini_gain") == trees.settings_of(at.session_state["S"])
