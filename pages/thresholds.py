"""Thresholds: where a threshold on a number comes from, and what it costs to find the best one."""

import streamlit as st

from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.thresholds import cost, sections


@fragment(sections.FIELDS)
def watch() -> None:
    """Everything that depends on the threshold."""
    if state()["th_part"] == "cost":
        cost.costs()
    else:
        sections.moving()
        left, right = st.columns(2, gap="large")
        with left:
            sections.arithmetic()
        with right:
            sections.counting()
        sections.notes()


guard(__file__)
wrong = load(sections.FIELDS)
sections.sidebar()
sections.heading(wrong)
watch()
