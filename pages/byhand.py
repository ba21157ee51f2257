"""Grow it yourself: choose the questions, see what each gains and costs, and beat the algorithm."""

import streamlit as st

from pages.ui import byhand, byhandmoves, byhandparts, linkwarning
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the tree."""
    byhandparts.warn()
    byhandparts.goal()
    byhandparts.moving()
    byhandparts.against()
    save(byhand.FIELDS)


guard(__file__)
wrong = load(byhand.FIELDS)
wrong += byhandmoves.mend(state())
byhandparts.sidebar()
byhandparts.heading()
linkwarning.keep(wrong)
watch()
byhandparts.notes()
