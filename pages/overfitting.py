"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

import streamlit as st

from pages.ui import longwork, overfits, overparts, overxor, parts
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the size and on the XOR."""
    parts.present()
    overparts.moving()
    overxor.section()
    if not playing():
        save(overfits.FIELDS)


guard(__file__)
wrong = longwork.begin("overfitting", overfits.FIELDS) + load(overfits.FIELDS)
wrong += overfits.mend(state())
overparts.sidebar()
overparts.heading(wrong)
watch()
overparts.sources()
