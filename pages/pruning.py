"""Pruning: a grown tree made smaller step by step, by four procedures, with what each of them weighs."""

import streamlit as st

from pages.ui import parts, prunemoves, pruneparts, prunings
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the step."""
    parts.present()
    pruneparts.moving()
    pruneparts.curves()
    if not playing():
        save(prunings.FIELDS)


guard(__file__)
wrong = load(prunings.FIELDS)
wrong += prunemoves.mend(state())
pruneparts.sidebar()
pruneparts.heading(wrong)
watch()
pruneparts.notes()
