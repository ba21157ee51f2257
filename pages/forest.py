"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

import streamlit as st

from pages.ui import forestdata, forestmore, forestmoves, forestparts, parts
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the number of trees, the point and the tree looked at."""
    forestparts.again()
    parts.present()
    forestparts.moving()
    forestparts.trees()
    forestmore.importances()
    forestmore.experiment()
    if not playing():
        save(forestdata.FIELDS)


guard(__file__)
wrong = load(forestdata.FIELDS)
wrong += forestmoves.mend(state())
forestparts.sidebar()
forestparts.heading(wrong)
watch()
forestparts.notes()
