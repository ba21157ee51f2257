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
from tests.test_pages import button, open_page

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
    button(at, "Add this screen").click().run()
    area = next(t for t in at.text_area if t.label.startswith("Caption"))
    area.set_value("Look **here**.").run()
    for label, text in (("Question", "Which?"), ("Answer", "Wind"), ("Hint", "It blows.")):
        next(t for t in at.text_input if t.label == label).set_value(text).run()
    assert not at.exception
    deck = decks.unpack(query(at, "deck"))
    first = deck.moments[0]
    assert dict(first.scene)["step"] == "3"
    assert replace(first, scene=()) == Moment("grow", (), "Look **here**.", Question("Which?", "Wind", "It blows."))
    button(at, "Next").click().run()
    button(at, "Add this screen").click().run()
    assert [dict(m.scene)["step"] for m in decks.unpack(query(at, "deck")).moments] == ["3", "4"]
    button(at, "Move up").click().run()
    assert [dict(m.scene)["step"] for m in decks.unpack(query(at, "deck")).moments] == ["4", "3"]
    button(at, "Delete").click().run()
    assert [m.caption for m in decks.unpack(query(at, "deck")).moments] == ["Look **here**."]
    next(t for t in at.text_input if t.label == "Title of the whole").set_value("Ours").run()
    assert decks.unpack(query(at, "deck")).title == "Ours"
    button(at, "Close").click().run()
    assert query(at, "deck") == ""
    assert not at.exception


def test_a_worked_example_too_large_for_a_link_stays_in_the_session():
    at = open_page("grow", **PLAY.moments[0].query, deck="play-tennis", author=1)
    for k in range(4):
        area = next(t for t in at.text_area if t.label.startswith("Caption"))
        area.set_value("".join(chr(0x4E00 + (i * i * 31 + i * 977 + k * 7) % 20000) for i in range(1900))).run()
        button(at, "Add this screen").click().run()
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


def test_the_deck_by_a_clicker_and_by_its_buttons(page, server):  # noqa: F811
    open_at(page, server, "examples")
    page.get_by_role("link", name="PlayTennis under ID3").click()
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
    page.keyboard.press("PageUp")
    expect(page.get_by_text("2 of 7")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("2 of 7")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("deck="))
