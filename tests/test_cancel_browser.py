"""Long work in a real browser: Cancel ends it while it runs."""

import re

from playwright.sync_api import expect

from tests.test_unstable_browser import CANCEL

# What the bars have said, so that work which went on to its end is seen.
LISTEN = """window.said = []; new MutationObserver(() => {
  for (const bar of document.querySelectorAll("[data-testid=stProgress]")) window.said.push(bar.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });"""


def test_cancel_ends_the_forests(page, server):
    page.goto(f"{server.url}/forest?v=1&fo_data=iris&fo_trees=3&fo_ex=titanic&fo_ex_least=2&fo_ex_run=five")
    begin = page.get_by_role("button", name="20 divisions of the data")
    expect(begin).to_be_visible(timeout=60_000)
    page.evaluate(CANCEL)  # on a page that stands: to open one takes as long as some of the work
    page.evaluate(LISTEN)
    begin.click()
    page.wait_for_function("window.said.length", timeout=60_000)
    expect(page).to_have_url(re.compile("fo_ex_run=five"))
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    assert not any(re.search("9[5-9]%", text) for text in page.evaluate("window.said"))
