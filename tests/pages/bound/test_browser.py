"""The bound in a real browser: keys, clicks on the curves, the slider of copies."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import at_step, idle, open_at, still, url

CHART = ".stPlotlyChart .js-plotly-plot"


def click_point(page: Page, line: str, k: int) -> None:
    """Click on point k of a line of the chart."""
    still(page)
    x, y = page.evaluate(
        """([name, k]) => {
            const g = document.querySelector('.stPlotlyChart .js-plotly-plot'), r = g.getBoundingClientRect(), {xaxis, yaxis} = g._fullLayout;
            const t = g._fullData.find(t => t.name === name);
            return [r.left + xaxis._offset + xaxis.c2p(t.x[k]), r.top + yaxis._offset + yaxis.c2p(t.y[k])];
        }""",
        [line, k],
    )
    page.mouse.move(x, y)
    expect(page.locator(f"{CHART} .hoverlayer .hovertext")).to_have_count(1)
    page.mouse.click(x, y)


def test_keys_move_the_tree_the_slider_the_sample_and_a_click_on_a_curve_goes_to_its_tree(page, server):
    open_at(page, server, "bound")
    at_step(page, 3, 3)
    leaves = page.get_by_role("treeitem", name=re.compile(": leaf "))
    expect(leaves).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    at_step(page, 2, 3)
    expect(leaves).to_have_count(3)
    expect(page.locator(".katex").first).to_contain_text("1.104")
    page.keyboard.press("ArrowRight")
    at_step(page, 3, 3)
    expect(page.locator(CHART)).to_contain_text("least: n = 1")
    for k in (2, 3):
        page.get_by_role("slider", name="The same data k times").focus()
        page.keyboard.press("ArrowRight")
        url(page, f"bo_times={k}")
        idle(page)
    at_step(page, 3, 3)  # the arrow moved the slider alone
    expect(page.locator(CHART)).to_contain_text("least: n = 9")
    expect(page.get_by_text("m = 14 × 3 = 42")).to_be_visible()  # the heading stands outside the fragment
    expect(page.get_by_text("straight to 9 nodes")).to_be_visible()
    click_point(page, "bound: greedy", 1)
    at_step(page, 1, 6)
    expect(page.get_by_text("3 nodes: training error 15/42 = 0.357")).to_be_visible()
    url(page, "bo_way=greedy.*step=1")
    click_point(page, "bound: exact", 3)
    at_step(page, 3, 3)
    expect(page.get_by_text("9 nodes: training error 0/42 = 0.000")).to_be_visible()
