"""The bound in a real browser: keys, clicks on the curves, the slider of copies, calling off a search, what fits."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.visits import CANCEL, at_step, beside, bottom, idle, open_at, still, url

SEARCH = "bound?v=1&bo_data=source&bo_d=14&bo_m=1000&bo_noise=20&bo_most=31"


def drawn(page: Page) -> None:
    """Chart and tree are there."""
    expect(page.locator(".stPlotlyChart .js-plotly-plot .legend")).to_be_visible()
    expect(page.get_by_role("treeitem").first).to_be_visible()


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
    expect(page.locator(".stPlotlyChart .js-plotly-plot .hoverlayer .hovertext")).to_have_count(1)
    page.mouse.click(x, y)


def test_keys_move_the_tree_and_the_arithmetic_and_more_of_the_same_data_the_least_bound(page, server):
    open_at(page, server, "bound")
    drawn(page)
    at_step(page, 3, 3)
    expect(page.get_by_role("treeitem", name=re.compile(": leaf "))).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    at_step(page, 2, 3)
    expect(page.get_by_role("treeitem", name=re.compile(": leaf "))).to_have_count(3)
    url(page, "step=2")
    expect(page.locator(".katex").first).to_contain_text("1.104")
    idle(page)
    page.keyboard.press("ArrowRight")
    at_step(page, 3, 3)
    chart = page.locator(".stPlotlyChart .js-plotly-plot")
    expect(chart).to_contain_text("least: n = 1")
    slider = page.get_by_role("slider", name="The same data k times")
    for k in (2, 3):
        slider.focus()
        page.keyboard.press("ArrowRight")
        url(page, f"bo_times={k}")
        idle(page)
    at_step(page, 3, 3)  # the arrow moved the slider alone
    expect(chart).to_contain_text("least: n = 9")
    expect(page.get_by_text("m = 14 × 3 = 42")).to_be_visible()  # the heading stands outside the fragment
    expect(page.get_by_text("straight to 9 nodes")).to_be_visible()


def test_a_click_on_a_curve_goes_to_its_tree(page, server):
    open_at(page, server, "bound?v=1&bo_times=3")
    drawn(page)
    click_point(page, "bound: greedy", 1)
    at_step(page, 1, 6)
    expect(page.get_by_text("3 nodes: training error 15/42 = 0.357")).to_be_visible()
    url(page, "bo_way=greedy.*step=1")
    click_point(page, "bound: exact", 3)
    at_step(page, 3, 3)
    expect(page.get_by_text("9 nodes: training error 0/42 = 0.000")).to_be_visible()


def test_a_search_can_be_called_off(page, server):
    open_at(page, server, "criteria")
    page.evaluate(CANCEL)
    open_at(page, server, SEARCH)
    url(page, "bo_way=pruned.*bo_exact=0")
    drawn(page)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(page.get_by_role("radio", name="exact")).to_have_count(0)


@pytest.mark.parametrize("path", ["bound", "bound?v=1&bo_data=source&step=2"])
def test_chart_and_tree_stand_side_by_side_on_a_projector(page, server, path):
    open_at(page, server, path)
    drawn(page)
    chart, tree = (page.locator(found) for found in (".stPlotlyChart .js-plotly-plot", "svg[role=tree]"))
    beside(chart, tree)
    assert bottom(chart, tree) <= 805
