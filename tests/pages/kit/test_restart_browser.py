"""Pages outlive their server: they are open in one browser when it is killed, and go on with a new one."""

import re

from playwright.sync_api import Page, expect

from tests.support.server import Server
from tests.support.visits import count_runs, idle, linked, until

# {link: (what is chosen before the server is killed, what when it is back)}: every kind of component; that the browser
# keeps tables and words is tested with them. The first one is a link that a server gets before all else.
PAGES = {
    "grow?v=1&step=3": ("Next", "Next"),
    "criteria": ("A split on them", "Gain ratio"),
    "thresholds": ("What it costs", "The sweep"),
    "regions": ("Next", "First"),
    "bound": ("greedy", "Next"),
    "learning": ("Stuck at ½", "Nothing seen"),
    "limits?v=1#step=3": ("Next", "Back"),
    "practice?v=1&mode=set": ("2", "Show the answer"),
}
ERRORS = "[data-testid=stException], [data-testid=stAlertContentError], [data-testid=stAlertContentWarning]"


def press(page: Page, name: str) -> None:
    """Press a choice or a button, and wait until the link says so."""
    before = linked(page)
    button = page.locator(".stMain").get_by_role("button", name=re.compile(rf"^([a-z_]+ +)?{name}( |$)"))
    tab = page.get_by_role("tab", name=name)  # of a stage
    page.get_by_role("radio", name=name, exact=True).or_(button).or_(tab).first.click()
    expect(page).not_to_have_url(before)
    idle(page)


def test_pages_outlive_their_server(context):
    """Over 10 s: a server is started twice, and seven tabs each load the app."""
    tabs = []
    with Server() as server:
        for path, (change, _) in PAGES.items():
            tabs.append(context.new_page())
            tabs[-1].goto(f"{server.url}/{path}")
            idle(tabs[-1])
            press(tabs[-1], change)
            count_runs(tabs[-1])
        addresses = [page.url for page in tabs]
        assert "step=4" in addresses[0]
        server.restart()
        for page, address, (_, then) in zip(tabs, addresses, PAGES.values(), strict=True):
            page.bring_to_front()
            until(page, lambda page=page: page.ended)
            idle(page)
            expect(page.locator(ERRORS)).to_have_count(0)
            expect(page).to_have_url(address)
            press(page, then)
            expect(page.locator(ERRORS)).to_have_count(0)
            page.close()
