"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

import streamlit as st

from pages.ui import longwork, parts, prunemoves, pruneparts, prunings
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch(place) -> None:
    """Everything that depends on the step. place : where the lesson's sentence stands, in the heading."""
    longwork.send(prunings.folds_missing(state()))
    parts.present()
    pruneparts.says(place)
    pruneparts.moving()
    pruneparts.curves()
    if not playing():
        save(prunings.FIELDS)


guard(__file__)
wrong = longwork.begin("pruning", prunings.FIELDS) + load(prunings.FIELDS)
wrong += prunemoves.mend(state())
pruneparts.sidebar()
watch(pruneparts.heading(wrong))
pruneparts.folding(wrong)
pruneparts.notes()
