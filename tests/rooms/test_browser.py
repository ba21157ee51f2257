"""A room from the lecturer's page to a phone and back, in a real browser."""

import html
import re

import pytest
from playwright.sync_api import expect

from tests.support.owntables import WORDS
from tests.support.visits import at_step, bottom, box_of, load, until, url


@pytest.fixture
def phone(browser):
    """A phone's browser, which knows nothing of the lecturer's."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    yield page
    context.close()


def opened(page, server, path="grow?v=1"):
    """The code of a room opened on a page."""
    load(page, server, path)
    return opened_here(page)


def opened_here(page):
    page.get_by_role("button", name="Share: links").click()
    page.get_by_role("button", name="Open a room").click()
    head = page.get_by_role("region", name="Room").locator("header b")
    expect(head).to_have_text(re.compile("^Room [A-Z]{4}$"))
    show = page.get_by_role("region", name="Room").get_by_role("button", name="Show the room")
    show.click()
    expect(show).to_have_count(0)
    return head.inner_text()[-4:]


def test_phones_vote_on_the_question_of_the_step_discuss_and_see_why(fresh, phone, server):
    code = opened(fresh, server)
    room = fresh.get_by_role("region", name="Room")
    phone.goto(f"{server.url}/r")
    phone.get_by_role("textbox", name="Code").fill(code.lower())
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Wait for the first question.")).to_be_visible()
    expect(phone.get_by_role("link")).to_have_count(0)  # nothing to follow
    expect(room).to_contain_text("1 phone")
    fresh.keyboard.press("ArrowRight")
    at_step(fresh, 1)
    room.get_by_role("button", name="Ask about this step").click()
    expect(phone.get_by_role("heading", level=2)).to_have_text(
        "Outlook = Sunny, 3 No and 2 Yes: which question comes next, or do we stop here?"
    )
    expect(phone.get_by_role("button")).to_have_text(
        ["Outlook", "Temperature", "Humidity", "Wind", "It becomes a leaf: no split"]
    )
    close = room.get_by_role("button", name="Close the vote")
    close.focus()
    phone.get_by_role("button", name="Wind").click()
    expect(phone.get_by_role("status")).to_contain_text("Your vote is counted.")
    expect(room).to_contain_text("1 of 1 phone has voted")
    expect(close).to_be_focused()  # though a vote draws the room anew
    expect(room.locator(".tally")).to_have_count(0)  # the class sees no vote yet
    phone.reload()
    expect(phone.get_by_role("button", name="Wind")).to_have_attribute("aria-pressed", "true")
    close.click()
    expect(phone.get_by_role("status")).to_contain_text("The vote is closed.")
    room.get_by_role("button", name="Discuss, vote again").click()
    expect(phone.get_by_text("Discuss it with whoever sits beside you")).to_be_visible()
    phone.get_by_role("button", name="Temperature").click()
    expect(phone.get_by_role("status")).to_contain_text("Your vote is counted.")
    room.get_by_role("button", name="Close the vote").click()
    room.get_by_role("button", name="Reveal").click()
    expect(
        phone.get_by_text("Temperature leaves Mild mixed, but Humidity makes both groups pure (gain 0.571 against")
    ).to_be_visible()
    expect(phone.get_by_role("button", name="✓ Humidity")).to_be_visible()
    wind = phone.get_by_role("listitem").filter(has_text="Wind")
    expect(wind).to_contain_text("first vote1 of 1second vote0 of 1")
    right = room.get_by_role("listitem").filter(has_text="Humidity")
    expect(right).to_contain_text("Right: Humidity. Outlook = Sunny, 3 No and 2 Yes: split on Humidity.")
    room.get_by_text("More").click()
    expect(room.get_by_role("heading", name="Right answers")).to_be_visible()
    overall = room.get_by_role("listitem").filter(has_text="which question comes next")
    expect(overall).to_contain_text("first vote0 of 1second vote0 of 1")


def test_a_reload_and_another_page_keep_the_room_and_phones_can_follow(fresh, phone, server):
    code = opened(fresh, server, "criteria?v=1")  # a page without a lesson
    fresh.reload()
    room = fresh.get_by_role("region", name="Room")
    expect(room).to_contain_text(f"Room {code}")
    phone.goto(f"{server.url}/r/{code}")
    room.get_by_text("More").click()
    room.get_by_role("button", name="Phones follow this step").click()
    link = phone.get_by_role("link", name="Open the lecturer's step")
    expect(link).to_have_attribute("href", re.compile(r"^/criteria\?.*student=1"))
    load(fresh, server, "thresholds?v=1")  # they come along
    expect(link).to_have_attribute("href", re.compile(r"^/thresholds\?.*student=1"))
    room.get_by_text("More").click()
    room.get_by_role("button", name="Close the room").click()
    room.get_by_role("button", name="Sure? Close it").click()
    expect(phone.get_by_text("The room is closed.")).to_be_visible()
    fresh.get_by_role("button", name="Share: links").click()
    expect(fresh.get_by_role("button", name="Open a room")).to_be_visible()
    expect(fresh.get_by_role("button", name=f"Go on in room {code}")).to_have_count(0)
    fresh.keyboard.press("Escape")
    room.get_by_role("button", name="Leave").click()
    expect(room).to_be_hidden()


def test_a_phone_follows_on_its_own_page_looks_back_not_ahead_and_catches_up(fresh, phone, server):
    code = opened(fresh, server, "grow?v=1&step=3")
    room = fresh.get_by_role("region", name="Room")
    phone.goto(f"{server.url}/r/{code}")
    room.get_by_text("More").click()
    room.get_by_role("button", name="Phones follow this step").click()
    phone.get_by_role("button", name="Follow the lecturer's steps here").click()
    lesson = phone.frame_locator("iframe")
    expect(lesson.get_by_text("Step 3 of 8", exact=True)).to_be_visible()
    fresh.keyboard.press("ArrowRight")
    expect(lesson.get_by_text("Step 4 of 8", exact=True)).to_be_visible()
    ahead = lesson.get_by_role("button", name="Next")
    expect(ahead).to_be_disabled()
    lesson.get_by_role("button", name="Back", exact=True).click()
    expect(ahead).to_be_enabled()
    fresh.keyboard.press("ArrowRight")
    url(fresh, "step=5")
    to = lesson.get_by_role("button", name="To the lecturer's step")
    expect(lesson.get_by_text("Step 3 of 8", exact=True)).to_be_visible()
    to.click()
    expect(lesson.get_by_text("Step 5 of 8", exact=True)).to_be_visible()
    expect(to).to_be_hidden()
    room.get_by_role("button", name="Ask about this step").click()
    asked = phone.get_by_role("heading", level=2)
    expect(asked).not_to_be_empty()
    frame = phone.locator("iframe")
    until(phone, lambda: asked.bounding_box()["y"] < frame.bounding_box()["y"])  # what is voted on comes first
    room.get_by_role("button", name="Close the vote").click()
    expect(phone.get_by_text("The vote is closed.")).to_be_visible()
    until(phone, lambda: asked.bounding_box()["y"] > frame.bounding_box()["y"])
    load(fresh, server, "limits?v=1&step=2")  # another page's lesson
    expect(lesson.get_by_text(re.compile("^Step 2 of "))).to_be_visible()
    load(fresh, server, "grow?v=1&data=titanic&algorithm=id3-uml&detail=detail&step=40")  # a long one, in parts
    expect(lesson.get_by_text("Step 40 of 295", exact=True)).to_be_visible()
    fresh.keyboard.press("End")
    expect(lesson.get_by_text("Step 295 of 295", exact=True)).to_be_visible()
    expect(lesson.locator(".caption")).to_contain_text("The tree is finished")
    load(fresh, server, "criteria?v=1")  # no lesson to be followed
    expect(phone.locator("iframe")).to_have_count(0)
    expect(phone.get_by_role("link", name="Open the lecturer's step")).to_be_visible()


def test_a_qr_code_that_phones_cannot_open_says_so_and_a_long_link_has_none(fresh, server):
    load(fresh, server, "criteria?v=1")
    share = fresh.get_by_role("button", name="Share: links")
    share.click()
    fresh.get_by_role("button", name="Show the QR code").click()
    shown = fresh.get_by_role("dialog", name="QR code")
    expect(shown.get_by_role("alert")).to_contain_text("Phones cannot open")
    shown.get_by_role("button", name="Close").click()
    expect(shown).to_be_hidden()
    fresh.keyboard.press("Escape")
    load(fresh, server, f"grow?v=1&data={WORDS}")
    share.click()
    expect(fresh.get_by_role("dialog", name="Share")).to_contain_text("too long to be read from afar")
    expect(fresh.get_by_role("button", name="Show the QR code")).to_have_count(0)


def test_the_marks_of_the_steps_say_nothing_of_what_is_voted_on(fresh, server):
    opened(fresh, server, "grow?v=1&step=1")
    room, mark = fresh.get_by_role("region", name="Room"), fresh.locator(".ticks .mark").last
    expect(mark).to_be_visible()
    room.get_by_role("button", name="Ask about this step").click()
    expect(mark).to_be_hidden()
    fresh.keyboard.press("ArrowRight")
    expect(room.get_by_role("alert")).to_contain_text("the next step shows the answer")
    room.get_by_role("button", name="Close the vote").click()
    expect(room.get_by_role("button", name="Reveal")).to_be_visible()
    expect(room.get_by_role("alert")).to_be_empty()  # what was warned of is over
    expect(mark).to_be_hidden()
    room.get_by_role("button", name="Reveal").click()
    expect(mark).to_be_visible()


@pytest.mark.parametrize("step", ["key", "button"])
def test_who_steps_on_while_a_class_votes_is_asked_once(fresh, phone, server, step):
    code = opened(fresh, server, "grow?v=1&step=1")
    room = fresh.get_by_role("region", name="Room")

    def on():
        if step == "key":
            fresh.keyboard.press("ArrowRight")
        else:
            fresh.get_by_role("button", name="Next", exact=True).click()

    room.get_by_role("button", name="Ask about this step").click()
    expect(room.get_by_role("button", name="Close the vote")).to_be_visible()
    on()
    asks = "the next step shows the answer"
    expect(room.get_by_role("alert")).to_contain_text(asks)
    phone.goto(f"{server.url}/r/{code}")
    expect(room).to_contain_text("1 phone")
    expect(room.get_by_role("alert")).to_contain_text(asks)  # whatever is told meanwhile
    at_step(fresh, 1)
    on()
    at_step(fresh, 2)
    expect(room.get_by_role("alert")).to_be_empty()


def test_a_page_without_decisions_offers_no_question_and_votes_are_emptied_at_a_second_press(fresh, server):
    opened(fresh, server, "forest?v=1&trees=3")
    room = fresh.get_by_role("region", name="Room")
    expect(room.get_by_role("button", name="Type a question")).to_be_visible()
    expect(room.get_by_role("button", name="Ask about this step")).to_have_count(0)
    load(fresh, server, "grow?v=1&step=1")
    room.get_by_role("button", name="Ask about this step").click()
    room.get_by_role("button", name="Reset the vote").click()
    expect(room.get_by_role("button", name="Sure? Reset it")).to_be_visible()


def test_what_is_asked_before_a_room_is_closed_is_seen_where_the_button_was(fresh, server):
    fresh.set_viewport_size({"width": 1280, "height": 600})
    opened(fresh, server, "grow?v=1&step=1")
    room = fresh.get_by_role("region", name="Room")
    room.get_by_role("button", name="Ask about this step").click()
    expect(room).to_contain_text("0 of 0 phones have voted")
    room.get_by_text("More", exact=True).click()
    close = room.get_by_role("button", name="Close the room")
    close.hover()  # looks again where the room is drawn anew meanwhile
    close.evaluate("button => button.scrollIntoView({ block: 'nearest' })")  # whole, so that the click scrolls no more
    expect(close).to_be_in_viewport(ratio=1)
    # Where it is when it is pressed: the room may have been drawn anew a moment before.
    fresh.evaluate(
        "() => addEventListener('pointerdown', (event) =>"
        " { window.pressed = event.composedPath()[0].closest('button').getBoundingClientRect().toJSON(); },"
        " { capture: true, once: true })"
    )
    close.click()
    sure = room.get_by_role("button", name="Sure? Close it")
    expect(sure).to_be_in_viewport(ratio=1)
    before, after = fresh.evaluate("window.pressed"), box_of(sure)
    assert abs(after["y"] - before["y"]) < 2
    assert abs(after["width"] - before["width"]) < 30


def test_a_room_is_a_low_bar_until_it_is_opened_or_a_presented_class_is_asked(fresh, server):
    load(fresh, server, "grow?v=1&step=1")
    fresh.get_by_role("button", name="Share: links").click()
    fresh.get_by_role("button", name="Open a room").click()
    room = fresh.get_by_role("region", name="Room")
    expect(room.get_by_role("button", name="Show the QR code")).to_be_visible()
    assert box_of(room)["height"] < 80
    room.get_by_role("button", name="Ask about this step").click()
    expect(room).to_contain_text("0 of 0 phones have voted")
    expect(room.get_by_role("button", name="Close the vote")).to_be_visible()
    assert box_of(room)["height"] < 80
    fresh.keyboard.press("p")
    expect(room.get_by_role("heading", level=2)).to_contain_text("which question comes next")
    fresh.keyboard.press("p")
    expect(room.get_by_role("heading", level=2)).to_have_count(0)
    room.get_by_role("button", name="Show the room").click()
    fresh.reload()
    expect(room.get_by_role("heading", level=2)).to_be_visible()  # as it was left


def test_beside_a_room_on_a_small_projector_nothing_of_the_lesson_is_cut(fresh, server):
    fresh.set_viewport_size({"width": 1024, "height": 768})
    opened(fresh, server, "grow?v=1&step=1")
    region = fresh.get_by_role("region", name="Room")
    region.get_by_role("button", name="Fold", exact=True).click()
    settings = fresh.get_by_test_id("stSidebar")
    assert box_of(region)["x"] > (beside := box_of(settings))["x"] + beside["width"]
    fresh.keyboard.press("p")
    expect(settings).to_be_hidden()
    until(fresh, lambda: box_of(region)["y"] >= bottom(fresh.get_by_role("tablist")))
    region.get_by_role("button", name="Show the room").click()
    expect(region.get_by_role("button", name="Fold", exact=True)).to_be_visible()
    room = box_of(region)
    table = fresh.locator(".tables")
    until(fresh, lambda: box_of(table)["y"] >= box_of(fresh.locator(".trees"))["y"] + 300)
    for part in (".trees", ".tables", ".sums", ".panels"):
        box = box_of(fresh.locator(part).first)
        assert box["x"] + box["width"] <= room["x"], part


def test_a_click_is_not_lost_while_phones_come_in(fresh, phone, server):
    code = opened(fresh, server, "grow?v=1&step=1")
    room = fresh.get_by_role("region", name="Room")
    ask = box_of(room.get_by_role("button", name="Ask about this step"))
    fresh.mouse.move(ask["x"] + 5, ask["y"] + 5)
    fresh.mouse.down()
    phone.goto(f"{server.url}/r/{code}")
    key = fresh.evaluate("JSON.parse(sessionStorage.getItem('dtlearn-room')).key")
    other = phone.context.new_page()
    other.goto(f"{server.url}/r/{code}#{key}")
    expect(other.locator("main")).to_contain_text("1 phone")  # which this page has heard too
    expect(room).to_contain_text("0 phones")
    fresh.mouse.up()
    expect(room).to_contain_text("0 of 1 phone")


def test_a_phone_that_slept_is_shown_what_there_is_when_it_wakes(fresh, phone, server):
    code = opened(fresh, server, "grow?v=1&step=1")
    room = fresh.get_by_role("region", name="Room")
    phone.goto(f"{server.url}/r/{code}")
    expect(phone.get_by_text("Wait for the first question.")).to_be_visible()
    device = phone.context.new_cdp_session(phone)
    device.send("Page.setWebLifecycleState", {"state": "frozen"})
    room.get_by_role("button", name="Ask about this step").click()
    expect(room).to_contain_text("0 of 1 phone")
    device.send("Page.setWebLifecycleState", {"state": "active"})
    phone.get_by_role("button", name="Humidity").click()
    expect(phone.get_by_role("status")).to_contain_text("counted")
    expect(room).to_contain_text("1 of 1 phone has voted")


def test_a_typed_question_and_the_lecturers_own_phone(fresh, phone, server, browser, clipboard):
    code = opened(fresh, server, "criteria")  # a page without steps
    room = fresh.get_by_role("region", name="Room")
    expect(room.get_by_role("button", name="Ask about this step")).to_have_count(0)
    room.get_by_role("button", name="Type a question").click()
    room.get_by_label("Question").fill("<b>Which</b> is larger?")
    room.get_by_label("Choices, one a line").fill("entropy\nGini $x$")
    phone.goto(f"{server.url}/r/{code}")
    expect(phone.get_by_text("Wait for the first question.")).to_be_visible()  # what comes in meanwhile
    expect(room.get_by_label("Question")).to_have_value("<b>Which</b> is larger?")
    room.get_by_role("button", name="Ask", exact=True).click()
    expect(phone.get_by_role("heading", level=2)).to_have_text("<b>Which</b> is larger?")
    phone.get_by_role("button", name="Gini $x$").click()
    expect(phone.get_by_role("status")).to_contain_text("counted")
    room.get_by_text("More").click()
    room.get_by_role("button", name="Copy the lecturer's link").click()
    phone.goto("about:blank")
    phone.goto(fresh.evaluate("navigator.clipboard.readText()"))
    room.get_by_role("button", name="Close the vote").click()
    room.get_by_role("listitem").filter(has_text="entropy").get_by_label("right").check()  # the class saw no mark typed
    room.get_by_role("button", name="Reveal").click()
    expect(room.locator("li.correct")).to_contain_text("✓ entropy")
    expect(room.get_by_label("right")).to_have_count(0)
    phone.get_by_role("button", name="Type a question").click()
    phone.get_by_label("Question").fill("And which is smaller?")
    phone.get_by_label("Choices, one a line; * before a right one").fill("entropy\n* Gini")
    phone.get_by_role("button", name="Ask", exact=True).click()
    expect(phone.get_by_role("listitem").filter(has_text="Gini").first).to_contain_text("✓ Gini")
    expect(room).to_contain_text("And which is smaller?")
    expect(room.locator("ol").first).not_to_contain_text("✓")  # which the class does not see
    with phone.expect_download() as download:
        phone.get_by_text("More", exact=True).click()
        phone.get_by_role("button", name="The votes as CSV").click()
    assert "<b>Which</b> is larger?,1,Gini $x$,no,1," in download.value.path().read_text()


def test_a_typed_questions_boxes_stand_at_their_choices_beside_a_lesson(fresh, server):
    opened(fresh, server, "grow?v=1&step=1")
    room = fresh.get_by_role("region", name="Room")
    choices = ["5:0", "as pure as it was before the split, " * 4 + "or purer", "Unbrokenword" * 9, "1:1"]
    for k, (width, height) in enumerate([(1280, 800), (1024, 768), (1024, 768), (1280, 800)]):
        fresh.set_viewport_size({"width": width, "height": height})
        if k == 2:  # from here on presented
            fresh.keyboard.press("p")
            fresh.locator(".st-key-dt-tools-present, .presented").first.wait_for()
        room.get_by_role("button", name="Type a question").click()
        fields = [box_of(field) for field in room.get_by_role("textbox").all()]
        assert fields[0]["y"] + fields[0]["height"] <= fields[1]["y"]
        assert all(field["width"] > 200 for field in fields)
        room.get_by_label("Question").fill(f"Which is purer, {k}?")
        room.get_by_label("Choices, one a line").fill("\n".join(choices))
        room.get_by_role("button", name="Ask", exact=True).click()
        room.get_by_role("button", name="Close the vote").click()
        marks = room.get_by_role("checkbox")
        expect(marks).to_have_count(4)
        # In one look: the room is drawn anew whenever phones come.
        low, items = room.evaluate("""room => {
            const box = (e) => {
                const {x, y, right, bottom} = e.getBoundingClientRect();
                return [x, y, right, bottom];
            };
            const items = [...room.querySelector("ol").children];
            const parts = (item) => [box(item.querySelector("input")), box(item.querySelector("label")), box(item)];
            return [box(room.querySelector("h2"))[3], items.map(parts)];
        }""")
        for mark, label, item in items:
            assert mark[1] > low
            assert [mark[0] >= item[0], mark[1] >= item[1], mark[2] <= item[2], mark[3] <= item[3]] == [True] * 4
            assert (label[3] - label[1] < 40, label[2] - label[0] < 90) == (True, True)  # a box and one word
        marks.nth(k).hover()  # scrolls there
        at = box_of(marks.nth(k))
        fresh.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)
        expect(marks.nth(k)).to_be_checked()
        assert [mark.is_checked() for mark in marks.all()] == [i == k for i in range(4)]
        room.get_by_role("button", name="Reveal").click()
        expect(room.locator("li.correct")).to_have_count(1)
        expect(room.locator("li.correct")).to_contain_text(f"✓ {choices[k]}")


def test_a_student_link_has_no_settings_and_a_worked_example_begins_with_the_screen(fresh, server, clipboard):
    load(fresh, server, "grow?v=1&step=2")
    fresh.get_by_role("button", name="Share: links").click()
    fresh.get_by_role("button", name="Copy: Student link").click()
    fresh.get_by_role("button", name="Begin a worked example").click()
    expect(fresh.get_by_text("My worked example · 1 of 1")).to_be_visible()
    fresh.goto(fresh.evaluate("navigator.clipboard.readText()"))
    at_step(fresh, 2)
    expect(fresh.get_by_test_id("stSidebar")).to_be_hidden()


@pytest.mark.parametrize(("width", "height", "present"), [(1024, 768, 1), (390, 844, 0)])
def test_the_buttons_of_share_are_whole_and_its_close_is_in_view(fresh, server, width, height, present):
    fresh.set_viewport_size({"width": width, "height": height})
    load(fresh, server, f"grow?v=1&present={present}")
    at_step(fresh, 0)  # a key needs its listener
    fresh.keyboard.press("h")
    dialog = fresh.get_by_role("dialog", name="Share")
    expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    for button in dialog.get_by_role("button").all():
        assert button.evaluate(
            "(b) => b.getBoundingClientRect().right < b.closest('dialog').getBoundingClientRect().right"
        )


def test_a_twin_of_a_steps_question_is_asked_where_it_stands(fresh, phone, server):
    code = opened(fresh, server, "grow?v=1&step=1")
    room = fresh.get_by_role("region", name="Room")
    phone.goto(f"{server.url}/r/{code}")
    room.get_by_role("button", name="Ask about this step").click()
    phone.get_by_role("button", name="Humidity").click()
    expect(room).to_contain_text("1 of 1 phone has voted")
    room.get_by_role("button", name="Close the vote").click()
    room.get_by_role("button", name="Reveal").click()
    room.get_by_role("button", name="Ask a twin").click()
    expect(phone.get_by_role("heading", level=2)).to_have_text(
        "Outlook = Rain, 2 No and 3 Yes: which question comes next, or do we stop here?"
    )
    at_step(fresh, 5)  # Overcast, a leaf, is no twin of a split
    room.get_by_role("button", name="Close the vote").click()
    room.get_by_role("button", name="Reveal").click()
    room.get_by_role("button", name="Ask a twin").click()
    expect(room.get_by_role("alert")).to_have_text("There is no other question of this kind here: type one.")


def test_an_exercise_is_voted_on_with_common_mistakes_to_choose_from_and_has_a_twin(fresh, phone, server):
    code = opened(fresh, server, "practice?v=1&mode=set&kinds=entropy&seed=3")
    room = fresh.get_by_role("region", name="Room")
    phone.goto(f"{server.url}/r/{code}")
    room.get_by_role("button", name="Ask about this step").click()
    first = phone.get_by_role("heading", level=2)
    expect(first).to_contain_text("What is the entropy of its classes")
    asked = first.inner_text()
    expect(phone.get_by_role("button", name=re.compile("^-"))).to_have_count(0)
    phone.get_by_role("button", name="0.683").click()  # in nats
    expect(room).to_contain_text("1 of 1 phone has voted")
    room.get_by_role("button", name="Close the vote").click()
    room.get_by_role("button", name="Reveal").click()
    expect(phone.get_by_text("you take the natural logarithm")).to_be_visible()
    room.get_by_role("button", name="Ask a twin").click()
    expect(first).not_to_have_text(asked)
    expect(first).to_contain_text("What is the entropy of its classes")


def test_a_slides_question_is_the_rooms(fresh, phone, server):
    load(fresh, server, "learn")
    fresh.get_by_role("link", name="Twenty questions").first.click()
    expect(fresh.get_by_text("Chapter 1 of 10")).to_be_visible()
    code = opened_here(fresh)
    room = fresh.get_by_role("region", name="Room")
    phone.goto(f"{server.url}/r/{code}")
    room.get_by_role("button", name="Ask about this step").click()
    expect(phone.get_by_role("heading", level=2)).to_have_text(
        "Start at the top. Which features does the tree look at for this day?"
    )
    phone.get_by_role("button", name="Outlook, Wind", exact=True).click()
    expect(room).to_contain_text("1 of 1 phone has voted")
    room.get_by_role("button", name="Close the vote").click()
    load(fresh, server, "?v=1&deck=play-tennis&moment=3")  # which asks for a number
    room.get_by_role("button", name="Ask about this step").click()
    expect(phone.get_by_role("button", name="0.971", exact=True)).to_be_visible()
    expect(room.get_by_role("button", name="Close the vote")).to_be_visible()  # the lecturer's page knows of it too
    fresh.keyboard.press("PageDown")  # the next slide tells it
    expect(room.get_by_role("alert")).to_contain_text("the next step shows the answer")
    expect(fresh.get_by_text("· 3 of 7")).to_be_visible()
    room.get_by_role("button", name="Fold", exact=True).click()
    room.get_by_role("button", name="Close the vote").click()
    room.get_by_role("button", name="Reveal").click()  # in the folded bar as well
    room.get_by_role("button", name="Show the room").click()
    expect(room.locator("li.correct")).to_contain_text("✓ 0.971")


def test_embedded_in_another_page_a_lesson_stands_without_the_menu(fresh, server, clipboard):
    load(fresh, server, "grow?v=1&step=3")
    menu = fresh.get_by_test_id("stHeader")
    expect(menu).to_be_visible()
    fresh.get_by_role("button", name="Share: links").click()
    fresh.get_by_role("button", name="Copy: To embed").click()
    frame = fresh.evaluate("navigator.clipboard.readText()")
    page = html.unescape(re.search('src="([^"]*)"', frame)[1])
    load(fresh, server, page.removeprefix(f"{server.url}/"))
    at_step(fresh, 3, 8)
    expect(menu).to_be_hidden()
