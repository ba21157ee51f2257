"""Overfitting in a real browser: a click on the curve, keys, the way to h′, no message while stepping."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.visits import at_step, box_of, button, idle, listening, load, open_at, still, until, url

LAST = 49  # splits of the full tree of the default scene
CHART = ".chart > .chart"


def click_curve(page: Page, name: str, up: int = 40) -> None:
    """Click in the curve, some px above a number of its axis."""
    still(page)
    box = page.locator(CHART).locator("text", has_text=re.compile(f"^{name}$")).last.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] - up)


def test_the_curve_comes_as_far_as_it_was_seen_and_whole_from_a_link(page, server):
    load(page, server, "overfitting")
    at_step(page, 0, LAST)
    veiled, says = page.locator(f"{CHART} g[clip-path='url(#seen)']"), page.locator(f"{CHART} .shaded")
    expect(veiled).to_have_count(1)
    expect(says).to_be_hidden()
    page.keyboard.press("ArrowRight")
    at_step(page, 1, LAST)
    expect(veiled).to_have_count(1)
    reached, mark = page.locator("#reached rect"), page.locator(f"{CHART} .here")
    at = float(re.match(r"M([\d.]+)", mark.get_attribute("d"))[1])
    assert float(reached.get_attribute("width")) == pytest.approx(at)  # no line tells of the next tree
    for key, step in (("End", LAST), ("Home", 0)):  # what has been seen stays
        page.keyboard.press(key)
        at_step(page, step, LAST)
        expect(veiled).to_have_count(0)
        expect(says).to_be_visible()
        expect(page.locator(".st-key-dt-answer")).to_be_visible()
    load(page, server, "overfitting?v=1&step=4")
    at_step(page, 4, LAST)
    expect(page.locator(f"{CHART} .curve")).to_have_count(3)
    expect(veiled).to_have_count(0)


def test_every_question_of_a_tree_of_ten_leaves_is_read(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, "overfitting?v=1&step=9")
    at_step(page, 9, LAST)
    still(page)
    titles = page.locator(".trees .node.split .title")
    expect(titles).to_have_count(9)
    for i in range(9):
        expect(titles.nth(i)).to_be_visible()
        assert (
            titles.nth(i).evaluate("node => parseFloat(getComputedStyle(node).fontSize) * node.getScreenCTM().a")
            >= 11.9
        )


def test_the_curve_is_high_and_the_definition_stands_whole_beside_it(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, "overfitting?v=1&step=49")
    at_step(page, LAST, LAST)
    assert box_of(page.locator(f"{CHART} .axis"))["height"] >= 185
    rows = page.locator(".sums .counts tr")
    expect(rows).to_have_count(4)
    inner, last = box_of(page.locator(".sums")), box_of(rows.last)
    more = box_of(page.locator(".sums > .onward"))
    assert last["y"] + last["height"] <= min(inner["y"] + inner["height"], more["y"])
    page.keyboard.press("Home")
    expect(rows).to_have_count(0)  # nothing smaller: there is no h′ yet


def test_the_names_of_two_trees_at_the_left_end_of_the_curve_are_both_seen_whole(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, "overfitting?v=1&step=1")
    at_step(page, 1, LAST)
    still(page)
    drawn = box_of(page.locator(f"{CHART} svg[role=slider]"))
    rival, here = (box_of(page.locator(f"{CHART} text", has_text=name)) for name in ("1 node", "3 nodes"))
    assert drawn["x"] <= rival["x"]
    assert rival["x"] + rival["width"] <= here["x"]


def test_below_a_worked_example_the_curve_is_on_the_screen(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, "overfitting?v=1&noise=20&step=49&deck=6-too-good-to-be-true&moment=2")
    at_step(page, LAST, LAST)
    still(page)
    box = page.locator(f"{CHART} svg[role=slider]").bounding_box()
    assert box["y"] + box["height"] <= 800


def test_a_click_anywhere_on_the_curve_goes_to_the_tree_of_that_size(page, server):
    open_at(page, server, "overfitting?v=1")
    at_step(page, LAST, LAST)
    click_curve(page, "40")
    at_step(page, 19, LAST)
    url(page, "step=19")
    expect(page.locator(CHART)).to_contain_text("39 nodes")
    page.keyboard.press("ArrowRight")
    at_step(page, 20, LAST)
    expect(page.get_by_role("treeitem")).to_have_count(41)
    expect(page.locator(".plane .box")).to_have_count(21)
    click_curve(page, "40", 80)
    at_step(page, 19, LAST)
    expect(page.locator(".counts")).to_contain_text("h′: 9 nodes")
    still(page)
    page.get_by_role("button", name="Show 9 nodes").click()
    at_step(page, 4, LAST)
    expect(page.locator(".sums")).to_contain_text("The tree with 9 nodes does not overfit")
    expect(page.get_by_role("button", name="Show 9 nodes")).to_be_hidden()
    page.get_by_role("radio", name="More").click()
    page.get_by_role("radio", name="Iris: no source known").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Iris")
    idle(page)
    expect(page.locator(".plane")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Rings")
    at_step(page, 4, LAST)


def test_a_step_just_before_another_data_set_is_chosen_is_there_again_on_the_way_back(fresh, server):
    open_at(fresh, server, "overfitting?v=1&step=3")
    at_step(fresh, 3, LAST)
    fresh.get_by_role("radio", name="More").click()
    box = box_of(fresh.get_by_text("Iris: no source known"))
    fresh.keyboard.press("ArrowRight")
    fresh.mouse.click(box["x"] + 20, box["y"] + 10)  # before the address has settled
    expect(fresh.get_by_role("heading", level=1)).to_contain_text("Iris")
    idle(fresh)
    fresh.go_back()
    expect(fresh.get_by_role("heading", level=1)).to_contain_text("Rings")
    at_step(fresh, 4, LAST)


def test_stepping_sends_nothing_and_a_reload_lands_on_the_same_step(page, server):
    sent = listening(page)
    load(page, server, "overfitting?v=1&step=3")
    at_step(page, 3, LAST)
    before = len(sent)
    for key in ("ArrowRight", "End", "ArrowLeft", "Home", "PageDown"):
        page.keyboard.press(key)
    button(page, "Last").click()
    page.get_by_role("button", name="Show 9 nodes").click()
    at_step(page, 4, LAST)
    page.locator(".tables tbody tr").nth(7).click()
    at_step(page, 7, LAST)
    url(page, "#.*step=7")
    assert len(sent) == before
    page.reload()
    at_step(page, 7, LAST)
    expect(page.locator(".caption")).to_contain_text("15 nodes: ")


def test_on_a_phone_nothing_below_the_curve_is_cut_and_below_a_long_arithmetic_a_word_says_so(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, "overfitting?v=1")
    at_step(page, LAST, LAST)
    assert page.locator(f"{CHART} .values").evaluate("e => e.scrollHeight <= e.clientHeight")
    sums = page.locator(".sums")
    expect(sums).to_have_class("sums")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(sums).to_have_class("sums more")
    while sums.evaluate("e => e.scrollHeight - e.clientHeight - e.scrollTop > 4"):  # the class follows a frame later
        before = sums.evaluate("e => e.scrollTop")
        sums.locator(".onward").click()
        until(page, lambda there=before: sums.evaluate("e => e.scrollTop") > there)
    expect(sums.locator(".onward")).to_be_hidden()


def test_leaves_that_are_dots_have_their_class_s_colour(page, server):
    page.set_viewport_size({"width": 1024, "height": 700})
    open_at(page, server, "overfitting?v=1&step=49")
    leaves = page.locator(".trees .leaf .alone")
    expect(leaves).to_have_count(50)
    fills = leaves.evaluate_all("all => all.map(e => getComputedStyle(e).fill)")
    assert {*fills} == {"rgb(230, 159, 0)", "rgb(86, 180, 233)"}


def test_each_scenario_asks_its_own_question_and_answers_it_at_its_end(page, server):
    open_at(page, server, "overfitting?v=1&noise=0&curve=seen&step=0")
    asked, answer = (
        page.get_by_text("Every label is right."),
        page.get_by_text("By the definition yes, but by less than one standard error").first,
    )
    expect(asked).to_be_visible()
    expect(answer).to_be_hidden()
    button(page, "Last").click()
    expect(answer).to_be_visible()
    expect(asked).to_be_hidden()


def test_a_part_has_the_stage_to_itself_and_a_link_shows_it_so(fresh, server):
    load(fresh, server, "overfitting?v=1&step=9")
    at_step(fresh, 9, LAST)
    still(fresh)
    chart = fresh.get_by_role("slider", name="Chart: error against nodes")
    plane, tree = fresh.get_by_role("application", name="Plane of x1 and x2"), fresh.get_by_role("tree")
    choice = fresh.get_by_role("combobox", name="What to enlarge")
    before = box_of(chart)
    choice.select_option("Chart")
    url(fresh, "large=chart")
    expect(tree).to_be_hidden()
    still(fresh)
    after = box_of(chart)
    assert after["width"] > 1.8 * before["width"]  # which is half of the stage
    assert after["height"] > 1.5 * before["height"]
    fresh.keyboard.press("ArrowRight")
    url(fresh, "step=10")
    fresh.reload()
    at_step(fresh, 10, LAST)
    expect(tree).to_be_hidden()
    choice.select_option("Plane")
    expect(chart).to_be_hidden()
    still(fresh)
    assert box_of(plane)["width"] > 1.8 * before["width"]
    choice.select_option("All parts")
    expect(tree).to_be_visible()
    expect(chart).to_be_visible()
    still(fresh)
    assert box_of(chart) == before


def test_a_long_growth_comes_in_parts_each_with_the_plane_of_its_trees(page, server):
    parts = []
    page.on("request", lambda one: parts.extend(re.findall(r"/walkthrough/.*part=(\d+)", one.url)))
    load(page, server, "overfitting?v=1&draws=10&noise=40&step=0")
    counter = page.locator(".counter")
    expect(counter).to_contain_text("Step 0 of ")
    last = int(counter.inner_text().split()[-1])
    page.keyboard.press("End")
    at_step(page, last, last)
    expect(page.locator(".tables tr.selected .label")).to_have_text(str(last))
    assert page.locator(".boxes .wrong").count()
    page.get_by_role("button", name=re.compile("^Show [0-9]+ node")).click()
    expect(page.locator(".caption")).not_to_contain_text("overfits")
    assert {"0", "8"} <= {*parts} <= {"0", "1", "7", "8"}  # h′ is in the first ones
