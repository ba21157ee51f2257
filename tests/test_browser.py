"""What only a real browser shows: keys, clicks, links on a fresh server, a server that dies, width, the README's picture."""

import os
import re
import warnings

import pytest
from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.browser import find
from tests.server import ROOT, Server

PAGES = {"": "Watch a decision tree learn", "grow": "PlayTennis", "numbers": "The notes' numbers"}
IRIS = "grow?v=1&data=iris&algorithm=cart&criterion=gini_gain"


@pytest.fixture(scope="module")
def browser():
    path = find()
    if path is None:
        message = "No Chromium was found: `python -m tests.browser` installs one."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"BROWSER TESTS SKIPPED. {message}", stacklevel=1)
        pytest.skip(message)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server():
    with Server() as server:
        yield server


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def open_at(page: Page, server: Server, path: str) -> None:
    page.goto(f"{server.url}/{path}")
    idle(page)


def idle(page: Page) -> None:
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)
    expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0, timeout=30_000)


def menu(page: Page, name: str) -> Locator:
    """A menu, opened: its options can be clicked. It would close again if the page had to scroll for the click."""
    box = page.get_by_role("combobox", name=name).first
    box.scroll_into_view_if_needed()
    box.click()
    return box


def at_step(page: Page, k: int, last: int = 8) -> None:
    expect(page.get_by_text(f"Step {k} of {last}", exact=True)).to_be_visible()
    idle(page)


def button(page: Page, name: str):
    return page.locator(".st-key-dt-player").get_by_role("button", name=name)


@pytest.mark.parametrize("path", ["", "grow?v=1&step=2", "numbers"])
def test_a_link_is_the_first_request_of_a_fresh_server(page, path):
    with Server() as fresh:
        open_at(page, fresh, path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(PAGES[path.partition("?")[0]], timeout=30_000)
        expect(page.get_by_role("link", name="Lessons")).to_be_visible()
        if "step" in path:
            at_step(page, 2)


def test_the_player_by_mouse(page, server):
    open_at(page, server, "grow")
    at_step(page, 0)
    button(page, "Next").click()
    at_step(page, 1)
    expect(page.get_by_text("Outlook has the largest gain, 0.247 bits, so split on it.")).to_be_visible()
    button(page, "Last").click()
    at_step(page, 8)
    button(page, "Back").click()
    at_step(page, 7)
    button(page, "First").click()
    at_step(page, 0)
    assert "step=0" in page.url


def test_the_player_by_keys(page, server):
    open_at(page, server, "grow")
    at_step(page, 0)
    for key, k in (("ArrowRight", 1), ("PageDown", 2), ("ArrowLeft", 1), ("End", 8), ("PageUp", 7), ("Home", 0)):
        page.keyboard.press(key)
        at_step(page, k)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    at_step(page, 5)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_hidden()
    page.keyboard.press("b")
    cover = "() => document.elementFromPoint(640, 400).shadowRoot?.elementFromPoint(640, 400).className"
    assert page.evaluate(cover) == "blank"
    page.keyboard.press("b")
    assert page.evaluate(cover) != "blank"
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_text(re.compile(r"Step \d+ of 36"))).to_be_visible()


def test_it_starts_paused_and_plays_to_the_end(page, server):
    open_at(page, server, "grow?v=1&step=5&speed=4")
    at_step(page, 5)
    page.wait_for_timeout(1500)
    at_step(page, 5)
    page.keyboard.press("Space")
    at_step(page, 8)
    expect(button(page, "Play")).to_be_visible()
    expect(page).to_have_url(re.compile("step=8"))


def test_a_node_goes_to_its_step_and_a_row_shows_its_arithmetic(page, server):
    open_at(page, server, "grow?v=1&step=8")
    page.get_by_role("treeitem", name=re.compile("^Outlook = Rain:")).click()
    at_step(page, 6)
    page.get_by_role("button", name=re.compile("^Temperature")).click()
    expect(page.get_by_text("Temperature: examples by branch and class")).to_be_visible()
    expect(page).to_have_url(re.compile("pick=0"))
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    at_step(page, 6)
    expect(page.get_by_text("Temperature: examples by branch and class")).to_be_visible()


def test_a_feature_unfolds_into_its_thresholds_of_which_one_is_chosen(page, server):
    open_at(page, server, f"{IRIS}&step=3")
    page.get_by_role("button", name=re.compile("^All of this feature")).first.click()
    expect(page).to_have_url(re.compile("open=0"))
    page.locator("tr.child .name").first.click()
    expect(page).to_have_url(re.compile("pick=0"))
    page.get_by_role("button", name=re.compile("^All of this feature")).first.click()
    expect(page.locator("tr.child")).to_have_count(0)


def test_the_link_is_copied(browser, server):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_at(page, server, "grow?v=1&step=3")
    page.get_by_role("button", name="Copy the link to this step").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert "step=3" in page.url
    context.close()


@pytest.mark.parametrize("path", ["grow?v=1&step=3&present=1", "thresholds?v=1&present=1"])
def test_present_mode_says_that_the_link_is_copied(browser, server, path):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_at(page, server, path)
    said = page.get_by_role("status").filter(has_text="Link copied")
    expect(page.locator("[aria-label^='Copy the link']")).to_be_attached()  # the component that owns the key is up
    page.keyboard.press("l")
    expect(said).to_be_visible()
    assert "present=1" in page.evaluate("navigator.clipboard.readText()")
    expect(said).to_have_count(0)
    context.close()


def test_the_tree_by_keys(page, server):
    open_at(page, server, "grow?v=1&step=8")
    page.get_by_role("treeitem", name=re.compile("Wind = Strong")).focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("treeitem", name=re.compile("^Outlook = Rain:"))).to_be_focused()
    at_step(page, 8)
    page.keyboard.press("Enter")
    at_step(page, 6)


@pytest.mark.parametrize(
    ("path", "link", "title"), [("", "PlayTennis, ID3", "PlayTennis"), ("numbers", "Lessons", PAGES[""])]
)
def test_a_page_without_a_player_lives_on_when_the_server_is_started_again(page, path, link, title):
    with Server() as server:
        open_at(page, server, path)
        expect(page.get_by_role("link", name=link)).to_be_visible(timeout=30_000)
        server.restart()
        page.wait_for_timeout(3000)
        page.get_by_role("link", name=link).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)


def test_the_player_lives_on_when_the_server_is_killed_and_started_again(page):
    with Server() as server:
        open_at(page, server, "grow?v=1&step=3")
        at_step(page, 3)
        server.restart()
        page.wait_for_timeout(3000)
        at_step(page, 3)
        button(page, "Next").click()
        at_step(page, 4)


def test_nothing_moves_between_steps(page, server):
    open_at(page, server, "grow?v=1&step=1")
    page.mouse.wheel(0, 150)
    places = [
        "() => [scrollY, document.querySelector('.stMain').scrollTop]",
        "() => ['.st-key-dt-player', '.st-key-dt-side', '.st-key-dt-panel']"
        ".map(s => Math.round(document.querySelector(s).getBoundingClientRect().top))",
    ]
    before = [page.evaluate(place) for place in places]
    for k in range(2, 9):
        button(page, "Next").click()
        at_step(page, k)
        assert [page.evaluate(place) for place in places] == before


def test_graphviz_draws_the_tree_in_the_browser(page, server):
    open_at(page, server, "grow?v=1&step=8&view=graphviz")
    expect(page.locator("[data-testid=stGraphVizChart] svg g.node")).to_have_count(8, timeout=30_000)
    expect(page.locator("[data-testid=stGraphVizChart] svg")).to_contain_text("Humidity")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", ["", f"{IRIS}&step=9", "grow?v=1&step=2&panel=pseudocode", "numbers"])
def test_no_sideways_scrolling(browser, server, path, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    open_at(page, server, path)
    page.wait_for_timeout(500)
    assert page.evaluate(
        "() => [document.documentElement, document.querySelector('.stMain')].every(e => e.scrollWidth <= innerWidth)"
    )
    assert errors == []
    context.close()


def test_a_clicker_works_on_after_a_select_and_space_plays_after_a_click(page, server):
    open_at(page, server, "grow?v=1&step=1&speed=4")
    menu(page, "Criterion")
    page.get_by_role("option", name="Gini gain").click()
    expect(page).to_have_url(re.compile("gini_gain"))
    page.keyboard.press("PageDown")
    at_step(page, 2)
    page.get_by_role("radio", name="Pseudocode").click()
    expect(page).to_have_url(re.compile("panel=pseudocode"))
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.get_by_text("in detail", exact=True).click()
    expect(page.get_by_text("of 36")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("detail=detail.*step=16"))
    page.keyboard.press("1")
    at_step(page, 3)
    page.get_by_role("button", name="Slower").click()
    button(page, "Back").click()
    at_step(page, 2)
    page.keyboard.press("Space")
    expect(button(page, "Pause")).to_be_visible()


def test_predicting_by_keyboard(page, server):
    open_at(page, server, "grow?v=1&predict=1")
    page.get_by_role("radio", name="Outlook").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Check").focus()
    page.keyboard.press("Enter")
    at_step(page, 1, 15)
    expect(page.get_by_text(re.compile("Right:.{0,2}Outlook"))).to_be_visible()
    expect(page.get_by_text("1 of 1 right, 8 nodes in all")).to_be_visible()


def test_a_tree_of_sixty_nodes_can_be_read_and_seen_whole(page, server):
    open_at(page, server, "grow?v=1&data=titanic&algorithm=id3-uml&step=65")
    nodes = page.get_by_role("treeitem")
    expect(nodes).to_have_count(65)
    page.wait_for_timeout(600)
    text = "node => node.querySelector('text').getBoundingClientRect().height"
    assert nodes.last.evaluate(text) >= 9
    cut = page.get_by_text("wider than the window: Fit")
    expect(cut).to_be_visible()
    page.get_by_role("button", name="Fit the whole tree").click()
    page.wait_for_timeout(600)
    expect(cut).to_have_count(0)
    box = page.get_by_role("tree").bounding_box()
    for node in nodes.all():
        place = node.bounding_box()
        assert box["x"] <= place["x"]
        assert place["x"] + place["width"] <= box["x"] + box["width"]


def test_print_shows_everything_on_white(browser, server):
    context = browser.new_context(viewport={"width": 794, "height": 1123}, color_scheme="dark")
    page = context.new_page()
    open_at(page, server, "grow?v=1&step=1")
    expect(page.locator(".katex").first).to_be_visible()
    page.emulate_media(media="print")
    for part in (".st-key-dt-side", ".st-key-dt-panel"):
        assert page.locator(part).evaluate("e => e.scrollHeight <= e.clientHeight + 1")
    assert page.locator(".stApp").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"
    expect(button(page, "Next")).to_be_hidden()
    context.close()


def test_present_mode_shows_gains_and_result_without_scrolling(page, server):
    open_at(page, server, "grow?v=1&step=1&present=1")
    expect(page.locator(".katex").first).to_be_visible()
    result = page.locator(".katex-html .mathbf").first
    assert result.bounding_box()["y"] + 20 < 800
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 20


def test_the_readmes_picture(page, server):
    open_at(page, server, "grow?v=1&step=2")
    expect(page.get_by_role("treeitem")).to_have_count(6)
    page.wait_for_timeout(800)
    picture = ROOT / "docs" / "grow.png"
    picture.parent.mkdir(exist_ok=True)
    shot = page.screenshot(path=picture if os.environ.get("UPDATE_PICTURE") else None)
    assert len(shot) > 20_000
