"""The place in a lesson is the browser's: behind # in the address, through reloads, Back, menus and other tabs."""

import re

import pytest
from playwright.sync_api import Page, expect

from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Deck, Slide, Task
from pages.ui.lessons import STAGED
from tests.support.visits import idle, listening, load, still, through_the_menu, url

EACH = pytest.mark.parametrize("name", STAGED)


def at(page: Page, k: int) -> None:
    expect(page.get_by_text(re.compile(rf"^Step {k} of \d+$"))).to_be_visible()
    url(page, f"#(.*&)?step={k}(&|$)")


@EACH
def test_a_link_lands_on_its_step_in_every_tab_and_after_a_reload(page, context, server, name):
    load(page, server, f"{name}?v=1#step=1")  # the server completes the query, which drops the place
    at(page, 1)
    page.reload()
    at(page, 1)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    other = context.new_page()
    other.goto(page.url)
    at(other, 0)
    other.close()


@EACH
def test_a_place_that_cannot_be_gets_one_sentence(page, server, name):
    load(page, server, f"{name}?v=1#step=99999")
    said = page.get_by_text("This link is not quite right: step=99999 is outside 0 to")
    expect(said).to_be_visible()
    idle(page)
    page.keyboard.press("Home")
    at(page, 0)


@pytest.mark.parametrize("name", [name for name, one in STAGED.items() if "fresh" in {f.name for f in one.place}])
def test_an_example_that_cannot_be_gets_one_sentence_and_the_lesson_plays(page, server, name):
    load(page, server, f"{name}?v=1#step=1&fresh=zzz&speed=abc")
    expect(page.get_by_text("fresh= holds an example that cannot be")).to_be_visible()
    at(page, 1)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    assert not {"fresh", "speed=abc"} & set(re.split("[#&=]", page.url))


@EACH
def test_stepping_sends_nothing_and_back_leads_to_settings_and_step(page, server, name):
    sent = listening(page)
    load(page, server, f"{name}?v=1#step=1")
    at(page, 1)
    still(page)
    before = len(sent)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    assert len(sent) == before
    page.keyboard.press("p")  # a choice that the query says
    url(page, "present=1")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.go_back()
    url(page, "present=0")
    at(page, 0)
    page.go_forward()
    url(page, "present=1")
    at(page, 1)


@EACH
def test_who_comes_back_by_the_menu_finds_the_place_again(page, server, name):
    load(page, server, f"{name}?v=1#step=1")
    at(page, 1)
    through_the_menu(page, "learn")
    through_the_menu(page, name)
    at(page, 1)


def test_a_link_that_names_a_fold_lands_on_it_and_the_link_follows_what_is_open(page, server):
    load(page, server, "learning?v=1&below=words")
    errors = page.get_by_text("Errors in the lecture notes")
    expect(page.get_by_text("the induction problem")).to_be_in_viewport()
    assert not errors.evaluate("e => e.getBoundingClientRect().top < innerHeight")
    errors.click()
    url(page, "below=errors")
    errors.click()
    expect(page).not_to_have_url(re.compile("below="))


def test_the_place_stands_again_when_the_query_is_written_late_after_back(page, server):
    load(page, server, "limits?v=1#step=3")
    at(page, 3)
    still(page)
    page.evaluate("history.replaceState({}, '', location.pathname + location.search)")  # as Streamlit does then
    at(page, 3)


HISTORY = """path => {
    history.pushState({}, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""


GO_ON = worked_examples.pack(Deck("A", slides=(Slide("grow", task=Task("Go on.", (("step", "2"),))),)))


@pytest.mark.parametrize("way", ["history", "menu"])
@pytest.mark.parametrize("path", [f"grow?v=1&deck={GO_ON}", "thresholds?v=1"])
def test_a_step_just_before_another_page_is_turned_to_leads_nobody_back(fresh, server, path, way):
    late = []  # what the server says while the browser does not hear it

    def held(socket):
        there = socket.connect_to_server()
        there.on_message(lambda said: late.append(said) if holds else socket.send(said))
        sockets.append(socket)

    holds, sockets = False, []
    fresh.route_web_socket("**/stream*", held)
    load(fresh, server, path)
    expect(fresh.get_by_role("button", name="Next", exact=True)).to_be_visible()
    still(fresh)
    fresh.keyboard.press("ArrowRight")
    holds = True
    if way == "menu":
        fresh.get_by_test_id("stTopNavSection").filter(has_text="Growing").click()
        fresh.get_by_test_id("stTopNavDropdownLink").get_by_text("Impurity measures", exact=True).click()
    else:
        fresh.evaluate(HISTORY, f"{server.base}/criteria?v=1&deck=")
    fresh.wait_for_timeout(1000)  # the step would have been told meanwhile
    holds = False
    for said in late:
        sockets[-1].send(said)
    url(fresh, "/criteria.*present=")
    expect(fresh.get_by_role("heading", level=1)).to_be_visible()
    idle(fresh)
    url(fresh, "/criteria")
