"""The stage on Grow, in a real browser: the server hears nothing while one steps; the address, Back, a reload and a new
server land on the same step; all of it stands on one screen."""

import re

import pytest
from playwright.sync_api import expect

from dtlearn import from_arrays
from dtlearn.data.packing import pack
from tests.conftest import PROJECTOR
from tests.support.server import Server
from tests.support.visits import (
    at_step,
    bottom,
    box_of,
    button,
    count_runs,
    idle,
    letters,
    listening,
    load,
    open_at,
    still,
    texts,
    unfold,
    until,
    url,
)

SCREENS = [
    ({"width": 1280, "height": 800}, ""),
    ({"width": 1920, "height": 1080}, "&present=1"),
    ({"width": 1024, "height": 768}, "&present=1"),
]


@pytest.fixture
def page(fresh):
    """A tab of its own: these tests listen to it, and walk in its history."""
    fresh.set_viewport_size(PROJECTOR)
    return fresh


def test_stepping_tells_the_server_nothing_until_something_else_is_touched(page, server):
    sent = listening(page)
    load(page, server, "grow?v=1&step=1")
    at_step(page, 1)
    before, runs = len(sent), page.ended
    for key in ("ArrowRight", "End", "ArrowLeft", "PageUp", "Home", "ArrowRight"):
        page.keyboard.press(key)
    for name in ("Next", "Next", "Back"):
        button(page, name).click()
    page.get_by_role("treeitem").first.click()
    page.get_by_role("tab", name="Rules so far").click()
    page.get_by_role("button", name="Temperature").click()
    page.get_by_role("tab", name="Examples").click()
    page.get_by_role("button", name="5", exact=True).click()
    at_step(page, 2)
    url(page, "#step=2&.*row=4(&|$)")
    assert len(sent) == before
    page.get_by_text("Take away", exact=True).click()  # told of from now on: what is below knows the step
    until(page, lambda: page.ended > runs)
    idle(page)
    url(page, "below=export.*#step=2")
    for k in (2, 3):
        at_step(page, k)
        assert saved(page, "Text") == f"play_tennis-step-{k}.txt"
        runs = page.ended
        page.keyboard.press("ArrowRight")
        until(page, lambda runs=runs: page.ended > runs)  # a file that is pressed while its run comes is lost
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    expect(page.locator(".node.lit")).not_to_have_count(0)


def test_a_change_of_settings_keeps_the_node_and_back_undoes_it_and_no_step(page, server):
    load(page, server, "grow?v=1&step=0")
    at_step(page, 0)
    for k in (1, 2):
        page.keyboard.press("ArrowRight")
        at_step(page, k)
    url(page, "#step=2(&|$)")
    unfold(page, "More settings")
    page.get_by_text("in detail", exact=True).click()
    url(page, "detail=detail&")
    idle(page)
    expect(page.locator(".caption")).to_contain_text("Outlook = Sunny")
    for key, name in (("?", "Words and keys"), ("s", "Save")):  # they go on with another lesson
        page.keyboard.press(key)
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        page.keyboard.press("Escape")
    page.get_by_role("treeitem").first.press("Enter")
    expect(page.locator(".looked")).to_be_visible()
    page.evaluate("() => document.activeElement.blur()")  # as a lesson does that comes
    page.keyboard.press("Escape")
    expect(page.locator(".looked")).to_be_hidden()
    url(page, "^((?![#&]node=r).)*$")
    before = page.url
    page.get_by_role("slider").press("ArrowRight")
    expect(page).not_to_have_url(before)  # the address is written a moment later
    page.go_back()
    url(page, "detail=node&")
    at_step(page, 2)
    page.go_forward()
    url(page, "detail=detail&")
    expect(page.locator(".caption")).to_contain_text("Outlook = Sunny")


def test_a_reload_and_a_cold_link_land_on_the_same_place(page, server):
    load(page, server, "grow?v=1&data=iris&algorithm=cart&criterion=gini_gain")
    at_step(page, 0, 17)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.get_by_role("tab", name="Pseudocode").click()
    page.get_by_role("treeitem").first.press("Enter")
    url(page, "#step=4&.*panel=pseudocode.*node=r(&|$)")
    at = page.url
    for visit in (page.reload, lambda: (page.goto("about:blank"), page.goto(at))):
        visit()
        at_step(page, 4, 17)
        expect(page.locator(".looked")).to_contain_text("All 150 examples: split on petal_length < 2.45")
        expect(page.get_by_role("tab", name="Pseudocode")).to_have_attribute("aria-selected", "true")


def test_an_open_page_stays_where_it_is_when_its_server_starts_anew(context):
    page = context.new_page()
    with Server() as server:
        load(page, server, "grow?v=1&step=1")
        at_step(page, 1)
        for k in (2, 3, 4):
            page.keyboard.press("ArrowRight")
            at_step(page, k)
        count_runs(page)
        server.restart()
        until(page, lambda: page.ended)
        idle(page)
        at_step(page, 4)
        page.keyboard.press("ArrowRight")
        at_step(page, 5)
        page.get_by_text("Glossary of the lecture notes", exact=True).click()
        url(page, "below=words")
        at_step(page, 5)
        page.get_by_role("combobox", name="Criterion").click()
        page.get_by_role("option", name="Gini gain").click()
        url(page, "criterion=gini_gain&")
        at_step(page, 5)


def saved(page, name):
    """The name of a file that is downloaded, once the page is at rest."""
    still(page)
    with page.expect_download() as download:
        page.get_by_role("button", name=name, exact=True).click()
    return download.value.suggested_filename


@pytest.mark.parametrize(("size", "more"), SCREENS, ids=lambda value: str(value))
def test_everything_stands_on_one_screen(page, server, size, more):
    page.set_viewport_size(size | {"height": size["height"] + 200})
    load(page, server, f"grow?v=1&data=titanic&algorithm=id3-uml&criterion=info_gain&step=1{more}")
    at_step(page, 1, 65)
    page.set_viewport_size(size)  # what a window loses while one looks the stage loses too
    still(page)
    for _ in texts(page):
        assert page.locator(".player").bounding_box()["height"] <= 56
        for part in (".player", ".caption", ".trees", ".legend", ".panels", ".tables", ".sums"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0, part
            assert box["y"] + box["height"] <= size["height"], part
            assert box["x"] + box["width"] <= size["width"], part
        rows = page.locator(".tables tbody tr")
        assert rows.last.bounding_box()["y"] < size["height"]
        assert letters(page) >= 11.99


def test_a_large_tree_pans_to_what_matters_and_a_map_shows_where_one_is(page, server):
    load(page, server, "grow?v=1&data=titanic&algorithm=id3-uml&criterion=info_gain&step=30")
    at_step(page, 30, 65)
    still(page)
    view, seen = page.locator(".map-view"), []
    for key, step in (("Home", 0), ("End", 65), ("PageUp", 64)):
        page.keyboard.press(key)
        at_step(page, step, 65)
        still(page)
        seen.append(view.get_attribute("x") if page.locator(".map").is_visible() else None)
    assert seen[0] is None  # the root alone is in view
    assert seen[2] is not None
    page.locator(".map").click(position={"x": 3, "y": 3})
    expect(view).not_to_have_attribute("x", seen[2])


def test_a_finished_tree_names_the_branches_that_have_room_for_it(page, server):
    open_at(page, server, "grow?v=1&data=contact_lenses&step=15")
    still(page)
    names = page.locator(".branch").filter(visible=True).all_text_contents()
    assert len(names) > 9
    assert {"reduced", "normal", "no", "yes", "young", "myope"} <= {*names}


def test_a_lesson_of_very_many_steps_comes_in_parts(page, server):
    data = pack(from_arrays([[k] for k in range(300)], ["ab"[k % 2] for k in range(300)]))
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/walkthrough/" in request.url else None)
    load(page, server, f"grow?v=1&data={data}&algorithm=cart&criterion=gini_gain&step=49")
    at_step(page, 49, 599)
    until(page, lambda: len(asked) == 2)  # the next part comes while one reads
    page.keyboard.press("ArrowRight")
    at_step(page, 50, 599)
    expect(page.locator(".caption")).not_to_be_empty()
    page.keyboard.press("End")
    expect(page.locator(".caption")).to_contain_text("The tree is finished")
    parts = [re.search(r"part=(\d+)", one)[1] for one in asked]
    assert {"0", "1", "11"} <= {*parts} <= {"0", "1", "2", "10", "11"}


def test_who_plays_a_long_lesson_goes_on_from_part_to_part(page, server):
    data = pack(from_arrays([[k] for k in range(300)], ["ab"[k % 2] for k in range(300)]))
    load(page, server, f"grow?v=1&data={data}&algorithm=cart&criterion=gini_gain&step=48&speed=4")
    at_step(page, 48, 599)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text(re.compile(r"Step (10[2-9]|[1-9][1-9]\d) of 599"))).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_what_the_server_lacks_is_fetched_once_the_page_has_seen_to_it(page, server):
    missing = []

    def lacks(route):
        missing.append(route.request.url)
        route.fulfill(status=404, body="The table is not here.")

    page.route("**/walkthrough/**", lacks, times=1)
    count_runs(page)
    load(page, server, "grow?v=1&data=or&order=best_first")
    at_step(page, 0, 5)
    expect(page.get_by_text("could not be fetched")).to_have_count(0)
    assert len(missing) == 1
    page.unroute_all()
    page.route("**/walkthrough/**", lacks)
    load(page, server, "grow?v=1&data=xor&order=best_first")
    expect(page.get_by_text("could not be fetched. The table is not here.")).to_be_visible()
    idle(page)
    page.wait_for_timeout(500)
    assert len(missing) == 3  # once more after the run, and no further
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    at_step(page, 0, 1)


def test_who_predicts_goes_on_without_an_answer_only_when_asked_twice_and_sees_the_question_on_a_phone(page, server):
    page.set_viewport_size({"width": 390, "height": 844})
    open_at(page, server, "grow?v=1&predict=1")
    quiz = page.locator(".quiz")
    assert bottom(quiz) <= 844
    page.keyboard.press("ArrowRight")
    expect(quiz).to_contain_text("Say it first, or press Next once more")
    at_step(page, 0, 15)
    expect(page.locator(".tables > .choices")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    at_step(page, 1, 15)
    page.keyboard.press("ArrowLeft")
    button(page, "Next").click()
    expect(quiz).to_contain_text("Say it first")  # again
    quiz.get_by_role("button", name="Outlook").click()
    at_step(page, 1, 15)


def test_an_answer_of_who_predicts_is_in_the_link_and_start_over_forgets_it(page, server):
    open_at(page, server, "grow?v=1&predict=1")
    page.locator(".quiz").get_by_role("button", name="Humidity").click()
    at_step(page, 1, 15)
    url(page, "said=0%3Af2")
    page.reload()
    at_step(page, 1, 15)
    expect(page.locator(".quiz")).to_contain_text("0 of 1 right")
    page.get_by_role("button", name="Start over").click()
    at_step(page, 0, 15)
    url(page, "^((?!said=).)*$")


@pytest.mark.parametrize("screen", [PROJECTOR, {"width": 1024, "height": 768}], ids=["1280", "1024"])
def test_presented_the_frame_round_the_root_is_whole_and_no_line_of_arithmetic_is_cut(page, server, screen):
    page.set_viewport_size(screen)
    open_at(page, server, "grow?v=1&present=1&step=0")
    ring, box = page.locator(".node.next .ring").bounding_box(), page.locator(".trees .box").bounding_box()
    assert ring["y"] > box["y"]
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".sums .sum")).to_be_visible()
    for _ in texts(page):
        assert page.locator(".sums").evaluate("(sums) => sums.scrollWidth <= sums.clientWidth")
    page.set_viewport_size(PROJECTOR)


def test_presented_a_finished_tree_has_the_room_of_what_is_not_weighed_and_each_part_can_stand_alone(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    load(page, server, "grow?v=1&data=contact_lenses&algorithm=id3-cs181&step=15&present=1")
    at_step(page, 15, 15)
    tree, sums = page.locator(".trees"), page.locator(".sums")
    expect(page.get_by_role("tabpanel")).to_be_hidden()
    assert box_of(tree)["width"] > 900
    assert box_of(tree)["y"] + box_of(tree)["height"] <= box_of(sums)["y"]
    expect(page.locator(".node.leaf .title").first).to_be_visible()  # words, not dots
    shares = []
    for part in ("tree", "sums", ""):
        page.keyboard.press("t")
        expect(page.get_by_role("combobox", name="What to enlarge")).to_have_value(part)
        shares.append([one.is_visible() for one in (tree, sums)])
    assert shares == [[True, False], [False, True], [True, True]]


def test_on_a_phone_the_chosen_tab_is_in_view(phone, server):
    open_at(phone, server, "grow?v=1&panel=fresh&step=8")
    tab, row = phone.get_by_role("tab", name="A new example"), phone.get_by_role("tablist")
    expect(tab).to_have_attribute("aria-selected", "true")
    right = row.bounding_box()["x"] + row.bounding_box()["width"]
    until(phone, lambda: tab.bounding_box()["x"] + tab.bounding_box()["width"] <= right + 1)
