"""Criteria: the curves C(a), a split as chords below them, where criteria disagree, and the gain ratio."""

import streamlit as st

from dtlearn.views.curves import SCALES
from pages.ui import criteria
from pages.ui.scene import bind, guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on a choice."""
    tab = state()["c_tab"]
    st.html("<style>.st-key-c-topics [data-testid=stButtonGroup] > div {flex-wrap: wrap}</style>")  # on a phone
    with st.container(horizontal=True, gap="small", key="c-topics"):
        st.segmented_control("Topic", list(criteria.TABS), format_func=criteria.TABS.get, required=True,
                             label_visibility="collapsed", **bind("c_tab"))  # fmt: skip
        if tab in ("curves", "split"):
            st.segmented_control("Scale", list(SCALES), format_func=SCALES.get, required=True,
                                 label_visibility="collapsed", **bind("c_scale"))  # fmt: skip
    criteria.SHOW[tab]()
    st.caption(criteria.SOURCES[tab])
    save(criteria.FIELDS)


guard(__file__)
wrong = load(criteria.FIELDS)
criteria.heading(wrong)
watch()
