"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

import streamlit as st

from pages.ui import forestdata, forestmore, forestmoves, forestparts, forests, longwork, parts
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the number of trees, the point and the tree looked at."""
    longwork.send(forests.missing(state()) or forestmore.missing(state()))
    forestparts.again()
    parts.present()
    forestparts.moving()
    forestparts.trees()
    forestmore.importances()
    forestmore.experiment()
    if not playing():
        save(forestdata.FIELDS)


guard(__file__)
wrong = longwork.begin("forest", forestdata.FIELDS) + load(forestdata.FIELDS)
wrong += forestmoves.mend(state())
forestparts.sidebar()
forestparts.growing(wrong)
wrong += forestmoves.land(state())
forestparts.heading(wrong)
watch()
forestmore.working(wrong)
forestparts.notes()
