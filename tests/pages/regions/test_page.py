"""The plane view, its still picture, the way of a point, the drawn points' code, and the page itself."""

import dataclasses
import html as html_text
import json
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtlearn
from dtlearn import ALGORITHMS, GrowSettings, from_arrays, grow, load, steps
from dtlearn.data import packing
from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES, SIDE, plane
from dtlearn.show.base.palette import SHADES
from dtlearn.show.base.text import printable
from dtlearn.show.plane.figure import partition_figure, plane_figure
from dtlearn.show.plane.svg import partition_svg
from dtlearn.show.plane.view import nice_ticks, partition_view
from dtlearn.show.tree.view import tree_view
from dtlearn.show.tree.way import way, way_text
from dtlearn.trees.regions import middle
from dtlearn.trees.split import Kind
from pages.ui.grow import lesson as growth
from pages.ui.kit.codec import Clamped
from pages.ui.regions import drawing
from pages.ui.regions import lesson as regions
from pages.ui.regions import partition as planes
from pages.ui.regions.lesson import LESSON
from pages.ui.regions.link import MOST_POINTS, read_points, write_points
from tests.support import owntables
from tests.support.apps import (
    address,
    button,
    caption,
    component,
    components,
    counter,
    html,
    open_page,
    pick,
    plain,
    said,
    staged,
)
from tests.support.strategies import datasets, grow_settings

CART = ALGORITHMS["CART"]
LINE = from_arrays([[1], [2], [3], [4], [5], [6]], [1, 1, 3, 6, 6, 8], ["x"], name="line", target="y", regression=True)


@st.composite
def views(draw, hostile=False):
    """A plane view of a random tree at a random step, and what it was made from."""
    data = draw(datasets(hostile=hostile).filter(lambda data: any(f.numeric for f in data.schema.features)))
    trace = grow(data, draw(grow_settings()))
    walk = steps(trace)
    step = walk[draw(st.integers(0, len(walk) - 1))]
    free = [j for j, f in enumerate(data.schema.features) if f.numeric][: draw(st.integers(1, 2))]
    done, next_ = (node and node.i for node in (step.done, step.next))
    return step, free, partition_view(trace.tree, data, free, middle(data), step.decided, done, next_)


@given(views(hostile=True))
def test_the_view_is_plain_data_and_the_picture_is_xml_with_every_name(found):
    step, free, view = found
    json.dumps(view, allow_nan=False)
    picture = ET.fromstring(partition_svg(view, 300, 240))
    assert picture.find("{http://www.w3.org/2000/svg}desc").text
    ET.fromstring(partition_svg(view, 120, 90, axes=False, texts=False))


@given(views())
def test_the_chart_draws_the_boxes_of_the_view_with_their_classes(found):
    step, free, view = found
    chart = plane_figure(view, step.trace.data, free, 400, 300)
    assert [*chart.layout.xaxis.range, *chart.layout.yaxis.range] == [
        a[end] for a in view["axes"] for end in ("lo", "hi")
    ]
    boxes = [trace for trace in chart.data if trace.fill == "toself"]
    assert [[min(t.x), max(t.x), min(t.y), max(t.y)] for t in boxes] == [region["box"] for region in view["regions"]]
    looks = {}
    for trace, region in zip(boxes, view["regions"], strict=True):
        if region["cls"] is None:
            assert trace.fillcolor == "rgba(0,0,0,0)"
            continue
        assert trace.fillcolor.startswith(view["colours"][region["cls"]])
        pattern = trace.fillpattern.shape, trace.fillpattern.size
        assert looks.setdefault(region["cls"], pattern) == pattern
    assert len(set(looks.values())) == len(looks)
    marks = [trace for trace in chart.data if trace.mode == "markers"]
    assert len({trace.marker.symbol for trace in marks}) == len(marks) == len(view["classes"])
    drawn = sorted((x, y, k) for k, trace in enumerate(marks) for x, y in zip(trace.x, trace.y, strict=True))
    assert drawn == sorted((x, y, k) for x, y, k, *_ in view["points"])
    lines = [trace for trace in chart.data if trace.mode == "lines" and trace.fill is None]
    ends = [sorted([(t.x[i], t.y[i]), (t.x[i + 2], t.y[i + 2])]) for t in lines for i in range(0, len(t.x), 4)]
    across = [[(cut["at"], cut["from"]), (cut["at"], cut["to"])] for cut in view["cuts"]]
    cuts = [
        pair if not cut["axis"] else [(y, x) for x, y in pair] for pair, cut in zip(across, view["cuts"], strict=True)
    ]
    assert sorted(ends) == sorted(cuts)


def strings(value):
    """Every text in what JSON can hold."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from strings(one)


@given(views(hostile=True))
def test_no_name_is_a_tag_an_entity_or_a_formula_in_the_chart(found):
    step, free, view = found
    chart = plane_figure(view, step.trace.data, free, 900, 700).to_plotly_json()
    chart["layout"].pop("template")
    texts = [re.sub("<br>|<extra></extra>", " ", text) for text in strings(chart)]
    assert not [text for text in texts if re.search("[<$\n\r]|&(?!(lt|gt|amp|#36);)", text)]
    said = [html_text.unescape(text) for text in texts]
    assert {printable(axis["name"]) for axis in view["axes"]} <= set(said)


def test_a_chart_of_numbers_has_the_scale_of_the_means_and_says_exact_values():
    data = from_arrays([[1, 5], [2, 6.125], [7, 8]], [0.1, 2, 9.00001], ["a", "b"], target="y", regression=True)
    chart = partition_figure(grow(data, dataclasses.replace(CART, criterion="mse")))
    (points,) = [trace for trace in chart.data if trace.mode == "markers"]
    assert (points.marker.cmin, points.marker.cmax, points.marker.showscale) == (0.1, 9.00001, True)
    assert points.text[1:] == ("a = 2<br>b = 6.125<br>y = 2", "a = 7<br>b = 8<br>y = 9.00001")
    assert list(points.marker.color) == [0.1, 2, 9.00001]
    assert chart.layout.annotations[0].text.startswith("0.1")
    flat = partition_figure(
        grow(dataclasses.replace(data, y=data.y * 0), dataclasses.replace(CART, criterion="mse")), (0,)
    )
    assert not [trace for trace in flat.data if trace.mode == "markers"][0].marker.showscale  # its axis is the scale
    assert [trace.y for trace in flat.data if trace.line.width == 3] == [(0, 0, 0, None)]


def test_a_chart_at_a_step_is_of_what_is_decided_by_then():
    growth = grow(load("iris"), CART).steps()
    told = [sum(trace.fillpattern.shape is not None for trace in partition_figure(step).data) for step in growth[:4]]
    assert told == [0, 0, 1, 1]
    assert partition_figure(growth[0].trace).to_json() == partition_figure(growth[-1], (2, 3)).to_json()
    with pytest.raises(ValueError, match="one or two different numeric features"):
        partition_figure(grow(load("play_tennis"), CART))


@given(views())
def test_the_boxes_tile_the_picture_with_their_points_and_the_latest_cut(found):
    _, _, view = found
    areas = [(x1 - x0) * (y1 - y0) for x0, x1, y0, y1 in (region["box"] for region in view["regions"])]
    a, b = view["axes"]
    assert sum(areas) == pytest.approx((a["hi"] - a["lo"]) * (b["hi"] - b["lo"]))
    assert min(areas) > 0
    step, free, view = found
    tree = step.trace.tree
    solid = [point for point in view["points"] if point[3]]
    boxes = {region["id"]: region["box"] for region in view["regions"]}
    total = 0
    for node in tree:
        box = boxes.get(".".join(["r", *map(str, node.path)]))
        if box and (node.split is None or node.i not in step.decided):
            total += node.n
            for row in node.rows:
                x = view["points"][row][0]
                assert box[0] <= x <= box[1]
                assert view["points"][row][3]
    assert total == len(solid)
    assert (f"{len(solid)} of " in view["note"]) == (len(solid) < len(view["points"]))
    last = [cut for cut in view["cuts"] if cut["last"]]
    split = step.done.split if step.done else None
    assert len(last) <= 1
    if last:
        assert last[0]["label"].startswith(split.title(step.trace.data.schema)[:20])
        assert split.feature in free
    elif split and split.kind == Kind.THRESHOLD:
        assert view["note"] or split.feature in free


@given(st.floats(-1e6, 1e6), st.floats(1e-6, 1e6), st.integers(3, 10))
def test_ticks_are_few_inside_and_evenly_spaced(lo, width, most):
    ticks = nice_ticks(lo, lo + width, most)
    assert len(ticks) <= most
    assert all(lo - width * 1e-6 <= tick <= lo + width * (1 + 1e-6) for tick in ticks)
    gaps = {round((b - a) / width, 6) for a, b in zip(ticks, ticks[1:], strict=False)}
    assert len(gaps) <= 1


def test_regression_with_one_feature_is_a_step_function():
    """facts.md section 9: cut at 3.5, means 5/3 and 20/3."""
    tree = grow(LINE, GrowSettings(criterion="mse", max_depth=1)).tree
    view = partition_view(tree, LINE, (0,), (0,))
    assert view["steps"]
    assert [(cut["at"], cut["label"]) for cut in view["cuts"]] == [(3.5, "x < 3.5")]
    assert [region["value"] for region in view["regions"]] == pytest.approx([5 / 3, 20 / 3])
    assert [region["texts"][0][0] for region in view["regions"]] == [["1.667", "n = 3"], ["6.667", "n = 3"]]
    assert view["axes"][1]["name"] == "y"
    assert partition_svg(view).count('class="mean"') == 2
    assert way_text(way(tree, [2.0]), [2.0]) == "x < 3.5? Yes, it is 2. So: 1.667."


def test_regression_with_two_features_is_a_heat_map():
    data = from_arrays([[0, 0], [0, 1.5], [2.5, 0], [2.5, 1.5]], [0, 1, 2, 9], ["a", "b"], regression=True)
    view = partition_view(grow(data, GrowSettings(criterion="mse")).tree, data, (0, 1), (0, 0))
    assert not view["steps"]
    assert len(view["colours"]) == SHADES
    assert sorted(region["cls"] for region in view["regions"])[::3] == [0, SHADES - 1]
    assert view["scale"]["texts"] == ["0.000", "9.000"]


@given(datasets(), grow_settings(), st.data())
def test_the_way_ends_where_the_tree_sends_the_row(data, settings, draw):
    trace = grow(data, settings)
    row = data.X[draw.draw(st.integers(0, len(data) - 1))]
    nodes = way(trace.tree, row)
    assert nodes[0].i == 0
    assert nodes[-1].i == trace.tree.apply([row])[0]
    assert all(b.parent.i == a.i for a, b in zip(nodes, nodes[1:], strict=False))
    assert way_text(nodes, row).count("?") == len(nodes) - 1 + way_text(nodes[-1:], row).count("?")
    assert way(trace.tree, row, {0})[:2] == nodes[:2]


points = st.lists(
    st.tuples(st.integers(0, SIDE), st.integers(0, SIDE), st.integers(0, len(PLANE_CLASSES) - 1)),
    max_size=MOST_POINTS,
).map(tuple)


@given(points)
def test_drawn_points_come_back_from_a_link(drawn):
    text = write_points(drawn)
    assert read_points(text) == drawn
    assert len(text) == 5 * len(drawn)
    assert text.isalnum() or not text


def test_an_untouched_shape_is_a_name_in_a_link():
    """No name can be the code of a list: a code ends in a digit."""
    for name, shape in SHAPES.items():
        assert write_points(shape.points) == name
        assert read_points(name) == shape.points
        assert len({(x, y) for x, y, _ in shape.points}) == len(shape.points)
        assert not name[-1].isdigit()
        assert len(write_points(shape.points[1:])) == 5 * (len(shape.points) - 1)


def test_the_shapes_never_change():
    """Links name them: another version of numpy or Python must draw the same points."""
    sums = {name: sum(x + 3 * y + 7 * k for x, y, k in shape.points) for name, shape in SHAPES.items()}
    assert sums == {
        "blobs": 169092,
        "rings": 205896,
        "xor": 198157,
        "diagonal": 192370,
        "stripes": 200790,
        "spiral": 220909,
        "noise": 154777,
    }


@pytest.mark.parametrize("text", ["0", "00004", "0000A", "00000\n", "zz000", "00zz0", "٣0000", "-1000", "0000 "])
def test_a_broken_code_is_refused_with_a_sentence(text):
    with pytest.raises(ValueError, match="points='.*' is not a list of points|points= holds a point outside"):
        read_points(text)


def test_of_too_many_points_the_first_are_kept():
    text = write_points(tuple((i, i, 0) for i in range(400)))
    with pytest.raises(Clamped, match="points= holds 400 points, more than 300") as caught:
        read_points(text)
    assert caught.value.nearest == read_points(text[: 5 * MOST_POINTS])
    at = open_page("regions", v=1, data="drawn", points=text)
    assert len(partition(at)["points"]) == MOST_POINTS
    assert len(at.warning) == 1


def test_a_bad_value_is_quoted_and_shortened():
    for name in ("points", "slices"):
        at = open_page("regions", v=1, data="drawn", **{name: "@" * 40})
        assert f"{name}=" in at.warning[0].value.replace("\\", "")
        assert 15 < at.warning[0].value.count("@") < 25


def test_the_shapes_are_as_hard_as_they_say():
    trees = {name: grow(plane(shape.points), CART).tree for name, shape in SHAPES.items()}
    assert all(tree.train_error == 0 for tree in trees.values())
    assert int(trees["blobs"].depth.max()) == 2
    assert {int(f) for f in trees["stripes"].feature if f >= 0} == {0}
    assert trees["stripes"].n_leaves == 5
    assert trees["xor"].n_leaves > 4
    assert max(len(tree) for tree in trees.values()) in (len(trees["noise"]), len(trees["spiral"]))
    noisy = plane(SHAPES["noise"].points)
    one_cut = grow(noisy, GrowSettings(max_depth=1)).tree
    assert 0 < one_cut.train_error < 0.2


# ---- the page


def partition(at) -> dict:
    """The plane of the page: the one that is drawn in, or that of the document which the stage plays, at its step."""
    S = at.session_state["S"]
    if drawing.editing(S):
        return component(at, "regions")
    document, k = staged(at)
    view = planes.plane_of(S, k)
    frames, shown = document["frames"][: k + 1 - document.get("first", 0)], document["plane"]
    assert shown["axes"] == view["axes"]
    assert shown["points"] == [[x, y, shade, row] for x, y, shade, _, row in view["points"]]
    assert document["scale"] == view["scale"]
    assert frames[-1]["plane"]["note"] == view["note"]
    latest = {shown["regions"][n]["id"]: shown["regions"][n] for frame in frames for n in frame["plane"]["regions"]}
    for region in view["regions"]:
        assert latest[region["id"]] == {name: region[name] for name in latest[region["id"]]}
    return view


@pytest.mark.parametrize("data", LESSON.fields[0].known)
def test_every_data_set_is_walked_to_its_end(data):
    S = LESSON.scene(data=data, points=SHAPES["rings"].points)
    assert LESSON.fit(S) == []
    walk = planes.steps_of(S)
    trace, free = walk.trace, planes.free_of(S)
    view = partition_view(trace.tree, trace.data, free, planes.held_of(S, trace.data))
    assert all(region["kind"] == "leaf" for region in view["regions"])
    assert "The tree is finished" in str(walk[len(walk) - 1])


def test_each_step_of_two_features_cuts_one_box():
    walk = grow(dtlearn.load("partition_2d"), CART).steps()
    count = [
        len(partition_view(step.trace.tree, step.trace.data, (0, 1), (0, 0), step.decided)["regions"]) for step in walk
    ]
    assert count == sorted(count)
    assert count[-1] == 4


def test_a_node_in_the_link_is_lit_with_its_way():
    at = open_page("regions", v=1, algorithm="cart", step=17, node="r.1.0")
    assert component(at, "place")["place"]["node"] == "r.1.0"


def test_a_new_example_that_cannot_be_gets_one_sentence():
    for bad in ("7.5_3_2", "1_2_3_9e999", "a_b_c_d"):
        assert "fresh=" in plain(open_page("regions", v=1, fresh=bad).warning[0].value)


def test_the_axes_are_chosen_freely_and_the_others_can_be_moved():
    at = open_page("regions", v=1, algorithm="cart", step=17)
    assert [a["name"] for a in partition(at)["axes"]] == ["petal_length", "petal_width"]
    before = partition(at)["regions"]
    at.slider(key="w_p_held_0").set_value(7.5).run()
    assert partition(at)["regions"] != before
    assert at.query_params["slices"] == "0:7.5"
    at.selectbox(key="w_x").set_value(0).run()
    at.selectbox(key="w_y").set_value(1).run()
    assert [a["name"] for a in partition(at)["axes"]] == ["sepal_length", "sepal_width"]
    assert {s.key for s in at.slider} == {"w_p_held_2", "w_p_held_3"}
    at.selectbox(key="w_y").set_value(planes.ALONE).run()
    assert partition(at)["axes"][1]["name"] == "species"


def test_the_same_feature_on_both_axes_makes_them_change_places():
    at = open_page("regions", v=1, algorithm="cart", x=2, y=3)
    at.selectbox(key="w_x").set_value(3).run()
    assert [a["name"] for a in partition(at)["axes"]] == ["petal_width", "petal_length"]


def test_a_nominal_feature_can_be_moved():
    at = open_page("regions", v=1, data="golf_numeric", step=99)
    seen = []
    for value in (0, 1):
        next(box for box in at.selectbox if str(box.key).startswith("w_p_held_")).set_value(value).run()
        seen.append(partition(at)["regions"])
    assert seen[0] != seen[1]


def test_drawing_starts_empty_and_a_shape_can_be_undone():
    at = open_page("regions", v=1, data="drawn")
    assert partition(at)["regions"] == []
    pick(at, "w_p_shape", "xor")
    assert len(partition(at)["points"]) == len(SHAPES["xor"].points)
    assert read_points(at.query_params["points"]) == SHAPES["xor"].points
    assert partition(at)["tool"] == "add"
    button(at, "Clear").click().run()
    assert partition(at)["points"] == []
    button(at, "Undo").click().run()
    button(at, "Undo").click().run()
    assert partition(at)["points"] == []
    button(at, "Redo").click().run()
    assert len(partition(at)["points"]) == len(SHAPES["xor"].points)
    button(at, "Undo").click().run()
    pick(at, "w_p_shape", "rings")
    assert button(at, "Redo").disabled


def test_other_data_forget_what_belonged_to_the_old():
    at = open_page("regions", v=1, algorithm="cart", step=17, x=0, y=2, slices="3:1.7", node="r.1")
    before = component(at, "leads")
    at.selectbox(key="w_data").set_value("partition_2d").run()
    now = component(at, "leads")
    assert (now["last"], now["leads"]["starts"], now["begin"]) == (
        7,
        before["leads"]["starts"] + 1,
        before["begin"],
    )
    assert not {"x", "y", "slices", "node"} & set(at.query_params)


def test_nothing_is_said_of_an_undecided_box():
    at = open_page("regions", v=1, data="partition_2d", step=0)
    assert [region["title"] for region in partition(at)["regions"]] == ["All 9 examples: not decided yet, 4 A, 5 B."]
    at = open_page("regions", v=1, data="regression_1d", step=0)
    assert [region["title"] for region in partition(at)["regions"]] == ["All 6 examples: not decided yet, 6 examples."]


def finished(at):
    return all(region["kind"] == "leaf" for region in partition(at)["regions"])


def test_a_shape_and_new_points_are_shown_finished_from_every_step_and_their_walk_begins_at_its_question():
    at = open_page("regions", v=1, data="drawn", tool="add", points="xor", step=3)
    pick(at, "w_p_shape", "rings")
    assert finished(at)  # a shape is shown whole
    assert counter(look(at)).startswith("Step 0 of ")
    at = take(open_page("regions", v=1, data="drawn", points="xor", step=0), "add")
    button(at, "Clear").click().run()
    button(at, "Undo").click().run()
    assert finished(at)
    assert "finished" in caption(open_page("regions", v=1, data="drawn", points="rings"))


def test_the_scenarios_lead_back_to_the_flowers():
    at = open_page("regions")
    assert at.pills(key="w_p_shape").value == "iris"
    pick(at, "w_p_shape", "xor")
    assert at.pills(key="w_p_shape").value == "xor"
    assert "depth" not in address(at)
    pick(at, "w_p_shape", "iris")
    assert (address(at)["data"], counter(at)) == ("iris", "Step 0 of 9")


def test_the_page_opens_on_a_small_tree_of_two_features_and_a_link_on_the_whole_one():
    at = open_page("regions")
    assert (address(at)["depth"], counter(at)) == ("3", "Step 0 of 9")
    assert not staged(at)[0]["plane"]["slice"]
    assert counter(open_page("regions", v=1, step=0)) == "Step 0 of 17"


def take(at, tool):
    """The page with another tool taken up."""
    return at.radio(key="w_tool").set_value(tool).run()


def look(at):
    return take(at, "look")


def test_who_draws_sees_the_whole_tree_and_an_old_link_to_a_step_steps():
    at = open_page("regions", v=1, data="drawn", points="xor", tool="add", step=3)
    assert counter(at) == "Step 3 of 13"
    assert not at.warning
    take(at, "label")
    assert finished(at)
    assert not [data for data in components(at) if "tells" in data]
    assert counter(look(at)) == "Step 0 of 13"
    empty = take(open_page("regions", v=1, data="drawn"), "look")
    assert empty.radio(key="w_tool").value == "add"  # there is nothing to step through


def test_contradictory_points_are_counted_by_place():
    assert drawing.clashes(((1, 1, 0), (1, 1, 0), (2, 1, 0))) == 0
    assert drawing.clashes(((1, 1, 0), (1, 1, 1), (2, 1, 0), (2, 1, 1), (2, 1, 2))) == 2
    at = open_page("regions", v=1, data="drawn", points=write_points(((1, 1, 0), (1, 1, 1))))
    told = "2 points. One place holds points of several classes: no tree can tell those apart."
    assert told in said(at, "caption")
    assert partition(take(at, "add"))["status"] == told


def test_a_large_tree_of_numbers_starts_small_and_says_so():
    """Miles per gallon has 643 steps without a limit."""
    at = open_page("regions", v=1, data="cars_mpg")
    assert counter(at) == "Step 15 of 15"
    assert "depth ≤ 3" in html(at)
    assert at.number_input(key="w_depth").placeholder == "3 unless you choose"
    at.number_input(key="w_depth").set_value(4).run()
    assert "depth ≤ 4" in html(at)
    assert at.query_params["depth"] == "4"
    for link in ({"depth": 50}, {"min_leaf": 2}, {"leaves": 30}):
        at = open_page("regions", v=1, data="cars_mpg", **link)
        assert planes.steps_of(at.session_state["S"]).trace.tree.depth.max() > 3
    for data in ("regression_1d", "iris", "drawn"):
        assert "depth ≤" not in html(open_page("regions", v=1, data=data, points="xor"))


def test_the_pens_are_there_for_who_draws():
    def pens(tool):
        at = open_page("regions", v=1, data="drawn", points="xor", tool=tool)
        return [radio.disabled for radio in at.radio if radio.key == "w_label"]

    assert [pens(tool) for tool in ("look", "classify", "add", "label", "erase")] == [[], [], [False], [False], [True]]


@pytest.mark.parametrize(
    "link", [{"data": "iris", "step": 4}, {"data": "cars_mpg", "step": 6}, {"data": "golf_numeric"}]
)
def test_a_step_has_a_link_to_its_gains(link):
    at = open_page("regions", v=1, order="best_first", **link)
    shown, told = counter(at), caption(at)
    query = regions.in_grow(at.session_state["S"])
    button(at, "This step in *Grow a tree*").click().run()
    assert not at.warning
    assert (counter(at), caption(at)) == (shown, told)
    assert set(query) <= {"v"} | {field.name for field in growth.FIELDS}
    grow_ = open_page("grow", **query)
    assert not grow_.warning
    assert (counter(grow_), caption(grow_)) == (shown, told)


def test_tree_and_plane_show_a_mean_in_one_colour_and_with_three_decimals():
    tree = grow(LINE, GrowSettings(criterion="mse")).tree
    plane_ = partition_view(tree, LINE, (0,), (0,))
    view = tree_view(tree, scale=plane_["scale"])
    leaves = {node["id"]: node for node in view["nodes"] if node["kind"] == "leaf"}
    assert {region["id"]: region["cls"] for region in plane_["regions"]} == {
        i: leaf["cls"] for i, leaf in leaves.items()
    }
    assert view["colours"] == plane_["colours"]
    assert {leaf["title"] for leaf in leaves.values()} == {"1.000", "3.000", "6.000", "8.000"}
    assert set(view["signs"]) == {""}
    alone = tree_view(tree)
    assert (alone["scale"]["texts"], alone["colours"]) == (["1.000", "8.000"], view["colours"])


def test_points_with_one_class_and_one_point_alone_grow_a_leaf():
    for drawn in (((5, 5, 3),), ((0, 0, 1), (0, 0, 1)), ((0, 0, 0), (0, 0, 1))):
        assert len(grow(plane(drawn), CART).tree) == 1
    at = open_page("regions", v=1, data="drawn", points=write_points(drawn))
    assert len(partition(at)["regions"]) == 1
    assert "This step in *Grow a tree*" not in [b.label for b in at.button]  # that page cannot show them


# ---- a visitor's own table


def test_of_very_many_examples_the_tree_grows_to_so_many_leaves(monkeypatch):
    monkeypatch.setattr(planes, "MANY", 20)
    monkeypatch.setattr(planes, "LEAVES", 6)
    data = packing.pack(from_arrays([[i, i * 7 % 24] for i in range(24)], ["a", "b"] * 12))
    at = open_page("regions", v=1, data=data)
    assert "depth ≤ 3" in html(at)
    assert any("to 6 leaves at most" in caption.value for caption in at.caption)
    deep = open_page("regions", v=1, data=data, depth=20, leaves=9)
    assert sum(region["kind"] == "leaf" for region in partition(deep)["regions"]) == 6
    assert len(partition(deep)["points"]) == 12
    query = regions.in_grow(deep.session_state["S"])
    assert query["leaves"] == "6"
    assert counter(open_page("grow", **query)) == counter(deep)
    assert len(partition(open_page("regions", v=1, data=data, leaves=4))["regions"]) == 4


def test_the_plane_is_a_chart_for_who_asks_and_the_interactive_one_in_old_links():
    at = open_page("regions", v=1, algorithm="cart", step=4)
    assert not at.get("plotly_chart")
    assert not component(at, "tells")["tells"]
    at.radio(key="w_drawn").set_value("plotly").run()
    assert address(at)["drawn"] == "plotly"
    (chart,) = at.get("plotly_chart")
    assert any(
        trace["name"].startswith("petal_length &lt; 2.45")
        for trace in json.loads(chart.proto.spec)["data"]
        if "fill" in trace
    )
    assert "regions-plane" in chart.proto.config
    told = open_page("regions", v=1, algorithm="cart", step=17, drawn="plotly", fresh="5_3_2_0.5")
    assert "petal_length < 2.45? Yes, it is 2. So: setosa." in said(told, "caption")
    assert told.get("plotly_chart")[0].proto.spec != chart.proto.spec
    assert component(at, "tells")["tells"]  # so that it follows the steps
    assert not component(at, "tells")["undrawn"]
    button(at, "First").click().run()
    (first,) = at.get("plotly_chart")
    assert first.proto.spec != chart.proto.spec
    again = open_page("regions", v=1, drawn="plotly", data="drawn", tool="add", points="xor")
    assert again.get("plotly_chart")
    assert not again.warning


@pytest.mark.parametrize("table", [owntables.ONE_CLASS, owntables.WIDE, owntables.HOSTILE, owntables.NUMBERS])
def test_a_chart_of_a_table_at_the_edge_is_drawn(table):
    assert open_page("regions", v=1, data=table, drawn="plotly").get("plotly_chart")


# ---- the page that plays


def document(at):
    """(the lesson that Save writes, the step at which it opens)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pages.ui.kit.stage.told", lambda key, event: [{"value": ("html", 1)}, 1])
        at.run()
    page = component(at, "file")["file"]["text"]
    head, _, rest = page.partition('<script type="application/json"')[2].partition(">")
    return json.loads(rest.partition("</script>")[0]), head.partition('data-step="')[2].rstrip('"')


@pytest.mark.parametrize(
    "query",
    [
        {"step": 3, "x": 2, "y": 0, "slices": "1:3.5,3:1.2"},
        {"data": "drawn", "points": write_points(((200, 200, 0), (800, 200, 1), (200, 800, 1), (800, 800, 0)))},
        {"data": "stopping_distance", "y": -1},
    ],
)
def test_it_holds_the_plane_of_the_page_at_its_step(query):
    at = open_page("regions", v=1, algorithm="cart", **query)
    shown, (found, step) = partition(at), document(at)
    assert found == json.loads(json.dumps(staged(at)[0]))
    assert found["kind"] == "partition"
    assert step == str(query.get("step", len(found["frames"]) - 1))
    assert found["plane"]["axes"] == shown["axes"]
    assert found["plane"]["points"] == [[x, y, k, row] for x, y, k, _, row in shown["points"]]
    assert found["frames"][int(step)]["plane"]["note"] == shown["note"]
    assert found["scale"] == shown["scale"]
    assert found["about"].startswith("CART")


def test_of_many_examples_it_has_those_that_are_drawn_and_of_a_large_tree_there_is_none(monkeypatch):
    monkeypatch.setattr(planes, "MANY", 20)
    data = packing.pack(from_arrays([[i, i * 7 % 24] for i in range(24)], ["a", "b"] * 12))
    at = open_page("regions", v=1, data=data)
    assert [point[3] for point in document(at)[0]["plane"]["points"]] == list(range(0, 24, 2))
    monkeypatch.undo()
    monkeypatch.setattr(planes, "LONG", 3)
    monkeypatch.setattr(planes, "PLAYED", 3)
    monkeypatch.setattr(planes, "PART", 5)
    for step in (0, 4, 5, 11, 17):  # it comes in parts
        at = open_page("regions", v=1, algorithm="cart", step=step)
        assert not component(at, "plays")["plays"]
        assert len(staged(at)[0]["frames"]) <= 5
        assert partition(at)["regions"]
        assert counter(at) == f"Step {step} of 17"


@pytest.mark.parametrize(("data", "holds"), [("regression_1d", "numbers that are alike"), ("iris", "one class")])
def test_the_question_is_that_of_the_target(data, holds):
    assert f"so that each box holds {holds}?" in said(open_page("regions", v=1, data=data), "markdown")


def test_axis_titles_fit_and_stay_different():
    """Of the case long_names_many_levels."""
    begin = "Share of seats in the national parliament that are held by "
    rows, names = [[1, 2], [3, 4], [5, 1]], [f"{begin}women", f"{begin}persons under 30"]
    titles = [
        axis["title"]
        for axis in partition_view(None, from_arrays(rows, ["a", "b", "a"], names), [0, 1], [0, 0])["axes"]
    ]
    assert len(set(titles)) == 2
    assert max(map(len, titles)) <= 28


def test_the_answer_counts_the_boxes_and_who_lies_in_one_of_its_class():
    """scikit-learn's tree of depth 3 has the score 0.9733 on Iris: 146 of 150."""
    flowers = said(open_page("regions", v=1, data="iris", depth=3))
    assert ": 5 leaves, and 146 of 150 examples lie in a box of their own class." in flowers
    numbers = said(open_page("regions", v=1, data="regression_1d"))
    assert "of their own class" not in numbers
    assert "until a rule stops it" in numbers


def test_the_question_makes_way_for_its_answer_at_the_last_step():
    at = open_page("regions", v=1, data="iris")
    assert "Where would you cut" in said(at)
    assert "The tree cuts one box at a time" in said(at)
    last = component(at, "counter")["last"]
    assert f'body[data-far="{last}"] .st-key-dt-asks, ' in html(at)  # and then hides the question
