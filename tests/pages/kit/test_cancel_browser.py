"""Long work in a real browser: Cancel ends it while it runs."""

import re

from playwright.sync_api import expect

from tests.conftest import PATIENCE
from tests.support.server import Server
from tests.support.visits import CANCEL, idle, open_at, url

# What the bars have said, so that work which went on to its end is seen.
LISTEN = """window.said = []; new MutationObserver(() => {
  for (const bar of document.querySelectorAll("[data-testid=stProgress]")) window.said.push(bar.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });"""


def test_cancel_ends_the_forests(page, server):
    open_at(page, server, "forest?v=1&fo_data=iris&fo_trees=3&fo_ex=titanic&fo_ex_least=2&fo_ex_run=five")
    begin = page.get_by_role("button", name="20 divisions of the data")
    expect(begin).to_be_visible()
    idle(page)
    page.evaluate(CANCEL)  # on a page that stands: to open one takes as long as some of the work
    page.evaluate(LISTEN)
    begin.click()
    page.wait_for_function("window.said.length")
    url(page, "fo_ex_run=five")
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    assert not any(re.search("9[5-9]%", text) for text in page.evaluate("window.said"))


def test_the_growth_of_a_table_of_5000_rows_is_cancelled(page, server):
    """A chain: 5,000 levels. Cancel leads to the page's usual data, and the table is still there to be chosen."""
    header = ",".join(f"x{j}" for j in range(9))
    rows = "\n".join(f"{','.join([str(k)] * 9)},{'ab'[k % 2]}" for k in range(5000))
    open_at(page, server, "own?v=1&own_way=file")
    table = {"name": "chain.csv", "mimeType": "text/csv", "buffer": f"{header},class\n{rows}\n".encode()}
    page.locator("input[type=file]").set_input_files(table)
    expect(page.get_by_text("5,000 rows, 9 features, 2 classes")).to_be_visible()
    page.get_by_role("button", name="Use this table").click()
    link = page.get_by_role("link", name="Grow a tree on it")
    expect(link).to_be_visible()
    idle(page)
    page.evaluate(LISTEN)
    page.evaluate(CANCEL)
    link.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("PlayTennis")
    assert not any(re.search("9[5-9]%", text) for text in page.evaluate("window.said"))
    url(page, "data=play_tennis")
    idle(page)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_text("Step 1 of 8")).to_be_visible()


def test_who_waits_can_cancel_and_closed_tabs_let_the_next_one_in(browser, monkeypatch):
    """Four tabs ask for more work than the fifth visitor needs time for, on any machine."""
    monkeypatch.setenv("DTLEARN_HEAVY_JOBS", "1")
    asks = "forest?v=1&fo_data=iris&fo_trees=3&fo_ex=titanic&fo_ex_least=2&fo_ex_seed={}"
    with Server() as alone, browser.new_context() as context, browser.new_context() as others:
        for one in (context, others):
            one.set_default_timeout(PATIENCE)
        second = context.new_page()
        second.goto(f"{alone.url}/{asks.format(5)}")
        run = second.get_by_role("button", name="Run: one tree, five forests")
        begin = second.get_by_text("BuildTree's experiment: one tree against five forests")
        idle(second)
        begin.click()
        expect(run).to_be_visible()
        for seed in range(1, 5):
            others.new_page().goto(f"{alone.url}/{asks.format(seed)}&fo_ex_run=many")
        waiting = re.compile("Others are at work: ")
        expect(others.pages[-1].get_by_text(waiting)).to_be_visible()
        run.click()
        expect(second.get_by_text(waiting)).to_be_visible()
        second.get_by_role("button", name="Cancel").click()
        expect(second).to_have_url(re.compile("fo_ex_run=no"))
        idle(second)
        begin.click()
        run.click()
        expect(second.get_by_text(waiting)).to_be_visible()
        for tab in others.pages:
            tab.close()
        expect(second.get_by_text(re.compile("Growing forests: [0-9]+%"))).to_be_visible()
        second.get_by_role("button", name="Cancel").click()
        expect(second).to_have_url(re.compile("fo_ex_run=no"))
