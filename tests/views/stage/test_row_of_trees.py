"""Walkthroughs of rows of trees: each tree read back by the player's own reader, the chart against the figure of the page."""

import json
from dataclasses import replace
from math import log10

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, from_arrays, grow, hold_out, load
from dtlearn.bound.bound import binarised, standing
from dtlearn.exact.frontier import prunings
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.growing.errors import against, by_size
from dtlearn.growing.grow import smaller
from dtlearn.views.bound import words
from dtlearn.views.bound.charts import bound_figure
from dtlearn.views.bound.words import Row, Terms
from dtlearn.views.paper.latex_reader import short_lines
from dtlearn.views.size import limits, overfitting
from dtlearn.views.size.limit_charts import errors_figure as limits_figure
from dtlearn.views.size.limits import LIMITS
from dtlearn.views.size.overfitting_charts import errors_figure as overfitting_figure
from dtlearn.views.stage.row_of_trees import bound_walkthrough, limits_walkthrough, overfitting_walkthrough
from dtlearn.views.stage.walkthrough import latex_lines
from dtlearn.views.tree.view import tree_view
from tests.support.growths import growths
from tests.support.strategies import HOSTILE
from tests.views.stage.test_growth import plain, read


def bound(data, criterion="info_gain", more=None):
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
    return bound_walkthrough(data.title, rows, terms, "pruned", trees, said, more), rows, terms, trees, said[0]


def grown(data, settings=ALGORITHMS["CART"], share=0.4, unit="nodes"):
    """(walkthrough, series, trees) of the page Overfitting."""
    train, test = hold_out(data, share, 1)
    trace = grow(train, settings)
    series = overfitting.series(trace, test, None)
    trees = [smaller(trace, replace(settings, max_splits=k)).tree for k in range(len(series))]
    return overfitting_walkthrough("Overfitting", data.title, series, trees, test, unit), series, trees


def limited(data, limit, settings=ALGORITHMS["CART"]):
    """(walkthrough, row) of the page Size limits."""
    train, held = hold_out(data, 0.4, 1)
    row = against(train, held, settings, LIMITS[limit].field, limits.automatic(LIMITS[limit], grow(train, settings)))
    return limits_walkthrough(data.title, "CART", LIMITS[limit], row), row


MSE = replace(ALGORITHMS["CART"], criterion="mse")


def every():
    """(walkthrough, its trees): each page, classes and numbers, trees that are pieces of each other and trees that are not."""
    for name in ("play_tennis", "iris"):
        walkthrough, _, _, trees, _ = bound(load(name))
        yield walkthrough, trees
    trees = sorted(grow_forest(load("wine"), ForestSettings(8)).trees, key=len)  # no two alike, so nodes go
    rows, terms = [Row("greedy", tuple(range(1, 17, 2)), tuple(range(8, 0, -1)))], Terms(178, 13, 3)
    yield bound_walkthrough("t", rows, terms, "greedy", trees, standing(load("wine").schema)), trees
    for name, settings in (("iris", ALGORITHMS["CART"]), ("stopping_distance", MSE)):
        walkthrough, _, trees = grown(load(name), settings)
        yield walkthrough, trees
        for limit in LIMITS:
            walkthrough, row = limited(load(name), limit, settings)
            yield walkthrough, [one.tree for one in row]


def test_every_tree_of_every_row_is_read_back(tmp_path):
    rows = list(every())
    for (walkthrough, trees), frames in zip(rows, read(tmp_path, [w.json() for w, _ in rows]), strict=True):
        assert len(frames) == len(trees) == len(walkthrough)
        document = json.loads(walkthrough.json())
        scale = document["scale"]
        if scale:
            ends = [tree[i].value for tree in trees for i in range(len(tree)) if not tree[i].split]
            assert (scale["lo"], scale["hi"]) == (min(ends), max(ends))
        for k, (frame, tree) in enumerate(zip(frames, trees, strict=True)):
            want = tree_view(tree, scale=scale)
            want["width"] = round(want["width"], 1)
            assert frame["view"] == plain(want)
            assert [row["id"] for row in frame["rows"]] == [f"t{i}" for i in range(len(trees))]
            assert document["frames"][k]["row"] == f"t{k}"
            assert frame["bags"] == []
        assert [k for k, frame in enumerate(document["frames"]) if "rows" in frame] == [0]


def drawn_as(document, figure, k, of=float):
    """The chart of frame k is what the page's figure shows."""
    chart, at = document["chart"], document["frames"][k]["at"]
    assert len(chart["lines"]) == len(figure.data)
    for line, want in zip(chart["lines"], figure.data, strict=True):
        assert (line["name"], line["colour"], line["symbol"]) == (
            want.name,
            want.marker.color,
            want.marker.symbol or "",
        )
        points = [(of(x), y, text) for x, y, text in zip(want.x, want.y, want.text, strict=True) if y is not None]
        assert [(x, y, said.replace("\n", "<br>")) for x, y, said, _ in line["points"]] == points
    assert f"<b>{at[0][1]}</b>" in [note.text for note in figure.layout.annotations]
    assert at[0][0] in [x for line in chart["lines"] for x, _, _, step in line["points"] if step == k]
    assert chart["y"]["hi"] >= max(y for line in chart["lines"] for _, y, *_ in line["points"])
    assert chart["x"]["name"] == figure.layout.xaxis.title.text.replace("<br>", ", ")


def test_the_chart_is_the_figure_of_the_page():
    more = {"generic procedure": (1, 5)}
    walkthrough, rows, terms, trees, kind = bound(load("play_tennis"), more=more)
    for k in range(len(trees)):
        drawn_as(walkthrough.document, bound_figure(rows, terms, "pruned", k, 300, more), k)
        worked = walkthrough.document["worked"][f"t{k}"]
        lines = [walkthrough.document["lines"][i] for i in worked["lines"]]
        assert lines[:4] == short_lines(latex_lines(words.arithmetic(rows[1].bounds(terms)[k], kind)))
    walkthrough, rows, terms, trees, _ = bound(load("iris"))
    drawn_as(
        walkthrough.document, bound_figure(rows, terms, "pruned", 1, 300), 1, log10 if max(rows[0].n) > 63 else float
    )
    walkthrough, series, _ = grown(load("iris"), unit="leaves")
    for k in range(len(series)):
        drawn_as(walkthrough.document, overfitting_figure(series, k, "leaves"), k)
        rival = walkthrough.document["frames"][k]["at"][1:]
        assert [x for x, _ in rival] == ([] if series.rival(k) is None else [series.sizes["leaves"][series.rival(k)]])
    walkthrough, row = limited(load("iris"), "leaf")
    for k in range(len(row)):
        drawn_as(walkthrough.document, limits_figure(LIMITS["leaf"], row, k), k)


def test_a_wide_axis_is_drawn_by_its_logarithms():
    rows = [Row("greedy", tuple(range(1, 202, 2)), tuple(range(100, -1, -1)))]
    tree = grow(load("or")).tree
    terms = Terms(200, 5)
    document = bound_walkthrough("t", rows, terms, "greedy", [tree] * 101, standing(load("or").schema)).document
    drawn_as(document, bound_figure(rows, terms, "greedy", 50, 300), 50, log10)
    assert [text for _, text in document["chart"]["x"]["ticks"]][-2:] == ["63", "127"]


@given(growths(hostile=True, regression=False), st.sampled_from(["nodes", "leaves"]))
def test_the_same_twice_whatever_the_names(trace, unit):
    if len(trace.data) < 2:
        return
    one, series, _ = grown(trace.data, trace.settings, unit=unit)
    two, *_ = grown(trace.data, trace.settings, unit=unit)
    assert one.json() == two.json()
    document = json.loads(one.json())
    assert [frame["caption"] for frame in document["frames"]] == [
        overfitting.caption(series, k, unit) for k in range(len(series))
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_ends_the_script_that_it_stands_in(name):
    data = from_arrays([[name], ["b"]] * 4, [f"{name}x", "no"] * 4, [f"{name}!"], name=name)
    for walkthrough in (grown(data)[0], bound(data)[0]):
        body = walkthrough.html().partition('<script type="application/json"')[2].partition(">")[2]
        document, _, rest = body.partition("</script>")
        assert "<" not in document
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
    expect(caption).to_contain_text("It overfits")
    expect(chart.locator(".name.now")).to_have_text("h: 13 nodes")
    expect(chart.locator(".rival")).to_have_count(1)
    expect(tab.locator(".tables tr.selected .label")).to_have_text(str(len(series) - 1))
    expect(tab.locator(".sums")).to_contain_text("overfits because h′")
    tab.locator(".tables tbody tr").nth(2).click()
    expect(counter).to_have_text(f"Step 2 of {len(series) - 1}")
    expect(chart.locator(".values")).to_contain_text("training 5/90 = 0.056")
    slider.focus()
    slider.press("ArrowRight")  # looks, and goes nowhere yet
    expect(slider).to_have_attribute("aria-valuetext", "h: 7 nodes: training 5/90 = 0.056; test 2/60 = 0.033 ± 0.023")
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
