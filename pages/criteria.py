"""Criteria: the curves C(a), a split as chords below them, where criteria disagree, and the gain ratio."""

import streamlit as st

from dtlearn.views.splitting.curves import SCALES
from pages.ui.criteria import sections
from pages.ui.kit.controls import segments
from pages.ui.kit.scene import fragment, guard, load, state


@fragment(sections.FIELDS)
def watch() -> None:
    """Everything that depends on a choice."""
    tab = state()["c_tab"]
    st.html("<style>.st-key-c-topics [data-testid=stButtonGroup] > div {flex-wrap: wrap}</style>")  # on a phone
    with st.container(horizontal=True, gap="small", key="c-topics"):
        segments("Topic", sections.TABS, "c_tab")
        if tab in ("curves", "split"):
            segments("Scale", SCALES, "c_scale")
    sections.SHOW[tab]()
    st.caption(sections.SOURCES[tab])


guard(__file__)
wrong = load(sections.FIELDS)
sections.heading(wrong)
watch()
