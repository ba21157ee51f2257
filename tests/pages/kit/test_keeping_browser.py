"""What the browser keeps for its tab: after a reload or a new server, on the device if asked, not at all where it may not."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.conftest import PATIENCE
from tests.pages.own.test_page import LARGE
from tests.support.server import Server
from tests.support.visits import idle, load, menu, open_at, until, url

SMALL = "size;class\n1;a\n2;b\n3;b\n"
AGAIN = "Open the table in preparation “My table” again"
STORED = "Object.keys(sessionStorage).filter(key => key.startsWith('dtlearn')).length"


@pytest.fixture
def tabs(browser):
    """A browser of its own, whose storage nobody else fills."""
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def prepare(tabs: BrowserContext, server: Server, text: str = SMALL) -> Page:
    """A tab in which a table is being prepared; a question before it is left is answered with yes, and remembered."""
    page = tabs.new_page()
    page.asked = []
    page.on("dialog", lambda dialog: (page.asked.append(dialog.type), dialog.accept()))
    open_at(page, server, "own")
    box = page.get_by_label("Paste a table")
    box.fill(text)
    box.press("Control+Enter")
    expect(page.get_by_text(re.compile(rf"^{text.count(chr(10)) - 1} rows, "))).to_be_visible()
    expect(page.get_by_text("Kept until this tab is closed: the table in preparation “My table”.")).to_be_visible()
    return page


def rows(page: Page, n: int) -> None:
    expect(page.get_by_text(re.compile(rf"^{n} rows, "))).to_be_visible()
    idle(page)


def leave(page: Page) -> list[str]:
    """What the browser asks when the tab is to be closed."""
    page.asked.clear()
    page.close(run_before_unload=True)
    until(page.context.new_page(), page.is_closed)
    return page.asked


def test_a_table_in_preparation_is_offered_after_a_reload_and_goes_with_its_tab(tabs, server):
    page = prepare(tabs, server)
    page.get_by_label("Its name").fill("Mine")
    page.get_by_label("Its name").press("Enter")
    expect(page.get_by_text("Kept until this tab is closed: the table in preparation “Mine”.")).to_be_visible()
    idle(page)
    menu(page, "Kind of column 1")
    page.get_by_role("option", name="nominal").click()
    expect(page.locator(".own-column").first).to_contain_text("1 ×1")
    idle(page)
    page.reload()
    rows(page, 10)
    page.get_by_role("button", name="Open the table in preparation “Mine” again").click()
    rows(page, 3)
    expect(page.locator(".own-column").first).to_contain_text("1 ×1")
    expect(page.get_by_role("button", name=re.compile("again$"))).to_have_count(0)
    other = tabs.new_page()
    open_at(other, server, "own")
    rows(other, 10)
    expect(other.locator(".st-key-dt-keeping")).to_be_hidden()


def test_it_is_forgotten_by_one_button(tabs, server):
    page = prepare(tabs, server)
    page.get_by_role("button", name="Forget it").click()
    expect(page.locator(".st-key-dt-keeping")).to_be_hidden()
    assert page.evaluate(STORED) == 0
    page.reload()
    rows(page, 10)
    expect(page.locator(".st-key-dt-keeping")).to_be_hidden()


def test_it_stays_on_the_device_if_asked_until_it_is_not(tabs, server):
    page = prepare(tabs, server)
    page.get_by_label("Keep on this device").check()
    expect(page.get_by_text("Kept on this device: the table in preparation “My table”.")).to_be_visible()
    assert leave(page) == []
    other = tabs.new_page()
    open_at(other, server, "")
    other.get_by_role("button", name=AGAIN).click()
    rows(other, 3)
    other.get_by_label("Keep on this device").uncheck()
    assert other.evaluate("localStorage.length") == 0


def test_leaving_asks_only_for_what_no_link_and_no_file_holds(tabs, server):
    assert leave(prepare(tabs, server)) == ["beforeunload"]
    page = prepare(tabs, server)
    page.get_by_role("button", name="Use this table").click()
    url(page, "own_data=~1")
    expect(page.locator(".st-key-dt-keeping")).to_be_hidden()
    assert leave(page) == []
    page = prepare(tabs, server, LARGE)
    page.get_by_role("button", name="Use this table").click()
    expect(page.get_by_role("button", name="Save .csv")).to_be_visible()
    idle(page)
    for ending in ("csv", "toml"):
        with page.expect_download():
            page.get_by_role("button", name=f"Save .{ending}").click()
        page.wait_for_function(
            f"Object.values(sessionStorage).some(text => text.includes('table') && text.includes('\"{ending}\"'))"
        )
    assert leave(page) == []


def test_a_link_to_a_large_table_opens_it_again_in_its_tab_alone(tabs):
    with Server() as server:
        page = prepare(tabs, server, LARGE)
        page.get_by_role("button", name="Use this table").click()
        page.get_by_role("link", name="Grow a tree on it").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("My table")
        url(page, "/grow.*data=mine-.*present=")
        link = page.url
        server.restart()
        expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")
        page.reload()
        expect(page.get_by_role("heading", level=1)).to_contain_text("My table")
        idle(page)
        expect(page).to_have_url(link)
        expect(page.get_by_text("This link is not quite right")).to_have_count(0)
        other = tabs.new_page()
        other.goto(link)
        expect(other.get_by_text(re.compile("only the tab where it was opened has it"))).to_be_visible()


def test_a_large_table_from_a_file_and_words_about_it_outlive_the_server(tabs):
    stored = "Object.keys(sessionStorage).filter(key => key.startsWith('dtlearn')).map(key => key.split('/')[2]).sort()"
    with Server() as server:
        page = tabs.new_page()
        page.on("dialog", lambda dialog: dialog.accept())
        open_at(page, server, "own?v=1&own_way=file")
        table = {"name": "large.csv", "mimeType": "text/csv", "buffer": LARGE.encode()}
        page.locator("input[type=file]").set_input_files(table)
        rows(page, LARGE.count("\n") - 1)
        page.get_by_role("button", name="Use this table").click()
        expect(page.get_by_text("Kept until this tab is closed: the table “large”.")).to_be_visible()
        load(page, server, "examples")  # another session
        page.get_by_role("button", name="Begin an empty worked example").click()
        page.get_by_role("button", name="Open the table “large” again").click()
        page.get_by_role("link", name="Grow a tree on it").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("large")
        idle(page)
        page.get_by_role("button", name="Add as a new moment").click()
        hint = page.get_by_role("textbox", name="Hint", exact=True)
        expect(hint).to_be_visible()
        idle(page)
        hint.press_sequentially("It blows")
        page.wait_for_function(f"{stored}.join() === 'table,words'")
        server.restart()
        again = page.get_by_role("button", name="Open words half typed in “My worked example” again")
        expect(page.get_by_text("1 of 1")).to_be_visible()
        again.click()
        expect(again).to_have_count(0)
        idle(page)
        expect(hint).to_have_value("It blows")
        expect(page.get_by_role("heading", level=1)).to_contain_text("large")
        assert page.evaluate(stored) == ["table"]


def test_words_half_typed_into_a_worked_example_are_offered_again(tabs, server):
    page = tabs.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    open_at(page, server, "examples")
    page.get_by_role("button", name="Begin an empty worked example").click()
    page.get_by_role("button", name="Add as a new moment").click()
    caption = page.get_by_label("Caption of this moment")
    expect(caption).to_be_visible()
    idle(page)  # the link has the moment
    caption.press_sequentially("Which <b>one</b>")
    page.reload()
    idle(page)
    expect(caption).to_have_value("")
    page.get_by_role("button", name="Open words half typed in “My worked example” again").click()
    expect(page.get_by_role("button", name=re.compile("again$"))).to_have_count(0)
    idle(page)  # until then the field of other words is there too
    expect(caption).to_have_value("Which <b>one</b>")
    caption.fill("Which two?")
    caption.press("Control+Enter")
    expect(page.locator(".st-key-dt-deck").get_by_text("Which two?")).to_be_visible()
    expect(page.locator(".st-key-dt-keeping")).to_be_hidden()
    assert page.evaluate(STORED) == 0  # the link has them


def test_a_browser_that_stores_nothing_says_so(tabs, server):
    tabs.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }")
    page = tabs.new_page()
    open_at(page, server, "own")
    page.get_by_label("Paste a table").fill(SMALL)
    expect(page.get_by_text("Your browser does not keep the table in preparation “My table”: ")).to_be_visible()


def test_what_others_wrote_into_the_storage_gets_one_sentence(tabs, server):
    tabs.add_init_script("""
      sessionStorage.setItem("dtlearn/1/work/x", "{");
      sessionStorage.setItem("dtlearn/1/table/y", '{"kind": "table", "name": "y"}');
      sessionStorage.setItem("dtlearn/1/work/z",
        '{"kind": "work", "name": "z", "title": "<b>z</b>", "parts": ["a,b", "[]"], "at": 1, "saved": []}');
    """)
    page = tabs.new_page()
    open_at(page, server, "own")
    expect(page.get_by_text("Something that your browser kept cannot be read, and is left out.")).to_be_visible()
    page.get_by_role("button", name="Open the table in preparation “<b>z</b>” again").click()
    expect(page.get_by_text("What your browser kept cannot be read any more")).to_be_visible()
    rows(page, 10)
