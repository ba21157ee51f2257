"""Grow it yourself in a real browser: click a node, pick a row, keys, the link, what fits on a screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import test_browser as shared
from tests.test_browser import idle, open_at

browser, server, page = shared.browser, shared.server, shared.page
SIDEWAYS = "[document.documentElement, document.querySelector('.stMain')].every(e => e.scrollWidth <= innerWidth)"
TENNIS = "byhand?v=1&by_data=play_tennis"


def nodes(page: Page, count: int) -> None:
    expect(page.get_by_role("treeitem")).to_have_count(count)
    idle(page)


def press(page: Page, key: str) -> None:
    """A key of a button: Streamlit listens for it a moment after it has drawn the button."""
    idle(page)
    page.wait_for_timeout(300)
    page.keyboard.press(key)
    idle(page)


def test_a_tree_grows_by_clicks_and_keys_and_is_in_the_link(page, server):
    server.restart()  # the page must also work first on a fresh server
    open_at(page, server, TENNIS)
    nodes(page, 1)
    page.get_by_role("button", name="Humidity", exact=True).click()
    expect(page.get_by_role("button", name="Split on Humidity")).to_be_enabled()
    press(page, "s")
    nodes(page, 3)
    expect(page).to_have_url(re.compile("by_tree=r-f2"))
    expect(page.get_by_text("Humidity has gain 0.152; the best, Outlook = Overcast, has 0.226.")).to_be_visible()
    press(page, "n")
    expect(page.get_by_text("Humidity = High, 4 No and 3 Yes")).to_be_visible()
    page.get_by_role("treeitem", name=re.compile("^Humidity = Normal")).click()
    expect(page.get_by_text("Humidity = Normal, 1 No and 6 Yes")).to_be_visible()
    press(page, "x")
    expect(page).to_have_url(re.compile("by_tree=r-f2_1-x"))
    press(page, "z")
    press(page, "z")
    nodes(page, 1)
    press(page, "y")
    nodes(page, 3)
    page.reload()
    idle(page)
    nodes(page, 3)
    page.get_by_role("button", name="Finish for me").click()
    page.get_by_role("button", name=re.compile(r"^ID3 \(UML\)")).click()
    nodes(page, 13)
    page.get_by_role("button", name="Back to my tree").click()
    expect(page.get_by_role("button", name="Show me the best")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_no_sideways_scrolling_and_no_errors(browser, server, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_at(page, server, f"{TENNIS}&by_finish=1&by_tree=r-f2&by_at=r&by_criterion=gain_ratio")
    expect(page.get_by_role("button", name="Yours")).to_be_visible()
    assert page.evaluate(SIDEWAYS)
    assert errors == []
    context.close()


def test_tree_goal_and_choices_stand_on_a_projectors_screen(page, server):
    open_at(page, server, f"{TENNIS}&by_tree=r-f0v1_1-f3")
    nodes(page, 5)
    for part in (
        page.locator("svg[role=tree]"),
        page.get_by_role("button", name="Stop here"),
        page.get_by_text("Goal"),
    ):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 800


def test_what_was_wrong_with_a_link_is_said_until_the_first_action(page, server):
    open_at(page, server, "byhand?by_data=play_tennis")
    nodes(page, 1)
    page.wait_for_timeout(500)  # nothing on the page acts by itself
    expect(page.get_by_text("it has no version")).to_be_visible()
    page.get_by_role("button", name="Finish for me").click()
    expect(page.get_by_text("it has no version")).to_have_count(0, timeout=15_000)
