"""Overfitting in a real browser: a click on the curve, keys, links, and what fits on a screen."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, beside, bottom, box_of, idle, open_at, pictures, url

LAST = 49  # splits of the full tree of the default scene


def drawn(page: Page) -> None:
    """The curve and every picture are there."""
    expect(page.locator(".stPlotlyChart .js-plotly-plot .nsewdrag").first).to_be_visible()
    pictures(page)


def click_curve(page: Page, x: float, y: float = 0.5) -> None:
    """Click in the curve, at shares of its width and height."""
    box = box_of(page.locator(".stPlotlyChart .js-plotly-plot .nsewdrag").first)
    at = box["x"] + x * box["width"], box["y"] + y * box["height"]
    page.mouse.move(*at)
    page.locator(
        ".stPlotlyChart .js-plotly-plot .hoverlayer .legend, .stPlotlyChart .js-plotly-plot .hoverlayer .hovertext"
    ).first.wait_for()
    page.mouse.click(*at)


def test_a_click_anywhere_on_the_curve_goes_to_the_tree_of_that_size(page, server):
    open_at(page, server, "overfitting")
    drawn(page)
    at_step(page, LAST, LAST)
    click_curve(page, 0.342)  # 33 nodes on an axis from -3.9 to 103.9
    url(page, "step=16")
    at_step(page, 16, LAST)
    expect(page.locator(".stPlotlyChart .js-plotly-plot")).to_contain_text("h: 33 nodes")
    expect(page.get_by_role("img", name="Shape of the tree with 33 nodes")).to_be_visible()
    page.keyboard.press("ArrowRight")
    at_step(page, 17, LAST)
    click_curve(page, 0.342, 0.8)
    at_step(page, 16, LAST)
    page.reload()
    at_step(page, 16, LAST)


def test_the_rival_and_a_preset(page, server):
    open_at(page, server, "overfitting")
    drawn(page)
    page.get_by_role("button", name="Show h′: 9 nodes").click()
    at_step(page, 4, LAST)
    expect(page.get_by_text("h (9 nodes) does not overfit as far as this growth can tell")).to_be_visible()
    page.get_by_role("button", name="Iris: no source known").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    idle(page)
    expect(page.get_by_text("has a larger training error")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rings")


def test_curve_and_trees_are_on_the_first_screen_of_a_projector(page, server):
    open_at(page, server, "overfitting")
    drawn(page)
    curve, shape = (
        page.locator(".stPlotlyChart .js-plotly-plot").first,
        page.get_by_role("img", name=re.compile("^Shape of")),
    )
    beside(curve, shape)
    assert bottom(curve, shape, page.get_by_text("overfits because h′")) <= 800


def test_the_three_ways_fit_a_phone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    for kind in ("table", "bits", "cloud"):
        open_at(page, server, f"overfitting?v=1&of_xor={kind}")
        drawn(page)
        table = box_of(page.get_by_role("table", name="The same training examples, three ways"))
        assert table["x"] + table["width"] <= 390
