"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

import streamlit as st

from dtlearn.views.captions import caption
from pages.ui import growth, growthside, longwork, parts
from pages.ui.player import player, playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the step."""
    S = state()
    longwork.send(growth.missing(S))
    steps = growth.steps_of(S)
    step = steps[S["step"]]
    parts.present()
    titles = list(growth.DETAIL_TITLES.values())
    marks, words = growth.marks_of(S), caption(step)
    player(len(steps) - 1, marks, words, growth.go, titles, parts.change_detail, playable=not S["predict"])
    left, right = st.columns([3, 2], gap="medium")
    with left:
        parts.drawing(step)
    with right, st.container(height=parts.HEIGHT, border=False, key="dt-side"):
        parts.question(step)
        parts.candidates(step)
    parts.panel(step)
    if not playing():
        save(growth.FIELDS)


guard(__file__)
wrong = longwork.begin("grow", growth.FIELDS) + load(growth.FIELDS)
wrong += growth.mend(state())
growthside.sidebar()
parts.heading(wrong)
watch()
