"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

import streamlit as st

from dtlearn.views.captions import caption
from pages.ui import growth, growthside, longwork, parts
from pages.ui.player import player
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(growth.FIELDS)
def watch() -> None:
    """Everything that depends on the step."""
    S = state()
    longwork.send(growth.missing(S))
    steps = growth.steps_of(S)
    step = steps[S["step"]]
    present()
    titles = list(growth.DETAIL_TITLES.values())
    marks, words = growth.marks_of(S), caption(step)
    player(len(steps) - 1, marks, words, titles, not S["predict"], growth.go, parts.change_detail)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        parts.drawing(step)
    with right, st.container(height=parts.HEIGHT, border=False, key="dt-side"):
        parts.question(step)
        parts.candidates(step)
    parts.panel(step)


guard(__file__)
wrong = longwork.begin("grow", growth.FIELDS) + load(growth.FIELDS)
wrong += growth.mend(state())
growthside.sidebar()
parts.heading(wrong)
watch()
