"""The page Forest in a real browser: votes one by one, the plane by click and key, a tree and its nodes, present mode."""

import re

from playwright.sync_api import Page, expect

from tests.pages.overfitting.test_browser import click_curve
from tests.support.visits import at_step, beside, bottom, box_of, idle, open_at, pictures, still, url


def plane(page: Page):
    return page.get_by_role("application", name=re.compile("^The plane, shaded"))


def votes(page: Page):
    return page.get_by_role("group", name="Votes of the trees").get_by_role("button")


def drawn(page: Page) -> None:
    """The cards and their pictures are there."""
    expect(page.get_by_role("group", name="Trees", exact=True).locator("img").first).to_be_visible()
    pictures(page)


def test_votes_come_one_by_one_and_the_plane_takes_a_point(page, server):
    open_at(page, server, "forest?v=1&step=6&fo_trees=8")
    drawn(page)
    at_step(page, 6, 8)
    before = plane(page).locator("image").get_attribute("href")
    page.keyboard.press("ArrowRight")
    at_step(page, 7, 8)
    expect(plane(page)).to_have_attribute("aria-label", re.compile("of 7 trees"))
    expect(plane(page).locator("image")).not_to_have_attribute("href", before)
    expect(votes(page)).to_have_count(8)
    expect(votes(page).nth(7)).to_have_accessible_name("Tree 8: not asked yet")
    box = box_of(plane(page))
    page.mouse.click(box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.4)
    url(page, r"fo_at=x5\.\d+_5\.\d+")
    expect(page.get_by_text(re.compile(r"^x1 = 5\.\d+, x2 = 5\.\d+\.$"))).to_be_visible()
    clicked = page.url
    plane(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.wait_for_function("before => location.href !== before", arg=clicked)
    idle(page)
    at_step(page, 7, 8)
    url(page, r"fo_at=x5\.\d+_5\.\d+|fo_at=x5\.\d+_6\.\d+")


def test_the_plane_of_means_tells_the_mean_and_its_colours_differ_from_place_to_place(page, server):
    open_at(page, server, "forest?v=1&fo_data=cars_mpg&fo_two=1&fo_trees=6&step=6")
    drawn(page)
    expect(plane(page).locator("image")).to_have_attribute("href", re.compile("^data:image/png"))
    box = box_of(plane(page))
    told = []
    for share in (0.3, 0.9):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] * (1 - share) * 0.8)
        said = page.get_by_text(re.compile(r"^horsepower [\d.]+, weight_lbs \d+: f\(x\) = [\d.]+$"))
        expect(said).to_be_visible()
        told.append(said.inner_text())
    assert told[0] != told[1]
    plane(page).click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    url(page, r"fo_at=x\d")
    expect(page.get_by_text("whatever the truth")).to_be_visible()


def test_a_vote_a_card_and_a_node_lead_to_a_tree(page, server):
    open_at(page, server, "forest?v=1&fo_data=iris&fo_trees=14&step=14")
    drawn(page)
    votes(page).nth(2).click()
    expect(page.get_by_text("Tree 3.", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")  # within the votes, not in the player
    at_step(page, 14, 14)
    page.get_by_role("button", name="Tree 5", exact=True).click()
    expect(page.get_by_text("Tree 5.", exact=True)).to_be_visible()
    drew = "^Tree 5, All 90 examples .*: drew 2 of 4 features"
    expect(page.get_by_role("table", name=re.compile(drew))).to_be_visible()
    still(page)
    page.get_by_role("treeitem", name=re.compile(": leaf ")).first.click()
    expect(page.get_by_text(re.compile("^Tree 5, .*: a leaf, for (all|both|the)"))).to_be_visible()
    url(page, "fo_tree=5.*fo_node=r\\.|fo_node=r\\..*fo_tree=5")
    idle(page)
    page.get_by_role("button", name="Tree 5", exact=True).click()
    expect(page.get_by_text("Tree 14.", exact=True)).to_be_visible()
    page.get_by_role("heading", level=1).scroll_into_view_if_needed()
    click_curve(page, 0.335)  # 5 trees on an axis from 0.6 to 14.4
    at_step(page, 5, 14)
    expect(page.get_by_text("Tree 5.", exact=True)).to_be_visible()


def test_what_the_page_changes_the_sidebar_shows_and_present_mode_and_paper_have_no_buttons(page, server):
    open_at(page, server, "forest?v=1&fo_trees=9&step=9")
    drawn(page)
    page.get_by_role("button", name="Leaves of 8 or more").click()
    expect(page.get_by_role("spinbutton", name="Least leaf")).to_have_value("8")
    url(page, "fo_leaf=8")
    expect(page.get_by_text("Settings such as k and m′")).to_be_hidden()  # they stand beside the lesson
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_text("Settings such as k and m′")).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 768})
    open_at(page, server, "forest?v=1&fo_trees=9&step=9&present=1")
    drawn(page)
    beside(plane(page), votes(page).last)
    assert bottom(plane(page), votes(page).last) <= 768
    page.emulate_media(media="print")
    for word in ("Random subspace", "Next", "Later trees"):
        expect(page.get_by_role("button", name=word)).to_have_count(0)
    expect(plane(page)).to_be_visible()
