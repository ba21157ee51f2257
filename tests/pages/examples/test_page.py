"""Worked examples in the app: every shipped slide, the bar, the questions, the writing; in a real browser, the keys."""

import re
from base64 import b64decode
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import expect

from dtlearn import from_arrays
from dtlearn.data.packing import pack, write_card, write_csv
from dtlearn.teaching import worked_examples
from dtlearn.teaching.grading import in_nats, same
from dtlearn.teaching.worked_examples import Deck, Question, Slide, Task
from pages.ui.examples import paper, pictures
from pages.ui.examples.cards import FILE
from pages.ui.examples.check import faults
from pages.ui.examples.decks import PAGES, checked
from pages.ui.examples.pictures import film
from pages.ui.kit import handout, tables
from pages.ui.kit.table_store import STORE, Store
from tests.support.apps import address, button, component, counter, open_page, plain, said
from tests.support.visits import at_step, bottom, idle, load, open_at, press, url

PLAY = worked_examples.load("play-tennis")


def at_slide(name, deck, k, **more):
    slide = deck.slides[k - 1]
    return open_page(PAGES[slide.page], **slide.query, deck=name, moment=k, **more)


def words(at):
    return " ".join(element.value for kind in ("markdown", "caption", "warning", "error") for element in at.get(kind))


@pytest.mark.parametrize("name", [*worked_examples.names(), *worked_examples.chapters()])
def test_every_shipped_slide_is_a_right_link_and_the_last_is_shown(name):
    deck = worked_examples.load(name)
    assert faults(deck) == []
    at = at_slide(name, deck, len(deck.slides))
    assert not at.warning
    assert f"{len(deck.slides)} of {len(deck.slides)}" in words(at)
    assert deck.slides[-1].caption in words(at)


def test_a_choice_and_a_typed_answer_are_graded():
    at = at_slide("play-tennis", PLAY, 1)
    first_pills(at).set_value("Wind").run()
    assert "✗ Not “Wind”." in words(at)
    button(at, "Next slide").click().run()
    button(at, "Previous slide").click().run()
    assert "✗ Not “Wind”." in words(at)
    assert not first_pills(at_slide("play-tennis", PLAY, 1)).value  # those are another visitor's
    at = at_slide("play-tennis", PLAY, 3)
    for text, verdict in (("0,9710", "✓ Right"), ("abc", "Write a number"), ("971/1000", "✓ Right")):
        at.text_input[0].set_value(text).run()
        assert verdict in words(at)


ASKS = Question("Which?", "Wind", "It blows.", ("Outlook", "Wind"), why="It gains 1 bit.")


def test_a_right_answer_is_told_its_reason_and_a_wrong_one_the_hint():
    deck = Deck("Mine", slides=(Slide("grow", question=ASKS),))
    at = open_page("grow", v=1, deck=worked_examples.pack(deck))
    assert not {"It blows.", "It gains 1 bit."} & set(words(at).split("*"))
    at.get("button_group")[0].set_value("Outlook").run()
    assert "✗ Not “Outlook”.** *It blows.*" in words(at)
    assert "It gains" not in words(at)
    at.get("button_group")[0].set_value("Wind").run()
    assert "✓ Right:** Wind. It gains 1 bit." in words(at)
    assert "It blows." not in words(at)


def test_the_reason_is_written_beside_the_answer():
    deck = Deck("Mine", slides=(Slide("grow", question=replace(ASKS, why="")),))
    at = open_page("grow", v=1, deck=worked_examples.pack(deck), author=1)
    field_of(at, "Why").set_value(ASKS.why).run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].question == ASKS


def test_the_hint_and_beside_it_the_answer_are_shown_when_asked_for():
    at = at_slide("play-tennis", PLAY, 3)
    asked = {toggle.label: toggle for toggle in at.toggle}
    assert "0.971" not in words(at)
    asked["Hint"].set_value(True).run()
    assert "log₂" in words(at)
    asked["Answer"].set_value(True).run()
    assert "**The answer:** 0.971" in words(at)
    assert "log₂" in words(at)  # the hint stays
    asked["Hint"].set_value(False).run()
    assert "log₂" not in words(at)


@pytest.mark.parametrize(
    ("given", "answer", "right"),
    [
        ("Outlook", "outlook", True),
        (" two  words ", "Two words", True),
        ("0.971", "0.971", True),
        ("0,9710", "0.971", True),
        (".97", "0.971", True),
        ("≈0.592", "0.592", True),
        ("59.2%", "0.592", True),
        ("59.2", "0.592", False),
        ("0.95", "0.971", False),
        ("Wind", "Outlook", False),
        ("1", "Outlook", False),
        ("nan", "5", False),
    ],
)
def test_answers_are_compared_as_people_mean_them(given, answer, right):
    assert same(given, answer) is right


def test_nats_are_recognised():
    given = {
        ("0.41", "0.592"): True,
        ("0.673", "0.971"): True,
        ("0.5", "0.592"): False,
        ("x", "0.592"): False,
        ("0.69", "1"): False,
    }
    assert {pair: in_nats(*pair) for pair in given} == given


def test_an_answer_is_still_there_after_another_slide():
    at = at_slide("play-tennis", PLAY, 3)
    at.text_input[0].set_value("0,673").run()
    assert "natural logarithm" in words(at)
    button(at, "Next slide").click().run()
    assert "✗ Not" not in words(at)
    button(at, "Previous slide").click().run()
    assert at.text_input[0].value == "0,673"
    at.text_input[0].set_value("").run()
    button(at, "Previous slide").click().run()
    button(at, "Next slide").click().run()
    assert at.text_input[0].value == ""


def test_reset_forgets_what_was_answered_at_this_slide_alone():
    at = at_slide("play-tennis", PLAY, 1)
    first_pills(at).set_value("Wind").run()
    button(at, "Next slide").click().run()
    button(at, "Next slide").click().run()
    at.text_input[0].set_value("0,673").run()
    next(toggle for toggle in at.toggle if toggle.label == "Answer").set_value(True).run()
    button(at, "Reset").click().run()
    assert at.text_input[0].value == ""
    assert "The answer" not in words(at)
    button(at, "Previous slide").click().run()
    button(at, "Previous slide").click().run()
    assert "✗ Not “Wind”." in words(at)


def first_pills(at):
    return next(group for group in at.get("button_group") if "first" in group.label)


@pytest.mark.parametrize("name", ["nothing", "mine-0123456789abcdef", "<b>x</b>"])
def test_a_wrong_name_gets_one_sentence_and_the_page_goes_on(name):
    at = open_page("grow", v=1, deck=name, step=2)
    assert len(at.warning) == 1
    assert not [b for b in at.button if b.label == "Next slide"]


def test_a_link_that_says_no_more_than_the_slide_goes_there_and_beyond_the_last_is_the_last():
    at = open_page("grow", v=1, deck="play-tennis", moment=4)
    assert (query(at, "step"), counter(at)) == ("2", "Step 2 of 8")
    assert "7 of 7" in words(open_page("grow", **PLAY.slides[0].query, deck="play-tennis", moment=50))


def test_a_slide_on_a_page_that_does_not_exist_is_refused():
    name = worked_examples.pack(Deck("A", slides=(Slide("grow"), Slide("nowhere"))))
    at = open_page("grow", v=1, deck=name)
    assert "slide 2 is on the page" in at.warning[0].value
    known = said(at, "warning").partition("write ")[2].partition(".")[0].split(", ")
    assert known == sorted(set(PAGES) - {""})


def test_the_file_that_is_shown_is_one():
    assert len(checked(worked_examples.read(FILE)).slides) == 2


def query(at, name):
    """A value of the page's address."""
    return component(at, "tells")["place"][name] if name in ("step", "pick") else address(at).get(name, "")


def test_one_is_written_moved_and_cut():
    at = open_page("grow", v=1, step=3, deck=worked_examples.pack(Deck("Mine")), author=1)
    button(at, "Add as a new slide").click().run()
    area = next(t for t in at.text_area if t.label.startswith("Caption"))
    area.set_value("Look **here**.").run()
    for label, text in (
        ("Question", "Which?"),
        ("Correct answer (leave empty for an ungraded question)", "Wind"),
        ("Hint", "It blows."),
    ):
        next(t for t in at.text_input if t.label == label).set_value(text).run()
    deck = worked_examples.unpack(query(at, "deck"))
    first = deck.slides[0]
    assert dict(first.scene)["step"] == "3"
    assert replace(first, scene=()) == Slide("grow", (), "Look **here**.", Question("Which?", "Wind", "It blows."))
    button(at, "Next").click().run()
    button(at, "Add as a new slide").click().run()
    assert [dict(m.scene)["step"] for m in worked_examples.unpack(query(at, "deck")).slides] == ["3", "4"]
    button(at, "Move up").click().run()
    assert [dict(m.scene)["step"] for m in worked_examples.unpack(query(at, "deck")).slides] == ["4", "3"]
    button(at, "Delete").click().run()
    assert [m.caption for m in worked_examples.unpack(query(at, "deck")).slides] == ["Look **here**."]
    next(t for t in at.text_input if t.label == "Title of the whole").set_value("Ours").run()
    assert worked_examples.unpack(query(at, "deck")).title == "Ours"
    button(at, "Close").click().run()
    assert query(at, "deck") == ""
    at.switch_page("examples.py").run()
    assert "Yours: Ours" in words(at)  # not lost


def field_of(at, label):
    return next(t for t in (*at.text_input, *at.text_area) if t.label.startswith(label))


def test_a_question_can_be_written_in_any_order_and_left_open():
    at = open_page("grow", v=1, step=3, deck=worked_examples.pack(Deck("Mine", slides=(Slide("grow"),))), author=1)
    field_of(at, "Hint").set_value("It blows.").run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].question == Question("?", "", "It blows.")
    field_of(at, "Question").set_value("Which?").run()
    field_of(at, "Correct answer (").set_value("6").run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].question == Question("Which?", "6", "It blows.")
    field_of(at, "Correct answer (").set_value("").run()
    assert field_of(at, "Correct answer (").value == ""  # nothing that was not typed
    assert not [t for t in at.toggle if t.label == "Answer"]
    field_of(at, "Question").set_value("").run()
    field_of(at, "Hint").set_value("").run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].question is None


def test_a_caption_that_is_too_long_says_so_and_waits():
    at = open_page(
        "grow", v=1, step=3, deck=worked_examples.pack(Deck("Mine", slides=(Slide("grow", (), "Old"),))), author=1
    )
    field_of(at, "Caption").set_value("x" * 2001).run()
    assert "2,001 characters, more than 2,000" in at.warning[0].value
    assert len(field_of(at, "Caption").value) == 2001
    field_of(at, "Hint").set_value("It blows.").run()
    slide = worked_examples.unpack(query(at, "deck")).slides[0]
    assert (slide.caption, slide.question.hint) == ("Old", "It blows.")
    field_of(at, "Caption").set_value("New").run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].caption == "New"
    assert not at.warning


def test_a_slide_shows_its_own_words_when_another_was_written():
    deck = Deck("Mine", slides=(Slide("grow", caption="one"), Slide("grow", caption="two")))
    at = open_page("grow", v=1, deck=worked_examples.pack(deck), author=1)
    field_of(at, "Caption").set_value("first").run()
    button(at, "Move down").click().run()
    assert field_of(at, "Caption").value == "first"
    at = open_page("grow", v=1, deck=query(at, "deck"), author=1)
    assert field_of(at, "Caption").value == "two"


def test_a_scene_leaves_out_what_is_the_visitors_own():
    at = open_page("grow", v=1, step=3, present=1, speed=2, deck=worked_examples.pack(Deck("Mine")), author=1)
    button(at, "Add as a new slide").click().run()
    names = dict(worked_examples.unpack(query(at, "deck")).slides[0].scene)
    assert "step" in names
    assert not {"present", "speed", "deck", "author", "moment"} & set(names)


def test_a_worked_example_too_large_for_a_link_stays_in_the_session():
    at = open_page("grow", **PLAY.slides[0].query, deck="play-tennis", author=1)
    for k in range(4):
        area = next(t for t in at.text_area if t.label.startswith("Caption"))
        area.set_value("".join(chr(0x4E00 + (i * i * 31 + i * 977 + k * 7) % 20000) for i in range(1900))).run()
        button(at, "Add as a new slide").click().run()
    assert query(at, "deck").startswith("mine-")
    assert "too large for a link" in words(at)


def test_a_file_is_opened_or_refused_with_a_sentence():
    at = open_page("examples")
    upload = at.get("file_uploader")[0]
    upload.set_value(("mine.toml", worked_examples.write(PLAY).encode(), "text/plain"))
    at.run()
    assert "7 slides" in at.success[0].value
    for raw, sentence in ((b"title = ", "cannot be read"), (b"\xff\xfe\x00", "UTF-8"), (b"", "no title")):
        at.get("file_uploader")[0].set_value(("mine.toml", raw, "text/plain"))
        at.run()
        assert sentence in at.error[0].value


def test_a_link_from_page_to_page_keeps_the_worked_example():
    at = at_slide("play-tennis", PLAY, 3)
    at.query_params.clear()
    at.query_params.update({"v": "1", "step": "1"})
    at.run()
    assert (query(at, "deck"), query(at, "moment"), query(at, "step")) == ("play-tennis", "3", "1")


def large_table():
    """(name, data set) of a table that no link holds."""
    data = from_arrays([[i * 7919 % 9973, i % 2] for i in range(2500)], ["a" if i % 3 else "b" for i in range(2500)])
    return STORE.put(data), data


def test_a_table_too_large_to_travel_is_said_to_be(monkeypatch):
    name, data = large_table()
    at = open_page("grow", v=1, step=0, deck=worked_examples.pack(Deck("Mine")), author=1)
    at.query_params["data"] = name
    at.run()
    assert "too large to travel" not in words(at)
    button(at, "Add as a new slide").click().run()
    assert "This slide's table is too large to travel with the file or a link" in words(at)
    assert not at.warning  # here it can be shown
    link = query(at, "deck")
    assert dict(worked_examples.unpack(link).slides[0].scene)["data"] == name
    monkeypatch.setattr(tables, "STORE", Store())
    at = open_page("grow", v=1, deck=link)
    assert "Slide 1: its table cannot be opened: the table is too large for a link" in said(at, "warning")
    assert "1 of 1" in words(at)  # and it is played
    at = open_page("examples")
    file = ("mine.toml", worked_examples.write(worked_examples.unpack(link)).encode(), "text/plain")
    card = (f"{tables.file_stem(name)}.toml", write_card(data).encode(), "text/plain")
    sheet = (f"{tables.file_stem(name)} (1).csv", write_csv(data).encode(), "text/csv")
    upload(at, file)
    assert "Slide 1: its table cannot be opened" in said(at, "warning")
    for files, sentence in (
        ((file, file, sheet), "no .toml of the same name"),
        ((card, sheet), "one worked example at a time"),
    ):
        upload(at, *files)
        assert sentence in at.error[0].value.replace("\\", "")
    upload(at, file, sheet, card)
    assert "1 slide" in at.success[0].value
    assert not at.warning
    assert not at.error
    assert name in at.session_state["Tables"].names


def test_paper_shows_a_large_table_as_long_as_the_process_holds_it(monkeypatch):
    """It is made after the visitor's run, when no session is at hand."""
    name, _ = large_table()
    deck = Deck("Mine", slides=(Slide("grow", (("data", name),)), Slide("pruning", (("data", name),))))
    assert "cannot be read" not in handout.written(paper.paper_of(deck, ""), False, "md", "a4")
    monkeypatch.setattr(tables, "STORE", Store())
    assert "cannot be read" in handout.written(paper.paper_of(deck, ""), False, "md", "a4")


def upload(at, *files):
    at.get("file_uploader")[0].set_value(list(files))
    at.run()


BROKEN = """
title = "Broken"
[[slides]]
page = "grow"
scene = {data = "~1AAAA"}
[[slides]]
page = "grow"
step = 99
[[slides]]
page = "thresholds"
scene = {at = "left", th_new = 1}
[[slides]]
page = "grow"
step = 3
[[slides]]
page = "pruning"
step = 99
"""


def test_what_cannot_be_shown_is_said_on_opening():
    at = open_page("examples")
    upload(at, ("broken.toml", BROKEN.encode(), "text/plain"))
    for sentence in (
        "Slide 1: its table cannot be opened: the table in this link is damaged",
        "Slide 2: step=99 is outside 0 to 8.",
        "Slide 3: 'th_new' is unknown and at='left' is not a whole number.",
        "Slide 5: step=99 is outside 0 to 1.",
    ):
        assert sentence in said(at, "warning")
    assert "Slide 4" not in said(at, "warning")
    at = open_page("grow", v=1, deck=worked_examples.pack(worked_examples.read(BROKEN)), moment=4)
    assert "Slide 2: step=99" in said(at, "warning")
    button(at, "Previous slide").click().run()
    assert "Slide" not in said(at, "warning")  # once is enough


def test_a_look_at_a_worked_example_does_not_crowd_out_the_visitors_tables():
    name, _ = large_table()
    scenes = [(("data", pack(from_arrays([[0], [k], [9]], ["a", "b", "a"]))),) for k in range(1, 7)]
    at = open_page("grow", v=1)
    at.session_state["Tables"].names = (name,)
    at.query_params["deck"] = worked_examples.pack(Deck("Six", slides=tuple(Slide("grow", scene) for scene in scenes)))
    at.run()
    assert name in at.session_state["Tables"].names


def test_a_slide_is_deleted_and_brought_back():
    scenes = [worked_examples.scene_of({"step": str(k), "data": "play_tennis"}) for k in (1, 2, 3)]
    deck = Deck("Mine", slides=tuple(Slide("grow", scene, f"It is {k}.") for k, scene in enumerate(scenes, start=1)))
    at = open_page("grow", **deck.slides[2].query, deck=worked_examples.pack(deck), moment=3, author=1)
    button(at, "Delete").click().run()
    assert "Slide 3 is deleted." in words(at)
    assert "It is 2." in words(at)
    assert (query(at, "step"), query(at, "moment"), counter(at)) == ("2", "2", "Step 2 of 8")
    button(at, "Undo").click().run()
    assert worked_examples.unpack(query(at, "deck")) == deck
    assert (query(at, "step"), query(at, "moment")) == ("3", "3")
    assert "deleted" not in words(at)
    for _ in deck.slides:
        button(at, "Delete").click().run()
    assert "Go to any page" in words(at)
    button(at, "Undo").click().run()
    assert (query(at, "step"), query(at, "moment")) == ("1", "")


def test_the_deck_by_a_clicker_and_by_its_buttons(page, server, clipboard):
    open_at(page, server, "examples")
    page.locator(".st-key-deck-card-play-tennis-0").get_by_role("link", name="Play").click()
    expect(page.get_by_text("1 of 7")).to_be_visible()
    page.get_by_role("button", name="Next slide").click()
    expect(page.get_by_text("2 of 7")).to_be_visible()
    press(page, "PageDown")
    expect(page.get_by_text("3 of 7")).to_be_visible()
    expect(page).to_have_url(re.compile("moment=3.*#.*pick=1"))
    at_step(page, 1)
    page.keyboard.press("ArrowRight")  # the page's own step
    at_step(page, 2)
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_text("Step 1 of 8")).to_be_visible()
    press(page, "PageDown")
    expect(page.get_by_text("4 of 7")).to_be_visible()
    press(page, "PageUp")
    at_step(page, 1)
    page.keyboard.press("p")
    expect(page).to_have_url(re.compile("present=1"))
    answer = page.locator(".st-key-dt-deck input[type=text]")
    answer.fill("0,971")
    answer.press("Enter")
    expect(page.get_by_text("✓ Right")).to_be_visible()
    answer.press("PageUp")  # the clicker, while the cursor is still in the field
    expect(page.get_by_text("2 of 7")).to_be_visible()
    expect(page).to_have_url(re.compile("present=1.*moment=2"))  # the next slide does not end it
    low = (
        "texts => [texts.at(-1).getBoundingClientRect().bottom,"
        " texts[0].closest('.st-key-dt-deck').getBoundingClientRect().bottom]"
    )
    text, edge = page.locator(".st-key-dt-deck [data-testid=stMarkdown] p").evaluate_all(low)
    assert text + 6 < edge
    page.get_by_role("button", name="Present mode").click()
    expect(page).to_have_url(re.compile("present=0"))
    expect(page.get_by_role("button", name="Write", exact=True)).to_be_hidden()  # who came to see has nothing to write
    load(page, server, "grow?v=1&step=1&deck=play-tennis&moment=2&author=1")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page).not_to_have_url(re.compile("author=1"))
    page.get_by_role("button", name="Write", exact=True).click()
    expect(page).to_have_url(re.compile("author=1"))
    page.get_by_role("button", name="Share: links").click()
    page.get_by_role("button", name="Copy the link to this step").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "deck=play-tennis" in copied
    assert "author" not in copied  # who gets the link plays
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("2 of 7")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("deck="))


def test_the_menu_leaves_a_worked_example_and_back_returns_to_it(fresh, server):
    bar = fresh.locator(".st-key-dt-deck")
    load(fresh, server, "?v=1&deck=pruning-sequence&moment=5")
    expect(bar).to_contain_text("5 of 5")
    idle(fresh)
    fresh.get_by_test_id("stTopNavSection").filter(has_text="Growing").click()
    fresh.get_by_role("menuitem", name="Thresholds").click()
    expect(fresh.get_by_role("heading", level=1)).to_contain_text("Golf")
    expect(bar).to_have_count(0)
    expect(fresh.get_by_test_id("stSidebar")).to_be_visible()
    idle(fresh)
    fresh.keyboard.press("PageUp")
    assert "deck=" not in fresh.url
    fresh.go_back()
    expect(bar).to_contain_text("5 of 5")
    url(fresh, "/pruning.*deck=pruning-sequence&moment=5")


def test_a_card_says_first_how_long_it_takes_and_then_what_it_follows():
    says = "About 10 minutes, 3 questions  \n:small[Follows CS181, lecture 6]"  # seven slides
    assert says in [plain(each.value) for each in open_page("examples").markdown]


def test_each_example_is_played_or_made_ones_own_by_one_click():
    links = [link.proto for link in open_page("examples").get("page_link")]
    for label, author in (("**Play**", False), ("Make it yours", True)):
        queries = [dict(parse_qsl(link.query_string)) for link in links if link.label == label]
        assert [query["deck"] for query in queries] == [*worked_examples.names()]
        assert all(("author" in query) == author for query in queries)


def test_a_chapter_that_was_read_is_nobodys_own():
    at = open_page("examples")
    at.session_state["Decks"].last = "3-and-again-below"
    assert "Yours:" not in words(at.run())


@pytest.mark.parametrize("page", ["grow", "practice", "own", "examples", "home"])
def test_a_bad_worked_example_beside_bad_fields_is_one_warning(page):
    at = open_page(page, v=1, deck="~d1AAAA", what=9)
    assert len(at.warning) == 1
    assert "worked example in this link is damaged" in at.warning[0].value
    assert page == "home" or "what" in at.warning[0].value
    assert page == "home" or not at.run().warning


@pytest.mark.parametrize(
    ("name", "k"), [(name, k) for name in ("play-tennis", "pruning-sequence", "seven-points") for k in (1, 2)]
)
def test_at_a_projector_of_768_px_a_slide_shows_its_question_its_tree_and_its_step(page, server, name, k):
    page.set_viewport_size({"width": 1024, "height": 768})
    deck = worked_examples.load(name)
    slide = deck.slides[k - 1]
    query = urlencode(slide.query | {"deck": name, "moment": k, "present": 1})
    load(page, server, f"{PAGES[slide.page]}?{query}")
    stage, trees = page.locator(".stage"), page.locator(".trees")
    expect(page.locator(".st-key-dt-deck")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Leave|^Present mode"))).to_have_count(1)
    assert bottom(stage) <= 768
    assert trees.bounding_box()["height"] >= 180
    if (table := stage.locator(".tables > .choices")).is_visible():
        assert bottom(table) <= 768


SEND = Task("Send a day down the tree.", (("fresh", "*"), ("step", "8")))
WITH_TASK = Deck("With a task", slides=(Slide("grow", (("step", "2"),), "Look.", task=SEND), Slide("grow")))


def test_a_task_is_said_and_done_when_the_page_says_so_and_stays_done():
    name = worked_examples.pack(WITH_TASK)
    at = at_slide(name, WITH_TASK, 1)
    assert "**○ To do:** Send a day" in words(at)
    assert "✓ Done" not in words(at)
    assert component(at, "tells")["tells"]
    assert not button(at, "Next slide").disabled  # asked for, never forced
    at.session_state["S"].update(step=8)
    assert "✓ Done" not in words(at.run())
    at.session_state["S"].update(fresh="0_1_0_1")
    assert "**✓ Done:** Send a day down the tree." in words(at.run())
    at.session_state["S"].update(step=3)
    assert "✓ Done" in words(at.run())
    assert not component(at, "tells")["tells"]
    assert not component(at_slide(name, WITH_TASK, 2), "tells")["tells"]


def test_another_page_that_says_the_same_has_not_done_it():
    deck = Deck("A", slides=(Slide("grow", task=Task("Go to the first step.", (("step", "1"),))),))
    at = open_page("pruning", v=1, step=1, deck=worked_examples.pack(deck))
    assert "Go to the first step." in words(at)
    assert "✓ Done" not in words(at)


def test_a_task_on_a_page_of_parts_is_done_at_the_click_and_the_stage_tells_where_it_rests(page, server):
    slides = (
        Slide("thresholds", task=Task("Choose the gain ratio.", (("criterion", "gain_ratio"),))),
        Slide("grow", (("step", "0"),), task=Task("Go one step on.", (("step", "1"),))),
    )
    deck = worked_examples.pack(Deck("A", slides=slides))
    load(page, server, f"thresholds?v=1&deck={deck}")
    done = page.get_by_text("✓ Done")
    expect(page.get_by_text("Choose the gain ratio.")).to_be_visible()
    expect(done).to_have_count(0)
    page.locator(".sweep").get_by_role("button", name="gain ratio").click()
    expect(done).to_be_visible()
    page.get_by_role("button", name="Next slide").click()
    expect(page.get_by_text("Go one step on.")).to_be_visible()
    expect(done).to_have_count(0)
    press(page, "ArrowRight")
    expect(done).to_be_visible()
    press(page, "ArrowLeft")
    at_step(page, 0)
    page.get_by_role("button", name="Reset").click()
    expect(done).to_be_visible()


def test_a_task_is_written_and_what_ends_it_is_what_the_screen_has_more():
    deck = Deck("Mine", slides=(Slide("grow", (("step", "3"),)),))
    at = open_page("grow", v=1, step=3, deck=worked_examples.pack(deck), author=1)
    assert not [b for b in at.button if b.label.startswith("Done is")]
    field_of(at, "To do").set_value("Go on.").run()
    assert "Readers judge for themselves" in words(at)
    at.session_state["S"].update(step=5)
    button(at, "Done is what is on the screen now").click().run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].task == Task("Go on.", (("step", "5"),))
    assert "Done when the link says step=5." in plain(words(at))
    assert "✓ Done:" in words(at)
    field_of(at, "To do").set_value("Go on twice.").run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].task == Task("Go on twice.", (("step", "5"),))
    field_of(at, "To do").set_value("").run()
    assert worked_examples.unpack(query(at, "deck")).slides[0].task is None


def course(folder):
    """A course of two chapters, for who reads its worked examples there."""
    (folder / "course").mkdir()
    slides = (Slide("grow", (("step", "2"),), "Look."), Slide("criteria", (), "Look again."))
    for k, title in enumerate(("Twenty questions", "Which first?"), start=1):
        text = worked_examples.write(Deck(title, "About it.", slides=slides, keep=f"Keep in mind {k}."))
        (folder / "course" / f"{k}-chapter.toml").write_text(text)
    return folder


@pytest.fixture
def chapters(monkeypatch, tmp_path):
    monkeypatch.setattr(worked_examples, "EXAMPLES", course(tmp_path))
    return worked_examples.chapters()


def test_a_chapter_says_its_number_and_ends_with_what_to_keep_and_the_next(chapters):
    deck = worked_examples.load(chapters[0])
    at = at_slide(chapters[0], deck, 1)
    assert "**Twenty questions** · Chapter 1 of 2 · 1 of 2" in words(at)
    assert "Keep:" not in words(at)
    button(at, "Next slide").click().run()
    assert "**Keep:** Keep in mind 1." in words(at)
    assert not [each for each in at.button if each.label == "Next slide"]
    button(at, "Next chapter").click().run()
    assert "**Which first?** · Chapter 2 of 2 · 1 of 2" in words(at)
    assert counter(at).startswith("Step 2")
    button(at, "Next slide").click().run()
    assert "Keep in mind 2." in words(at)
    assert "That was the course." in words(at)
    button(at, "Back to Learn").click().run()
    assert query(at, "deck") == ""
    assert component(at, "chapters")


def test_the_end_of_a_worked_example_leads_to_the_others_but_not_who_writes_or_was_given_it():
    last = len(PLAY.slides)
    at = at_slide("play-tennis", PLAY, last)
    button(at, "More examples").click().run()
    assert query(at, "deck") == ""
    assert [link for link in at.get("page_link") if link.proto.label == "Make it yours"]
    for who in ("author", "student"):
        assert button(at_slide("play-tennis", PLAY, last, **{who: 1}), "Next slide").disabled


def test_an_open_question_has_a_place_to_write_and_words_to_compare_with():
    deck = Deck("Mine", slides=(Slide("grow", question=Question("Why? In your own words.", why="It *rests*.")),))
    at = open_page("grow", v=1, deck=worked_examples.pack(deck))
    at.text_area[0].set_value("Because.").run()
    assert "It *rests*" not in words(at)
    next(toggle for toggle in at.toggle if toggle.label == "Compare").set_value(True).run()
    assert "**One way to say it:** It *rests*." in words(at)
    assert at.text_area[0].value == "Because."
    assert "✗" not in words(at)


@pytest.mark.parametrize("name", worked_examples.names())
def test_a_card_shows_screens_of_its_own_example(name):
    frames = [pictures._drawn(slide, *pictures.FRAME) for slide in worked_examples.load(name).slides]
    drawn = b64decode(film(worked_examples.load(name)).partition("base64,")[2]).decode()
    shown = [frame for frame in dict.fromkeys(frames) if frame and frame in drawn]
    assert 2 <= len(shown) <= pictures.FRAMES
    assert shown[-1] == [frame for frame in frames if frame][-1]


@pytest.mark.parametrize("name", worked_examples.chapters())
def test_a_chapter_has_a_picture_of_one_of_its_screens(name):
    drawn = b64decode(pictures.picture(worked_examples.load(name)).partition("base64,")[2]).decode()
    screens = [pictures._drawn(slide, *pictures.SIZE, 1) for slide in worked_examples.load(name).slides]
    assert len(drawn) == max(map(len, screens)) > 0


def test_the_gain_of_humidity_shows_humidity_and_wind_split_as_it_speaks_of_them():
    deck = worked_examples.load("humidity")
    for k, feature in ((3, "Humidity"), (5, "Wind")):
        at = at_slide("humidity", deck, k)
        assert f"you asked {feature}" in str([e.value for e in at.markdown])


def test_the_sentence_to_keep_is_written_and_said_at_the_end_of_any_worked_example():
    at = open_page("grow", v=1, deck=worked_examples.pack(Deck("Mine", slides=(Slide("grow"),))), author=1)
    field_of(at, "The sentence to keep").set_value("All of it.").run()
    assert worked_examples.unpack(query(at, "deck")).keep == "All of it."
    assert "**Keep:** All of it." in words(at)
