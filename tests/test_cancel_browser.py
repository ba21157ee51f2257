"""Long work in a real browser: Cancel ends it while it runs, on every page that works outside of its fragment."""

import re

import pytest
from playwright.sync_api import expect

from tests import test_browser as shared
from tests.test_unstable_browser import CANCEL

browser, server, page = shared.browser, shared.server, shared.page

# What the bars have said, so that work which went on to its end is seen.
LISTEN = """window.said = []; new MutationObserver(() => {
  for (const bar of document.querySelectorAll("[data-testid=stProgress]")) window.said.push(bar.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });"""


@pytest.mark.parametrize(
    ("query", "after", "never"),
    [
        ("pruning?v=1&pr_data=source&pr_d=9&pr_m=800&pr_noise=20&pr_folds=20",
         r"[?&]v=1(?!.*pr_folds=)", "Fold 20 of 20"),
        ("forest?v=1&fo_data=iris&fo_trees=3&fo_ex=titanic&fo_ex_run=five", "fo_ex_run=no", "Growing forests: 9[5-9]%"),
    ],
)  # fmt: skip
def test_cancel_ends_the_work_while_it_runs(page, server, query, after, never):
    page.add_init_script(CANCEL)
    page.add_init_script(LISTEN)
    page.goto(f"{server.url}/{query}")
    expect(page).to_have_url(re.compile(after), timeout=60_000)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0, timeout=60_000)
    said = page.evaluate("window.said")
    assert not any(re.search(never, text) for text in said)
