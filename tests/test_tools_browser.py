"""Present mode, help, the copied link and the browser's Back on pages without the step player, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests import test_browser as shared
from tests.test_browser import idle, menu, open_at

browser, server, page = shared.browser, shared.server, shared.page
PAGES = {"thresholds": "thresholds?v=1&th_at=3", "criteria": "criteria?v=1&c_tab=split"}


def open_ready(page, server, path):
    """Open a page and wait for the components that own its keys."""
    open_at(page, server, path)
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    if path.startswith("thresholds"):
        expect(page.locator(".sweep .counter")).not_to_be_empty()


def frame(page):
    return page.locator("[data-testid=stHeader]")


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_present_help_and_the_black_screen_by_keys(page, server, path):
    open_ready(page, server, path)
    page.keyboard.press("p")
    expect(frame(page)).to_be_hidden()
    expect(page).to_have_url(re.compile("present=1"))
    page.keyboard.press("b")
    expect(page.locator(".blank")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".blank")).to_be_hidden()
    expect(frame(page)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(frame(page)).to_be_visible()
    idle(page)
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keys")
    expect(help_).to_contain_text("present mode, in and out")
    page.keyboard.press("p")  # not while the help is open
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    expect(frame(page)).to_be_visible()


def test_keys_typed_into_a_field_are_text(page, server):
    open_ready(page, server, PAGES["criteria"])
    page.get_by_role("spinbutton").first.focus()
    page.keyboard.press("p")
    page.wait_for_timeout(500)
    expect(frame(page)).to_be_visible()


def test_space_plays_after_present_was_clicked(page, server):
    open_ready(page, server, "thresholds?v=1&th_data=threshold_scan")
    page.get_by_role("button", name="Present").click()
    expect(frame(page)).to_be_hidden()
    idle(page)
    page.keyboard.press("Space")
    expect(page.locator(".sweep .counter")).to_have_text("Past all 3 thresholds")
    expect(frame(page)).to_be_hidden()


def test_the_copied_link_is_that_of_the_present_threshold_even_while_it_plays(browser, server):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    open_ready(page, server, "thresholds?v=1&th_data=golf_numeric&th_at=2")
    page.keyboard.press("Space")
    expect(page.locator(".sweep .counter")).to_have_text(re.compile("Threshold [4-9] of 11"))
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "th_at=2&" in page.url
    assert 4 <= int(re.search(r"th_at=(\d+)&", copied)[1]) <= 11
    assert re.sub(r"th_at=\d+", "", copied) == re.sub(r"th_at=\d+", "", page.url)
    page.keyboard.press("Space")
    expect(page).not_to_have_url(re.compile("th_at=2&"))
    idle(page)
    page.keyboard.press("l")
    page.wait_for_function("() => navigator.clipboard.readText().then(text => text === location.href)")
    context.close()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("thresholds?v=1&th_at=3", "Data set"),
        ("thresholds?v=1&th_at=3", "Feature"),
        ("limits?v=1&sl_data=cloud-rings&sl_limit=depth&step=3", "Data set"),
        ("limits?v=1&sl_data=cloud-rings&sl_limit=depth&step=3", "Criterion"),
    ],
)
def test_one_press_of_back_undoes_a_choice_in_a_menu(page, server, path, name):
    open_at(page, server, path)
    expect(page).to_have_url(re.compile("present="))
    before = page.url
    box = menu(page, name)
    shown = box.input_value()
    page.get_by_role("option").last.click()
    expect(page).not_to_have_url(before)
    idle(page)
    page.go_back()
    expect(page).to_have_url(before)
    expect(box).to_have_value(shown)
    idle(page)
    page.wait_for_timeout(300)
    assert page.url == before


def test_one_press_of_back_undoes_a_choice_inside_the_fragment(page, server):
    open_at(page, server, PAGES["criteria"])
    expect(page).to_have_url(re.compile("present="))
    before = page.url
    page.get_by_role("radio", name="Gain ratio").click()
    expect(page).to_have_url(re.compile("c_tab=ratio"))
    idle(page)
    page.go_back()
    expect(page).to_have_url(before)
    expect(page.locator(".result").first).to_have_text("0.152")
