"""Criteria: the curves C(a), a split as chords below them, where criteria disagree, and the gain ratio."""

import streamlit as st

from dtlearn.views.curves import SCALES
from pages.ui import criteria
from pages.ui.controls import segments
from pages.ui.scene import fragment, guard, load, state


@fragment(criteria.FIELDS)
def watch() -> None:
    """Everything that depends on a choice."""
    tab = state()["c_tab"]
    st.html("<style>.st-key-c-topics [data-testid=stButtonGroup] > div {flex-wrap: wrap}</style>")  # on a phone
    with st.container(horizontal=True, gap="small", key="c-topics"):
        segments("Topic", criteria.TABS, "c_tab")
        if tab in ("curves", "split"):
            segments("Scale", SCALES, "c_scale")
    criteria.SHOW[tab]()
    st.caption(criteria.SOURCES[tab])


guard(__file__)
wrong = load(criteria.FIELDS)
criteria.heading(wrong)
watch()
