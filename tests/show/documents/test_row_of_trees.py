"""Walkthroughs of rows of trees: each tree read back by the player's own reader,
the chart against the figure of the page."""

import json
import re
from dataclasses import replace
from math import log10

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, from_arrays, grow, hold_out, load
from dtlearn.bound.bound import binarised, standing
from dtlearn.data.synthetic import SHAPES, plane
from dtlearn.exact.frontier import prunings
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.growing.errors import by_size, columns, grow_for_each_limit, joined
from dtlearn.growing.grow import smaller
from dtlearn.growing.orders import best_first
from dtlearn.show.bound import words
from dtlearn.show.documents import boxes
from dtlearn.show.documents.walkthrough import latex_lines
from dtlearn.show.paper.latex_reader import short_lines
from dtlearn.show.plane.view import partition_view
from dtlearn.show.tree.drawing import node_id
from dtlearn.show.tree.view import tree_view
from pages.ui.bound import charts as bound_charts
from pages.ui.bound.document import bound_walkthrough
from pages.ui.bound.words import Row, Terms
from pages.ui.limits import charts as limit_charts
from pages.ui.limits import words as limits
from pages.ui.limits.document import limits_walkthrough
from pages.ui.limits.words import LIMITS
from pages.ui.overfitting import charts as overfitting_charts
from pages.ui.overfitting import words as overfitting
from pages.ui.overfitting.document import overfitting_walkthrough
from tests.show.documents.test_growth import parts, plain, read
from tests.support.growths import growths
from tests.support.parts import check_boxes, check_parts, cut
from tests.support.strategies import HOSTILE, examples


def bound(data, criterion="info_gain", walks=False, part=None):
    """(walkthrough, rows, terms, trees of the pruned way): pruned trees are no pieces of each other."""
    asked = binarised(data, thresholds=True)
    trace = grow(asked, replace(ALGORITHMS["ID3 (UML)"], criterion=criterion))
    path, found = by_size(trace, {"training": asked}), prunings(asked, trace.tree, len(trace.tree))
    n = sorted(set(found.used.tolist()))
    wrong = tuple(int(found.n_wrong[found.used == size][0]) for size in n)
    rows = [Row("greedy", path.sizes["nodes"], path.train.lost), Row("pruned", tuple(n), wrong)]
    terms, trees = (
        Terms(len(asked), len(asked.schema.features), len(asked.schema.classes)),
        [found.tree(size) for size in n],
    )
    said = standing(data.schema, asked=asked.schema)
    return (
        bound_walkthrough(
            data.title,
            rows,
            terms,
            "pruned",
            trees[part.start : part.stop] if part else trees,
            said,
            data if walks else None,
            part=part,
        ),
        rows,
        terms,
        trees,
        said[0],
    )


def flat(data):
    """Whether a plane shows all of the data."""
    return len(data.schema.features) <= 2 and all(feature.numeric for feature in data.schema.features)


def grown(data, settings=ALGORITHMS["CART"], share=0.4, part=None):
    """(walkthrough, series, trees) of the page Overfitting."""
    both = train, test = hold_out(data, share, 1)
    trace = grow(train, settings)
    series = overfitting.series(trace, test, None)
    trees = [smaller(trace, replace(settings, max_splits=k)).tree for k in range(len(series))]
    return (
        overfitting_walkthrough(
            "Overfitting",
            data.title,
            series,
            trace.tree,
            best_first(trace.tree, settings.criterion),
            both,
            plane=flat(data),
            part=part,
        ),
        series,
        trees,
    )


def limited(data, limit, settings=ALGORITHMS["CART"]):
    """(walkthrough, row) of the page Size limits."""
    both = train, held = hold_out(data, 0.4, 1)
    row = grow_for_each_limit(
        train, held, settings, LIMITS[limit].field, limits.automatic(LIMITS[limit], grow(train, settings))
    )
    walkthrough = limits_walkthrough(data.title, "CART", LIMITS[limit], row, both if flat(data) else None)
    return walkthrough, row


CART = ALGORITHMS["CART"]
RINGS = plane(SHAPES["rings"].points)
ROWS = (
    (load("iris"), CART),
    (columns(load("iris"), (2,)), CART),
    (RINGS, CART),
    (columns(load("wine"), (0, 6)), CART),
    (load("zoo"), ALGORITHMS["BuildTree"]),
)


def every():
    """(walkthrough, its trees, whether each is a piece of the next): each page, with planes and without."""
    for name in ("play_tennis", "iris"):
        walkthrough, _, _, trees, _ = bound(load(name))
        yield walkthrough, trees, False
    trees = sorted(grow_forest(load("wine"), ForestSettings(8)).trees, key=len)  # no two alike, so nodes go
    rows, terms = [Row("greedy", tuple(range(1, 17, 2)), tuple(range(8, 0, -1)))], Terms(178, 13, 3)
    yield bound_walkthrough("t", rows, terms, "greedy", trees, standing(load("wine").schema)), trees, False
    for data, settings in ROWS:
        walkthrough, _, trees = grown(data, settings)
        yield walkthrough, trees, True
        for limit in LIMITS:
            walkthrough, row = limited(data, limit, settings)
            yield walkthrough, [one.tree for one in row], False


def test_every_tree_of_every_row_is_read_back(tmp_path):
    rows, documents, dice = list(every()), [], np.random.default_rng(1)
    for walkthrough, trees, _ in rows:
        features, cuts = (
            trees[-1].schema.features,
            [node.split.at for node in trees[-1] if node.split and node.split.at],
        )
        codes = [dice.choice(cuts, 50) if f.numeric else dice.integers(0, len(f.values), 50) for f in features]
        documents.append(json.loads(walkthrough.json()) | {"codes": np.transpose(codes).tolist()})
    for (walkthrough, trees, grows), document, frames in zip(
        rows, documents, read(tmp_path, list(map(json.dumps, documents))), strict=True
    ):
        assert len(frames) == len(trees) == len(walkthrough)
        scale = document["scale"]
        if scale and "boxes" not in document:
            ends = [tree[i].value for tree in trees for i in range(len(tree)) if not tree[i].split]
            assert (scale["lo"], scale["hi"]) == (min(ends), max(ends))
        for k, (frame, tree) in enumerate(zip(frames, trees, strict=True)):
            want = tree_view(
                tree,
                scale=scale,
                so_far=grows,
                brief=True,
            )
            want["width"] = round(want["width"], 1)
            assert frame["view"] == plain(want)
            assert [row["id"] for row in frame["rows"]] == [f"t{i}" for i in range(len(trees))]
            assert document["frames"][k]["row"] == f"t{k}"
            assert frame["bags"] == []
            assert frame["ways"] == [node_id(tree[leaf].path) for leaf in tree.apply(np.array(document["codes"]))]
        assert [k for k, frame in enumerate(document["frames"]) if "rows" in frame] == [0]


@pytest.mark.parametrize("name", ["play_tennis", "iris", "or", "zoo"])
def test_an_example_of_the_data_walks_down_trees_that_ask_yes_or_no(tmp_path, name):
    data = load(name)
    walkthrough, _, _, trees, _ = bound(data, walks=True)
    document = json.loads(walkthrough.json())
    assert [one["name"] for one in document["features"]] == [feature.name for feature in data.schema.features]
    (frames,) = read(tmp_path, [json.dumps(document | {"codes": data.X.tolist()})])
    asked = binarised(data, thresholds=True).X
    for frame, tree in zip(frames, trees, strict=True):
        assert frame["ways"] == [node_id(tree[leaf].path) for leaf in tree.apply(asked)]


def test_a_growth_has_the_form_with_a_plane_to_click_in_and_without():
    for data, settings in ROWS:
        document = grown(data, settings)[0].document
        assert [one["name"] for one in document["features"]] == [feature.name for feature in data.schema.features]
        if "boxes" in document:
            assert limited(data, "depth", settings)[0].document["features"]


def test_a_piece_of_a_growth_says_of_its_leaves_what_is_true_of_every_later_one():
    _, _, trees = grown(load("iris"))
    made = {}
    for k, tree in enumerate(trees):
        for node, alone in zip(tree_view(tree, made=made, so_far=True)["nodes"], tree_view(tree)["nodes"], strict=True):
            said, want = node.pop("label"), alone.pop("label")
            assert (node.pop("tooltip"), alone.pop("tooltip")) == (said, want)
            assert node == alone
            if said != want:
                assert said.endswith(
                    "Leaf because each split so far went to the open node with the largest (n/m) × gain."
                )
                assert "allowed split" in want
                assert k


def planes():
    """(walkthrough, trees, both parts of the data) of rows with planes: two features and one."""
    for data, settings in ROWS:
        if flat(data):
            both = hold_out(data, 0.4, 1)
            walkthrough, _, trees = grown(data, settings)
            yield walkthrough, trees, both
            for limit in ("depth", "leaf"):  # trees that are pieces of each other, and trees that are not
                walkthrough, row = limited(data, limit, settings)
                yield walkthrough, [one.tree for one in row], both


def test_every_plane_is_read_back_with_whom_its_tree_gets_wrong(tmp_path):
    rows = list(planes())
    assert len(rows) >= 9
    found = parts(tmp_path, "boxes", "boxesOf", [w.json() for w, *_ in rows])
    for (walkthrough, trees, (train, held)), frames in zip(rows, found, strict=True):
        both = joined(train, held)
        d = range(len(both.schema.features))
        for tree, view in zip(trees, frames, strict=True):
            want = plain(partition_view(tree, both, d, [0.0] * len(d)))
            for name in ("axes", "both", "steps", "scale", "shapes", "colours", "hatches"):
                assert view[name] == want[name]
            assert [point[:3] for point in view["points"]] == [point[:3] for point in want["points"]]
            found_boxes = {one["id"]: one for one in view["regions"]}
            assert sorted(found_boxes) == sorted(one["id"] for one in want["regions"])
            for one in want["regions"]:
                mine = found_boxes[one["id"]]
                assert (mine["box"], mine["cls"], mine["kind"]) == (one["box"], one["cls"], "leaf")
                if want["scale"]:
                    assert (mine["value"], mine["texts"]) == (one["value"], one["texts"])
            assert sorted(view["cuts"], key=str) == sorted(
                (
                    {name: cut[name] for name in ("id", "axis", "at", "text", "from", "to", "last")}
                    for cut in want["cuts"]
                ),
                key=str,
            )
            assert view["nodes"] == want["nodes"]
            wrong = [] if want["scale"] else np.flatnonzero(tree.predict(both.X) != both.y).tolist()
            assert view["wrong"] == wrong
            titles = {node["id"]: node["label"] for node in tree_view(tree)["nodes"]}
            assert all(one["title"].split(":")[0] == titles[i].split(":")[0] for i, one in found_boxes.items())
        assert frames[0]["hollow"] == len(train)
        assert walkthrough.document["boxes"]["says"].startswith("Filled: training, hollow: ")


def test_of_very_many_examples_some_are_drawn_and_all_count(monkeypatch):
    monkeypatch.setattr(boxes, "DRAWN", 20)
    data = load("iris")
    data = columns(data, (2, 3))
    walkthrough, row = limited(data, "depth")
    drawn, frames = walkthrough.document["boxes"], walkthrough.document["frames"]
    assert len(drawn["points"]) == 40
    assert drawn["hollow"] == 20
    assert "At most 20 of each are drawn." in drawn["says"]
    assert len(row[0].train) == 90
    assert f"/{len(row[0].train)} = " in frames[0]["caption"]
    train, _ = hold_out(data, 0.4, 1)
    assert [point[:2] for point in drawn["points"][:20]] == train.X[[k * 90 // 20 for k in range(20)]].tolist()


@examples(15)
@given(growths(hostile=True, regression=False), st.data())
def test_the_parts_of_a_growth_joined_are_the_whole(trace, draw):
    if len(trace.data) < 2:
        return
    whole, series, _ = grown(trace.data, trace.settings)
    size = draw.draw(st.integers(1, len(series)))
    parts = [grown(trace.data, trace.settings, part=part)[0].document for part in cut(len(series), size)]
    check_parts(parts, whole.document, ("boxes",))
    if "boxes" in whole.document:
        check_boxes(parts, whole.document)


@pytest.mark.parametrize("size", [1, 4, 7])
def test_the_parts_of_a_growth_with_planes_joined_are_the_whole(monkeypatch, size):
    monkeypatch.setattr("dtlearn.show.tree.view.LETTERS", 60)  # the larger trees are drawn in part
    for data in (columns(load("wine"), (0, 6)), columns(load("iris"), (2,))):
        whole, series, _ = grown(data)
        parts = [grown(data, part=part)[0].document for part in cut(len(series), size)]
        check_parts(parts, whole.document, ("boxes",))
        check_boxes(parts, whole.document)


@pytest.mark.parametrize(("name", "size"), [("play_tennis", 1), ("iris", 2), ("penguins", 3), ("zoo", 5)])
def test_the_parts_of_a_row_joined_are_the_whole(name, size):
    whole, *_ = bound(load(name), walks=True)
    parts = [bound(load(name), walks=True, part=part)[0].document for part in cut(len(whole), size)]
    check_parts(parts, whole.document)


def lined_as(document, lines, here, k):
    """The chart of frame k holds these lines, and marks the tree."""
    chart, at = document["chart"], document["frames"][k]["at"]
    for line, want in zip(chart["lines"], lines, strict=True):
        assert (line["name"], line["colour"], line["symbol"], line["spread"]) == (
            want.name,
            want.look.colour,
            want.look.symbol,
            want.spread,
        )
        points = [
            [x, y, said.replace("<br>", "\n"), go[0]]
            for x, y, said, go in zip(want.x, want.y, want.says, want.go, strict=True)
        ]
        assert line["points"] == points
    assert at[0] == [chart["lines"][0]["points"][k][0], here]


def drawn_as(document, rows, terms, way, k, of=float):
    """The chart of frame k holds the lines of a bound, and marks the tree."""
    chart, at = document["chart"], document["frames"][k]["at"]
    labels = bound_charts.bound_labels(rows, terms, way, k)
    for line, want in zip(chart["lines"], bound_charts.bound_lines(rows, terms, way), strict=True):
        assert (line["name"], line["colour"], line["symbol"]) == (want.name, want.look.colour, want.look.symbol)
        points = [[of(x), y, said] for x, y, said in zip(want.x, want.y, want.says, strict=True)]
        assert [[*point[:2], point[2].replace("\n", "<br>")] for point in line["points"]] == points
    assert at[0][1] == labels.here
    assert at[0][0] in [x for line in chart["lines"] for x, _, _, step in line["points"] if step == k]
    assert chart["y"]["hi"] >= max(y for line in chart["lines"] for _, y, *_ in line["points"])
    assert chart["x"]["name"] == labels.x.replace("<br>", ", ")


def test_the_chart_is_the_figure_of_the_page():
    walkthrough, rows, terms, trees, kind = bound(load("play_tennis"))
    for k in range(len(trees)):
        drawn_as(walkthrough.document, rows, terms, "pruned", k)
        worked = walkthrough.document["worked"][f"t{k}"]
        lines = [walkthrough.document["lines"][i] for i in worked["lines"]]
        assert lines[:4] == short_lines(latex_lines(words.arithmetic(rows[1].bounds(terms)[k], kind)))
    walkthrough, rows, terms, trees, _ = bound(load("iris"))
    drawn_as(walkthrough.document, rows, terms, "pruned", 1, log10 if max(rows[0].n) > 63 else float)
    walkthrough, series, _ = grown(load("iris"))
    for k in range(len(series)):
        lined_as(walkthrough.document, overfitting_charts.errors_lines(series), overfitting.size_text(series, k), k)
        rival = walkthrough.document["frames"][k]["at"][1:]
        assert [x for x, _ in rival] == ([] if series.rival(k) is None else [series.sizes["nodes"][series.rival(k)]])
    walkthrough, row = limited(load("iris"), "leaf")
    for k in range(len(row)):
        here = limits.of(LIMITS["leaf"], row[k].value)
        lined_as(walkthrough.document, limit_charts.errors_lines(LIMITS["leaf"], row), here, k)


def test_a_wide_axis_is_drawn_by_its_logarithms():
    rows = [Row("greedy", tuple(range(1, 202, 2)), tuple(range(100, -1, -1)))]
    tree = grow(load("or")).tree
    terms = Terms(200, 5)
    document = bound_walkthrough("t", rows, terms, "greedy", [tree] * 101, standing(load("or").schema)).document
    drawn_as(document, rows, terms, "greedy", 50, log10)
    assert [text for _, text in document["chart"]["x"]["ticks"]][-2:] == ["63", "127"]


def test_the_bar_of_the_penalty_leads_from_the_training_error_to_the_bound():
    rows = [Row("greedy", (1, 3, 5), (5, 4, 0)), Row("pruned", (1, 3), (5, 4), (0.5, 0.4))]
    tree = grow(load("or")).tree
    for row in rows:
        found = bound_walkthrough("t", rows, Terms(14, 5), row.way, [tree] * len(row), standing(load("or").schema))
        chart = found.document["chart"]
        error, penalty, bound = (chart["lines"][i] for i in chart["sum"])
        assert (error["name"], penalty["name"]) == ("training error", "penalty")
        assert len(bound["points"]) == len(row)
        at = {x: y for x, y, *_ in penalty["points"]}
        for (x, low, *_), (here, high, *_) in zip(error["points"], bound["points"], strict=True):
            assert here == x
            assert high == pytest.approx(low + at[x])


@given(growths(hostile=True, regression=False))
def test_the_same_twice_whatever_the_names(trace):
    if len(trace.data) < 2:
        return
    one, series, _ = grown(trace.data, trace.settings)
    two, *_ = grown(trace.data, trace.settings)
    assert one.json() == two.json()
    document = json.loads(one.json())
    assert [frame["caption"] for frame in document["frames"]] == [
        overfitting.caption(series, k) for k in range(len(series))
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_script_that_it_stands_in(name):
    data = from_arrays([[name], ["b"]] * 4, [f"{name}x", "no"] * 4, [f"{name}!"], name=name)
    for walkthrough in (grown(data)[0], bound(data)[0]):
        body = walkthrough.html().partition('<script type="application/json"')[2].partition(">")[2]
        document, _, rest = body.partition("</script>")
        assert not re.search("<[^ ]", document)
        assert json.loads(document)["chart"]
        assert rest.count("</script>") == 1


def test_a_row_plays_and_its_chart_and_table_lead_to_its_trees(tab, tmp_path):
    walkthrough, series, _ = grown(load("iris"))
    path = walkthrough.save(tmp_path / "row.html")
    tab.goto(path.as_uri())
    counter, chart, caption = tab.locator(".counter"), tab.locator(".chart"), tab.locator(".caption")
    slider = chart.get_by_role("slider")
    expect(counter).to_have_text(f"Step 0 of {len(series) - 1}")
    expect(tab.get_by_role("treeitem")).to_have_count(1)
    tab.keyboard.press("End")
    expect(tab.get_by_role("treeitem")).to_have_count(series.sizes["nodes"][-1])
    expect(caption).to_contain_text("that is overfitting, though by less than one standard error of the test")
    expect(chart.locator(".name.now")).to_have_text("13 nodes")
    expect(chart.locator(".rival")).to_have_count(1)
    expect(tab.locator(".tables tr.selected .label")).to_have_text(str(len(series) - 1))
    expect(tab.locator(".sums")).to_contain_text("overfits, because")
    tab.locator(".tables tbody tr").nth(2).click()
    expect(counter).to_have_text(f"Step 2 of {len(series) - 1}")
    expect(chart.locator(".values")).to_contain_text("training 0.056")
    slider.focus()
    slider.press("ArrowRight")  # looks, and goes nowhere yet
    expect(slider).to_have_attribute("aria-valuetext", "7 nodes: training 0.056; test 0.033 ± 0.023")
    expect(counter).to_have_text(f"Step 2 of {len(series) - 1}")
    slider.press("Enter")
    expect(counter).to_have_text(f"Step 3 of {len(series) - 1}")
    box = slider.bounding_box()
    slider.click(position={"x": box["width"] - 20, "y": 60})
    expect(counter).to_have_text(f"Step {len(series) - 1} of {len(series) - 1}")
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800
    assert {url.partition("#")[0] for url in tab.asked} == {path.as_uri()}


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1920, 1080)])
def test_it_fits_a_phone_and_a_projector(tab, tmp_path, width, height):
    tab.set_viewport_size({"width": width, "height": height})
    tab.goto(bound(load("play_tennis"))[0].save(tmp_path / "row.html", 2).as_uri())
    expect(tab.locator(".counter")).to_have_text("Step 2 of 3")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert tab.locator(".trees").bounding_box()["height"] >= 260
