"""Worked examples as files and as links: what is written is read again, what is broken gets one sentence."""

import re
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtlearn import DataError
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import MARK, Deck, Question, Slide, Task
from tests.support.strategies import words

texts = st.lists(words, max_size=3).map(lambda lines: "\n".join(lines).strip())
scenes = st.dictionaries(words.filter(lambda w: w != "v"), words, max_size=4).map(worked_examples.scene_of)
questions = st.builds(
    lambda ask, answer, hint, others, why: Question(ask, answer, hint, (*others, answer) if others else (), why=why),
    texts.filter(bool),
    texts,
    texts,
    st.lists(words, max_size=2),
    texts,
)
tasks = st.builds(Task, texts.filter(bool), scenes)
slides = st.builds(
    Slide, st.sampled_from(["", "grow", "code"]), scenes, texts, st.none() | questions, st.none() | tasks
)
some = st.builds(Deck, words.filter(str.strip), texts, texts, st.lists(slides, max_size=4).map(tuple), texts)


@given(some)
def test_what_is_written_is_read_again(deck):
    assert worked_examples.read(worked_examples.write(deck)) == deck


@given(some)
def test_a_file_from_windows_says_the_same(deck):
    assert worked_examples.read("\ufeff" + worked_examples.write(deck).replace("\n", "\r\n")) == deck


@given(some)
def test_what_is_packed_is_unpacked_and_fits_a_link(deck):
    text = worked_examples.pack(deck)
    assert re.fullmatch(r"~d1[\w-]+", text, re.ASCII)
    assert worked_examples.unpack(text) == deck


def test_formulas_and_quotations_stand_in_the_file_as_they_are_read():
    said = (r"$H = -\sum_k p_k \log_2 p_k$", r"It's $\log$", 'Say "yes"\nor $\\alpha$', r"'\'")
    deck = Deck('The "best" \\ one', slides=tuple(Slide("grow", caption=caption) for caption in said))
    text = worked_examples.write(deck)
    assert all(caption in text for caption in said[:3])
    assert r'title = "The \"best\" \\ one"' in text
    assert "'\\\\'" in text
    assert "u005c" not in text
    assert worked_examples.read(text) == deck


def test_what_all_slides_of_a_page_share_stands_once():
    scene = {"data": "or", "algorithm": "cart"}
    deck = Deck("A", slides=tuple(Slide("grow", worked_examples.scene_of(scene | {"step": str(k)})) for k in range(3)))
    text = worked_examples.write(deck)
    assert text.count('"data" = "or"') == 1
    assert text.count('"step" = ') == 3


def test_the_step_and_the_settings_are_parts_of_the_scene():
    deck = worked_examples.read("""
title = "Two slides"
[settings.grow]
data = "or"
predict = true
[[slides]]
page = "grow"
step = 2
[[slides]]
page = "grow"
step = 3
[slides.scene]
data = "xor"
""")
    assert [m.query for m in deck.slides] == [
        {"v": "1", "data": "or", "predict": "1", "step": "2"},
        {"v": "1", "data": "xor", "predict": "1", "step": "3"},
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no title"),
        ("title = ", "cannot be read.*end of document"),
        ("title = 3", "title is no text"),
        ('title = "A"\nslide = 1', "'slide', which has no meaning"),
        ('title = "A"\nslides = 3', "not a list"),
        ('title = "A"\nsettings = 3', "one table a page"),
        ('title = "A"\n[[slides]]\npage = 3', "Slide 1: page is no text"),
        ('title = "A"\n[[slides]]\npage = "grow"\nstep = "3"', "Slide 1: the step is no whole number"),
        ('title = "A"\n[[slides]]\npage = "grow"\nscene = 1', "the scene is no table"),
        ('title = "A"\n[[slides]]\npage = "grow"\n[slides.scene]\ndata = [1]', "data is neither"),
        ('title = "A"\n[[slides]]\npage = "grow"\nquestion = 1', "the question is no table"),
        ('title = "A"\n[[slides]]\npage = "grow"\n[slides.question]\nanswer = "?"', "asks nothing"),
        (
            'title = "A"\n[[slides]]\npage = "a"\n[slides.question]\nask = "?"\nanswer = "b"\noptions = ["c"]',
            "not one of the options",
        ),
        (
            'title = "A"\n[[slides]]\npage = "a"\n[slides.question]\nask = "?"\nanswer = "b"\noptions = [1]',
            "no list of texts",
        ),
        ('title = "A"\n' + '[[slides]]\npage = "grow"\n' * 61, "61 slides, 60 at most"),
        ("x" * 200_001, "200,001 characters"),
        (f'title = "{"x" * 2001}"', "2,001 characters"),
        ("a" + ".b" * 5000 + " = 1", "more than 8 parts"),
    ],
)
def test_a_broken_file_gets_one_sentence(text, sentence):
    with pytest.raises(DataError, match=sentence) as error:
        worked_examples.read(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", MARK, f"{MARK}AAAA", f"{MARK}ü", "~d9AAAA", f"{MARK}{'A' * 7000}", "eJw"])
def test_a_broken_link_gets_one_sentence(text):
    with pytest.raises(DataError, match="damaged"):
        worked_examples.unpack(text)


@given(some, st.integers(0, 10_000), st.characters(codec="ascii"))
def test_a_link_with_a_wrong_letter_is_read_or_refused(deck, at, letter):
    text = worked_examples.pack(deck)
    at %= len(text)
    changed = text[:at] + letter + text[at + 1 :]
    if changed != text:
        with suppress(DataError):  # nothing else may be raised
            assert isinstance(worked_examples.unpack(changed), Deck)


def test_too_large_for_a_link():
    letters = Random(0).choices("abcdefghijklmnopqrstuvwxyz", k=12_000)
    deck = Deck("A", slides=tuple(Slide("grow", caption="".join(letters[k::8])) for k in range(8)))
    with pytest.raises(DataError, match="save its file"):
        worked_examples.pack(deck)


def test_an_unknown_worked_example_is_refused():
    with pytest.raises(DataError, match="no worked example 'nothing'"):
        worked_examples.load("nothing")


@pytest.mark.parametrize("name", [*worked_examples.names(), *worked_examples.chapters()])
def test_a_shipped_worked_example_is_whole(name):
    deck = worked_examples.load(name)
    assert len(deck.slides) >= 3
    assert all(slide.caption for slide in deck.slides)
    assert any(slide.question for slide in deck.slides)


@given(scenes.filter(bool), scenes)
def test_a_task_is_done_when_the_link_says_what_is_asked_for(asked, more):
    there = dict(more) | dict(asked)
    wanted = all(text for _, text in asked)  # what a link leaves out is not said
    assert Task("Do it.", asked).is_done(there) == wanted
    assert Task("Do it.", tuple((name, "*") for name, _ in asked)).is_done(there) == wanted
    name = asked[0][0]
    assert not Task("Do it.", asked).is_done({k: v for k, v in there.items() if k != name})
    assert not Task("Do it.").is_done(there)


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_a_task_may_wait_for_a_number_in_a_range(low, high, said):
    task = Task("Drag it.", (("alpha", f"{low}..{high}"),))
    assert task.is_done({"alpha": str(said)}) == (low <= said <= high)
    assert not any(task.is_done({"alpha": text}) for text in ("", f"{low}.5", f"-{low}", "many"))


@pytest.mark.parametrize(
    ("task", "said"),
    [
        ("task = 1", "no table"),
        ("[slides.task]", "asks for nothing"),
        ('[slides.task]\ndo = "a"\ndone = 2', "no table of values"),
        ('[slides.task]\ndo = "a"\n[slides.task.done]\nstep = [1]', "neither a text nor a number"),
    ],
)
def test_a_task_that_cannot_be_read_is_named(task, said):
    with pytest.raises(DataError, match=f"^Slide 1.*{said}"):
        worked_examples.read(f'title = "A"\n[[slides]]\npage = "grow"\n{task}\n')
