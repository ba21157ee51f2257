"""Long work in a real browser: Cancel ends it while it runs, and while it waits for that of others."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.server import Server
from tests.support.visits import idle, open_at, url

# One place; between two words about work it sleeps, and no forest ever becomes larger.
SLOW = """
import os
os.environ["DTLEARN_HEAVY_JOBS"] = "1"
from dtlearn.forest.forest import Forest
from pages.ui.kit import longwork
longwork.GIVE, Forest.more = 0.2, lambda forest, trees: forest
"""
FORESTS = "forest?v=1&data=iris&trees=3&trial="
WAITING, WORKING = "Others are at work: you are next.", re.compile("Growing forests: [0-9]+%")


@pytest.fixture(scope="module")
def slow():
    with Server(SLOW) as server:
        yield server


def cancel(page: Page, address: str) -> None:
    page.get_by_role("button", name="Cancel").click()
    url(page, address)
    idle(page)
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)


def test_a_search_and_a_thousand_trees_are_called_off(fresh, slow):
    fresh.goto(f"{slow.url}/bound?v=1&data=source&d=14&m=1000&noise=20&nodes=31")
    cancel(fresh, "way=pruned.*nodes=0")
    expect(fresh.get_by_role("radio", name="exact")).to_have_count(0)
    fresh.goto(f"{slow.url}/unstable?v=1&data=penguins&algorithm=cart&seed=8")
    for _ in range(2):
        cancel(fresh, "seed=8")
        more = fresh.get_by_role("button", name="Go on to 1,000")
        expect(more).to_be_visible()
        more.click()


def test_the_growth_of_a_table_of_5000_rows_leads_to_the_usual_data(fresh, slow):
    """A chain: 5,000 levels."""
    header = ",".join(f"x{j}" for j in range(9))
    rows = "\n".join(f"{','.join([str(k)] * 9)},{'ab'[k % 2]}" for k in range(5000))
    open_at(fresh, slow, "own?v=1&entry=file")
    table = {"name": "chain.csv", "mimeType": "text/csv", "buffer": f"{header},class\n{rows}\n".encode()}
    fresh.locator("input[type=file]").set_input_files(table)
    expect(fresh.get_by_text("5,000 rows, 9 features, 2 classes")).to_be_visible()
    idle(fresh)
    fresh.get_by_role("button", name="Use this table").click()
    fresh.get_by_role("link", name="Grow a tree on it").click()
    cancel(fresh, "data=play_tennis")
    expect(fresh.get_by_role("heading", level=1)).to_contain_text("PlayTennis")
    fresh.get_by_role("button", name="Next").click()
    expect(fresh.get_by_text("Step 1 of 8")).to_be_visible()


def test_who_waits_can_cancel_and_a_closed_tab_lets_the_next_one_in(fresh, context, slow):
    first = context.new_page()
    first.goto(f"{slow.url}/{FORESTS}titanic&trial_run=many")
    expect(first.get_by_text(WORKING)).to_be_visible()
    for waits in (True, False):
        fresh.goto(f"{slow.url}/{FORESTS}wine&trial_run=five")
        expect(fresh.get_by_text(WAITING)).to_be_visible()
        if not waits:
            first.close()
            expect(fresh.get_by_text(WORKING)).to_be_visible()
        cancel(fresh, "trial_run=no")
