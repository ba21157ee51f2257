"""What only a real browser shows: keys, clicks, links on a fresh server, a server that dies, width, the README's picture."""

import os
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.server import ROOT, Server

PATIENCE = 60_000  # ms, as in conftest.py
PAGES = {"": "Watch a decision tree learn", "grow": "PlayTennis", "numbers": "The notes' numbers"}
IRIS = "grow?v=1&data=iris&algorithm=cart&criterion=gini_gain"

# Whether all has the place that it had when this was asked last, shadow roots included, and no font is to come.
STILL = """() => {
    const all = [];
    const visit = (root) => root.querySelectorAll("*").forEach((e) => {
        all.push(e);
        if (e.shadowRoot) visit(e.shadowRoot);
    });
    visit(document);
    const places = all.map((e) => Object.values(e.getBoundingClientRect().toJSON()).map(Math.round).join()).join(" ");
    const before = window.placesBefore;
    window.placesBefore = places;
    return places === before && document.fonts.status === "loaded";
}"""
FITS = "[document.documentElement, document.querySelector('.stMain')].every(e => e.scrollWidth <= innerWidth)"


def open_at(page: Page, server: Server, path: str) -> None:
    page.goto(f"{server.url}/{path}")
    idle(page)


def idle(page: Page) -> None:
    for _ in range(2):  # a script that runs once more rests for an instant in between
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        expect(page.locator("[data-testid=stSkeleton]")).to_have_count(0)


def still(page: Page) -> None:
    """Wait until nothing on the page moves: only then a place can be clicked or compared."""
    idle(page)
    page.evaluate("delete window.placesBefore")
    page.wait_for_function(STILL, polling=100)


def linked(page: Page) -> str:
    """The address of the page, once it says everything that is on the screen."""
    expect(page).to_have_url(re.compile("present="))
    return page.url


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something that is computed here holds."""
    for _ in range(PATIENCE // 100):
        if holds():
            return
        page.wait_for_timeout(100)
    raise AssertionError("It never came to hold.")


def fits(page: Page) -> None:
    """Nothing scrolls sideways."""
    still(page)
    page.wait_for_function(FITS)


def fits_every_screen(page: Page) -> None:
    """Nothing scrolls sideways on a light projector and then on a dark phone."""
    fits(page)
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 390, "height": 844})
    fits(page)


def box_of(locator: Locator) -> dict:
    """Where something is, once it stands still."""
    expect(locator).to_be_visible()
    still(locator.page)
    return locator.bounding_box()


def press(page: Page, key: str) -> None:
    """A key of one of Streamlit's buttons or of a clicker: nothing to be seen says that they listen, only that all is painted."""
    still(page)
    page.evaluate("new Promise(then => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then, 50))))")
    page.keyboard.press(key)


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


def count_runs(page: Page, ended: Counter) -> None:
    """Counts the runs of which a server tells the page from now on; a tab in the background may draw two states as one."""

    def told(frame: str | bytes) -> None:
        if isinstance(frame, bytes) and ForwardMsg.FromString(frame).WhichOneof("type") == "script_finished":
            ended[page] += 1

    page.on("websocket", lambda socket: socket.on("framereceived", told))


@pytest.mark.parametrize(
    ("path", "link", "title"),
    [("", "PlayTennis, ID3", "PlayTennis"), ("grow?v=1&step=3", "", ""), ("numbers", "Lessons", PAGES[""])],
)
def test_a_link_is_the_first_request_of_a_fresh_server_and_its_page_outlives_the_server(page, path, link, title):
    with Server() as fresh:
        open_at(page, fresh, path)
        expect(page.get_by_role("heading", level=1)).to_contain_text(PAGES[path.partition("?")[0]])
        expect(page.get_by_role("link", name="Lessons", exact=True)).to_be_visible()
        if not link:
            at_step(page, 3)
        fresh.kill()
        app = page.get_by_test_id("stApp")
        expect(app).not_to_have_attribute("data-test-connection-state", "CONNECTED")
        ended = Counter()
        count_runs(page, ended)
        fresh.start()
        expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
        until(page, lambda: ended[page])  # before that a click is lost: the new server does not know the page
        idle(page)
        if link:
            page.get_by_role("link", name=link).click()
            expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        else:
            at_step(page, 3)
            button(page, "Next").click()
            at_step(page, 4)


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
    expect(page).to_have_url(re.compile("step=0"))


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
    idle(page)
    page.keyboard.press("b")
    cover = "document.elementFromPoint(640, 400).shadowRoot?.elementFromPoint(640, 400).className"
    page.wait_for_function(f"{cover} === 'blank'")
    page.keyboard.press("b")
    page.wait_for_function(f"{cover} !== 'blank'")
    page.keyboard.press("p")
    expect(page.locator("[data-testid=stSidebar]")).to_be_visible()
    idle(page)
    page.keyboard.press("2")
    expect(page.get_by_text(re.compile(r"Step \d+ of 36"))).to_be_visible()


def test_it_starts_paused_and_plays_to_the_end(page, server):
    open_at(page, server, "grow?v=1&step=5&speed=4")
    at_step(page, 5)
    page.wait_for_timeout(1000)  # more than two steps at this speed, if it ran
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
    idle(page)
    page.locator("tr.child .name").first.click()
    expect(page).to_have_url(re.compile("pick=0"))
    idle(page)
    page.get_by_role("button", name=re.compile("^All of this feature")).first.click()
    expect(page.locator("tr.child")).to_have_count(0)


def test_the_link_is_copied(page, server, clipboard):
    open_at(page, server, "grow?v=1&step=3")
    link = linked(page)
    page.get_by_role("button", name="Copy the link to this step").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    assert "step=3" in link


@pytest.mark.parametrize("path", ["grow?v=1&step=3&present=1", "thresholds?v=1&present=1"])
def test_present_mode_says_that_the_link_is_copied(page, server, clipboard, path):
    open_at(page, server, path)
    said = page.get_by_role("status").filter(has_text="Link copied")
    expect(page.locator("[aria-label^='Copy the link']")).to_be_attached()  # the component that owns the key is up
    page.keyboard.press("l")
    expect(said).to_be_visible()
    assert "present=1" in page.evaluate("navigator.clipboard.readText()")
    expect(said).to_have_count(0)


def test_the_tree_by_keys(page, server):
    open_at(page, server, "grow?v=1&step=8")
    page.get_by_role("treeitem", name=re.compile("Wind = Strong")).focus()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("treeitem", name=re.compile("^Outlook = Rain:"))).to_be_focused()
    at_step(page, 8)
    page.keyboard.press("Enter")
    at_step(page, 6)


def test_nothing_moves_between_steps(page, server):
    open_at(page, server, "grow?v=1&step=1")
    at_step(page, 1)
    still(page)
    places = """() => [scrollY, document.querySelector('.stMain').scrollTop,
        ...['.st-key-dt-player', '.st-key-dt-side', '.st-key-dt-panel']
        .map(s => Math.round(document.querySelector(s).getBoundingClientRect().top))]"""
    page.locator(".stMain").evaluate("e => e.scrollTop = 150")
    before = page.evaluate(places)
    assert before[1] == 150
    for k in range(2, 9):
        page.keyboard.press("ArrowRight")  # to click on Next would scroll to it
        at_step(page, k)
        still(page)
        assert page.evaluate(places) == before


def test_a_component_stays_while_its_place_is_on_the_page(page):
    """Streamlit cleans up after a call that newer data overtakes, sometimes before the newer call: no focus may be lost."""
    log = page.evaluate(
        """async (script) => {
            const log = window.log = [];
            const { component } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
            const show = component(() => ({ update: (data) => log.push(data), remove: () => log.push("gone") }));
            const parentElement = document.body.appendChild(document.createElement("div"));
            show({ data: "older", parentElement })();
            const end = show({ data: "newer", parentElement });
            parentElement.remove();
            end();
            return log;
        }""",
        (ROOT / "pages" / "ui" / "mount.js").read_text(encoding="utf-8"),
    )
    assert log == ["older", "newer", "gone"]


def test_graphviz_draws_the_tree_in_the_browser(page, server):
    open_at(page, server, "grow?v=1&step=8&view=graphviz")
    expect(page.locator("[data-testid=stGraphVizChart] svg g.node")).to_have_count(8)
    expect(page.locator("[data-testid=stGraphVizChart] svg")).to_contain_text("Humidity")


@pytest.mark.parametrize(
    ("path", "sign"),
    [("", "text=PlayTennis, ID3"), (f"{IRIS}&step=9", "[role=treeitem]"),
     ("grow?v=1&step=2&panel=pseudocode", "[role=treeitem]"), ("numbers", "td")],
)  # fmt: skip
def test_no_sideways_scrolling(page, server, errors, path, sign):
    open_at(page, server, path)
    expect(page.locator(sign).first).to_be_visible()
    fits_every_screen(page)
    assert errors == []


def test_a_clicker_works_on_after_a_select_and_space_plays_after_a_click(page, server):
    open_at(page, server, "grow?v=1&step=1&speed=4")
    at_step(page, 1)
    menu(page, "Criterion")
    page.get_by_role("option", name="Gini gain").click()
    expect(page).to_have_url(re.compile("gini_gain"))
    idle(page)
    page.keyboard.press("PageDown")
    at_step(page, 2)
    page.get_by_role("radio", name="Pseudocode").click()
    expect(page).to_have_url(re.compile("panel=pseudocode"))
    idle(page)
    page.keyboard.press("ArrowRight")
    at_step(page, 3)
    page.get_by_text("in detail", exact=True).click()
    expect(page.get_by_text("of 36")).to_be_visible()
    idle(page)
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("detail=detail.*step=16"))
    idle(page)
    page.keyboard.press("1")
    at_step(page, 3)
    page.get_by_role("button", name="Slower").click()
    expect(page).to_have_url(re.compile("speed=2"))
    idle(page)
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
    still(page)
    text = "node => node.querySelector('text').getBoundingClientRect().height"
    assert nodes.last.evaluate(text) >= 9
    cut = page.get_by_text("wider than the window: Fit")
    expect(cut).to_be_visible()
    page.get_by_role("button", name="Fit the whole tree").click()
    expect(cut).to_have_count(0)
    still(page)
    box = page.get_by_role("tree").bounding_box()
    for node in nodes.all():
        place = node.bounding_box()
        assert box["x"] <= place["x"]
        assert place["x"] + place["width"] <= box["x"] + box["width"]


def test_print_shows_everything_on_white(page, server):
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(color_scheme="dark")
    open_at(page, server, "grow?v=1&step=1")
    expect(page.locator(".katex").first).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".stApp")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(button(page, "Next")).to_be_hidden()
    still(page)
    for part in (".st-key-dt-side", ".st-key-dt-panel"):
        assert page.locator(part).evaluate("e => e.scrollHeight <= e.clientHeight + 1")


def test_present_mode_shows_gains_and_result_without_scrolling(page, server):
    open_at(page, server, "grow?v=1&step=1&present=1")
    expect(page.locator(".katex").first).to_be_visible()
    result = page.locator(".katex-html .mathbf").first
    assert box_of(result)["y"] + 20 < 800
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") >= 20


def test_the_readmes_picture(page, server):
    open_at(page, server, "grow?v=1&step=2")
    expect(page.get_by_role("treeitem")).to_have_count(6)
    still(page)
    picture = ROOT / "docs" / "grow.png"
    picture.parent.mkdir(exist_ok=True)
    shot = page.screenshot(path=picture if os.environ.get("UPDATE_PICTURE") else None)
    assert len(shot) > 20_000
