"""The page Criteria in a real browser: handles by mouse and keys, the address, what is in view, width."""

import re

import pytest
from playwright.sync_api import expect

from tests.test_browser import box_of, fits_every_screen, idle, linked, open_at, still, until

SPLIT = "criteria?v=1&c_tab=split"
FORMULAS = """() => [...document.querySelectorAll('.katex-display')].map(e => [e.scrollWidth, e.clientWidth])"""
TABS = {"curves": ".result", "split": ".result", "disagree": "table", "ratio": ".katex"}  # what each shows


def handle(page, name):
    return page.get_by_role("slider", name=re.compile(f"^{name}"))


def middle(locator):
    box = box_of(locator)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def hold(page, locator, by):
    """Press on a handle and pull it sideways, without letting go."""
    x, y = middle(locator)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by / 2, y)
    page.mouse.move(x + by, y)


def inputs(page, *values):
    """What the fields for the counts say."""
    boxes = page.locator("input[type=number]")
    expect(boxes).to_have_count(len(values))
    for k, value in enumerate(values):
        expect(boxes.nth(k)).to_have_value(value)


def test_a_child_is_dragged_and_the_address_follows_when_it_is_let_go(page, server):
    open_at(page, server, SPLIT)
    expect(page.locator(".result")).to_have_text(["0.152", "0.092", "0.071"])
    before = linked(page)
    hold(page, handle(page, "Left child"), -216)  # of 756 px: two sevenths
    expect(page.locator(".head")).to_contain_text("left 1/7 = 0.143")
    expect(page.locator(".numbers").nth(2)).to_have_text("1/2 − 7/14 · 1/7 − 7/14 · 1/7 = 5/14 ≈ 0.357")
    assert page.url == before
    page.mouse.up()
    expect(page).to_have_url(re.compile("c_l0=6&c_l1=1&c_r0=1&c_r1=6"))
    inputs(page, "6", "1", "1", "6")
    link, shown = page.url, page.locator(".result").all_inner_texts()
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator(".result")).to_have_text(shown)


def test_the_parent_moves_by_the_weights_alone(page, server):
    open_at(page, server, SPLIT)
    expect(handle(page, "Parent")).to_have_attribute("aria-valuetext", "parent 9/14 = 0.643")
    hold(page, handle(page, "Parent"), 100)
    page.mouse.up()
    expect(page).to_have_url(re.compile("c_r1=(?!6&)"))
    expect(handle(page, "Left child")).to_have_attribute("aria-valuetext", re.compile("= 0.429$"))
    expect(handle(page, "Right child")).to_have_attribute("aria-valuetext", re.compile("= 0.857$"))


def test_two_handles_one_after_the_other_lose_nothing(page, server):
    open_at(page, server, SPLIT)
    hold(page, handle(page, "Left child"), -108)
    page.mouse.up()
    expect(page).to_have_url(re.compile("c_l0=5&c_l1=2"))
    idle(page)
    hold(page, handle(page, "Right child"), -108)
    page.mouse.up()
    expect(page).to_have_url(re.compile("c_l0=5&c_l1=2&c_r0=2&c_r1=5"))
    inputs(page, "5", "2", "2", "5")
    expect(handle(page, "Left child")).to_have_attribute("aria-valuetext", "left 2/7 = 0.286")


def test_the_handles_by_keys(page, server):
    open_at(page, server, SPLIT)
    right = handle(page, "Right child")
    right.focus()
    for key, text in (
        ("ArrowLeft", "5/7"),
        ("ArrowLeft", "4/7"),
        ("Home", "0/7"),
        ("End", "7/7"),
        ("ArrowDown", "6/7"),
        ("ArrowDown", "5/7"),
    ):
        page.keyboard.press(key)
        expect(right).to_have_attribute("aria-valuetext", re.compile(f"^right {text} "))
    expect(page).to_have_url(re.compile("c_r0=2&c_r1=5"))
    idle(page)
    expect(right).to_be_focused()
    assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(handle(page, "Left child")).to_be_focused()


def test_an_example_of_a_split_shows_that_the_train_error_sees_nothing(page, server):
    open_at(page, server, SPLIT)
    page.get_by_role("radio", name="Train error sees nothing").or_(
        page.get_by_role("button", name="Train error sees nothing")
    ).first.click()
    expect(page.locator(".result")).to_have_text(["0.236", "0.080", "0.000"])
    expect(page.locator(".gain")).to_have_count(2)
    expect(page.locator(".say")).to_contain_text("its gain is exactly 0")
    expect(page).to_have_url(re.compile("c_l0=4&c_l1=6&c_r0=0&c_r1=10"))


def test_a_share_is_dragged_on_the_curves(page, server):
    open_at(page, server, "criteria?v=1&c_tab=curves&c_scale=one")
    expect(page.locator(".say")).to_have_text("H − 2G = 0.109 here.")
    handle(page, "a, the share").focus()
    page.keyboard.press("End")
    expect(page.locator(".result")).to_have_text(["0.000", "0.000", "0.000"])
    expect(page).to_have_url(re.compile("c_at=100"))


def test_present_mode_enlarges_the_picture_and_its_handles_still_follow(page, server):
    open_at(page, server, SPLIT)
    face = handle(page, "Left child").locator(".face")
    before = box_of(face)["width"]
    page.get_by_role("button", name="Present").click()
    expect(page.locator("[data-testid=stHeader]")).to_be_hidden()
    until(page, lambda: box_of(face)["width"] > 1.2 * before)
    plot = page.locator(".ground .axis").bounding_box()
    hold(page, handle(page, "Left child"), -plot["width"] * 2 / 7)
    expect(page.locator(".head")).to_contain_text("left 1/7 = 0.143")
    page.mouse.up()
    expect(page).to_have_url(re.compile("c_l0=6&c_l1=1&c_r0=1&c_r1=6.*present=1"))


def test_the_curve_keeps_its_room_beside_an_open_sidebar(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    open_at(page, server, SPLIT)
    expect(page.locator(".result")).to_have_count(3)
    expect(page.locator("[data-testid=stHeader]")).to_be_visible()
    assert box_of(page.locator(".box").first)["width"] > 300


@pytest.mark.parametrize("tab", ["curves", "split"])
def test_curve_handles_and_numbers_are_in_view_without_scrolling(page, server, tab):
    open_at(page, server, f"criteria?v=1&c_tab={tab}")
    expect(page.locator(".result")).to_have_count(3)
    still(page)
    for part in [*page.locator(".knob").all(), *page.locator(".numbers").all(), page.locator(".say")]:
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 800


def test_a_handle_covers_no_number_of_the_axis(page, server):
    open_at(page, server, f"{SPLIT}&c_l0=3&c_l1=1&c_r0=1&c_r1=3")  # L, P, R at 1/4, 1/2, 3/4
    expect(page.locator(".face")).to_have_count(3)
    still(page)
    faces = [face.bounding_box() for face in page.locator(".face").all()]
    for tick in page.locator(".tick").all():
        box = tick.bounding_box()
        for face in faces:
            beside = box["x"] + box["width"] <= face["x"] or face["x"] + face["width"] <= box["x"]
            assert beside or box["y"] + box["height"] <= face["y"] or face["y"] + face["height"] <= box["y"]


@pytest.mark.parametrize("tab", TABS)
def test_no_sideways_scrolling(page, server, errors, tab):
    open_at(page, server, f"criteria?v=1&c_tab={tab}&c_set=four_class")
    expect(page.locator(TABS[tab]).first).to_be_visible()
    fits_every_screen(page)
    assert errors == []


def test_on_a_phone_the_numbers_stand_below_the_curve(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, SPLIT)
    expect(page.locator(".result")).to_have_count(3)
    curve, block = box_of(page.locator(".box").first), page.locator(".block").first.bounding_box()
    assert block["y"] >= curve["y"] + curve["height"]
    assert curve["width"] > 330
    for tab in page.get_by_role("radio").all():
        box = tab.bounding_box()
        assert box["x"] + box["width"] <= 390


def test_a_disagreement_leads_to_the_curve_and_to_the_tree(page, server):
    open_at(page, server, "criteria?v=1&c_tab=disagree")
    page.get_by_role("link", name="on the curve").first.click()
    expect(page.locator(".result")).to_have_text(["0.311", "0.125", "0.000"])
    page.go_back()
    expect(page).to_have_url(re.compile("c_tab=disagree"))
    idle(page)
    page.get_by_role("link", name="Grow it").first.click()
    expect(page.get_by_text(re.compile("A has the largest gain, 0.311 bits"))).to_be_visible()


@pytest.mark.parametrize("query", ["c_tab=ratio&c_copies=7", "c_tab=split&c_l0=997&c_l1=998&c_r0=499&c_r1=899"])
def test_no_formula_is_cut_off(page, server, query):
    for width, present in ((1024, 1), (390, 0)):
        page.set_viewport_size({"width": width, "height": 768})
        open_at(page, server, f"criteria?v=1&{query}&present={present}")
        still(page)
        for summary in page.locator("details summary").all():
            summary.click()
        expect(page.locator(".katex-display").first).to_be_visible()
        still(page)
        found = page.evaluate(FORMULAS)
        assert found
        assert all(needed <= there for needed, there in found), (found, width)
