"""Generalisation bound in a real browser: keys, clicks on the curves, the slider of copies."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.visits import at_step, box_of, button, idle, listening, load, open_at, still, texts, until, url

CHART = ".chart > .chart"
KNOWN = "data=source&function=majority&k=3&m=500&noise=10&way=pruned"


def click_point(page: Page, n: int) -> None:
    """Click on the chart above a number of nodes, on its axis."""
    still(page)
    box = page.locator(CHART).locator("text", has_text=re.compile(f"^{n}$")).last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] - 40)


def test_keys_move_the_tree_the_slider_the_sample_and_a_click_on_a_curve_goes_to_its_tree(page, server):
    open_at(page, server, "bound?v=1")
    at_step(page, 3, 3)
    leaves = page.get_by_role("treeitem", name=re.compile(": leaf "))
    expect(leaves).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    at_step(page, 2, 3)
    expect(leaves).to_have_count(3)
    expect(page.locator(".sums")).to_contain_text("1.104")
    still(page)
    bar, plot = page.locator(".addend").last.bounding_box(), page.locator(f"{CHART} .axis").bounding_box()
    assert 0.5 < bar["height"] / plot["height"] < 0.7  # the penalty, 0.962, on an axis up to 1.7
    page.keyboard.press("ArrowRight")
    at_step(page, 3, 3)
    expect(page.locator(CHART)).to_contain_text("least: n = 1")
    for k in (2, 3):
        page.get_by_role("slider", name="The same data k times").focus()
        page.keyboard.press("ArrowRight")
        url(page, f"copies={k}")
        idle(page)
    at_step(page, 3, 3)  # the arrow moved the slider alone
    expect(page.locator(CHART)).to_contain_text("least: n = 9")
    expect(page.get_by_text("m = 14 × 3 = 42").first).to_be_visible()
    expect(page.get_by_text("straight to 9 nodes")).to_be_visible()
    click_point(page, 3)
    at_step(page, 1, 3)
    expect(page.get_by_text("3 nodes: training error 12/42")).to_be_visible()
    page.get_by_role("radio", name="greedy").click()
    at_step(page, 1, 6)
    expect(page.get_by_text("3 nodes: training error 15/42 = 0.357")).to_be_visible()
    url(page, "way=greedy.*#step=1")


def test_the_table_shows_the_line_of_the_last_tree(page, server):
    known = "data=source&function=majority&k=3&m=500&noise=10&way=greedy"
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, f"bound?v=1&{known}&step=100")
    at_step(page, 100, 100)
    still(page)
    line, table = (page.locator(f".tables {name}").bounding_box() for name in ("tr.selected", ".scroller"))
    assert line["y"] + line["height"] <= min(table["y"] + table["height"], 805) + 1
    expect(page.locator(".values li")).to_have_count(1)


def test_stepping_sends_nothing_and_a_reload_lands_on_the_same_step(page, server):
    sent = listening(page)
    load(page, server, "bound?v=1&data=iris&way=greedy#step=1")
    at_step(page, 1, 8)
    before = len(sent)
    for key in ("ArrowRight", "End", "ArrowLeft", "Home", "PageDown"):
        page.keyboard.press(key)
    button(page, "Next").click()
    page.locator(".tables tbody tr").nth(4).click()
    button(page, "Next").click()
    page.get_by_role("treeitem").first.click()
    expect(page.locator("p.said")).to_contain_text("All 150 examples")
    at_step(page, 5, 8)
    url(page, "#step=5&.*node=r(&|$)")
    assert len(sent) == before
    page.reload()
    at_step(page, 5, 8)
    expect(page.locator("p.said")).to_contain_text("All 150 examples")
    page.keyboard.press("ArrowLeft")
    runs = page.ended
    page.get_by_role("radio", name="pruned").click()  # the size stays
    until(page, lambda: page.ended > runs)
    url(page, "way=pruned")
    expect(page.locator(".caption")).to_contain_text("9 nodes: ")


def test_a_flower_walks_down_every_tree_by_keys(page, server):
    open_at(page, server, "bound?v=1&data=iris&way=greedy&step=3")
    at_step(page, 3, 8)
    way, said = page.locator(".node.lit"), page.locator("p.said")
    page.locator(".folded summary").press("Enter")
    for value in ("5.1", "3.5", "4.7", "1.2"):
        page.keyboard.press("Tab")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(value)
    expect(said).to_have_text(
        "petal_length<2.45? No, it is 4.7. petal_width<1.75? Yes, it is 1.2. petal_length<4.95? Yes, it is 4.7. So:"
        " versicolor."
    )
    assert [node.get_attribute("data-id") for node in way.all()] == ["r", "r.0", "r.0.1", "r.0.1.1"]
    page.get_by_role("slider", name=re.compile("Step")).press("ArrowLeft")
    at_step(page, 2, 8)
    expect(said).to_have_text("petal_length<2.45? No, it is 4.7. petal_width<1.75? Yes, it is 1.2. So: versicolor.")
    url(page, "step=2.*fresh=5.1_3.5_4.7_1.2|fresh=5.1_3.5_4.7_1.2.*step=2")
    page.locator(".folded form").get_by_role("button", name="Clear example").press("Enter")
    expect(way).to_have_count(0)
    expect(said).to_be_empty()


def test_what_is_asked_is_not_told_before_the_last_step(fresh, server):
    load(fresh, server, "bound")
    at_step(fresh, 0, 14)
    asks, answer = (
        fresh.get_by_text("For which tree is the sum smallest? Press Next."),
        fresh.get_by_text("The smallest sum is 0.323, with 11 nodes."),
    )
    star, caption = fresh.get_by_text("least: n = 11"), fresh.locator(".caption")
    expect(asks).to_be_visible()
    expect(answer).to_be_hidden()
    expect(star).to_be_hidden()
    expect(caption).not_to_contain_text("0.323")
    lines = fresh.locator(".tables tbody tr")
    told = lines.filter(has_not_text="?")
    expect(lines).to_have_count(15)
    expect(told).to_have_count(1)
    drawn = fresh.locator("#seen rect")
    first = float(drawn.get_attribute("width"))
    fresh.keyboard.press("ArrowRight")
    expect(caption).to_contain_text("It is the least so far.")
    expect(told).to_have_count(2)
    until(fresh, lambda: float(drawn.get_attribute("width")) > first + 20)
    fresh.keyboard.press("End")
    at_step(fresh, 14, 14)
    expect(answer).to_be_visible()
    expect(asks).to_be_hidden()
    expect(star).to_be_visible()
    expect(caption).to_contain_text("The least is 0.323 (11 nodes).")
    open_at(fresh, server, f"bound?v=1&{KNOWN}&step=0")  # a link shows the whole curves
    at_step(fresh, 0, 14)
    expect(star).to_be_visible()
    expect(told).to_have_count(15)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 768)], ids=str)
def test_in_present_mode_the_letters_and_the_result_stand_uncut(fresh, server, size):
    fresh.set_viewport_size({"width": size[0], "height": size[1]})
    load(fresh, server, f"bound?v=1&{KNOWN}&step=0")
    at_step(fresh, 0, 14)
    fresh.keyboard.press("p")
    expect(button(fresh, "Leave")).to_be_visible()
    for _ in texts(fresh):
        letters, sums = box_of(fresh.locator("p.says")), box_of(fresh.locator(".sums"))
        assert fresh.locator("p.says").evaluate("e => e.scrollHeight <= e.clientHeight + 1")
        assert letters["y"] + letters["height"] <= sums["y"]
        result, more = fresh.locator(".sums tr").nth(3), fresh.locator(".sums > .onward")
        expect(result).to_contain_text("0.583")
        pills, asked = (box_of(fresh.locator(key)) for key in (".st-key-dt-scenarios", ".st-key-dt-ask"))
        assert pills["y"] + pills["height"] <= asked["y"]
        line, end = box_of(result), sums["y"] + sums["height"]
        covered = box_of(more)["y"] if more.is_visible() else end
        assert line["y"] + line["height"] <= min(covered, size[1])


def test_a_long_row_comes_in_parts_and_every_line_of_its_table_leads_to_its_tree(page, server):
    parts = []
    page.on("request", lambda one: parts.extend(re.findall(r"/walkthrough/.*part=(\d+)", one.url)))
    scene = "data=source&function=majority&k=3&d=14&m=1000&noise=45&way=greedy"
    load(page, server, f"bound?v=1&{scene}&curve=seen#step=0")
    at_step(page, 0, 100)
    rows, here = page.locator(".tables tbody tr"), page.locator(".tables tr.selected")
    for _ in range(14):
        page.keyboard.press("ArrowRight")
    at_step(page, 14, 100)  # the second part
    expect(here).to_contain_text("29")
    expect(page.locator(".sums")).to_contain_text("(29+1)")
    page.keyboard.press("End")
    at_step(page, 100, 100)
    expect(page.locator(f"{CHART} g[clip-path]")).to_have_count(0)
    rows.nth(3).click()  # of a part that was seen, and none of what was seen is veiled again
    at_step(page, 3, 100)
    expect(page.locator(".caption")).to_contain_text("7 nodes: ")
    expect(here).to_have_count(1)
    expect(page.locator(f"{CHART} .name.now")).to_have_text("7 nodes")
    expect(page.locator(f"{CHART} g[clip-path]")).to_have_count(0)
    assert {"0", "1", "7"} <= {*parts} <= {"0", "1", "2", "6", "7"}
