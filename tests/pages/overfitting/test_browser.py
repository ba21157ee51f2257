"""Overfitting in a real browser: a click on the curve, keys."""

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, box_of, idle, open_at, pictures, url

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
    page.get_by_role("button", name="Show h′: 9 nodes").click()
    at_step(page, 4, LAST)
    expect(page.get_by_text("h (9 nodes) does not overfit as far as this growth can tell")).to_be_visible()
    page.get_by_role("button", name="Iris: no source known").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    idle(page)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rings")
