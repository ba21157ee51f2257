"""The chapters of the course keep their form: short slides, something to do, a guess first, practice near the end."""

import re
from dataclasses import replace

import pytest

from dtlearn import ALGORITHMS, CRITERIA, binarised, bound_of, frontier, grow, load
from dtlearn.forest.changes import Relabel, changed
from dtlearn.show.splitting.surprise import surprise
from dtlearn.teaching import worked_examples
from dtlearn.teaching.exercises import KINDS
from dtlearn.teaching.faded import faded
from dtlearn.teaching.grading import grade, same

MOST_WORDS = 60  # of a slide's caption and task
MOST_IN_SENTENCE = 25
FEATURE = 2  # Humidity, of PlayTennis

chapter = pytest.mark.parametrize("name", worked_examples.chapters())


def texts(deck):
    for slide in deck.slides:
        yield slide.caption
        yield from (slide.question.ask, slide.question.hint, slide.question.why) if slide.question else ()
        yield from (slide.task.do,) if slide.task else ()
    yield from (deck.about, deck.keep)


@chapter
def test_a_slide_is_short_and_so_are_its_sentences(name):
    deck = worked_examples.load(name)
    for slide in deck.slides:
        assert len(f"{slide.caption} {slide.task.do if slide.task else ''}".split()) <= MOST_WORDS
    for sentence in (one for text in texts(deck) for one in re.split(r"[.?!]\**\s", text)):
        assert len(sentence.split()) <= MOST_IN_SENTENCE, sentence


@chapter
def test_a_slide_names_no_lecture_notes(name):
    assert not [text for text in texts(worked_examples.load(name)) if re.search(r"CS181|BuildTree|Ch8|UML\b", text)]


@chapter
def test_a_chapter_asks_first_has_something_to_do_and_to_explain_and_ends_with_practice(name):
    deck = worked_examples.load(name)
    asked = [slide.question for slide in deck.slides if slide.question]
    assert 3 <= len(deck.slides) <= 8
    assert asked[0] is deck.slides[0].question
    assert asked[0].options
    assert asked[0].answer
    assert any(slide.task and slide.task.done for slide in deck.slides)
    assert len([question for question in asked if not question.answer]) == 1
    assert deck.notes
    assert len(re.findall(r"[.?!](?:\s|$)", deck.keep)) == 1
    practice = dict(next(slide for slide in deck.slides[-2:] if slide.page == "practice").scene)
    assert set(practice["kinds"].split(".")) <= set(KINDS)


@chapter
def test_each_answer_has_its_reason_and_an_open_question_words_to_compare_with(name):
    assert all(slide.question.why for slide in worked_examples.load(name).slides if slide.question)


def test_the_numbers_of_the_reasons_are_those_of_the_trees():
    why = {
        name: " ".join(slide.question.why for slide in worked_examples.load(name).slides if slide.question)
        for name in worked_examples.chapters()
    }
    tennis, id3 = load("play_tennis"), ALGORITHMS["ID3 (CS181)"]
    flipped = changed(tennis, [Relabel(12, 0)])
    (before, after) = (grow(data, id3).candidates[0].gain for data in (tennis, flipped))
    told = f"from {before[0]:.3f} to {after[0]:.3f}, Temperature’s rises from {before[1]:.3f} to {after[1]:.3f}"
    assert told in why["8-one-is-moody"]
    ordered = grow(tennis, replace(ALGORITHMS["CART"], criterion="info_gain", nominal="ordered")).candidates[0]
    outlook, humidity = (
        max(ordered.gain[c] for c in range(len(ordered)) if ordered.split(c).feature == j) for j in (0, 2)
    )
    assert f"order gains {outlook:.3f} bits, Humidity {humidity:.3f}" in why["4-numbers-and-regions"]
    impure = CRITERIA["info_gain"].impurity
    surprises = [f"{surprise(k, 6):.3f}" for k in (5, 1)]
    assert surprises == ["0.263", "2.585"]
    assert all(bits in why["2-which-question-first"] for bits in (*surprises, f"{impure((5, 1)):.3f}"))
    captions = [slide.caption for slide in worked_examples.load("2-which-question-first").slides]
    entropy, gain = f"{impure((5, 9)):.3f}", f"{before[0]:.3f}"
    left = float(entropy) - float(gain)
    assert f"{entropy} − {gain} = {left:.3f} bits are left, so about a quarter" in captions[6]
    assert left / impure((5, 9)) == pytest.approx(3 / 4, abs=0.02)
    ten = worked_examples.load("2-which-question-first").slides[3].question
    assert f"{impure((9, 1)):.3f} bits" in ten.ask
    assert ten.answer == f"{impure((3, 1)):.3f}"
    whole = frontier(binarised(tennis))
    nine, one = (bound_of(whole.tree(n), times=3).value for n in (9, 1))
    assert f"bound is {nine:.3f}, that of the single leaf {one:.3f}" in why["7-cutting-back"]


def test_what_the_slides_say_of_the_fourteen_days_is_so():
    tennis, id3 = load("play_tennis"), ALGORITHMS["ID3 (CS181)"]
    grown = grow(tennis, id3)
    rain, wind = next(node for node in grown.tree if node.path == (2,)), 3
    assert tennis.schema.features[wind].name == "Wind"
    below = worked_examples.load("3-and-again-below").slides[2]
    hot = grown.candidates[rain.i].branches(0).tolist()[0]  # of Temperature
    assert (sum(hot), list(rain.counts)) == (0, [2, 3])
    assert "two are No and three are Yes" in below.question.hint
    mixed = [grown.candidates[node.i].gain for node in grown.tree if min(node.counts) > 0]
    assert all(gain.max() > 0 for gain in mixed)
    assert not grow(load("xor"), id3).candidates[0].gain.any()
    weak, strong = grown.candidates[0].branches(wind).tolist()
    first, second = worked_examples.load("5-how-impure-is-impure").slides[:2]
    assert f"Weak holds {weak[0]} No and {weak[1]} Yes, Strong {strong[0]} and {strong[1]}" in first.question.ask
    assert min(weak) + min(strong) == int(first.question.answer) == min(grown.tree.counts[0])
    assert second.query["counts"] == ".".join(map(str, (*weak, *strong)))
    entropy, gini, errors = (
        grow(tennis, replace(id3, criterion=name)).candidates[0].gain[wind]
        for name in ("info_gain", "gini_gain", "train_error_gain")
    )
    assert f"Entropy gains {entropy:.3f}, Gini {gini:.3f}" in second.caption
    assert errors == 0


def test_the_gain_of_the_fading_example_is_graded_above_as_in_its_cell():
    slide = worked_examples.load("2-which-question-first").slides[4]
    exercise = faded(load("play_tennis"), FEATURE, int(slide.query["stage"]))
    cell = exercise.blanks[-1]
    for k in range(145, 160):
        given = f"0.{k}"
        assert same(given, slide.question.answer) == (grade(exercise, {cell.key: given}).marks[cell.key] == "right")


@pytest.mark.parametrize("name", worked_examples.chapters()[1:3])
def test_who_shall_guess_is_told_so_before_what_is_to_be_done(name):
    for slide in worked_examples.load(name).slides:
        if slide.task and slide.question.options:
            assert slide.task.do.startswith("After your guess, ") or slide.question.ask.startswith("Guess: ")
            assert "first" not in slide.question.ask


def test_a_first_chapter_speaks_of_no_gain():
    deck = worked_examples.load("1-twenty-questions")
    assert not [text for text in texts(deck) if "gain" in text.lower()]
    assert {slide.query["gains"] for slide in deck.slides if slide.page == "byhand"} == {"0"}


def test_the_tenth_chapter_comes_after_the_ninth(monkeypatch, tmp_path):
    (tmp_path / "course").mkdir()
    for k in range(1, 12):
        (tmp_path / "course" / f"{k}-chapter.toml").touch()
    monkeypatch.setattr(worked_examples, "EXAMPLES", tmp_path)
    assert worked_examples.chapters() == tuple(f"{k}-chapter" for k in range(1, 12))


@chapter
def test_no_task_is_done_before_it_is_begun(name):
    for slide in worked_examples.load(name).slides:
        assert slide.task is None or not slide.task.is_done(slide.query)
