"""deploy/ in a real browser: pages, a room and a phone through the proxy, and a page whose replica is killed."""

import re

import pytest
from playwright.sync_api import expect

from tests.pages.kit.test_restart_browser import ERRORS, press
from tests.pages.own.test_browser import upload
from tests.rooms.test_browser import opened, opened_here
from tests.support.visits import at_step, idle, load, until, url


@pytest.fixture
def visitor(browser):
    """A browser without a cookie."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def home(page):
    """The replica that the visitor's cookie names."""
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "dtlearn_replica")


def test_a_room_is_opened_voted_in_and_followed(visitor, phone, stack):
    code = opened(visitor, stack)
    phone.goto(f"{stack.url}/r/{code}")
    room = visitor.get_by_role("region", name="Room")
    room.get_by_role("button", name="Ask about this step").click()
    phone.get_by_role("button", name="Wind").click()
    expect(phone.get_by_role("status")).to_contain_text("Your vote is counted.")
    expect(room).to_contain_text("1 of 1 phone has voted")
    room.get_by_text("More").click()
    room.get_by_role("button", name="Phones follow this step").click()
    phone.get_by_role("button", name="Follow the lecturer's steps here").click()
    expect(phone.frame_locator("iframe").get_by_text(re.compile("^Step [0-9] of 8$"))).to_be_visible()


def test_by_https_pages_rooms_and_streams_share_one_connection(browser, stack):
    context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{stack.secure}/grow?v=1")
    idle(page)
    opened_here(page)
    expect(page.get_by_role("region", name="Room")).to_contain_text("0 phones")
    spoken = page.evaluate("performance.getEntries().map(entry => entry.nextHopProtocol).filter(Boolean)")
    assert {*spoken} == {"h2"}
    context.close()


def test_a_page_outlives_its_replica_and_stays_with_the_other_one(visitor, stack):
    load(visitor, stack, "regions")
    press(visitor, "Next")
    url(visitor, "#step=1")  # the address is written a moment later
    place, first = visitor.url, home(visitor)
    visitor.ended = 0
    stack.replicas[first].kill()
    until(visitor, lambda: visitor.ended)
    idle(visitor)
    expect(visitor.locator(ERRORS)).to_have_count(0)
    expect(visitor).to_have_url(place)
    press(visitor, "First")
    second = home(visitor)
    assert second != first
    stack.replicas[first].start()
    load(visitor, stack, "own?v=1&entry=file")
    upload(
        visitor, "swim.csv", b"water,fish\nwarm,yes\ncold,no\n"
    )  # goes by a request of its own to where the session is
    expect(visitor.get_by_text(re.compile("^2 rows, 1 feature, 2 classes"))).to_be_visible()
    assert home(visitor) == second
    load(visitor, stack, "grow?v=1&step=3")
    at_step(visitor, 3)
