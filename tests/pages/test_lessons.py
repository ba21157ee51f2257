"""Laws of every lesson, by what it declares: a newcomer is asked all of them without a line of its own."""

import functools
import gc
import gzip
import random
import re
from collections.abc import Iterator
from itertools import combinations

import pytest
import streamlit as st

from dtlearn import DataError
from dtlearn.teaching.worked_examples import Deck, Question, Slide
from pages.ui.examples import paper, pictures
from pages.ui.kit import handout, tables
from pages.ui.kit.codec import Choice, Whole, decode, encode
from pages.ui.kit.lesson import ANY
from pages.ui.kit.scene import EVERYWHERE
from pages.ui.kit.tables import TableField
from pages.ui.lessons import LESSONS, STAGED
from pages.ui.serving import walkthroughs
from tests.support.apps import caption, counter, leads_back, open_page, opened, staged

FEW = {"trees": 7}  # of what a lesson has many, so that each of its scenes takes a moment
EVERY = pytest.mark.parametrize("lesson", LESSONS.values(), ids=LESSONS)
EACH = pytest.mark.parametrize("lesson", STAGED.values(), ids=STAGED)  # with a document
BODIES = [lesson for name, lesson in LESSONS.items() if name not in STAGED]


def values(field) -> list:
    """Some values of a field that are not its default."""
    match field:
        case Whole():
            found = [field.low, field.low + 1, (field.low + field.high) // 2, field.high]
        case Choice():
            found = [*field.ids.values()]
        case TableField():
            found = [*field.known]
        case _:
            found = []
    return [value for value in found if value != field.default]


def scenes(lesson, n: int = 6) -> list[dict]:
    """Settings of a lesson that fit: its presets, some data sets of its own, and some drawn at random."""
    draw = random.Random(lesson.name)
    known = next((one.field.known for one in lesson.settings if isinstance(one.field, TableField)), ())
    found = [lesson.scene(), *(lesson.scene(**preset.scene) for preset in lesson.presets.values())]
    found += [lesson.scene(data=name) for name in draw.sample(known, min(2 * n, len(known)))]
    for _ in range(n):
        some = [one for one in lesson.settings if not one.view and values(one.field)]
        chosen = draw.sample(some, min(2, len(some)))
        found.append(lesson.scene(**{one.name: draw.choice(values(one.field)) for one in chosen}))
    found = [s | {name: value for name, value in FEW.items() if name in s} for s in found]
    return [s for s in found if fits(lesson, s)]


def fits(lesson, s: dict) -> bool:
    """Whether settings are in their range, and the stage plays them."""
    return not lesson.fit(s) and not lesson.body(s)


def shown(lesson, setting) -> Iterator[dict]:
    """The scenes that show a setting, then those that two changed settings make."""
    yield from (s for s in scenes(lesson) if setting.shown(s))
    others = [{one.name: value} for one in lesson.settings for value in values(one.field)]
    for one, other in combinations(others, 2):
        s = lesson.scene(**one, **{name: value for name, value in other.items() if name not in one})
        if setting.shown(s) and fits(lesson, s):
            yield s


def made(lesson, s: dict) -> str:
    return lesson.document(s, None).json()


@EACH
def test_what_makes_the_document_is_in_its_address_and_nothing_else_is(lesson):
    """Each setting is moved: one that is no ``view`` gives another address, and somewhere another document."""
    plain = lesson.scene()
    lesson.fit(plain)
    first = made(lesson, plain)
    for setting in lesson.settings:
        others = [plain | {setting.name: value} for value in values(setting.field)]
        addresses = {lesson.made_of.address(s) for s in others}
        assert (lesson.made_of.address(plain) in addresses) == (setting.view and bool(others)), setting.name
        assert len(addresses) == (min(len(others), 1) if setting.view else len(others))
        if setting.view and others:
            assert made(lesson, others[0]) == first, setting.name


@EACH
def test_each_setting_that_is_shown_changes_the_document_somewhere(lesson):
    """A setting that no scene tells apart is one too many."""
    still = []
    for setting in (one for one in lesson.settings if not one.view and values(one.field)):
        tried = (s | {setting.name: value} for s in shown(lesson, setting) for value in values(setting.field))
        if not any(fits(lesson, s) and made(lesson, s) != made(lesson, back(lesson, s, setting)) for s in tried):
            still.append(setting.name)
    assert not still


def back(lesson, s: dict, setting) -> dict:
    usual = s | {setting.name: setting.field.default}
    lesson.fit(usual)
    return usual


@EVERY
def test_resets_are_those_that_are_declared(lesson):
    named = {one.name for one in lesson.settings} | set(ANY)
    for setting in lesson.settings:
        assert set(setting.reset_by) <= named, setting.name
        assert setting.name not in setting.reset_by


@EACH
def test_what_is_remembered_is_what_is_computed_anew(lesson):
    """A key that forgets a value would show a stale picture."""
    found = scenes(lesson)
    before = [made(lesson, s) for s in found]
    st.cache_resource.clear()
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("pages."):
            one.cache_clear()
    assert [made(lesson, dict(s)) for s in reversed(found)] == before[::-1]


@EACH
def test_a_link_opens_the_page_where_it_says_and_leads_back(lesson):
    s = lesson.scene()
    lesson.fit(s)
    last = lesson.last(s)
    at = opened(lesson.name, v=1, step=last)
    assert counter(at) == f"Step {last} of {last}"
    assert caption(at) == lesson.document(s, None).document["frames"][last]["caption"]
    assert "step" not in at.query_params  # it is the browser's from here on
    query = {name: text if isinstance(text, str) else text[0] for name, text in at.query_params.items()}
    assert decode(lesson.own_fields + EVERYWHERE, query)[1] == []
    without = opened(lesson.name, v=1)
    assert staged(without)[1] == lesson.telling(s)


@EVERY
def test_its_first_visit_asks_its_question_and_each_preset_has_its_own(lesson):
    at = opened(lesson.name)
    assert {name: at.session_state["S"][name] for name in lesson.opens} == lesson.opens
    asked = lesson.question(at.session_state["S"]) or "?"  # "": it asks nothing
    assert "?" in (asked[-1] if lesson.document else asked)  # a body says behind it what to do
    for name, preset in lesson.presets.items():
        s = lesson.scene(**preset.scene)
        assert lesson.fit(s) == []
        assert lesson.preset_of(s) == name
        assert encode(lesson.fields, s)


@EACH
def test_its_document_is_served_and_a_slide_and_a_page_play_it(lesson):
    s = lesson.scene()
    lesson.fit(s)
    packed = walkthroughs.asked(lesson.name, lesson.made_of.query(s)).result(60)
    text = gzip.decompress(packed).decode()
    assert lesson.part_size or text == made(lesson, s)
    played = paper._play(lesson, Slide(lesson.name, (("step", "0"),)))
    assert played is None or (played[0].json(), played[1]["step"]) == (made(lesson, s), "0")
    assert played is None or "<title>" in played[0].html()
    assert lesson.view(s, lesson.last(s))["nodes"]


@EVERY
def test_a_slide_has_its_sheet_and_a_card_its_picture(lesson):
    s = lesson.scene()
    lesson.fit(s)
    slide = Slide(lesson.name, tuple(encode(lesson.fields, s).items()), question=Question("Why?", "because"))
    for key in (False, True):
        text = handout.written(paper.paper_of(Deck("Mine", slides=(slide,)), ""), key, "md", "a4")
        assert lesson.title in text
        assert "cannot be read" not in text
        assert ("because" in text) == key
    assert re.fullmatch(r'(<svg [^>]*width="90" height="60".*)?', pictures._drawn(slide, 90, 60, 1), re.DOTALL)


@EVERY
def test_each_setting_is_in_its_link_and_what_does_not_fit_is_mended_once(lesson):
    for setting in lesson.settings:
        for value in values(setting.field):
            s = lesson.scene(**{setting.name: value})
            assert decode(lesson.fields, encode(lesson.fields, s)) == (s, []), setting.name
            lesson.fit(s)
            mended = dict(s)
            assert lesson.fit(s) == [], (setting.name, value)
            assert s == mended, (setting.name, value)


@pytest.mark.parametrize("lesson", BODIES, ids=[lesson.name for lesson in BODIES])
def test_a_body_is_drawn_with_each_value_and_its_link_leads_back(lesson):
    draw = random.Random(lesson.name)
    for setting in lesson.settings:
        if found := values(setting.field):
            s = lesson.scene(**{setting.name: draw.choice(found)})
            at = open_page(lesson.name, **encode(lesson.own_fields, s))
            assert leads_back(at, lesson.name)
            assert len(at.warning) <= 1


@EVERY
def test_a_lesson_that_needs_something_of_a_table_begins_with_one(lesson):
    known = [one.field.known for one in lesson.settings if isinstance(one.field, TableField)]
    assert bool(known) == bool(lesson.needs)
    for name in [name for names in known for name in names if not tables.is_own(name)][:5]:
        try:
            data = tables.load(name)
        except DataError:
            data = None
        s = lesson.scene(data=name) | lesson.start(data)
        assert lesson.fit(s) == []
