"""The bound: training error falls with the size of a tree, the penalty rises; where does their sum have its least?"""

import streamlit as st

from pages.ui import boundparts, bounds, longwork
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(bounds.FIELDS)
def watch() -> None:
    """Everything that depends on the tree shown, the sample and the confidence."""
    boundparts.reheading()
    present()
    boundparts.curves()
    boundparts.worth()


guard(__file__)
wrong = longwork.begin("bound", bounds.FIELDS) + load(bounds.FIELDS)
wrong += bounds.mend(state())
boundparts.sidebar()
title = st.container()
boundparts.searching()
wrong += bounds.land(state())
with title:
    boundparts.heading(wrong)
watch()
boundparts.notes()
