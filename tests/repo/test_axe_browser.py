"""What axe-core finds in states of a page that differ most from what it shows first, light and dark: nothing serious.

The pages themselves: ``test_every_page_browser.py``.
"""

import pytest
from playwright.sync_api import expect

from tests.support.looks import grave
from tests.support.visits import load, open_at

STATES = (
    "grow?v=1&step=3&present=1",
    "grow?v=1&predict=1&step=0",
    "practice?v=1&mode=set&kinds=winner&seed=1",
    "practice?v=1&mode=faded",
    "forest?v=1&data=iris&trees=12&step=12&tree=3",
    "thresholds?v=1&tab=cost",
    "pruning?v=1&deck=7-cutting-back&moment=1&predict=1&step=0",
    "learning?v=1&panel=grue",
)


@pytest.mark.parametrize("path", STATES)
def test_axe_finds_nothing_serious(page, server, path):
    page.emulate_media(color_scheme="dark")
    open_at(page, server, path)
    found = {}
    for scheme in ("dark", "light"):  # the page follows
        page.emulate_media(color_scheme=scheme)
        expect(page.get_by_test_id("stApp")).to_have_css("color-scheme", scheme)
        found[scheme] = grave(page)
    assert found == {"dark": [], "light": []}


def test_axe_sees_what_it_should(page, server):
    load(page, server, "learn")
    page.locator("h1").evaluate("e => e.style.color = '#eee'")
    assert any(one.startswith("color-contrast") for one in grave(page))
