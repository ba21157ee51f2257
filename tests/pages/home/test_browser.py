"""The home page in a real browser: one picks the first question, the tree is stepped or grows by itself;
the doors are on the first screen."""

import re

import pytest
from playwright.sync_api import expect

from pages.ui.kit.contents import TITLES
from tests.conftest import PATIENCE, PROJECTOR
from tests.pages.examples.test_course import REFUSES
from tests.support.visits import bottom, box_of, fits, idle, load, open_at, url

PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("screen", [PROJECTOR, PHONE], ids=["projector", "phone"])
def test_the_tree_and_the_doors_are_on_the_first_screen(page, server, screen):
    page.set_viewport_size(screen)
    open_at(page, server, "")
    expect(page.get_by_role("treeitem")).to_have_count(1)
    expect(page.locator(".gains button")).to_have_text(["Skin", "Color", "Thorny", "Flowering"])
    doors = page.locator(".st-key-dt-doors a")
    start = page.get_by_role("link", name="Start with chapter 1")
    assert bottom(*doors.all(), start) <= screen["height"]
    assert bottom(start) <= min(door.bounding_box()["y"] for door in doors.all())
    at = start.bounding_box()
    assert abs(at["x"] + at["width"] / 2 - screen["width"] / 2) <= 2
    fits(page)
    page.set_viewport_size(PROJECTOR)


def test_a_picked_first_question_shows_its_groups_and_what_it_gains(page, server):
    open_at(page, server, "")
    nodes, caption = page.get_by_role("treeitem"), page.locator(".caption")
    top = box_of(page.get_by_role("link", name="Start with chapter 1"))["y"]
    largest = box_of(nodes.first)["width"]
    page.get_by_role("button", name="Color").click()
    expect(nodes).to_have_count(4)
    expect(nodes.nth(2)).to_contain_text("2 No, 0 Yes")
    assert largest > 2 * box_of(nodes.first)["width"]
    expect(caption).to_contain_text("After Color, both examples with Color = purple are No")
    expect(caption).to_contain_text("The tree goes on with Skin, the better question.")
    expect(caption).not_to_contain_text(re.compile("gain|regret"))
    expect(page.locator(".gains button")).to_have_text(["Skin 0.198", "Color 0.185", "Thorny 0.007", "Flowering 0.007"])
    expect(page.locator(".gains [aria-pressed=true]")).to_have_text("Color 0.185")
    expect(page.locator(".gains .best")).to_have_text("Skin 0.198")
    page.get_by_role("button", name="Skin").press("Enter")
    expect(nodes).to_have_count(4)
    expect(caption).to_contain_text("No question sorts better.")
    expect(caption).not_to_contain_text(re.compile("gain|regret"))
    expect(nodes.nth(3)).to_contain_text("?1 No, 0 Yes")
    seen = box_of(nodes.nth(3))
    page.get_by_role("button", name="Next step").click()  # what was seen is gone on from, nothing moves
    expect(caption).to_contain_text("Color has the largest gain")
    expect(nodes).to_have_count(7)
    expect(nodes.nth(3)).to_contain_text("?1 No, 0 Yes")
    assert box_of(nodes.nth(3)) == seen
    expect(page.locator(".gains [aria-pressed=true]")).to_have_count(0)
    assert box_of(page.get_by_role("link", name="Start with chapter 1"))["y"] == top


def test_the_tree_grows_by_itself_pauses_and_goes_on(browser, server):
    context = browser.new_context(viewport=PROJECTOR)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.clock.install()  # nobody waits for a film
    page.goto(f"{server.url}/")
    nodes = page.get_by_role("treeitem")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(4_000)
    expect(nodes).to_have_count(4)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    paused = nodes.count()
    page.clock.run_for(10_000)
    expect(nodes).to_have_count(paused)
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(40_000)
    expect(page.get_by_role("button", name="Grow again")).to_be_visible()
    expect(nodes).to_have_count(11)
    context.close()


def test_the_tree_is_stepped_by_buttons_and_keys_and_nothing_moves_but_what_grows(browser, server):
    context = browser.new_context(viewport=PROJECTOR)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{server.url}/")
    back, following = page.get_by_role("button", name="Back"), page.get_by_role("button", name="Next step")
    caption, nodes = page.locator(".caption"), page.get_by_role("treeitem")
    expect(back).to_have_attribute("aria-disabled", "true")
    expect(caption).to_have_text("6 of the 11 plants are not nutritious (No), 5 are (Yes): which question comes first?")
    expect(nodes).to_have_count(1)
    start = page.get_by_role("link", name="Start with chapter 1")
    top = box_of(start)["y"]
    following.click()
    expect(caption).to_contain_text("Skin has the largest gain")
    expect(nodes).to_have_count(4)
    places = [box_of(nodes.first)["x"]]
    expect(caption).to_have_attribute("aria-live", "polite")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    for _ in range(10):
        following.press("ArrowRight")
    expect(caption).to_contain_text("The tree is finished")
    expect(nodes).to_have_count(11)
    following.press("Enter")  # there is none, and the focus stays
    expect(following).to_be_focused()
    places.append(box_of(nodes.first)["x"])
    assert abs(places[1] - places[0]) <= 8  # its ring is gone
    assert box_of(start)["y"] == top
    following.press("ArrowLeft")
    expect(caption).not_to_contain_text("The tree is finished")
    expect(page.locator(".classes span")).to_have_text(["● No", "■ Yes"])
    context.close()


def test_what_streamlit_says_of_a_slow_page_covers_no_tool(page, server):
    open_at(page, server, "")
    menu, status = page.get_by_test_id("stMainMenu"), page.get_by_test_id("stStatusWidget")
    menu.evaluate("""menu => menu.parentElement.insertAdjacentHTML("afterbegin",
        '<div data-testid="stStatusWidget">running: <button>Stop</button></div>')""")
    for screen in (PHONE, PROJECTOR):
        page.set_viewport_size(screen)
        assert box_of(status)["y"] > bottom(page.get_by_role("button", name="Save"), menu)
    status.evaluate("status => status.remove()")


@pytest.mark.parametrize("keeps", [True, False])
def test_who_has_begun_goes_on_from_the_first_screen(browser, server, keeps):
    context = browser.new_context(viewport=PROJECTOR, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    if not keeps:
        page.add_init_script(REFUSES)
    load(page, server, "")
    page.get_by_role("link", name="Start: chapter 3, And again, below").click()
    expect(page.locator(".st-key-dt-deck")).to_contain_text("Chapter 3 of")
    idle(page)
    page.get_by_role("link", name="Home", exact=True).click()
    on = page.get_by_role("link", name="Go on with chapter 3: And again, below")
    assert bottom(on) <= PROJECTOR["height"]
    url(page, "/((?!deck=).)*$")
    on.click()
    expect(page.locator(".st-key-dt-deck")).to_contain_text("1 of 6")
    context.close()


def test_a_newcomer_predicts_a_split_in_at_most_six_clicks(browser, server):
    context = browser.new_context(viewport=PROJECTOR, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    load(page, server, "")
    clicks = [
        page.locator("li", has_text="Which question first?").get_by_text("Start", exact=True),
        page.locator(".st-key-dt-deck").get_by_text("Humidity", exact=True).last,
    ]
    for click, there in zip(clicks, ("Chapter 2 of 10", "✓ Right: Humidity"), strict=True):
        click.click()
        expect(page.get_by_text(there)).to_be_visible()
        idle(page)
    expect(page.get_by_text("✓ Right: Humidity")).to_be_visible()
    assert len(clicks) <= 6
    context.close()


def test_on_a_phone_the_menu_shows_every_page_and_closes_after_a_choice(phone, server):
    load(phone, server, "")  # no drawer is open
    phone.get_by_test_id("stExpandSidebarButton").click()
    entries = phone.get_by_test_id("stSidebarNavLink")
    expect(entries).to_have_count(len(TITLES) + 1)
    entries.get_by_text("Pruning", exact=True).click()
    url(phone, "data=")
    expect(entries.first).not_to_be_in_viewport()


def test_the_first_split_is_predicted_in_two_clicks(page, server):
    open_at(page, server, "")
    page.get_by_role("link", name="Predict a first split").click()
    idle(page)
    page.locator(".quiz").get_by_role("button", name="Outlook").click()
    expect(page.get_by_text("Right: Outlook.")).to_be_visible()


def _words_stand(page):
    """What the nodes ask and answer is seen: no node is drawn as a dot of a tree's shape."""
    page.clock.run_for(700)  # longer than a fall
    expect(page.locator(".picture svg.dotted")).to_have_count(0)
    for title in page.locator(".node .title").all():
        expect(title).to_be_visible()


def test_the_nodes_keep_their_words_at_every_step_and_in_present_mode(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.clock.install()  # nobody waits for a fall
    load(page, server, "")
    following = page.get_by_role("button", name="Next step")
    while following.get_attribute("aria-disabled") == "false":
        following.click()
        _words_stand(page)
    shape = page.locator(".node .shape").first
    before = box_of(shape)["width"]
    page.keyboard.press("p")
    expect(page.get_by_role("button", name="Leave")).to_be_visible()
    _words_stand(page)
    assert box_of(shape)["width"] > 1.2 * before  # it has the window to itself
    expect(page.locator(".st-key-dt-home-ways")).to_be_hidden()
    assert bottom(page.locator(".caption")) <= 800
    context.close()


def test_a_node_says_why_it_is_what_it_is_and_the_tree_stays(page, server):
    open_at(page, server, "")
    nodes, caption = page.get_by_role("treeitem"), page.locator(".caption")
    following = page.get_by_role("button", name="Next step")
    while following.get_attribute("aria-disabled") == "false":
        following.click()
    expect(nodes).to_have_count(11)
    nodes.filter(has_text="Thorny").first.click()
    expect(caption).to_contain_text("Skin = rough, 4 No and 2 Yes: split on Thorny. All 3")
    expect(nodes).to_have_count(11)
    expect(page.locator(".gains > button")).to_have_text(["Color 0.126", "Thorny 0.459", "Flowering 0.252"])
    expect(page.locator(".gains .best")).to_have_text("Thorny 0.459")
    page.keyboard.press("Escape")
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("ArrowLeft")  # wherever the focus is
    expect(caption).not_to_contain_text("takes away 0.459")
