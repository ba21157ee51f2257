"""A worked example as a page that plays: its words, its questions, each slide on its own lesson."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, grow, load
from dtlearn.show.documents.deck import deck_walkthrough
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Deck, Question, Slide, Task
from pages.ui.bound import trees
from pages.ui.examples import paper
from pages.ui.kit import handout
from pages.ui.regions.link import write_points
from tests.support import ROOT
from tests.support.strategies import HOSTILE

SHIPPED = sorted((ROOT / "examples").glob("*.toml"))
PLAYED = ("grow", "pruning", "bound", "limits", "overfitting", "forest", "boosting", "code", "regions")


def shipped(path: Path) -> Deck:
    return worked_examples.read(path.read_text())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_example_has_its_slides_and_plays_what_can_be_played(path):
    deck = shipped(path)
    walkthrough = paper.played(deck, "http://here")
    document = json.loads(walkthrough.json())
    assert len(walkthrough) == len(deck.slides)
    for slide, frame in zip(deck.slides, document["frames"], strict=True):
        assert (frame["lesson"] is not None) == (slide.page in PLAYED)
        if frame["lesson"] is not None:
            lesson = document["lessons"][frame["lesson"]]
            step, pick = int(frame["place"]["step"]), frame["place"].get("pick", "")
            assert step < len(lesson["frames"])
            rows = [row["id"] for row in lesson["rows"]]
            assert not pick or any(re.search(r"\d+$", row)[0] == pick for row in rows)
        assert frame["address"].startswith(f"http://here/{slide.page}?v=1")
        question = slide.question
        assert frame["question"] is None if question is None else frame["question"]["answer"] == question.answer
    assert walkthrough.json() == paper.played(deck, "http://here").json()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_no_number_that_is_asked_for_stands_in_the_table_beside_it(path):
    document = paper.played(shipped(path), "").document
    for frame in document["frames"]:
        if frame["question"] and frame["lesson"] is not None and re.fullmatch(r"\d\.\d+", frame["question"]["answer"]):
            lesson = document["lessons"][frame["lesson"]]
            rows = lesson["frames"][int(frame["place"]["step"])].get("rows", [])
            shown = [text for k in rows for text in lesson["rows"][k]["cells"] if not lesson["rows"][k].get("hidden")]
            assert frame["question"]["answer"] not in shown


ROWS = (
    Slide("bound", (("data", "seven_points"),)),
    Slide("bound", (("data", "iris"), ("way", "greedy"), ("step", "3"))),
    Slide("bound", (("data", "source"), ("nodes", "0"))),
    Slide("limits", (("data", "iris"), ("limit", "leaf"))),
    Slide("limits", (("data", "iris"), ("x", "9999"), ("values", "1.5,2"))),
    Slide("limits"),
    Slide("overfitting"),
    Slide("overfitting", (("data", "wine"), ("step", "2"))),
)


@pytest.mark.parametrize("slide", ROWS, ids=lambda slide: "-".join([slide.page, *(value for _, value in slide.scene)]))
def test_a_slide_of_a_row_plays_at_the_step_that_its_page_would_open_at(slide):
    document = paper.played(Deck("t", slides=(slide,)), "").document
    (lesson,), (frame,) = document["lessons"], document["frames"]
    assert lesson["kind"] == "row"
    assert (
        int(frame["place"]["step"])
        == int(dict(slide.scene).get("step", int(frame["place"]["step"])))
        < len(lesson["frames"])
    )
    assert int(frame["place"]["step"]) > 0


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"data": "iris", "trees": "9", "step": "4"},
        {"data": "iris", "example": "s3"},
        {"data": "iris", "example": "t9999"},
        {"data": "stopping_distance", "trees": "5"},
        {"example": "x1_2", "by": "means"},
    ],
)
def test_a_slide_of_a_forest_plays(values):
    deck = Deck("t", slides=(Slide("forest", tuple(values.items())),))
    (lesson,), (frame,) = (paper.played(deck, "").document[name] for name in ("lessons", "frames"))
    assert lesson["kind"] == "forest"
    assert int(frame["place"]["step"]) == int(values.get("step", values.get("trees", 100)))
    assert len(lesson["frames"]) == int(values.get("trees", 100)) + 1
    assert ("the truth" in lesson["about"]) == (values.get("example", "t")[0] == "t")


@pytest.mark.parametrize(
    "values",
    [{}, {"mode": "write", "word": "x1 x2 leaf0"}, {"data": "play_tennis", "mode": "read", "step": "2"}],
)
def test_a_slide_of_a_code_word_plays(values):
    deck = Deck("t", slides=(Slide("code", tuple(values.items())),))
    (lesson,), (frame,) = (paper.played(deck, "").document[name] for name in ("lessons", "frames"))
    assert lesson["kind"] == "word"
    assert lesson["about"] == ("Read: word → tree" if values else "Write: tree → word")
    assert int(frame["place"]["step"]) == int(values.get("step", len(lesson["frames"]) - 1 if values else 3))


def test_what_the_page_would_search_long_for_is_left_to_it(monkeypatch):
    monkeypatch.setattr(trees, "QUICK", -1)
    slide = Slide("bound", (("data", "or"),))
    assert paper.played(Deck("t", slides=(slide,)), "").document["lessons"] == []


def test_a_lesson_that_cannot_be_read_is_left_to_the_live_page():
    slide = Slide("grow", (("data", "table-0123456789abcdef0123456789abcdef"),))
    assert paper.played(Deck("t", slides=(slide, Slide("criteria"))), "").document["lessons"] == []


POINTS = write_points(((200, 200, 0), (800, 200, 1), (200, 800, 1), (800, 800, 0)))
SLIDES = [
    ({"algorithm": "cart", "step": "3"}, True, 3),
    ({"algorithm": "cart", "x": "0", "y": "99", "slices": "1:2,77:3"}, True, 17),  # what is not there is let go
    ({"data": "drawn", "points": POINTS}, True, None),
    ({"data": "stopping_distance", "step": "999"}, True, None),
    ({"data": "drawn"}, False, None),
    ({"data": "play_tennis"}, False, None),
    ({"data": "table-0123456789abcdef0123456789abcdef"}, False, None),
]


@pytest.mark.parametrize(("query", "plays", "step"), SLIDES)
def test_a_partition_plays_where_it_has_a_plane(query, plays, step):
    document = paper.played(Deck("t", slides=(Slide("regions", tuple(query.items())),)), "").document
    (frame,) = document["frames"]
    assert (frame["lesson"] is None) != plays
    if plays:
        (lesson,) = document["lessons"]
        assert lesson["kind"] == "partition"
        assert frame["place"]["step"] == str(len(lesson["frames"]) - 1 if step is None else step)
        assert lesson["plane"]["axes"][0]["name"]


def test_slides_turn_and_questions_are_answered(tab, tmp_path):
    path = tmp_path / "deck.html"
    path.write_text(paper.played(shipped(ROOT / "examples" / "play-tennis.toml"), "").html())
    tab.goto(path.as_uri())
    place, steps = tab.locator("header .counter"), tab.locator(".player .counter")
    expect(place).to_have_text("1 of 7")
    expect(tab.get_by_role("button", name="Back")).to_be_disabled()
    tab.keyboard.press("PageDown")
    expect(place).to_have_text("2 of 7")
    expect(steps).to_have_text("Step 1 of 8")
    tab.keyboard.press("ArrowRight")  # inside the lesson
    expect(steps).to_have_text("Step 2 of 8")
    expect(place).to_have_text("2 of 7")
    assert tab.evaluate("location.hash") == "#step=1"
    tab.reload()
    expect(place).to_have_text("2 of 7")
    assert tab.evaluate("document.documentElement.scrollHeight") <= 800


def test_an_answer_is_told_and_no_word_of_an_author_runs(tab, tmp_path):
    bad = "".join(HOSTILE) + "<img src=x onerror=alert(1)> [x](https://x.org) ![y](https://y.org/z.png) **b** $x^2$"
    ask = Question("Which? " + bad, "Wind", "Because. " + bad, ("Outlook", "Wind"))
    lesson = grow(load("play_tennis"), ALGORITHMS["ID3 (CS181)"]).steps().walkthrough()
    deck = Deck(
        bad,
        bad,
        slides=(
            Slide("grow", (), bad, ask),
            Slide("bound", (), "- one\n- two"),
            Slide("grow", (), "", Question("Why?")),
        ),
    )
    found = deck_walkthrough(
        deck,
        lambda slide: (lesson, {"step": "1", "pick": "2"}) if slide.page == "grow" else None,
        lambda slide: "javascript:alert(3)",
    )
    path = found.save(tmp_path / "bad.html")
    tab.goto(path.as_uri())
    asked = tab.locator(".asked")
    expect(tab.locator(".sums")).to_contain_text("0.152")  # the row that the slide chooses
    asked.get_by_role("button", name="Outlook").click()
    expect(asked).to_contain_text("Answer: Wind")
    expect(asked.get_by_role("button", name=re.compile("^✗ Outlook"))).to_be_visible()
    expect(asked.get_by_role("button", name=re.compile("^✓ Wind"))).to_be_visible()
    tab.get_by_role("button", name="The next slide").click()
    expect(tab.locator(".words li")).to_have_count(2)
    expect(tab.locator(".place")).to_contain_text(
        "Only the app can show this slide: its tree is too large, or its page does not play here. Open it, live"
    )
    expect(tab.locator(".place a")).to_have_count(0)
    tab.get_by_role("button", name="The next slide").click()
    tab.get_by_role("button", name="Show the answer").click()
    expect(asked).to_contain_text("For the room to talk about.")
    assert tab.locator("img").count() == 0
    assert set(tab.asked) == {path.as_uri()}


def test_a_slide_shows_its_plane(tab, tmp_path):
    deck = Deck("t", slides=(Slide("grow", (("data", "or"),)), Slide("regions", (("step", "1"),))))
    (tmp_path / "deck.html").write_text(paper.played(deck, "").html())
    tab.goto((tmp_path / "deck.html").as_uri())
    expect(tab.locator(".counter").first).to_have_text("1 of 2")
    expect(tab.locator(".planes")).to_have_count(0)
    tab.keyboard.press("PageDown")
    expect(tab.locator(".planes line.cut")).to_have_count(1)
    tab.keyboard.press("PageUp")
    expect(tab.locator(".planes")).to_have_count(0)


def test_the_sentence_to_keep_stands_at_the_end():
    deck = Deck("t", slides=(Slide("hard"), Slide("hard", (), "Look.")), keep="A bit halves what is open.")
    first, last = (frame["caption"] for frame in paper.played(deck, "").document["frames"])
    assert (first, last[1][1][0]) == ([], ["bold", "Keep:", ""])
    assert "**Keep:** A bit halves" in handout.written(paper.paper_of(deck, ""), False, "md", "a4")


def test_a_task_is_a_line_of_words():
    deck = Deck("t", slides=(Slide("hard", (), "Look.", task=Task("Go *on*.", (("step", "3"),))),))
    (frame,) = paper.played(deck, "").document["frames"]
    assert frame["caption"][1] == ["p", [["bold", "To do:", ""], ["", " Go ", ""], ["italic", "on", ""], ["", ".", ""]]]
    assert "**To do:** Go *on*." in handout.written(paper.paper_of(deck, ""), False, "md", "a4")
