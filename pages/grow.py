"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

import streamlit as st

from dtlearn.views.growing.captions import caption
from pages.ui.grow import scene, sections, sidebar
from pages.ui.kit import longwork
from pages.ui.kit.player import player
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.kit.tools import present


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the step."""
    S = state()
    longwork.send(scene.missing(S))
    steps = scene.steps_of(S)
    step = steps[S["step"]]
    present()
    titles = list(scene.DETAIL_TITLES.values())
    marks, words = scene.marks_of(S), caption(step)
    player(len(steps) - 1, marks, words, titles, not S["predict"], scene.go, sections.change_detail)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        sections.drawing(step)
    with right, st.container(height=sections.HEIGHT, border=False, key="dt-side"):
        sections.question(step)
        sections.candidates(step)
    sections.panel(step)


guard(__file__)
wrong = longwork.begin("grow", scene.FIELDS) + load(scene.FIELDS)
wrong += scene.mend(state())
sidebar.sidebar()
sections.heading(wrong)
watch()
