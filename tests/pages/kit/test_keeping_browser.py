"""What the browser keeps for its tab: after a reload or a new server, on the device if asked,
not at all where it may not."""

import re

from playwright.sync_api import Page, expect

from tests.pages.own.test_page import LARGE
from tests.support.server import Server
from tests.support.visits import idle, load, menu, open_at, still, unfold, url

STORED = "Object.keys(sessionStorage).filter(key => key.startsWith('dtlearn')).map(key => key.split('/')[2]).sort()"


def listen(page: Page) -> Page:
    """A question before the page is left is answered with yes, and remembered."""
    page.asked = []
    page.on("dialog", lambda dialog: (page.asked.append(dialog.type), dialog.accept()))
    return page


def prepare(page: Page, server: Server) -> Page:
    """A tab in which a table is being prepared."""
    open_at(listen(page), server, "own")
    paste(page)
    return page


def paste(page: Page) -> None:
    box = page.get_by_label("Paste a table")
    box.fill("size;class\n1;a\n2;b\n3;b\n")
    box.press("Control+Enter")
    rows(page, 3)
    kept(page, "the table in preparation “My table”")


def kept(page: Page, what: str) -> None:
    expect(page.get_by_text(f"Kept until this tab is closed: {what}.")).to_be_visible()


def open_again(page: Page, what: str) -> None:
    page.get_by_role("button", name=f"Open {what} again").click()


def nothing_kept(page: Page) -> None:
    expect(page.locator(".st-key-dt-keeping")).to_be_hidden()
    assert page.evaluate(STORED) == []


def rows(page: Page, n: int) -> None:
    expect(page.get_by_text(re.compile(rf"^{n:,} rows, "))).to_be_visible()
    idle(page)


def leave(page: Page) -> list[str]:
    """What the browser asks when the tab is to be closed."""
    page.asked.clear()
    with page.expect_event("close"):
        page.close(run_before_unload=True)
    return page.asked


def test_a_table_in_preparation_is_offered_after_a_reload_and_forgotten_by_one_button(fresh, context, server):
    page = prepare(fresh, server)
    page.get_by_label("Its name").fill("Mine")
    page.get_by_label("Its name").press("Enter")
    kept(page, "the table in preparation “Mine”")
    idle(page)
    unfold(page, "Change what a column is")
    menu(page, "Kind of size")
    page.get_by_role("option", name="nominal").click()
    expect(page.locator(".own-column").first).to_contain_text("1 ×1")
    idle(page)
    page.reload()
    rows(page, 10)
    open_again(page, "the table in preparation “Mine”")
    rows(page, 3)
    expect(page.locator(".own-column").first).to_contain_text("1 ×1")
    expect(page.get_by_role("button", name=re.compile("again$"))).to_have_count(0)
    other = context.new_page()
    open_at(other, server, "own")
    rows(other, 10)
    nothing_kept(other)
    other.close()
    page.get_by_role("button", name="Forget it").click()
    nothing_kept(page)
    page.reload()
    rows(page, 10)
    nothing_kept(page)


def test_leaving_asks_only_for_what_no_link_and_no_file_and_no_device_holds(context, server):
    assert leave(prepare(context.new_page(), server)) == ["beforeunload"]
    page = prepare(context.new_page(), server)
    still(page)
    page.get_by_role("button", name="Use this table").click()
    url(page, "data=~1")
    nothing_kept(page)
    paste(page)
    page.get_by_label("Keep on this device").check()
    expect(page.get_by_text("Kept on this device: the table in preparation “My table”.")).to_be_visible()
    assert leave(page) == []
    page = context.new_page()
    open_at(page, server, "")
    open_again(page, "the table in preparation “My table”")
    rows(page, 3)
    page.get_by_label("Keep on this device").uncheck()
    assert page.evaluate(STORED.replace("session", "local")) == []
    page.close()


def test_a_large_table_and_words_about_it_outlive_the_server_in_their_tab_alone(fresh, context):
    """Over 10 s: a server is started twice, and the app loaded four times."""
    with Server() as server:
        open_at(listen(fresh), server, "own?v=1&entry=file")
        table = {"name": "large.csv", "mimeType": "text/csv", "buffer": LARGE.encode()}
        fresh.locator("input[type=file]").set_input_files(table)
        rows(fresh, LARGE.count("\n") - 1)
        still(fresh)
        fresh.get_by_role("button", name="Use this table").click()
        kept(fresh, "the table “large”")
        for ending in ("csv", "toml"):
            with fresh.expect_download():
                fresh.get_by_role("button", name=f"Save .{ending}").click()
            fresh.wait_for_function(f"() => Object.values(sessionStorage).some(text => text.includes('\"{ending}\"'))")
        load(fresh, server, "examples")  # another session
        assert fresh.asked == []  # files hold the table
        fresh.get_by_role("button", name="Begin an empty worked example").click()
        url(fresh, "/grow")  # before, the offer is one of a page that the server has left: Streamlit drops the click
        idle(fresh)
        open_again(fresh, "the table “large”")
        fresh.get_by_role("link", name="Grow a tree on it").click()
        heading, hint = fresh.get_by_role("heading", level=1), fresh.get_by_role("textbox", name="Hint", exact=True)
        expect(heading).to_contain_text("large")
        idle(fresh)
        fresh.get_by_role("button", name="Add as a new slide").click()
        expect(hint).to_be_visible()
        idle(fresh)
        hint.press_sequentially("It blows")
        fresh.wait_for_function(f"() => {STORED}.join() === 'table,words'")
        server.restart()
        open_again(fresh, "words half typed in “My worked example”")
        expect(fresh.get_by_role("button", name=re.compile("again$"))).to_have_count(0)
        idle(fresh)
        expect(hint).to_have_value("It blows")
        expect(heading).to_contain_text("large")
        assert fresh.evaluate(STORED) == ["table"]
        fresh.reload()
        expect(heading).to_contain_text("large")
        expect(fresh.get_by_text("This link is not quite right")).to_have_count(0)
        other = context.new_page()
        other.goto(fresh.url)
        expect(other.get_by_role("heading", level=1)).to_contain_text("large")  # the server has it from the other tab
        expect(other.get_by_text("This link is not quite right")).to_have_count(0)
        other.get_by_role("button", name="Share").click()
        expect(other.get_by_text("for whoever has one, as long as this server holds it")).to_be_visible()
        expect(other.get_by_text("anywhere")).to_be_hidden()
        other.close()


def test_words_half_typed_into_a_worked_example_are_offered_again(fresh, server):
    open_at(listen(fresh), server, "examples")
    fresh.get_by_role("button", name="Begin an empty worked example").click()
    fresh.get_by_role("button", name="Add as a new slide").click()
    caption = fresh.get_by_label("Caption of this slide")
    expect(caption).to_be_visible()
    idle(fresh)  # the link has the slide
    caption.press_sequentially("Which <b>one</b>")
    fresh.reload()
    idle(fresh)
    expect(caption).to_have_value("")
    open_again(fresh, "words half typed in “My worked example”")
    expect(fresh.get_by_role("button", name=re.compile("again$"))).to_have_count(0)
    idle(fresh)  # until then the field of other words is there too
    expect(caption).to_have_value("Which <b>one</b>")
    caption.fill("Which two?")
    caption.press("Control+Enter")
    expect(fresh.locator(".st-key-dt-deck").get_by_text("Which two?")).to_be_visible()
    nothing_kept(fresh)  # the link has them


def test_a_browser_that_stores_nothing_says_so(fresh, server):
    fresh.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); }")
    open_at(fresh, server, "own")
    still(fresh)
    fresh.get_by_label("Paste a table").fill("size;class\n1;a\n2;b\n")
    fresh.get_by_label("Paste a table").blur()
    expect(fresh.get_by_text("Your browser does not keep the table in preparation “My table”: ")).to_be_visible()


def test_what_others_wrote_into_the_storage_gets_one_sentence(fresh, server):
    fresh.add_init_script("""
      sessionStorage.setItem("dtlearn/1/work/x", "{");
      sessionStorage.setItem("dtlearn/1/table/y", '{"kind": "table", "name": "y"}');
      sessionStorage.setItem("dtlearn/1/work/z",
        '{"kind": "work", "name": "z", "title": "<b>z</b>", "parts": ["a,b", "[]"], "at": 1, "saved": []}');
    """)
    open_at(fresh, server, "own")
    expect(fresh.get_by_text("Something that your browser kept cannot be read, and is left out.")).to_be_visible()
    open_again(fresh, "the table in preparation “<b>z</b>”")
    expect(fresh.get_by_text("What your browser kept cannot be read any more")).to_be_visible()
    rows(fresh, 10)
