"""Draws a lesson in Streamlit: title, question, controls, stage, what stands below it. The same for all of them."""

from collections.abc import Callable
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.show.base.html import title_html
from pages.ui.kit import heading, longwork
from pages.ui.kit.escape import md
from pages.ui.kit.frame import errata_fold, more_settings, scenarios
from pages.ui.kit.lesson import ASIDE, BAR, CANNOT, MORE, SIDE, TITLE, Lesson, Setting
from pages.ui.kit.scene import draw_as_fragment, load, save
from pages.ui.kit.session import defer, deferred, owns_place, session, state
from pages.ui.kit.stage import stage
from pages.ui.kit.tools import present


def show(lesson: Lesson) -> None:
    """The page of a lesson, from its link to its link."""
    if lesson.document:
        owns_place(lesson.place)
    session().fields = lesson.own_fields
    wrong = [*deferred(lesson.name), *load(lesson.fields, partial(_fit, lesson), lesson.opens)]
    s, title = state(), st.container()
    late: list[tuple[DeltaGenerator, Setting]] = []
    with st.sidebar:
        _controls(lesson, s, SIDE, late)
    with st.container(key="dt-predict") if s["present"] and lesson.document else st.sidebar:
        _controls(lesson, s, ASIDE, late)
    with st.sidebar:
        for part in lesson.beside:
            part(s)
        if any(setting.at == MORE for setting in lesson.settings):
            more = more_settings(on_change="rerun")  # what is folded would take every run's time
            if more.open:
                with more:
                    _controls(lesson, s, MORE, late)
    if lesson.document:
        _work(lesson, s)
    wrong += lesson.mend(s)
    for place, setting in late:
        with place:
            _control(lesson, s, setting)
    last, body, preset = lesson.last(s), lesson.body(s), lesson.presets.get(lesson.preset_of(s))
    asks, ends = (preset.says, preset.ends) if preset else ("", "")
    # A lecture hall has no line to spare for a question that no preset asks.
    beside = lesson.question(s) if s["present"] and not asks else ""
    with title:
        if body:
            between = partial(_controls, lesson, s, TITLE, late)
            heading.with_tools(*lesson.heading(s), *lesson.keys(s), between=between, asks=beside)
        else:
            st.html(title_html(*lesson.heading(s), beside))
            _warn(wrong)
        heading.requested_figure()
        if lesson.presets:
            titles = {name: one.title for name, one in lesson.presets.items()}
            scenarios(titles, lesson.preset_of(s), lesson.choose, f"presets-{lesson.name}", lesson.shown_presets)
        for part in lesson.above:
            part(s)
        if asked := asks or lesson.question(s):
            heading.question_line(
                asked, "" if body else _said(lesson.do, s), last, ends or lesson.answer(s), bool(asks)
            )
    if not body:  # which has tools in its heading
        present()
    # An empty row costs a gap.
    if any(setting.at == BAR or (setting.presented and s["present"]) for setting in lesson.settings):
        with st.container(key=f"dt-bar-{lesson.name}{'-presented' * s['present']}", gap=None):
            _controls(lesson, s, BAR, [])
    if body:
        said = [*wrong]
        _body(lesson, body, wrong)
        if not lesson.document and _is_work(lesson, s):
            defer(lesson.name, said)  # the page is run once more after the work, or after Cancel
            _work(lesson, s)
            st.rerun()
    else:
        _stage(lesson, s, last)
    for part in lesson.below:
        part(s)
    if follows := _said(lesson.follows, s):
        st.caption(follows)
    errata_fold(lesson.name, *_said(lesson.slips, s))
    for part in lesson.onward:
        part(s)
    save(lesson.own_fields)


def _is_work(lesson: Lesson, s: dict) -> bool:
    return any(work.missing(s) for work in lesson.works)


def _work(lesson: Lesson, s: dict) -> None:
    for work in lesson.works:
        if work.missing(s):
            longwork.run_job(partial(work.run, s), work.cancel, f"cancel-{lesson.name}")


def _warn(wrong: list[str]) -> None:
    heading.link_warning(wrong)
    if cannot := deferred(CANNOT):
        st.warning(md(cannot))


def _said(told: object, s: dict) -> object:
    return told(s) if callable(told) else told


def _body(lesson: Lesson, body: Callable[[], None], wrong: list[str]) -> None:
    """What follows a choice in it at once; all the page where its title, its question or its preset is another one.

    wrong : is told until the next action.
    """

    def around() -> tuple:
        s = state()
        beside = [s[one.name] for one in lesson.settings if one.at == TITLE]
        return lesson.heading(s), lesson.question(s), lesson.preset_of(s), beside

    def follow() -> None:
        if around() != drawn:
            st.rerun()

    def warn() -> None:
        _warn(wrong)
        wrong.clear()

    def missing() -> None:
        if whole:
            whole.clear()
        elif _is_work(lesson, state()):  # which is the whole page's
            st.rerun()

    drawn, whole = around(), [True]
    draw_as_fragment(lesson.own_fields, missing, follow, warn, body, busy=lesson.busy)


def _stage(lesson: Lesson, s: dict, last: int) -> None:
    plays = (lambda: lesson.document(s, None)) if lesson.plays(s) else None
    parts = lesson.part_size(s) if lesson.part_size else 0
    candidate = lesson.of_candidate and lesson.of_candidate.address(s | {"node": 0, "candidate": 0})
    stage(lesson.made_of, s, lesson.view, last, lesson.telling(s), plays, parts, candidate=candidate, **lesson.stage(s))


def _fit(lesson: Lesson, s: dict) -> list[str]:
    wrong = lesson.fit(s)
    return wrong if st.query_params else []  # else another page left it so


def _controls(lesson: Lesson, s: dict, at: str, late: list[tuple[DeltaGenerator, Setting]]) -> None:
    """The controls of one place; those of the bar beside each other, their notes below them.

    late : gets the places of those that are drawn later.
    """
    moved = {one.name for one in lesson.settings if one.presented and s["present"]}
    here = [one for one in lesson.settings if one.draw and one.shown(s)]
    here = [one for one in here if (BAR if one.name in moved else one.at) == at]
    if at != BAR:
        for setting in here:
            if setting.late:
                late.append((st.container(), setting))
            else:
                _control(lesson, s, setting)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        for setting in here:
            setting.draw(setting, s, lesson.changed(setting))
    if not any(setting.note(s) for setting in here):
        return
    with st.container(horizontal=True):
        for setting in here:
            if note := setting.note(s):
                with st.container(key=f"note-{setting.name}", width="content"):
                    st.caption(md(note), width="content")


def _control(lesson: Lesson, s: dict, setting: Setting) -> None:
    setting.draw(setting, s, lesson.changed(setting))
    if note := setting.note(s):
        st.caption(md(note))
