"""How the browser tests open a page, press, point and wait."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from pages.ui.kit.contents import TITLES, fields_of
from pages.ui.kit.session import VIEWER_SETTINGS
from pages.ui.lessons import CHAPTERS
from tests.conftest import PATIENCE
from tests.support.server import Server

SUCCESS = ForwardMsg.FINISHED_SUCCESSFULLY
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
# The text of the app, formulas too, in letters that are wider and taller, as another font or browser may have them.
LARGER = """by => {
    const url = [...performance.getEntriesByType("resource")].find(({name}) => /SourceSansVF-Upright/.test(name)).name;
    const put = (root, text) => root.append(Object.assign(document.createElement("style"), {textContent: text}));
    put(document.head, `@font-face { font-family: "Source Sans"; font-weight: 100 900;
        src: url(${url}); size-adjust: ${100 * by}%; }`);
    const visit = (root) => root.querySelectorAll("*").forEach(({shadowRoot}) => {
        if (!shadowRoot) return;
        put(shadowRoot, `math { font-size: ${1.05 * by}em; }`);
        visit(shadowRoot);
    });
    visit(document);
}"""
FITS = "() => [document.documentElement, document.querySelector('.stMain')].every(e => e.scrollWidth <= innerWidth)"
# The app as it is opened from the browser's history: another page without another session, in a third of the time.
TURN = """path => {
    document.querySelector(".stMain").scrollTop = 0;
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


def open_at(page: Page, server: Server, path: str) -> None:
    """Open a link: the first one in a tab loads the app, from then on it is turned to."""
    here = page.url.startswith(server.url) and hasattr(page, "ended") and page.get_by_test_id("stApp").count()
    if not here:
        return load(page, server, path)
    if urlsplit(page.url).path == f"{server.base}/{path.partition('?')[0]}":
        _turn(page, server.base, "" if path.startswith("numbers") else "numbers")  # nothing of the page stays
    return _turn(page, server.base, path)


def load(page: Page, server: Server, path: str) -> None:
    """Open a link as who comes from elsewhere: in a new session, and with the link as it is."""
    if not hasattr(page, "ended"):
        count_runs(page)
    page.goto(f"{server.url}/{path}")
    idle(page)


def texts(page: Page) -> Iterator[None]:
    """Each text in which what is on the screen must hold: as it is, then 8 % wider and taller; at last as it was."""
    for by in (1, 1.08):
        if by > 1:
            page.evaluate(LARGER, by)
        still(page)
        yield
    page.evaluate(LARGER, 1)


def _turn(page: Page, base: str, path: str) -> None:
    idle(page)
    before = page.ended
    name, _, query = path.partition("?")
    own = {
        f.name: f.write(f.default) for f in fields_of(name or "learn") if f.name in VIEWER_SETTINGS
    }  # home has those of Learn
    own = [f"{word}={text}" for word, text in own.items() if f"{word}=" not in query]  # nor of the visitor before
    page.evaluate(TURN, f"{base}/{name}?{'&'.join([query or 'v=1', *own, 'deck='])}")
    until(page, lambda: page.ended > before)
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
    for _ in range(PATIENCE // 20):
        if holds():
            return
        page.wait_for_timeout(20)
    raise AssertionError("It never came to hold.")


def fits(page: Page) -> None:
    """Nothing scrolls sideways."""
    still(page)
    page.wait_for_function(FITS)


def box_of(locator: Locator) -> dict:
    """Where something is, once it stands still."""
    expect(locator).to_have_count(1)  # of a page that changes two may stand for a moment
    expect(locator).to_be_visible()
    still(locator.page)
    found = []
    # For a moment it is nowhere, if it is just being drawn anew.
    until(locator.page, lambda: found.append(locator.bounding_box()) or found[-1])
    return found[-1]


BOXES = """all => all.map(one =>
    one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().toJSON())"""


def boxes_of(locator: Locator) -> list[dict]:
    """Where several things are that are all seen, asked once, when the page stands still."""
    expect(locator.first).to_be_visible()
    still(locator.page)
    boxes = locator.evaluate_all(BOXES)
    assert all(box and box["width"] and box["height"] for box in boxes), boxes
    return boxes


def press(page: Page, key: str) -> None:
    """A key of one of Streamlit's buttons or of a clicker: nothing to be seen says that they listen,
    only that all is painted."""
    still(page)
    page.evaluate("new Promise(then => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(then, 50))))")
    page.keyboard.press(key)


def menu(page: Page, name: str) -> Locator:
    """A menu, opened: its options can be clicked. It would close again if the page had to scroll for the click."""
    box = page.get_by_role("combobox", name=name).first
    box.scroll_into_view_if_needed()
    box.click()
    return box


def choose(page: Page, name: str, title: str) -> None:
    """Take a title of a select box."""
    menu(page, name).fill(title)
    page.get_by_role("option", name=title, exact=True).click()
    idle(page)


def unfold(page: Page, name: str) -> None:
    """Open what is folded; before it stands still, what it holds takes no click."""
    page.get_by_text(name).click()
    still(page)


def at_step(page: Page, k: int, last: int = 8) -> None:
    expect(page.get_by_text(f"Step {k} of {last}", exact=True)).to_be_visible()
    idle(page)


def button(page: Page, name: str):
    return page.locator(".player").get_by_role("button", name=name)


def count_runs(page: Page) -> None:
    """page.ended: the runs of which a server tells the page from now on;
    a tab in the background may draw two states as one."""
    page.ended = 0

    def told(frame: str | bytes) -> None:
        if isinstance(frame, bytes) and len(frame) < 200:  # more is something to show
            said = ForwardMsg.FromString(frame)
            page.ended += (said.WhichOneof("type"), said.script_finished) == ("script_finished", SUCCESS)

    page.on("websocket", lambda socket: socket.on("framereceived", told))


def listening(page: Page) -> list:
    """What the browser sends once its next page is loaded."""
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    return sent


def url(page: Page, pattern: str) -> None:
    """Wait until the address has this in it."""
    expect(page).to_have_url(re.compile(pattern))


def bottom(*found: Locator) -> float:
    """The y of the lowest of their ends, px."""
    for one in found:
        expect(one).to_have_count(1)
        expect(one).to_be_visible()
    still(found[0].page)
    return max((box := one.bounding_box())["y"] + box["height"] for one in found)


def beside(left: Locator, right: Locator) -> None:
    """One stands right of the other."""
    box = box_of(left)
    assert box["x"] + box["width"] <= right.bounding_box()["x"]


def inside(nodes: Locator) -> None:
    """Nothing of a tree's nodes is cut off."""
    box = box_of(nodes.page.get_by_role("tree").first)
    places = [node.bounding_box() for node in nodes.all()]
    assert places
    for at in places:
        assert box["x"] <= at["x"]
        assert at["x"] + at["width"] <= box["x"] + box["width"]
        assert at["y"] + at["height"] <= box["y"] + box["height"]


def pictures(page: Page) -> None:
    """Every picture of the page has been loaded."""
    page.wait_for_function(
        "() => [...document.querySelectorAll('.stMain img')].every(i => i.complete && i.naturalWidth)"
    )


LETTERS = """texts => {
    const px = (e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a;
    return Math.min(...texts.filter(e => e.checkVisibility()).map(px));
}"""


def letters(page: Page) -> float:
    """px of the smallest words in the page's trees."""
    still(page)
    return page.locator(".node text").evaluate_all(LETTERS)


def uncovered(page: Page) -> None:
    """The small map of a tree lies on no node."""
    at = box_of(page.locator(".map"))
    for node in page.locator(".node .shape").all():
        box = node.bounding_box()
        across = box["x"] < at["x"] + at["width"] and at["x"] < box["x"] + box["width"]
        assert not across or box["y"] >= at["y"] + at["height"] or at["y"] >= box["y"] + box["height"]


def through_the_menu(page: Page, name: str) -> None:
    """To another page, as the menu leads there."""
    group = next(chapter.menu for chapter in CHAPTERS if any(entry.name == name for entry in chapter.entries))
    if group:
        page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
        page.get_by_test_id("stTopNavDropdownLink").get_by_text(TITLES[name], exact=True).click()
    else:
        page.get_by_test_id("stTopNav").get_by_role("link", name=TITLES[name]).click()
    url(page, f"/{name}")
    idle(page)
