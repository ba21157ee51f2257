"""Walkthroughs of partitions, read back step by step by the player's own reader,
against the plane views of the engine's steps."""

import json
import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, ORDERS, from_arrays, grow, load, names, steps
from dtlearn.data.synthetic import SHAPES, SIDE, plane
from dtlearn.growing.steps import DETAILS
from dtlearn.show.documents.growth import growth_walkthrough
from dtlearn.show.documents.partition import partition_walkthrough
from dtlearn.show.plane.view import partition_view, query_place
from dtlearn.trees.regions import asked_first, middle
from tests.show.documents.test_growth import agrees, plain, read, run
from tests.support.growths import growths
from tests.support.strategies import HOSTILE

CART = ALGORITHMS["CART"]
SHARED = (
    "axes",
    "both",
    "steps",
    "shapes",
    "hatches",
    "colours",
    "scale",
    "note",
    "regions",
    "nodes",
    "cuts",
    "points",
)


def grown(data):
    return grow(data, replace(CART, criterion="mse") if data.schema.regression else CART)


def axes_of(tree):
    return tuple(sorted(asked_first(tree)[:2]))


def planes():
    """(steps, what they are shown with) of every shipped data set with a number; of some in all ways."""
    for name in (*names(), *names(regression=True)):
        data = load(name)
        if len(data) <= 150 and any(feature.numeric for feature in data.schema.features):
            trace = grown(data)
            yield trace.steps(), {"free": axes_of(trace.tree)}
            yield trace.steps(), {"free": axes_of(trace.tree)[-1:], "held": data.X[0].tolist(), "one_in": 3}
    nine = grown(load("partition_2d"))
    yield from ((steps(nine, order, detail), {}) for order in ORDERS for detail in DETAILS)
    yield grown(plane(SHAPES["spiral"].points)).steps(), {"span": [(0, SIDE / 100)] * 2}
    bad = [[k, k % 3, name] for k, name in enumerate(HOSTILE)]
    features = [HOSTILE[0], HOSTILE[1], HOSTILE[2]]
    yield (
        grown(from_arrays(bad, [HOSTILE[k % 3] for k in range(len(bad))], features, name=HOSTILE[3])).steps(),
        {},
    )


def test_every_partition_is_read_back_step_by_step(tmp_path):
    every = list(planes())
    documents = []
    for growth, how in every:
        found = partition_walkthrough(growth, **how)
        documents.append(json.dumps(json.loads(found.json()) | {"codes": growth.trace.data.X.tolist()}))
    shown = read(tmp_path, documents)
    assert len(shown) == len(every) > 20
    for (growth, how), frames in zip(every, shown, strict=True):
        tree, data = growth.trace.tree, growth.trace.data
        free, at = how.get("free", (0, 1)), how.get("held", middle(data))
        agrees(growth, frames, partition_view(tree, data, free, at)["scale"], brief=True)
        for step, frame in zip(growth, frames, strict=True):
            done, next_ = (node and node.i for node in (step.done, step.next))
            want = partition_view(tree, data, free, at, step.decided, done, next_, how.get("span"))
            want["points"] = want["points"][:: how.get("one_in", 1)]
            assert frame["plane"] == plain({name: want[name] for name in SHARED})
            known = {region["id"] for region in want["regions"] if region["kind"] == "leaf"}
            for values, end, place in zip(data.X.tolist(), frame["ways"], frame["places"], strict=True):
                if end in known or len(free) == 2:
                    node = tree[tree.find(tuple(map(int, end.split(".")[1:])))]
                    assert place == query_place(want, node, [values[j] for j in free])


# Prints the plane of each frame, and the words of its boxes apart.
PLANES = """
import { planeOf } from "stage/parts/partition.js";
for (const path of Deno.args) {
  const lesson = JSON.parse(Deno.readTextFileSync(path)), { first = 0 } = lesson;
  const apart = ({ title, ...region }) => [region, title.split(": ").at(-1)];
  const said = (plane) => ({ ...plane, regions: plane.regions.map(apart) });
  lesson.frames = [...Array(first), ...lesson.frames];
  console.log(JSON.stringify(lesson.frames.slice(first).map((_, i) => said(planeOf(lesson, first + i)))));
}
"""


def test_a_part_of_a_long_lesson_has_the_planes_of_the_whole(tmp_path):
    walk = grown(load("iris")).steps()
    how = {"free": (2, 3)}
    cuts = [range(0, 6), range(6, 12), range(12, len(walk))]
    found = [partition_walkthrough(walk, **how, part=part) for part in (None, *cuts)]
    whole, *parts = run(tmp_path, PLANES, [one.json() for one in found])
    assert [plane for part in parts for plane in part] == whole


@given(growths(hostile=True) | growths(regression=True))
def test_a_partition_is_a_growth_and_its_plane_and_the_same_twice(trace):
    axes = axes_of(trace.tree)
    assume(axes)
    assume(all(trace.data.X[:, j].min() < trace.data.X[:, j].max() for j in axes))
    found, every = partition_walkthrough(trace.steps(), axes), trace.steps()
    assert found.json() == partition_walkthrough(every, axes).json()
    document = json.loads(found.json())
    assert document["kind"] == "partition"
    scale = partition_view(trace.tree, trace.data, axes, middle(trace.data))["scale"]
    growth = json.loads(growth_walkthrough(every, scale=scale, brief=True).json())
    for frame in document["frames"]:
        del frame["plane"]
    assert {name: document[name] for name in growth if name != "kind"} == {
        name: growth[name] for name in growth if name != "kind"
    }
    ids = {region["id"] for region in document["plane"]["regions"]}
    assert set(document["plane"]["cuts"]) < ids


def test_what_cannot_be_an_axis_is_refused():
    with pytest.raises(ValueError, match="give one or two different numeric features"):
        partition_walkthrough(grow(load("play_tennis")).steps())


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_script_that_it_stands_in(name):
    data = from_arrays([[1.0, 2], [2.0, 1]], [f"{name}x", "no"], [f"{name}!", "b"], name=name)
    page = partition_walkthrough(grow(data).steps()).html()
    document, _, rest = page.partition('<script type="application/json"')[2].partition(">")[2].partition("</script>")
    assert not re.search("<[^ ]", document)
    assert json.loads(document)["plane"]["axes"]
    assert rest.count("</script>") == 1


def test_only_a_file_with_a_plane_has_its_script():
    trace = grown(load("partition_2d"))
    growth, partition = trace.steps().walkthrough().html(), partition_walkthrough(trace.steps()).html()
    assert "class Plane" in partition
    assert "Plane" not in growth
    assert ".planes {" not in growth
    assert len(partition) - len(growth) < 30 * 1024


def two_hundred(m, classes):
    """A growth of 201 nodes over m points of no order."""
    dice = Random(1)
    points = [[round(dice.random(), 2), round(dice.random(), 2)] for _ in range(m)]
    trace = grow(from_arrays(points, [dice.choice(classes) for _ in points]), replace(CART, max_nodes=201))
    assert len(trace.tree) == 201
    return trace


def test_the_plane_of_two_hundred_nodes_and_three_hundred_points_adds_little():
    trace = two_hundred(300, "ab")
    growth = trace.steps().walkthrough().html()
    assert len(partition_walkthrough(trace.steps()).html()) - len(growth) <= 112 * 1024


@pytest.mark.parametrize(("m", "classes"), [(300, "ab"), (1000, "abc")])
def test_a_page_of_two_hundred_nodes_and_their_plane_is_below_a_mebibyte(tmp_path, m, classes):
    path = partition_walkthrough(two_hundred(m, classes).steps(), algorithm="CART").save(tmp_path / "large.html")
    assert path.stat().st_size <= 2**20


# ---- in a browser


@pytest.fixture
def nine(tmp_path):
    trace = grow(load("partition_2d"), CART)
    return partition_walkthrough(trace.steps(), about="CART").save(tmp_path / "nine.html")


def spot(tab, x, y):
    """px on the screen of a place in the plane; x and y are shares of its width and height."""
    frame = tab.locator(".planes .frame").bounding_box()
    return frame["x"] + x * frame["width"], frame["y"] + (1 - y) * frame["height"]


def test_the_plane_is_cut_step_by_step_on_one_screen(tab, nine):
    tab.goto(nine.as_uri())
    counter, lines, boxes = tab.locator(".counter"), tab.locator("line.cut"), tab.locator(".planes .box")
    expect(counter).to_have_text("Step 0 of 7")
    expect(lines).to_have_count(0)
    tab.keyboard.press("ArrowRight")
    expect(lines).to_have_count(1)
    expect(tab.locator("text.question")).to_have_text("x2 < 7")
    expect(tab.locator(".sums math")).not_to_have_count(0)
    frame = tab.locator(".planes .frame").bounding_box()
    tab.keyboard.press("End")
    expect(lines).to_have_count(3)
    expect(boxes).to_have_count(4)
    assert tab.locator(".planes .frame").bounding_box() == frame  # a step does not move it
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800
    assert {*tab.asked} <= {nine.as_uri(), f"{nine.as_uri()}#step=7"}


def test_box_and_node_light_up_together(tab, nine):
    tab.goto(f"{nine.as_uri()}#step=7")
    hot, status = tab.locator(".node.hot"), tab.locator(".planes .status")
    tab.mouse.move(*spot(tab, 0.6, 0.4))
    expect(hot).to_have_count(3)
    expect(status).to_have_text("x2 < 7, x1 ≥ 2.5: ■ B, 0 A, 4 B.")
    tab.mouse.move(5, 5)
    expect(hot).to_have_count(0)
    node = tab.get_by_role("treeitem", name=re.compile("^x2 < 7: split"))
    node.hover()
    whole, part = tab.locator(".planes .frame").bounding_box(), tab.locator(".planes rect.hot").bounding_box()
    assert part["width"] == pytest.approx(whole["width"], abs=6)
    assert 0.6 < part["height"] / whole["height"] < 0.95
    tab.mouse.move(5, 5)
    node.focus()
    expect(tab.locator(".planes rect.hot")).to_have_count(1)


def test_a_place_is_classified_by_mouse_and_by_keys_and_a_point_is_its_example(tab, nine):
    tab.goto(f"{nine.as_uri()}#step=7")
    lit, status = tab.locator(".node.lit"), tab.locator(".planes .status")
    tab.mouse.click(*spot(tab, 0.6, 0.4))
    expect(status).to_have_text(re.compile(r"^x2 < 7\? Yes, it is [\d.]+\. x1 < 2\.5\? No, it is [\d.]+\. So: B\.$"))
    assert [node.get_attribute("data-id") for node in lit.all()] == ["r", "r.0", "r.0.1"]
    expect(tab.locator(".planes .query")).to_have_count(1)
    expect(tab.locator(".planes rect.chosen")).to_have_count(1)
    tab.keyboard.press("Home")  # nothing is decided: the place is still at the root
    expect(lit).to_have_count(1)
    expect(status).to_have_text("This node is not decided yet.")
    tab.keyboard.press("End")
    plane = tab.get_by_role("application", name=re.compile("^Plane of x1 and x2, 4 boxes"))
    plane.focus()
    for key in ["ArrowUp"] * 25 + ["Enter"]:
        plane.press(key)
    expect(tab.locator(".counter")).to_have_text("Step 7 of 7")
    expect(status).to_have_text(
        re.compile(r"^(Example \d+: )?x2 < 7\? No, it is [\d.]+\. So: A\.$")
    )  # a point may lie there
    point = tab.locator(".planes .point").first.bounding_box()
    tab.mouse.click(point["x"] + point["width"] / 2, point["y"] + point["height"] / 2)
    expect(tab.locator(".planes .followed")).to_have_count(1)
    expect(tab.locator(".planes .query")).to_have_count(0)


def test_a_new_example_beyond_the_slice_is_said_to_lie_outside(tab, tmp_path):
    trace = grow(load("golf_numeric"), CART)
    tab.goto(f"{partition_walkthrough(trace.steps(), (1, 2)).save(tmp_path / 'golf.html').as_uri()}#step=99")
    expect(tab.locator(".where")).to_have_text("The slice where outlook = sunny")
    expect(tab.locator(".point.faint")).not_to_have_count(0)
    tab.get_by_text("A new example").click()
    tab.get_by_label("outlook", exact=True).select_option("overcast")
    expect(tab.locator(".planes .status")).to_have_text(
        "outlook = overcast? Yes, it is overcast. So: yes. Its box lies outside this slice."
    )
    expect(tab.locator(".planes .query")).to_have_count(1)


def test_names_full_of_markup_are_words(tab, tmp_path):
    bad = [*HOSTILE, '<img src=x onerror="alert(1)">', "</script><script>alert(2)</script>"]
    values = [[k, k % 5] for k in range(len(bad))]
    data = from_arrays(values, [bad[k % 2 - 2] for k in range(len(bad))], [bad[-2], bad[-1]], name=bad[-1])
    path = partition_walkthrough(grow(data, CART).steps()).save(tmp_path / "bad.html", 1)
    tab.goto(path.as_uri())
    expect(tab.locator(".counter")).to_contain_text("Step 1 of")
    for key in ("ArrowRight", "End", "Home"):
        tab.keyboard.press(key)
    assert tab.locator("img").count() == 0
    assert tab.locator("script").count() == 2
    assert set(tab.asked) == {path.as_uri()}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (853, 533), (1024, 768), (1920, 1080)])
def test_it_fits_a_phone_and_a_projector(tab, nine, width, height):
    tab.set_viewport_size({"width": width, "height": height})
    tab.goto(f"{nine.as_uri()}#step=7")
    expect(tab.locator(".planes .box")).to_have_count(4)
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    box, frame = tab.locator(".planes").bounding_box(), tab.locator(".planes .frame").bounding_box()
    assert frame["height"] >= 140
    assert frame["y"] + frame["height"] <= box["y"] + box["height"]


# Walks to and fro through the whole and through its joined parts, and prints at which steps they are not the same.
JOINED = """
import { rowsOf, viewOf } from "stage/document.js";
import { planeOf } from "stage/parts/partition.js";
const [whole, ...parts] = Deno.args.map((path) => JSON.parse(Deno.readTextFileSync(path)));
for (const part of parts) part.frames = [...Array(part.first), ...part.frames];
const size = parts[0].frames.length, joined = { ...parts[0], worked: {}, size, parts }, last = whole.frames.length - 1;
const boxes = (lesson, k) => planeOf(lesson, k).regions.map(({ title, ...box }) => box);
const seen = (lesson, k) => JSON.stringify([viewOf(lesson, k), rowsOf(lesson, k, "", "0"), boxes(lesson, k)]);
const walk = [...whole.frames.keys(), ...[...whole.frames.keys()].reverse(), last, 0, last >> 1, last - 1];
console.log(JSON.stringify(walk.filter((k) => seen(whole, k) !== seen(joined, k))));
"""


def test_joined_parts_show_what_the_whole_shows(tmp_path):
    steps = grown(load("iris")).steps()
    documents = [partition_walkthrough(steps)] + [
        partition_walkthrough(steps, part=range(k, min(k + 4, len(steps)))) for k in range(0, len(steps), 4)
    ]
    assert len(documents) > 3
    assert run(tmp_path, JOINED, [one.json() for one in documents]) == [[]]
