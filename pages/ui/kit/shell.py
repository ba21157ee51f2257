"""Draws a lesson in Streamlit: title, question, controls, stage, what stands below it. The same for all of them."""

import streamlit as st

from pages.ui.kit import heading
from pages.ui.kit.escape import md
from pages.ui.kit.frame import care, more_settings
from pages.ui.kit.lesson import BAR, MORE, SIDE, Lesson
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import owns_place, state
from pages.ui.kit.stage import own_stage
from pages.ui.kit.tools import present


def show(lesson: Lesson) -> None:
    """The page of a lesson, from its link to its link."""
    owns_place(lesson.name, lesson.place)
    wrong = load(lesson.fields, lesson.mend, lesson.opens)
    s = state()
    heading.heading(*lesson.heading(s), wrong)
    last = lesson.last(s)
    heading.ask(lesson.question, lesson.do, last, lesson.answer(s))
    present()
    with st.container(key=f"dt-bar-{lesson.name}{'-presented' * s['present']}", gap=None):
        _controls(lesson, s, BAR)
    with st.sidebar:
        _controls(lesson, s, SIDE)
        if any(setting.at == MORE for setting in lesson.settings):
            with more_settings():
                _controls(lesson, s, MORE)
    plays = (lambda: lesson.document(s)) if lesson.plays(s) else None
    own_stage(lesson.made_of, s, lesson.view, last, lesson.telling(s), plays)
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
