"""A new example, on the pages without a stage and in links:
every example of the data comes to the leaf that holds it, in the tree and in words."""

import re

import pytest

import dtlearn
from dtlearn.data.packing import deflate
from dtlearn.data.synthetic import SHAPES
from dtlearn.forest.changes import Relabel
from dtlearn.show.growing.by_hand import hand_view
from dtlearn.show.practice.first_departure import picture
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view
from dtlearn.show.tree.way import way as tree_way
from dtlearn.teaching import tree_json
from pages.ui.bound import lesson as bound
from pages.ui.bound import trees
from pages.ui.byhand import scene as byhand
from pages.ui.byhand.lesson import LESSON as BYHAND
from pages.ui.hard import scene as hard
from pages.ui.hard.lesson import LESSON as HARD
from pages.ui.kit import walks
from pages.ui.kit.fields import fit_fresh
from pages.ui.kit.scene import defaults
from pages.ui.overfitting import charts as overfitting_charts
from pages.ui.overfitting import xor
from pages.ui.overfitting.lesson import LESSON as OVERFITTING
from pages.ui.practice import scene as practice
from pages.ui.practice.lesson import LESSON as PRACTICE
from pages.ui.practice.scene import share_link
from pages.ui.regions import partition
from pages.ui.regions.lesson import LESSON as REGIONS
from pages.ui.unstable import trees as unstable
from pages.ui.unstable.lesson import LESSON as UNSTABLE
from tests.support.apps import address, button, clean, component, components, leads_back, open_page, opened, plain, said


def by_hand():
    """A tree by hand, open and finished."""
    for finish in (False, True):
        for name, choices in (("play_tennis", "r-f0v0_1-f2"), ("iris", "r-f2t2.45")):
            S = BYHAND.scene() | {
                "data": name,
                "choices": byhand.byhand.read_choices(choices)[0],
                "finish": finish,
                "held": 0,
            }
            made = byhand.made_of(S)
            assert made.choices or finish
            yield made.trace.data, made.tree, hand_view(made), (~made.open).nonzero()[0].tolist()


def two_trees():
    """Before and after a flip, of names and of numbers."""
    for name in ("play_tennis", "iris"):
        S = UNSTABLE.scene(data=name, changes=(Relabel(10, 1),))
        story = unstable.story_of(S)
        for trace, view in zip((story.before, story.after), unstable.pictures_of(S), strict=True):
            yield story.data, trace.tree, view, None


def functions():
    """Each part of What trees find easy that draws trees."""
    S = HARD.scene()
    for rule in hard.RULES:
        yield hard.examples_of(S), hard.lesson_of(S).tree(rule), hard.view_of(S, rule), None
    for name in hard.TRAPS:
        trace, view, _, _ = hard.trap_views(name, 3)
        yield hard.examples_of(S | {"tab": "trap", "trap": name}), trace.tree, view, None
    for name in hard.NOMINAL:
        there = S | {"tab": "kinds", "data": name}
        for kind, trace in hard.kinds_of(name).items():
            yield hard.examples_of(there), trace.tree, hard.kind_view(there, kind), None


def exercises():
    """Those of Practice that show a tree and do not ask where an example ends; the example of an own tree;
    drawn points."""
    for kind in ("prune", "bound"):
        for level in (2, 3):
            S = PRACTICE.scene(kinds=(kind,), level=level)
            one = practice.asked(S)
            yield practice.walks_of(S), one.sheet.walks, one.sheet.tree, None
    S = PRACTICE.scene(mode="own")
    own = practice.own_of(S)
    yield practice.walks_of(S), own.trace.tree, picture(own, None), None
    S = REGIONS.scene(data="drawn", points=SHAPES["rings"].points)
    steps = partition.steps_of(S)
    yield steps.trace.data, steps.trace.tree, partition.view_of(S, len(steps) - 1), None


def three_ways():
    """XOR three ways, in a table, in bits and in points."""
    for kind in xor.KINDS:
        S = OVERFITTING.scene(xor=kind, m=60)
        for way in xor.ways_of(S):
            yield xor.parts_of(S)[0], way.tree, tree_view(way.tree), None


@pytest.mark.parametrize("drawn", [by_hand, two_trees, functions, exercises, three_ways])
def test_every_example_comes_to_the_node_that_holds_it(drawn, monkeypatch):
    S, told = {}, []
    monkeypatch.setattr(walks, "state", lambda: S)
    monkeypatch.setattr(walks, "walker", lambda data, *_: told.append(data["said"]))
    for data, tree, view, decided in drawn():
        for row in range(len(data)):
            S["fresh"] = ""
            walks.follow(data, row)
            walk = walks.Walk(data)
            shown = walk.down(tree, view, "It", decided)
            lit = shown["lit"]
            assert row in shown["example"]
            assert {tuple(data.X[one]) for one in shown["example"]} == {tuple(data.X[row])}
            ends = [node for node in tree if row in node.rows and not node.split]
            assert lit == [node_id(ends[0].path[:k]) for k in range(len(ends[0].path) + 1)]
            assert set(lit) <= {node["id"] for node in view["nodes"]}
            walk.draw()
            open_ = decided is not None and ends[0].i not in decided
            assert told[-1][0].startswith("It: ")
            assert told[-1][0].count("? ") == len(lit) - 1
            assert told[-1][0].endswith("not decided yet.") == open_
            assert open_ or told[-1][0].endswith(f"So: {ends[0].label}.")
            walks.follow(data, row)  # once more, and it goes no longer
            assert S["fresh"] == ""


OWN = {"mode": "own", "pasted": deflate(tree_json.write(dtlearn.grow(dtlearn.load("play_tennis")), "ID3 (CS181)"))}
PLACES = {
    "byhand": {"data": "play_tennis", "finish": 1},
    "unstable": {"changes": "11c0"},
    "hard": {"tab": "kinds"},
    "practice": OWN,
}
SAID = {
    "byhand": ["Outlook = Overcast? No, it is Sunny. Humidity? High. Outlook = Sunny? Yes, it is Sunny. So: No."],
    "unstable": [
        "Before: Outlook? Sunny. Humidity? High. So: No.",
        "After: Outlook? Sunny. Temperature? Mild. So: No.",
    ],
    "practice": ["Outlook? Sunny. Humidity? High. So: No."],
}


def ways(at):
    return [data["lit"] for data in components(at) if data.get("lit")]


@pytest.mark.parametrize("page", PLACES)
def test_an_example_in_the_link_walks_and_one_that_cannot_be_is_told(page):
    at = opened(page, v=1, fresh="0_1_0_1", **PLACES[page])
    data = component(at, "fresh")
    assert data["fresh"] == "0_1_0_1"
    assert [feature["name"] for feature in data["features"]] == ["Outlook", "Temperature", "Humidity", "Wind"]
    assert data["said"] == SAID.get(page, data["said"])
    assert len(data["said"]) == len(ways(at)) == {"byhand": 1, "unstable": 2, "hard": 4, "practice": 1}[page]
    assert address(at)["fresh"] == "0_1_0_1"
    assert leads_back(at, page)
    at.session_state["S"]["fresh"] = ""
    assert not ways(at.run())
    for bad in ("0_1_0", "3_0_0_0", "0.5_0_0_0", "x", "0_1_0_1_0"):
        at = open_page(page, v=1, fresh=bad, **PLACES[page])
        assert "fresh=" in plain(at.warning[0].value)
        assert component(at, "fresh")["said"] == []


def test_an_exercise_that_asks_where_an_example_ends_has_no_walk_and_the_next_exercise_not_this_ones_example():
    at = open_page("practice", v=1, kinds="classify", fresh="0_0")
    assert "fresh=" in plain(at.warning[0].value)
    for shown in ({}, {"answers": "0~!"}):
        at = opened("practice", v=1, kinds="classify", **shown)
        assert not [data for data in components(at) if "fresh" in data]
    at = opened("practice", v=1, kinds="bound", level=2, fresh="0_1_0")
    assert component(at, "fresh")["said"][0].count("examples") == 0  # nor has the picture them
    at.segmented_control(key="w_ex_place").set_value(1).run()
    assert not ways(at)
    assert "fresh" not in address(at)
    at = opened("practice", v=1, fresh="0_1_0_1", **OWN)
    at.segmented_control(key="w_mode").set_value("set").run()
    assert "fresh" not in address(clean(at))
    assert share_link(at.session_state["S"] | {"fresh": "0_1"}) == share_link(at.session_state["S"])


def test_in_the_xor_below_the_stage_an_example_of_its_own_walks():
    at = opened("overfitting", v=1, example="1_0", fresh="1_2")
    assert component(at, "tells")["place"]["fresh"] == "1_2"
    told = component(at, "said")
    assert told == {
        "features": told["features"],
        "fresh": "1_0",
        "said": [
            "Stop early: So: 0.",
            "Grow fully: X1? 1. X2? 0. So: 1.",
            "Grow fully, then prune: X1? 1. X2? 0. So: 1.",
        ],
    }
    assert leads_back(at, "overfitting")
    at.segmented_control(key="w_xor").set_value("cloud").run()
    assert (component(at, "said")["fresh"], at.session_state["S"]["fresh"]) == ("", "1_2")
    assert "example=" in plain(open_page("overfitting", v=1, example="1_0", xor="bits").warning[0].value)


def test_a_small_picture_draws_the_way_thick():
    for kind in ("table", "bits"):
        way = xor.ways_of(OVERFITTING.scene(xor=kind))[1]
        lit = [node_id(node.path) for node in tree_way(way.tree, [0.0] * len(way.tree.schema.features))]
        for some in ((), lit):
            drawn = overfitting_charts.small(way, 300, 200, some)
            edges = re.search('class="way" d="([^"]*)"', drawn)  # of a shape
            assert (edges[1] if edges else drawn).count("M" if edges else '"edge lit"') == len(some[1:])


def test_while_points_are_drawn_an_example_walks_and_the_plane_shows_where():
    at = opened("regions", v=1, data="drawn", tool="add", points="xor", fresh="3_4")
    told, plane = component(at, "said"), component(at, "palette")
    assert told["said"][0].endswith("So: A.")
    assert (plane["query"], [plane["chosen"]]) == ([3.0, 4.0], ways(at)[0][-1:])
    at.radio(key="w_tool").set_value("look").run()
    assert component(at, "tells")["place"]["fresh"] == "3_4"
    at.radio(key="w_tool").set_value("add").run()
    assert component(at, "palette")["query"] == [3.0, 4.0]
    button(at, "Clear").click().run()
    assert "query" not in component(at, "palette")


def test_where_no_tree_is_drawn_nobody_walks():
    at = open_page("hard", v=1, tab="leaves", fresh="0_1_0")
    assert "fresh=" in plain(at.warning[0].value)
    assert not [data for data in components(at) if "fresh" in data]


def test_other_data_lets_the_example_go_and_another_function_of_the_same_bits_does_not():
    at = opened("unstable", v=1, fresh="0_1_0_1")
    at.selectbox(key="w_data").set_value("contact_lenses").run()
    assert component(at, "fresh")["fresh"] == ""
    at = opened("hard", v=1, fresh="0_1_1")
    at.pills(key="w_function").set_value("or").run()
    assert component(at, "fresh")["fresh"] == "0_1_1"
    at.segmented_control(key="w_d").set_value(4).run()
    assert (component(at, "fresh")["fresh"], len(component(at, "fresh")["features"])) == ("", 4)
    assert "This link" not in said(at)


@pytest.mark.parametrize("told", [None, 5, [], "0_x", "1e999", {"a": 1}])
def test_what_the_form_says_is_checked(told, monkeypatch):
    S = {"fresh": "0_1"}
    monkeypatch.setattr(walks, "state", lambda: S)
    walks.put(told)
    assert S["fresh"] in ("0_1", "")
    walks.put("1_0")
    assert S["fresh"] == "1_0"
    for row in ("1", None, -1, 99):
        walks.follow(byhand.raw_of({"data": byhand.XOR3}), row)
    assert S["fresh"] == "1_0"


@pytest.mark.parametrize(("page", "query"), [("bound", {"nodes": 0}), ("code", {"data": "play_tennis"})])
def test_an_example_in_the_link_of_a_lesson_is_where_to_begin_until_the_data_are_others(page, query):
    at = opened(page, v=1, fresh="0_1_0_1", **query)
    assert component(at, "begin")["place"]["fresh"] == "0_1_0_1"
    assert [one["name"] for one in component(at, "begin")["document"]["features"]][:2] == ["Outlook", "Temperature"]
    at.selectbox(key="w_data").set_value("or").run()
    assert at.session_state["S"]["fresh"] == ""
    assert not at.warning
    assert "fresh=" in plain(open_page(page, v=1, fresh="3_0_0_0", **query).warning[0].value)


TENNIS, HIGH = {"fresh": "0_1_0_1"}, ["Sunny", "High"]
GRAPHVIZ = {
    "grow": (TENNIS | {"step": 8}, HIGH),
    "grow, a row": ({"row": 0, "step": 8}, HIGH),
    "grow, still open": (TENNIS | {"step": 1}, ["Sunny"]),
    "grow, nobody walks": ({"step": 8}, []),
    "regions": ({"data": "iris", "fresh": "6_3_2_1"}, ["< 2.45"]),
    "pruning": (TENNIS | {"data": "play_tennis", "noise": 0, "step": 0}, HIGH),
    "bound": (TENNIS | {"data": "play_tennis", "nodes": 0, "step": 3}, ["0", "1", "1"]),
    "code": (TENNIS | {"data": "play_tennis", "step": 99}, ["0", "1", "1"]),
    "limits": ({"fresh": "3_4"}, ["≥ 2.95", "< 6.895", "< 7.59", "≥ 2.575"]),
}


@pytest.mark.parametrize("name", GRAPHVIZ)
def test_graphviz_draws_the_way_thick_as_far_as_it_is_drawn(name):
    place, way = GRAPHVIZ[name]
    at = open_page(name.partition(",")[0], v=1, view="graphviz", **place)
    drawn = at.get("graphviz_chart")[0].proto.spec
    assert re.findall(r"-> n\d+ \[label=\" (.*) \", penwidth=4", drawn) == way
    thick = [line for line in drawn.splitlines() if "penwidth=4" in line and "->" not in line and "next" not in line]
    assert len(thick) == len(way) + bool(way) - ("open" in name)  # the open node has its bold ring


@pytest.mark.parametrize("page", ["limits", "overfitting"])
def test_where_a_plane_shows_the_trees_an_example_is_set_by_hand_too(page):
    at = opened(page, v=1, fresh="3_4")
    told = component(at, "tells")
    assert ([one["name"] for one in told["document"]["features"]], told["place"]["fresh"]) == (["x1", "x2"], "3_4")
    assert told["document"]["boxes"]["axes"][0]["name"] == "x1"


def test_where_thresholds_are_left_out_no_example_walks_down_the_bounds_trees(monkeypatch):
    S = defaults(bound.LESSON.fields) | {"data": "iris"}
    assert trees.walks_of(S).schema == dtlearn.load("iris").schema
    monkeypatch.setattr(trees, "left_out", lambda S: 1)
    assert trees.walks_of(S) is None
    assert fit_fresh({"fresh": "1_2_3_4"}, None)
