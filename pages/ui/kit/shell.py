"""Draws a lesson in Streamlit: title, question, controls, stage, what stands below it. The same for all of them."""

from functools import partial

import streamlit as st

from pages.ui.kit import heading, longwork
from pages.ui.kit.escape import md
from pages.ui.kit.frame import care, more_settings, scenarios
from pages.ui.kit.lesson import ASIDE, BAR, MORE, SIDE, Lesson
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import owns_place, state
from pages.ui.kit.stage import own_stage
from pages.ui.kit.tools import present


def show(lesson: Lesson) -> None:
    """The page of a lesson, from its link to its link."""
    owns_place(lesson.name, lesson.place)
    wrong = longwork.begin(lesson.name, lesson.own_fields) + load(lesson.fields, lesson.fit, lesson.opens)
    s, title = state(), st.container()
    with st.sidebar:
        _controls(lesson, s, SIDE)
    with st.container(key="dt-predict") if s["present"] else st.sidebar:
        _controls(lesson, s, ASIDE)
    with st.sidebar:
        if any(setting.at == MORE for setting in lesson.settings):
            with more_settings():
                _controls(lesson, s, MORE)
    for work in lesson.works:
        if work.missing(s):
            longwork.do(partial(work.run, s), work.cancel, f"cancel-{lesson.name}", lambda: save(lesson.own_fields))
    wrong += lesson.mend(s)
    last = lesson.last(s)
    with title:
        heading.heading(*lesson.heading(s), wrong)
        if lesson.presets:
            titles = {name: one.title for name, one in lesson.presets.items()}
            scenarios(titles, lesson.preset_of(s), lesson.choose, f"presets-{lesson.name}", lesson.shown_presets)
        preset = lesson.presets.get(lesson.preset_of(s))
        asks, ends = (preset.says, preset.ends) if preset else ("", "")
        heading.ask(asks or lesson.question(s), lesson.do, last, ends or lesson.answer(s), bool(preset))
    present()
    if any(setting.at == BAR for setting in lesson.settings):  # an empty row costs a gap
        with st.container(key=f"dt-bar-{lesson.name}{'-presented' * s['present']}", gap=None):
            _controls(lesson, s, BAR)
    plays = (lambda: lesson.document(s, None)) if lesson.plays(s) else None
    parts = lesson.part_size(s) if lesson.part_size else 0
    own_stage(lesson.made_of, s, lesson.view, last, lesson.telling(s), plays, parts, **lesson.stage(s))
    for part in lesson.below:
        part(s)
    st.caption(lesson.follows)
    care(lesson.name, *lesson.slips)
    save(lesson.own_fields)


def _controls(lesson: Lesson, s: dict, at: str) -> None:
    """The controls of one place; those of the bar beside each other, their notes below them."""
    here = [one for one in lesson.settings if one.at == at and one.draw and one.shown(s)]
    with st.container(horizontal=at == BAR):
        for setting in here:
            setting.draw(setting, s, lesson.changed(setting))
            if at != BAR and (note := setting.note(s)):
                st.caption(md(note))
    if at != BAR:
        return
    with st.container(horizontal=True):
        for setting in here:
            if note := setting.note(s):
                with st.container(key=f"note-{setting.name}", width="content"):
                    st.caption(md(note), width="content")
