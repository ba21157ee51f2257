"""Practice in a real browser: typing, Enter, where the focus goes, what fits on a screen."""

import re
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from pages.ui.practice import scene
from pages.ui.practice.lesson import LESSON
from tests.support.visits import idle, load, open_at, unfold, url


def test_a_set_is_worked_through_with_the_keyboard_alone(page, server):
    open_at(page, server, "practice?v=1&kinds=entropy.split&count=2")
    blank = page.get_by_role("textbox", name="Entropy")
    blank.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Fill in the blank first.")).to_be_visible()
    page.keyboard.type("p?")  # no shortcut of the page while typing
    page.keyboard.press("Enter")
    expect(page.get_by_text("Write a number like 0.247")).to_be_visible()
    blank.fill("0,611")
    page.keyboard.press("Enter")
    expect(page.get_by_text("you take the natural logarithm")).to_be_visible()
    expect(page.get_by_text("The formula.")).to_be_visible()
    expect(blank).to_be_focused()  # there is another try
    idle(page)
    page.keyboard.press("Control+A")
    page.keyboard.type("0,5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next exercise")).to_be_focused()
    page.keyboard.press("Enter")
    url(page, "exercise=1")
    features = page.get_by_role("radiogroup", name="Feature to split on").get_by_role("radio")
    expect(features.first).to_be_focused()
    idle(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    cells = page.get_by_role("table", name="Examples by branch and class").get_by_role("textbox")
    expect(cells.first).to_be_focused()
    for _ in range(cells.count()):
        page.keyboard.type("77")
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Check again")).to_be_visible()
    idle(page)
    cells.last.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next exercise")).to_be_focused()
    expect(page.get_by_text("of 2 right: the set is done.")).to_be_visible()


def test_cells_of_the_worked_example_are_graded_one_by_one(page, server):
    open_at(page, server, "practice?v=1&mode=faded&stage=2")
    cells = page.get_by_role("table", name="Gain of Humidity").get_by_role("textbox")
    cells.first.fill("0.94")
    cells.last.fill("0.105")
    page.get_by_role("button", name="Check").click()
    expect(cells.first).to_be_disabled()
    expect(cells.last).to_be_focused()
    cells.last.fill("0,152")
    for text in ("0.985", "0.592", "0.788"):
        page.keyboard.press("Enter")
        page.keyboard.type(text)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next: more blanks")).to_be_focused()
    page.keyboard.press("Enter")
    url(page, "stage=3")


def test_what_is_typed_and_not_checked_is_still_there(page, server):
    open_at(page, server, "practice?v=1")
    blank = page.get_by_role("textbox", name="Entropy")
    blank.fill("0,5")
    page.get_by_role("radio", name="3", exact=True).click()
    expect(page.get_by_role("radiogroup", name="Largest information gain")).to_be_visible()
    idle(page)
    page.reload()
    idle(page)
    page.get_by_role("radio", name="1", exact=True).click()
    expect(blank).to_have_value("0,5")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("not 0,5")).to_be_visible()


def test_an_answer_that_is_none_takes_the_verdict_on_the_last_one_away(page, server):
    open_at(page, server, "practice?v=1")
    blank, unread = page.get_by_role("textbox", name="Entropy"), page.get_by_text("Write a number like")
    blank.fill("0,5")
    blank.press("Enter")
    expect(page.get_by_text("too low for 3 No and 7 Yes")).to_be_visible()
    idle(page)
    blank.fill("abc")
    blank.press("Enter")
    expect(unread).to_be_visible()
    expect(page.get_by_text("not 0,5")).to_have_count(0)
    page.get_by_role("button", name="Hint: the numbers put in").click()
    expect(page.get_by_text("The numbers put in.")).to_be_visible()
    expect(unread).to_be_visible()  # as long as it stands there
    blank.fill("0,8")
    expect(unread).to_have_count(0)


def test_the_next_exercise_begins_at_its_question(phone, server):
    open_at(phone, server, "practice?v=1&kinds=winner&answers=0~!")
    button = phone.get_by_role("button", name="Now you: next exercise")
    button.scroll_into_view_if_needed()
    button.click()
    url(phone, "exercise=1")
    idle(phone)
    expect(phone.locator(".st-key-ex-question")).to_be_in_viewport()


def test_the_skills_have_no_sidebar_after_an_example_that_has_one(fresh, server):
    load(fresh, server, "practice?v=1&mode=faded")
    beside, unfolds = fresh.get_by_test_id("stSidebar"), fresh.get_by_role("button", name="Expand sidebar")
    if unfolds.is_visible():
        unfolds.click()
    expect(beside).to_be_visible()
    fresh.get_by_role("radio", name="Skills").click()
    expect(fresh.get_by_role("button", name="Find the region")).to_be_visible()
    expect(beside).to_be_hidden()


def test_the_link_of_the_set_is_copied_without_the_answers(page, server, clipboard):
    load(page, server, "practice?seed=20261121&kinds=gain&answers=0~value:0.5")
    expect(page.get_by_text("it has no version")).to_be_visible()
    unfold(page, "More settings")
    page.get_by_role("button", name="Copy its link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{server.url}/practice?")
    assert "seed=20261121" in copied
    assert "answers" not in copied
    page.get_by_role("button", name="Show the answer").or_(page.get_by_role("button", name="Again")).click()
    expect(page.get_by_text("it has no version")).to_have_count(0)


def test_a_worked_example_has_no_blank_to_fill_in(page, server):
    load(page, server, "practice?v=1&kinds=gain&answers=0~!")
    expect(page.get_by_text("Worked out for you.")).to_be_visible()
    blanks = page.locator("form").filter(has_text="Information gain of")
    expect(blanks.locator("small")).to_have_text(re.compile(r"^= \d\.\d{3}$"))
    expect(blanks.get_by_role("textbox")).to_have_count(0)
    expect(page.get_by_role("radio", name="1 read")).to_be_checked()
    page.get_by_role("button", name="Now you: next exercise").click()
    expect(blanks.get_by_role("textbox")).to_have_count(1)


def right_ones(page, n):
    """n exercises about regions are answered on the plane, by keyboard, and rightly; the seed is the page's."""
    S = LESSON.scene()
    for k in range(n):
        query = dict(parse_qsl(urlsplit(page.url).query))
        here = S | {"kinds": ("region",), "seed": int(query["seed"]), "exercise": k + 1}
        letter = scene.asked(here).exercise.blanks[0].right
        page.get_by_role("button", name=f"Region {letter}").focus()
        page.keyboard.press("Enter")
        idle(page)
        page.get_by_role("button", name="Check").press("Enter")
        expect(page.get_by_text(f"Find the region: {'●' * (k + 1)}")).to_be_visible()
        page.get_by_role("button", name="Next exercise").press("Enter")
        url(page, f"exercise={k + 2}")


def test_a_skill_is_practised_from_nothing_by_keyboard_and_the_browser_keeps_it(page, server):
    load(page, server, "practice")
    card = page.get_by_role("button", name="Find the region")
    expect(card).to_contain_text("Which box does the point fall into?")
    expect(page.locator(".card.here")).to_contain_text("Begin hereEntropy")
    card.press("Enter")
    expect(page.get_by_text("Worked out for you.")).to_be_visible()  # a worked example first
    page.get_by_role("button", name="Next exercise").press("Enter")
    url(page, "exercise=1")
    right_ones(page, 3)
    expect(page.get_by_text("Skill mastered! Find the region: ●●● ✓ Mastered")).to_be_visible()
    page.reload()
    page.get_by_role("radio", name="Skills").click()
    expect(card).to_contain_text("Mastered")


@pytest.mark.parametrize(
    ("query", "picks", "blank"),
    [
        ("kinds=winner", ".look th .pick", "Largest information gain"),
        ("kinds=prune", ".look .node.split", "It removes the subtree of"),
        ("kinds=region", ".look .region", "It falls into region"),
    ],
)
def test_a_click_on_the_picture_fills_in_the_answer(page, server, query, picks, blank):
    open_at(page, server, f"practice?v=1&{query}")
    options = page.get_by_role("radiogroup", name=blank).get_by_role("radio")
    for k in (1, 0):
        page.locator(picks).nth(k).click()
        expect(page.get_by_role("radiogroup", name=blank).locator("input:checked")).to_have_count(1)
    expect(options.first).to_be_checked()


def test_rows_go_into_branches_and_are_counted(page, server):
    S = LESSON.scene(kinds=("split",))
    exercise = scene.asked(S).exercise
    feature, column = exercise.blank("feature"), exercise.trace.candidates[0].feature[exercise.c]
    open_at(page, server, f"practice?v=1&kinds=split&answers=0~feature:{feature.answer}")
    rows = page.locator(".look tbody .pick")
    expect(rows).to_have_count(len(exercise.trace.data))
    first = page.get_by_role("table", name="Examples by branch and class").get_by_role("textbox").first
    first.fill("7")
    rows.first.press("Enter")
    expect(first).to_have_value("7")  # what was typed stands
    first.fill("")
    for _ in range(int(max(exercise.trace.data.X[:, column])) + 1):  # back to no branch
        rows.first.press("Enter")
    for i, branch in enumerate(exercise.trace.data.X[:, column]):
        for _ in range(int(branch) + 1):
            rows.nth(i).press("Enter")
    expect(page.locator(".place .picture .dot").first).to_have_attribute(
        "d", re.compile("^M")
    )  # they lie in the drawing
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("All correct.")).to_be_in_viewport()


def test_a_formula_is_typed_and_what_it_is_worth_stands_below_check(page, server):
    page.set_viewport_size({"width": 1280, "height": 800})
    open_at(page, server, "practice?v=1&kinds=entropy")
    box = page.get_by_role("textbox", name="Entropy")
    box.fill("-3/10 log2(3/10) - 7/10 log2(7/10)")  # in the place of what the test before has typed
    box.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Right: 0.881.")).to_be_in_viewport()
