"""A worked example as a page that plays: its words, its questions, each moment on its own lesson."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dtlearn import ALGORITHMS, grow, load
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Deck, Moment, Question
from dtlearn.views.stage.deck import deck_walkthrough
from pages.ui.examples import paper
from tests.support import ROOT
from tests.support.strategies import HOSTILE

SHIPPED = sorted((ROOT / "examples").glob("*.toml"))
PLAYED = ("grow", "pruning")


def shipped(path: Path) -> Deck:
    return worked_examples.read(path.read_text())


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_shipped_example_has_its_moments_and_plays_what_can_be_played(path):
    deck = shipped(path)
    walkthrough = paper.played(deck, "http://here")
    document = json.loads(walkthrough.json())
    assert len(walkthrough) == len(deck.moments)
    for moment, frame in zip(deck.moments, document["frames"], strict=True):
        assert (frame["lesson"] is not None) == (moment.page in PLAYED)
        if frame["lesson"] is not None:
            lesson = document["lessons"][frame["lesson"]]
            assert frame["step"] < len(lesson["frames"])
            rows = [lesson["rows"][i]["id"] for i in lesson["frames"][frame["step"]]["rows"]]
            assert not frame["pick"] or any(row.endswith(frame["pick"]) for row in rows)
        assert frame["address"].startswith(f"http://here/{moment.page}?v=1")
        question = moment.question
        assert frame["question"] is None if question is None else frame["question"]["answer"] == question.answer
    assert walkthrough.json() == paper.played(deck, "http://here").json()


def test_a_lesson_that_cannot_be_read_is_left_to_the_live_page():
    moment = Moment("grow", (("criterion", "mse"), ("data", "or")))
    assert paper.played(Deck("t", moments=(moment, Moment("criteria"))), "").document["lessons"] == []


def test_moments_turn_and_questions_are_answered(tab, tmp_path):
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
        moments=(
            Moment("grow", (), bad, ask),
            Moment("bound", (), "- one\n- two"),
            Moment("grow", (), "", Question("Why?")),
        ),
    )
    found = deck_walkthrough(
        deck,
        lambda moment: (lesson, 1, "c0.2") if moment.page == "grow" else None,
        lambda moment: "javascript:alert(3)",
    )
    path = found.save(tmp_path / "bad.html")
    tab.goto(path.as_uri())
    asked = tab.locator(".asked")
    expect(tab.locator(".sums")).to_contain_text("0.152")  # the row that the moment chooses
    asked.get_by_role("button", name="Outlook").click()
    expect(asked).to_contain_text("Answer: Wind")
    expect(asked.get_by_role("button", name=re.compile("^✗ Outlook"))).to_be_visible()
    expect(asked.get_by_role("button", name=re.compile("^✓ Wind"))).to_be_visible()
    tab.get_by_role("button", name="The next moment").click()
    expect(tab.locator(".words li")).to_have_count(2)
    expect(tab.locator(".place")).to_contain_text("shown on the page “bound” of the app. Open it, live")
    expect(tab.locator(".place a")).to_have_count(0)
    tab.get_by_role("button", name="The next moment").click()
    tab.get_by_role("button", name="Show the answer").click()
    expect(asked).to_contain_text("For the room to talk about.")
    assert tab.locator("img").count() == 0
    assert set(tab.asked) == {path.as_uri()}
