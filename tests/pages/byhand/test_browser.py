"""Grow it yourself in a real browser: click a node, pick a row, keys, the link."""

import re

from playwright.sync_api import Page, expect

from tests.support.visits import idle, load, press, still, url


def nodes(page: Page, count: int) -> None:
    expect(page.get_by_role("treeitem")).to_have_count(count)
    idle(page)


def test_a_tree_grows_by_clicks_and_keys_and_is_in_the_link(page, server):
    load(page, server, "byhand?by_data=play_tennis")
    nodes(page, 1)
    still(page)  # nothing on the page acts by itself: what was wrong with the link is said until the first action
    expect(page.get_by_text("it has no version")).to_be_visible()
    page.get_by_role("button", name="Humidity", exact=True).click()
    expect(page.get_by_text("it has no version")).to_have_count(0)
    expect(page.get_by_role("button", name="Split on Humidity")).to_be_enabled()
    press(page, "s")
    nodes(page, 3)
    url(page, "by_tree=r-f2")
    press(page, "n")
    expect(page.get_by_text("Humidity = High, 4 No and 3 Yes")).to_be_visible()
    page.get_by_role("treeitem", name=re.compile("^Humidity = Normal")).click()
    expect(page.get_by_text("Humidity = Normal, 1 No and 6 Yes")).to_be_visible()
    press(page, "x")
    url(page, "by_tree=r-f2_1-x")
    press(page, "z")
    expect(page).not_to_have_url(re.compile("1-x"))
    press(page, "z")
    nodes(page, 1)
    press(page, "y")
    nodes(page, 3)
    page.get_by_role("button", name="Finish for me").click()
    page.get_by_role("button", name=re.compile(r"^ID3 \(UML\)")).click()
    nodes(page, 13)
    page.get_by_role("button", name="Back to my tree").click()
    expect(page.get_by_role("button", name="Show me the best")).to_be_visible()
