"""Worked examples in the app: every shipped moment, the bar, the questions, the writing; in a real browser, the keys."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from dtlearn import decks
from dtlearn.decks import Deck, Moment, Question
from pages.ui.deck import PAGES, checked
from pages.ui.deckbar import safe, same
from pages.ui.decklist import FILE
from tests.test_browser import browser, idle, open_at, page, server  # noqa: F401
from tests.test_pages import button, counter, open_page

PLAY = decks.load("play-tennis")


def at_moment(name, deck, k, **more):
    moment = deck.moments[k - 1]
    return open_page(PAGES[moment.page], **moment.query, deck=name, moment=k, **more)


def words(at):
    return " ".join(element.value for kind in ("markdown", "caption", "warning", "error") for element in at.get(kind))


@pytest.mark.parametrize(("name", "k"), [(n, k + 1) for n in decks.names() for k in range(len(decks.load(n).moments))])
def test_every_shipped_moment_is_a_right_link(name, k):
    deck = decks.load(name)
    at = at_moment(name, deck, k)
    assert not at.exception
    assert not at.warning
    assert f"{k} of {len(deck.moments)}" in words(at)
    assert deck.moments[k - 1].caption in words(at)


def test_a_choice_and_a_typed_answer_are_graded():
    at = at_moment("play-tennis", PLAY, 1)
    pills = next(group for group in at.get("button_group") if "first" in group.label)
    pills.set_value(["Wind"]) if isinstance(pills.value, list) else pills.set_value("Wind")
    at.run()
    assert "Not Wind" in words(at)
    at = at_moment("play-tennis", PLAY, 3)
    at.text_input[0].set_value("0,9710").run()
    assert "✓ Right" in words(at)


def test_the_answer_and_the_hint_are_shown_when_asked_for():
    at = at_moment("play-tennis", PLAY, 3)
    assert "0.971" not in words(at)
    for toggle in at.toggle:
        if toggle.label in ("Hint", "Show the answer"):
            toggle.set_value(True)
    at.run()
    assert "**The answer:** 0.971" in words(at)
    assert "log₂" in words(at)


@pytest.mark.parametrize(
    ("given", "answer", "right"),
    [
        ("Outlook", "outlook", True), (" two  words ", "Two words", True), ("0.971", "0.971", True), ("0,9710", "0.971", True),
        (".97", "0.971", True), ("0.95", "0.971", False), ("Wind", "Outlook", False), ("1", "Outlook", False), ("nan", "5", False),
    ],
)  # fmt: skip
def test_answers_are_compared_as_people_mean_them(given, answer, right):
    assert same(given, answer) is right


def test_no_picture_is_fetched_from_elsewhere():
    assert "![" not in safe("a ![x](https://example.org/x.png) b")


@pytest.mark.parametrize("name", ["nothing", "~d1AAAA", "~d1", "mine-0123456789abcdef", "<b>x</b>"])
def test_a_wrong_name_gets_one_sentence_and_the_page_goes_on(name):
    at = open_page("grow", v=1, deck=name, step=2)
    assert not at.exception
    assert len(at.warning) == 1
    assert not [b for b in at.button if b.label == "Go on"]


def test_a_moment_beyond_the_last_is_the_last():
    at = open_page("grow", **PLAY.moments[0].query, deck="play-tennis", moment=50)
    assert "7 of 7" in words(at)


def test_a_moment_on_a_page_that_does_not_exist_is_refused():
    name = decks.pack(Deck("A", moments=(Moment("grow"), Moment("nowhere"))))
    at = open_page("grow", v=1, deck=name)
    assert "Moment 2 is on the page" in at.warning[0].value


def test_the_file_that_is_shown_is_one():
    assert len(checked(decks.read(FILE)).moments) == 2


def query(at, name):
    """A value of the page's address."""
    value = at.query_params.get(name) or ""
    return value if isinstance(value, str) else value[0]


def test_one_is_written_moved_and_cut():
    at = open_page("grow", v=1, step=3, deck=decks.pack(Deck("Mine")), author=1)
    assert not at.exception
    button(at, "Add as a new moment").click().run()
    area = next(t for t in at.text_area if t.label.startswith("Caption"))
    area.set_value("Look **here**.").run()
    for label, text in (("Question", "Which?"), ("Answer (none: nobody is graded)", "Wind"), ("Hint", "It blows.")):
        next(t for t in at.text_input if t.label == label).set_value(text).run()
    assert not at.exception
    deck = decks.unpack(query(at, "deck"))
    first = deck.moments[0]
    assert dict(first.scene)["step"] == "3"
    assert replace(first, scene=()) == Moment("grow", (), "Look **here**.", Question("Which?", "Wind", "It blows."))
    button(at, "Next").click().run()
    button(at, "Add as a new moment").click().run()
    assert [dict(m.scene)["step"] for m in decks.unpack(query(at, "deck")).moments] == ["3", "4"]
    button(at, "Move up").click().run()
    assert [dict(m.scene)["step"] for m in decks.unpack(query(at, "deck")).moments] == ["4", "3"]
    button(at, "Delete").click().run()
    assert [m.caption for m in decks.unpack(query(at, "deck")).moments] == ["Look **here**."]
    next(t for t in at.text_input if t.label == "Title of the whole").set_value("Ours").run()
    assert decks.unpack(query(at, "deck")).title == "Ours"
    button(at, "Close").click().run()
    assert query(at, "deck") == ""
    at.switch_page("pages/examples.py").run()
    assert "Yours: Ours" in words(at)  # not lost
    assert not at.exception


def field_of(at, label):
    return next(t for t in (*at.text_input, *at.text_area) if t.label.startswith(label))


def test_a_question_can_be_written_in_any_order_and_left_open():
    at = open_page("grow", v=1, step=3, deck=decks.pack(Deck("Mine", moments=(Moment("grow"),))), author=1)
    field_of(at, "Hint").set_value("It blows.").run()
    assert decks.unpack(query(at, "deck")).moments[0].question == Question("?", "", "It blows.")
    field_of(at, "Question").set_value("Which?").run()
    field_of(at, "Answer (").set_value("6").run()
    assert decks.unpack(query(at, "deck")).moments[0].question == Question("Which?", "6", "It blows.")
    field_of(at, "Answer (").set_value("").run()
    assert field_of(at, "Answer (").value == ""  # nothing that was not typed
    assert not [t for t in at.toggle if t.label == "Show the answer"]
    field_of(at, "Question").set_value("").run()
    field_of(at, "Hint").set_value("").run()
    assert decks.unpack(query(at, "deck")).moments[0].question is None
    assert not at.exception


def test_a_moment_shows_its_own_words_when_another_was_written():
    deck = Deck("Mine", moments=(Moment("grow", caption="one"), Moment("grow", caption="two")))
    at = open_page("grow", v=1, deck=decks.pack(deck), author=1)
    field_of(at, "Caption").set_value("first").run()
    button(at, "Move down").click().run()
    assert field_of(at, "Caption").value == "first"
    at = open_page("grow", v=1, deck=query(at, "deck"), author=1)
    assert field_of(at, "Caption").value == "two"


def test_a_scene_leaves_out_what_is_the_visitors_own():
    at = open_page("grow", v=1, step=3, present=1, speed=2, deck=decks.pack(Deck("Mine")), author=1)
    button(at, "Add as a new moment").click().run()
    names = dict(decks.unpack(query(at, "deck")).moments[0].scene)
    assert "step" in names
    assert not {"present", "speed", "deck", "author", "moment"} & set(names)


def test_a_worked_example_too_large_for_a_link_stays_in_the_session():
    at = open_page("grow", **PLAY.moments[0].query, deck="play-tennis", author=1)
    for k in range(4):
        area = next(t for t in at.text_area if t.label.startswith("Caption"))
        area.set_value("".join(chr(0x4E00 + (i * i * 31 + i * 977 + k * 7) % 20000) for i in range(1900))).run()
        button(at, "Add as a new moment").click().run()
    assert query(at, "deck").startswith("mine-")
    assert "too large for a link" in words(at)
    assert not at.exception


def test_a_file_is_opened_or_refused_with_a_sentence():
    at = open_page("examples")
    upload = at.get("file_uploader")[0]
    upload.set_value(("mine.toml", decks.write(PLAY).encode(), "text/plain"))
    at.run()
    assert "7 moments" in at.success[0].value
    for raw, sentence in ((b"title = ", "no TOML"), (b"\xff\xfe\x00", "UTF-8"), (b"", "no title")):
        at.get("file_uploader")[0].set_value(("mine.toml", raw, "text/plain"))
        at.run()
        assert sentence in at.error[0].value
        assert not at.exception


def test_a_link_that_says_no_more_than_the_moment_goes_there():
    at = open_page("grow", v=1, deck="play-tennis", moment=4)
    assert query(at, "step") == "2"
    assert counter(at) == "Step 2 of 8"


def test_a_link_from_page_to_page_keeps_the_worked_example():
    at = at_moment("play-tennis", PLAY, 3)
    at.query_params.clear()
    at.query_params.update({"v": "1", "step": "1"})
    at.run()
    assert (query(at, "deck"), query(at, "moment"), query(at, "step")) == ("play-tennis", "3", "1")


def test_a_word_for_a_number_is_told_so():
    at = at_moment("play-tennis", PLAY, 3)
    at.text_input[0].set_value("abc").run()
    assert "Write a number" in words(at)
    at.text_input[0].set_value("971/1000").run()
    assert "✓ Right" in words(at)


def test_the_deck_by_a_clicker_and_by_its_buttons(page, server):  # noqa: F811
    open_at(page, server, "examples")
    page.locator(".st-key-deck-card-play-tennis-0").get_by_role("link", name="Play").click()
    expect(page.get_by_text("1 of 7")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("2 of 7")).to_be_visible()
    idle(page)
    page.keyboard.press("PageDown")
    expect(page.get_by_text("3 of 7")).to_be_visible()
    expect(page).to_have_url(re.compile("pick=1.*moment=3"))
    idle(page)
    page.keyboard.press("ArrowRight")  # the page's own step
    expect(page.get_by_text("Step 2 of 8")).to_be_visible()
    page.get_by_role("button", name="As written").click()
    expect(page.get_by_text("Step 1 of 8")).to_be_visible()
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("present=1"))
    idle(page)
    page.keyboard.press("PageUp")
    expect(page.get_by_text("2 of 7")).to_be_visible()
    expect(page).to_have_url(re.compile("present=1.*moment=2"))  # the next moment does not end it
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("2 of 7")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("deck="))
