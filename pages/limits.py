"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

import streamlit as st

from pages.ui import limitparts, limits, parts
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the limit and its value."""
    parts.present()
    limitparts.moving()
    limitparts.multiples()
    if not playing():
        save(limits.FIELDS)


guard(__file__)
wrong = load(limits.FIELDS)
wrong += limits.mend(state())
limitparts.sidebar()
limitparts.heading(wrong)
watch()
limitparts.names()
