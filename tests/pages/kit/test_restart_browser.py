"""Every page of the app outlives its server: all are open in one browser when it is killed, and go on with a new one."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.ui.kit.contents import CHAPTERS
from tests.conftest import PATIENCE
from tests.support.server import Server
from tests.support.visits import count_runs, idle, until

FILES = ["", *(entry.file for chapter in CHAPTERS for entry in chapter.entries)]
# (what is changed before the server is killed, what is pressed when it is back): names of choices, buttons and links.
PRESSED = {
    "": ("", "PlayTennis, ID3"),
    "grow": ("Next", "Rules so far"),
    "byhand": ("Show me the best", "Back to my tree"),
    "criteria": ("A split on them", "Gain ratio"),
    "thresholds": ("What it costs", "The sweep"),
    "partitions": ("Back", "First"),
    "limits": ("minLeaf", "Leaves"),
    "overfitting": ("Leaves", "XOR"),
    "pruning": ("Generic, bottom-up", "After"),
    "bound": ("greedy", "Back"),
    "code": ("Next", "Kraft's sum and the bound"),
    "learning": ("No free lunch", "Grue"),
    "hard": ("Majority", "4"),
    "unstable": ("After", "Start over"),
    "forest": ("Mean of probabilities", "Random subspace"),
    "examples": ("", "Begin an empty worked example"),
    "practice": ("2", "Show the answer"),
    "own": ("Drop the rows", "Fill in"),
    "numbers": ("Present", ""),
}
ERRORS = "[data-testid=stException], [data-testid=stAlertContentError], [data-testid=stAlertContentWarning]"


def named(page: Page, name: str) -> Locator:
    word = re.compile(rf"^([a-z_]+ +)?{re.escape(name)}( |$)")  # an icon's name and a key's may stand beside it
    found = page.get_by_role("radio", name=name, exact=True)
    for role in ("button", "link"):
        found = found.or_(page.locator(".stMain").get_by_role(role, name=word))
    return found.first


def press(page: Page, name: str) -> None:
    """Press it, and wait for what it does: another address, or another text on the page."""
    named(page, name).scroll_into_view_if_needed()
    before = page.url, page.locator(".stMain").inner_text()
    named(page, name).click()
    for _ in range(PATIENCE // 100):
        idle(page)
        if (page.url, page.locator(".stMain").inner_text()) != before:
            return idle(page)  # the link is written last
        page.wait_for_timeout(100)
    raise AssertionError(f"{name!r} did nothing.")


@pytest.fixture(scope="module")
def outlived(browser):
    """{file: (page, its address before its server was killed)}; each has been changed, and the server is a new one."""
    context = browser.new_context(viewport={"width": 1280, "height": 1600}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    tabs = {}
    with Server() as server:
        for file in FILES:
            page = context.new_page()
            page.goto(f"{server.url}/{file}")
            idle(page)
            if change := PRESSED[file][0]:
                press(page, change)
            page.wait_for_function("new URLSearchParams(location.search).has('v')" if change else "true")
            count_runs(page)
            tabs[file] = page, page.url
        server.restart()
        yield tabs
    context.close()


def test_every_page_of_the_contents_is_among_them():
    assert list(PRESSED) == FILES


@pytest.mark.parametrize("file", FILES)
def test_a_page_outlives_its_server(outlived, file):
    page, address = outlived[file]
    page.bring_to_front()
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")
    until(page, lambda: page.ended)
    idle(page)
    expect(page.locator(ERRORS)).to_have_count(0)
    if file == "own":  # the link does not hold a table in preparation: the page says who does
        page.get_by_role("button", name="Open the table in preparation “A walk” again").click()
        expect(page.get_by_text(re.compile("^9 rows, "))).to_be_visible()
    else:
        expect(page).to_have_url(address)
    if PRESSED[file][1]:
        press(page, PRESSED[file][1])
        expect(page.locator(ERRORS)).to_have_count(0)
