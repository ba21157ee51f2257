"""Present mode, help, the copied link and the browser's Back on pages without the step player, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import PROJECTOR
from tests.support.visits import bottom, box_of, idle, linked, load, menu, open_at, still, url

SPLIT = "criteria?v=1&tab=split"


def open_ready(page, server, path):
    """Open a page and wait for the components that own its keys."""
    open_at(page, server, path)
    expect(page.get_by_role("button", name="Share: links")).to_be_visible()
    if path.startswith("thresholds"):
        expect(page.locator(".sweep .counter")).not_to_be_empty()


def frame(page):
    return page.locator("[data-testid=stHeader]")


def test_present_help_and_the_black_screen_by_keys_that_are_text_in_a_field(page, server):
    open_ready(page, server, SPLIT)
    page.keyboard.press("p")
    expect(frame(page)).to_be_hidden()
    url(page, "present=1")
    page.keyboard.press("b")
    expect(page.locator(".blank")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".blank")).to_be_hidden()
    expect(frame(page)).to_be_hidden()
    page.keyboard.press("Escape")
    expect(frame(page)).to_be_visible()
    idle(page)
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Words and keys")
    expect(help_).to_contain_text("present mode, in and out")
    expect(help_.get_by_role("link", name="entropy")).to_have_attribute("target", "_blank")  # this page stays as it is
    page.keyboard.press("p")  # not while the help is open
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    expect(frame(page)).to_be_visible()
    page.get_by_role("spinbutton").first.focus()
    page.keyboard.press("p")
    page.evaluate("document.activeElement.blur()")  # now a letter is a key, and what came before it has been dealt with
    page.keyboard.press("b")
    expect(page.locator(".blank")).to_be_visible()
    idle(page)
    expect(frame(page)).to_be_visible()
    page.keyboard.press("b")


def test_space_plays_after_present_was_clicked_and_the_copied_link_is_said(page, server, clipboard):
    open_ready(page, server, "thresholds?v=1&data=threshold_scan")
    page.get_by_role("button", name="Present").click()
    expect(frame(page)).to_be_hidden()
    idle(page)
    page.keyboard.press("Space")
    expect(page.locator(".sweep .counter")).to_have_text("Past all 3 thresholds")
    expect(frame(page)).to_be_hidden()
    page.keyboard.press("l")
    said = page.get_by_role("status").filter(has_text="Link copied")
    expect(said).to_be_visible()
    assert "present=1" in page.evaluate("navigator.clipboard.readText()")
    expect(said).to_have_count(0)


def test_while_it_plays_the_copied_link_is_that_of_the_present_threshold_and_nothing_is_said(page, server, clipboard):
    open_ready(page, server, "thresholds?v=1&data=golf_numeric&at=2")
    linked(page)
    page.keyboard.press("h")  # makes the list of what can be shared
    page.keyboard.press("h")
    idle(page)  # else the button that is clicked below may be put anew
    said = page.locator(".sweep .spoken")
    before = said.text_content()
    # Clicks while it passes threshold 4, however quick or slow the machine is.
    page.locator(".sweep").evaluate(
        """(sweep, copy) => {
        const counter = sweep.querySelector(".counter"), said = sweep.querySelector(".spoken");
        window.said = [];  // at each threshold that is passed
        new MutationObserver((_, observer) => {
            window.said.push(said.textContent);
            if (!counter.textContent.startsWith("Threshold 4 ")) return;
            observer.disconnect();
            window.address = location.href;
            copy.click();
        }).observe(counter, {childList: true, characterData: true, subtree: true});
    }""",
        page.locator("button[aria-label^='Copy the link']").element_handle(),
    )
    page.keyboard.press("Space")
    page.wait_for_function(
        "() => window.address && navigator.clipboard.readText().then(text => text.includes('/thresholds?'))"
    )
    copied, address = page.evaluate("navigator.clipboard.readText()"), page.evaluate("window.address")
    assert "at=2&" in address
    assert copied == address.replace("at=2&", "at=4&")
    assert set(page.evaluate("window.said")) == {before}
    page.keyboard.press("ArrowLeft")  # stops it
    expect(page).not_to_have_url(re.compile("at=2&"))
    expect(said).to_have_text(re.compile("Information gain 0"))
    expect(said).not_to_have_text(before)
    idle(page)
    page.keyboard.press("l")
    page.wait_for_function("() => navigator.clipboard.readText().then(text => text === location.href)")


@pytest.mark.parametrize(
    ("path", "name", "place"),
    [
        ("thresholds?v=1&at=3", "Feature", "at=3"),
        ("limits?v=1&data=cloud-rings&limit=depth&step=3", "Data set", "#step=3"),
    ],
)
def test_one_press_of_back_undoes_a_choice_in_a_menu(page, server, path, name, place):
    open_at(page, server, path)
    expect(page).to_have_url(re.compile(place))  # which is written last
    before = linked(page)
    box = menu(page, name)
    shown = box.input_value()
    page.get_by_role("option").last.click()
    expect(page).not_to_have_url(before)
    idle(page)
    page.go_back()
    expect(page).to_have_url(before)
    expect(box).to_have_value(shown)
    still(page)
    assert page.url == before


def test_one_press_of_back_leaves_a_page_that_the_menu_opened(fresh, server):
    load(fresh, server, "numbers")
    before = fresh.url
    fresh.get_by_text("Size", exact=True).click()
    fresh.locator("a:visible", has_text="Generalisation bound").first.click()
    url(fresh, "data=")
    idle(fresh)
    fresh.go_back()
    expect(fresh).to_have_url(before)
    expect(fresh.get_by_role("heading", level=1)).to_contain_text("numbers")


def test_one_press_of_back_undoes_a_choice_inside_the_fragment(page, server):
    open_at(page, server, SPLIT)
    before = linked(page)
    page.get_by_role("radio", name="Gain ratio").click()
    url(page, "tab=ratio")
    idle(page)
    page.go_back()
    expect(page).to_have_url(before)
    expect(page.locator(".result").first).to_have_text("0.152")


@pytest.mark.parametrize(("where", "trees"), [("hard", 2), ("pruning?v=1&step=2", 1)], ids=["alone", "staged"])
def test_graphviz_draws_every_tree_within_its_box_until_the_interactive_one_is_back(page, server, where, trees):
    open_at(page, server, where)
    expect(page.get_by_role("tree")).to_have_count(trees)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Draw trees with Graphviz").click()
    url(page, "view=graphviz")
    graphs = page.locator("[data-testid=stGraphVizChart] svg")
    expect(graphs).to_have_count(trees)
    for graph in graphs.all():
        expect(graph.locator("g.node.leaf").first).to_be_visible()
        assert bottom(graph) <= bottom(graph.locator("xpath=ancestor::*[contains(@class, 'st-key-dt-graph')][1]"))
    idle(page)
    page.get_by_role("button", name="Interactive").last.click()
    expect(page.get_by_role("tree")).to_have_count(trees)
    url(page, "view=interactive")
    expect(graphs).to_have_count(0)
    idle(page)
    page.go_back()
    expect(graphs).to_have_count(trees)


@pytest.mark.parametrize("name", ["regions", "limits", "overfitting", "forest", "boosting", "thresholds"])
def test_presented_the_question_stands_beside_the_title_and_takes_no_height(page, server, name):
    open_at(page, server, f"{name}?v=1&present=1")
    title, line, asked = page.locator(".dt-title"), page.locator(".dt-asking > div"), page.locator(".dt-asking p")
    expect(asked).to_contain_text("?")
    corner = page.locator(".st-key-dt-predict label, .st-key-dt-tools-present button:visible")
    for size in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        still(page)
        words, room, beside = box_of(asked), box_of(line), box_of(title)
        assert words["y"] < room["y"] + room["height"] / 2  # not wrapped below what is seen
        assert beside["x"] + beside["width"] <= room["x"] <= words["x"] + 1
        assert words["x"] + words["width"] <= min([size[0], *(box_of(one)["x"] for one in corner.all())])
        assert box_of(page.locator(".dt-asking"))["height"] <= beside["height"] + 0.5
    page.set_viewport_size({"width": 390, "height": 844})
    expect(asked).to_be_hidden()
    page.set_viewport_size(PROJECTOR)
