"""The course: its chapters on their page, and how far one has come, which the browser alone knows."""

import json
import re
from base64 import b64decode

import pytest
from playwright.sync_api import expect

from dtlearn import grow
from dtlearn.growing.grow import pieces
from dtlearn.teaching import worked_examples
from pages.ui.examples import bar
from pages.ui.examples import course as course_page
from pages.ui.examples.check import faults
from pages.ui.examples.decks import checked
from pages.ui.examples.pictures import picture
from pages.ui.kit.clouds import cloud
from pages.ui.kit.contents import fields_of
from pages.ui.kit.scene import defaults
from pages.ui.kit.session import record
from pages.ui.overfitting import lesson as overfitting
from pages.ui.overfitting.words import splits
from tests.pages.examples.test_page import chapters, course  # noqa: F401
from tests.support.apps import component, open_page, opened
from tests.support.server import Server
from tests.support.visits import at_step, box_of, button, idle, load, still, url

REFUSES = "Object.defineProperty(window, 'localStorage', {get: () => { throw new Error('refused'); }})"

# Three in a row came.
MASTERED = {"split": {"row": 3, "tries": 3, "practised": True, "stage": 0, "due": 99999, "last": "x"}}
STORED = "() => { try { return localStorage.getItem('dtlearn-course'); } catch { return null; } }"


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """A server whose course has two chapters of two slides."""
    folder = course(tmp_path_factory.mktemp("examples"))
    first = "from pathlib import Path; from dtlearn.teaching import worked_examples as w"
    with Server(first=f"{first}; w.EXAMPLES = Path({str(folder)!r})") as server:
        yield server


def test_the_page_names_the_chapters_in_their_order(chapters):  # noqa: F811
    told = component(opened("learn"), "chapters")["chapters"]
    assert [chapter["title"] for chapter in told] == ["Twenty questions", "Which first?"]
    assert told[0].pop("picture").startswith("data:image/svg+xml")
    assert told[0] == {"name": "1-chapter", "title": "Twenty questions", "about": "About it.", "slides": 2, "asks": []}


@pytest.mark.parametrize("name", worked_examples.chapters())
def test_each_chapter_has_a_small_picture(name):
    shown = picture(worked_examples.load(name)).removeprefix("data:image/svg+xml;base64,")
    assert b"<svg" in b64decode(shown)
    assert len(shown) < 25_000  # ten of them are sent with the page


def test_the_first_day_ends_where_the_finished_tree_says_it_does():
    first, second = worked_examples.load("1-twenty-questions").slides[:2]
    day = dict(zip(("Outlook", "Temperature", "Humidity", "Wind"), second.query["fresh"].split("_"), strict=True))
    assert {"Outlook": "2", "Wind": "1"}.items() <= day.items()
    assert "Rain, Cool, High humidity, Strong wind" in first.caption
    assert component(open_page("grow", **first.query), "tells")["caption"].startswith("Outlook = Rain, Wind = Strong,")


def test_the_reasons_of_overfitting_count_what_its_page_draws():
    why = [slide.question.why for slide in worked_examples.load("6-too-good-to-be-true").slides if slide.question]
    noisy = defaults(overfitting.LESSON.fields) | {"data": "cloud-rings", "noise": 20}
    (train, test), found = overfitting.parts_of(noisy), overfitting.series_of(noisy)
    assert f"{found.test.lost[-1]} of {len(test)}" in why[0]
    clean = cloud("cloud-rings", 3, 0)
    truth = dict(zip(map(tuple, clean.X), clean.y, strict=True))
    settings = overfitting.settings_of(noisy)
    best = next(pieces(grow(train, settings).tree, settings, [splits(found)[found.best()]]))
    rows = zip(train.X, train.y, best.predict(train.X), strict=True)
    flipped = [truth[tuple(x)] != y for x, y, said in rows if said != y]
    assert f"on {len(flipped)} of the {len(train)} training points, and {sum(flipped)} of these" in why[1]
    still = overfitting.series_of(noisy | {"noise": 0})
    assert f"{still.test.lost[-1]} of {still.test.of} test points wrong, the one" in why[3]
    assert why[3].endswith(f" {still.test.lost[still.best()]}.")


def test_dots_say_how_far_one_has_come_and_words_too(page, taught):
    load(page, taught, "learn")
    card = page.locator("li").first
    expect(card).to_contain_text("○○")
    expect(card).to_contain_text("2 slides")
    page.get_by_role("link", name="Start with chapter 1: Twenty questions").click()
    expect(page.get_by_text("Chapter 1 of 2 · 1 of 2")).to_be_visible()
    idle(page)
    to_learn(page)
    expect(card).to_contain_text("●○")
    expect(card).to_contain_text("1 of 2")
    page.get_by_role("button", name="Clear my progress").click()


def test_a_chapter_is_done_when_its_questions_are_answered_and_a_skill_is_mastered_too(fresh, server):
    load(fresh, server, "learn")
    card = fresh.locator("li").nth(2)
    expect(card).to_contain_text("6 slides")
    other = fresh.context.new_page()
    other.goto(f"{server.url}/_stcore/health")  # another tab of the app, without its front end
    other.evaluate("localStorage.setItem('dtlearn-course', '[[\"3-and-again-below\", 6, [1, 2, 3]]]')")
    other.close()
    expect(card).to_contain_text("2 slides left to do")
    expect(fresh.get_by_role("link", name="Finish chapter 3: And again, below")).to_be_visible()
    expect(card.locator(".dots")).to_have_text("●●●◐●◐")
    seen = "Slides: 4 done, 2 seen with something left to do, 0 not seen"
    expect(card.get_by_role("img", name=seen)).to_be_visible()
    card.get_by_role("link").click()
    expect(fresh.get_by_text("Chapter 3 of 10 · 4 of 6")).to_be_visible()
    idle(fresh)
    answer = fresh.locator(".st-key-dt-deck input[type=text]")
    answer.fill("0.5")  # it is tried: that counts
    answer.press("Enter")
    expect(fresh.get_by_text("✗ Not")).to_be_visible()
    idle(fresh)
    to_learn(fresh, "Chapter 3 of 10")
    expect(card).to_contain_text("1 slide left to do")
    card.get_by_role("link").click()
    expect(fresh.get_by_text("Chapter 3 of 10 · 6 of 6")).to_be_visible()
    idle(fresh)
    fresh.evaluate(f"localStorage.setItem('dtlearn-skills', '{json.dumps(MASTERED)}')")
    fresh.evaluate("window.dispatchEvent(new Event('dt-skills'))")  # as the third in a row does
    to_learn(fresh, "Chapter 3 of 10")
    expect(card).to_contain_text("✓ Done")


def test_the_ways_into_chapters_stand_in_one_line_each(page, server):
    load(page, server, "home")
    page.evaluate("localStorage.setItem('dtlearn-course', '[[\"2-which-question-first\", 8, []]]')")
    page.reload()
    way = page.locator("li").nth(1).get_by_role("link")
    expect(way).to_have_text("Go on")
    assert (
        way.evaluate(
            "a => { const r = document.createRange(); r.selectNodeContents(a); return r.getClientRects().length; }"
        )
        == 1
    )


def test_on_a_phone_the_ways_to_the_slides_beside_stand_side_by_side(phone, taught):
    load(phone, taught, "learn")
    phone.get_by_role("link", name="Start with chapter 1: Twenty questions").click()
    back, following = (box_of(phone.get_by_role("button", name=name)) for name in ("Previous slide", "Next slide"))
    assert abs(back["y"] - following["y"]) <= 2
    assert back["x"] + back["width"] <= following["x"]


def test_each_chapter_can_be_taken_along(chapters):  # noqa: F811
    labels = [each.proto.label for each in opened("learn").get("download_button")]
    assert labels[: len(labels) // 2] == labels[len(labels) // 2 :]
    assert {"Page that plays", "Package for your course platform (SCORM 1.2)"} <= {*labels}


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        ["1-chapter"],
        ["1-chapter", "2"],
        ["humidity", 1],
        [["1-chapter"], 1],
        ["1-chapter", 3],
        ["1-chapter", 0],
    ],
)
def test_what_a_browser_asks_for_and_is_not_there_opens_nothing(chapters, monkeypatch, message):  # noqa: F811
    session = {"S": {"deck": "", "moment": 1}}
    monkeypatch.setattr(bar.st, "session_state", session)
    monkeypatch.setattr(bar, "state", lambda: session["S"])
    course_page._open(message)
    assert not record(bar.decks.Decks).go


@pytest.mark.parametrize("keeps", [True, False])
def test_one_goes_on_where_this_browser_left_off(browser, taught, keeps):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    if not keeps:
        page.add_init_script(REFUSES)
    load(page, taught, "learn")
    page.get_by_role("link", name="Start with chapter 1: Twenty questions").click()
    expect(page.get_by_text("Chapter 1 of 2 · 1 of 2")).to_be_visible()
    idle(page)
    to_learn(page)
    expect(page.locator("li").first).to_contain_text("1 of 2")
    page.get_by_role("link", name="Go on with chapter 1").click()
    page.get_by_role("button", name="Next slide").click()
    expect(page.get_by_text("Keep in mind 1.")).to_be_visible()
    page.get_by_role("button", name="Next chapter").click()
    expect(page.get_by_text("Chapter 2 of 2 · 1 of 2")).to_be_visible()
    idle(page)
    to_learn(page)
    expect(page.locator("li").first).to_contain_text("✓ Done")
    expect(page.get_by_role("link", name="Go on with chapter 2: Which first?")).to_be_visible()
    if keeps:
        page.reload()
        idle(page)
        to_learn(page)
        expect(page.locator("li").first).to_contain_text("✓ Done")
    page.get_by_role("button", name="Clear my progress").click()
    expect(page.get_by_role("link", name="Start with chapter 1")).to_be_visible()
    assert page.evaluate(STORED) is None
    context.close()


def test_the_whole_card_of_a_chapter_is_the_way_in(page, taught):
    load(page, taught, "learn")
    page.get_by_text("About it.").last.click(force=True)  # below the link, which takes the click
    expect(page.get_by_text("Chapter 2 of 2 · 1 of 2")).to_be_visible()


def to_learn(page, left="Chapter 1 of 2"):
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.get_by_role("heading", name=re.compile("^Learn"))).to_be_visible()
    idle(page)
    url(page, "learn((?!deck=).)*$")  # else a reload would lead back into the chapter
    expect(page.get_by_text(left)).to_have_count(0)


def test_a_store_that_somebody_else_has_filled_is_no_progress(browser, taught):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    for text in (
        "x",
        "{}",
        '[["1-chapter"]]',
        '[["1-chapter", "2"]]',
        '[["1-chapter", 1, 2]]',
        "[3]",
        '[["nothing", 2]]',
    ):
        page.add_init_script(f"localStorage.setItem('dtlearn-course', {text!r})")
        load(page, taught, "learn")
        expect(page.get_by_role("link", name=re.compile("^Start with chapter 1"))).to_be_visible()
    context.close()


SLIDES = [(name, k) for name in worked_examples.chapters() for k in range(len(worked_examples.load(name).slides))]


@pytest.mark.parametrize(("name", "k"), SLIDES)
def test_a_slide_of_a_chapter_says_little_and_asks_for_what_is_not_there_yet(name, k):
    slide = worked_examples.load(name).slides[k]
    said = re.sub(r"\$[^$]*\$|[*_`#>|-]", " ", f"{slide.caption}\n\n{slide.task.do if slide.task else ''}")
    assert len(said.split()) <= 60
    assert max(len(sentence.split()) for sentence in re.split(r"[.?!](?=\s)|\n\s*\n", said)) <= 25
    assert not (slide.task and slide.task.is_done(slide.query))


@pytest.mark.parametrize("name", worked_examples.chapters())
def test_every_slide_of_a_chapter_is_a_right_link_and_ends_with_something_to_keep(name):
    deck = checked(worked_examples.load(name))
    assert faults(deck) == []
    assert deck.keep
    for slide in deck.slides:  # what a task waits for its page can say
        names = {field.name for field in fields_of(slide.page)}
        assert names.issuperset(done for done, _ in (slide.task.done if slide.task else ()))


def test_a_chapter_that_names_another_leads_to_it(page, server):
    named = {
        (name, number): deck
        for name in worked_examples.chapters()
        for slide in worked_examples.load(name).slides
        for number, deck in re.findall(r"\[chapter (\d+)\]\(learn\?v=1&deck=([\w-]+)\)", slide.caption)
    }
    assert named == {("8-one-is-moody", "10"): worked_examples.chapters()[9]}
    load(page, server, "practice?v=1&deck=8-one-is-moody&moment=6")
    with page.expect_popup() as opened_there:
        page.get_by_role("link", name="chapter 10", exact=True).click()
    expect(opened_there.value.get_by_text("Chapter 10 of 10 · 1 of 7")).to_be_visible()
    opened_there.value.close()


def test_a_slide_that_sets_nothing_is_opened_by_a_link_that_names_it_alone():
    at = opened("examples", v=1, deck="7-cutting-back", moment=4)
    assert component(at, "sliders")["query"]["data"] == "rings"


def test_on_a_slide_the_settings_are_folded_until_asked_for_and_on_a_page_of_its_own_they_stand(page, server):
    load(page, server, "grow?v=1&step=8&deck=1-twenty-questions")
    expect(page.get_by_text("Chapter 1 of 10 · 1 of 6")).to_be_visible()
    data = page.get_by_role("combobox", name="Data set")
    expect(data).to_be_hidden()
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(data).to_be_visible()
    page.get_by_role("button", name="Next slide").click()
    expect(page.get_by_text("Chapter 1 of 10 · 2 of 6")).to_be_visible()
    expect(data).to_be_hidden()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(data).to_be_visible()


@pytest.mark.parametrize(
    ("chapter", "k"),
    [
        ("1-twenty-questions", 1),
        ("3-and-again-below", 1),
        ("6-too-good-to-be-true", 4),
        *(("10-many-weak-ones-in-turn", k) for k in (1, 2, 3, 5, 6)),
    ],
)
def test_an_answer_moves_nothing(page, server, chapter, k):
    load(page, server, f"learn?v=1&deck={chapter}&moment={k}")
    bar, asks = page.locator(".st-key-dt-deck"), page.locator(".st-key-dt-slide-asks")
    question = worked_examples.load(chapter).slides[k - 1].question
    before = box_of(bar)
    for option, told in ((next(o for o in question.options if o != question.answer), "✗"), (question.answer, "✓")):
        asks.get_by_role("radio", name=option, exact=True).or_(
            asks.get_by_role("button", name=option, exact=True)
        ).click()
        expect(bar.get_by_text(told)).to_be_visible()
        assert box_of(bar) == before
        expect(bar.locator(".st-key-dt-slide-told p").last).to_be_hidden()  # what holds its room


@pytest.mark.parametrize("chapter", worked_examples.chapters()[:3])
def test_what_is_practised_stands_below_the_words_of_its_slide(page, server, chapter):
    last = len(worked_examples.load(chapter).slides)
    load(page, server, f"practice?v=1&deck={chapter}&moment={last}")
    keeps, level = page.locator(".st-key-dt-deck"), page.locator(".st-key-w_level")
    expect(keeps.get_by_text("Keep:")).to_be_visible()
    expect(level).to_be_visible()
    expect(page.locator(".st-key-w_mode")).to_be_hidden()
    still(page)
    assert box_of(keeps)["y"] + box_of(keeps)["height"] <= box_of(level)["y"]


def test_a_slide_begins_without_what_the_one_before_had_enlarged(page, server):
    load(page, server, "grow?v=1&deck=1-twenty-questions&moment=1")
    page.get_by_role("button", name="Next slide").click()
    outlook = page.get_by_role("combobox", name="Outlook")
    outlook.select_option(label="Overcast")
    expect(page.get_by_text("✓ Done:")).to_be_visible()
    page.locator(".st-key-dt-slide-asks").get_by_text("Temperature", exact=True).click()
    expect(page.get_by_text("✓ Right:")).to_be_visible()
    still(page)
    expect(outlook).to_be_visible()
    assert "large=" not in page.url


def test_a_presented_slide_has_its_settings_and_a_bar_whose_title_is_read(page, server):
    page.set_viewport_size({"width": 1024, "height": 768})
    load(page, server, "grow?v=1&step=8&deck=1-twenty-questions&present=1")
    data, title = page.get_by_role("combobox", name="Data set"), page.get_by_text("Chapter 1 of 10 · 1 of 6")
    expect(title).to_be_visible()
    expect(data).to_be_hidden()
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(data).to_be_visible()
    still(page)
    assert box_of(title)["height"] < 80  # of three lines at most


def test_a_slide_that_opens_finished_is_a_picture_and_who_has_walked_to_the_end_can_walk_back(page, server):
    load(page, server, "grow?v=1&deck=1-twenty-questions&moment=1")
    still(page)
    expect(button(page, "Back")).to_be_hidden()
    load(page, server, "grow?v=1&deck=5-how-impure-is-impure&moment=3")
    still(page)
    button(page, "Last").click()
    at_step(page, 15, 15)
    still(page)
    expect(button(page, "Back")).to_be_visible()


def test_the_menu_leaves_a_chapter_for_the_page_that_its_slide_is_on_too(page, server):
    load(page, server, "practice?v=1&deck=2-which-question-first&moment=6")
    bar = page.locator(".st-key-dt-deck")
    expect(bar).to_be_visible()
    page.get_by_test_id("stTopNav").get_by_role("link", name="Practice").click()
    expect(bar).to_have_count(0)
    load(page, server, "byhand?v=1&data=play_tennis&deck=2-which-question-first&moment=4")
    expect(bar).to_be_visible()
    group = page.get_by_role("button", name="Growing")
    bold = "button => getComputedStyle(button.querySelector('p')).fontWeight"
    usual = page.get_by_role("button", name="Size").evaluate(bold)
    assert int(group.evaluate(bold)) > int(usual)  # it holds the open page
    group.click()
    page.get_by_test_id("stTopNavDropdownLink").get_by_text("Grow it yourself").click()
    expect(bar).to_have_count(0)


def test_another_slide_begins_at_its_words_however_far_one_has_scrolled(page, server):
    load(page, server, "grow?v=1&step=8&deck=1-twenty-questions")
    page.set_viewport_size({"width": 1280, "height": 600})
    expect(page.get_by_text("Chapter 1 of 10 · 1 of 6")).to_be_visible()
    idle(page)
    page.locator(".stMain").evaluate("e => e.scrollTo(0, 300)")
    page.keyboard.press("PageDown")
    expect(page.get_by_text("Chapter 1 of 10 · 2 of 6")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 800})
