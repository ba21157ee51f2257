"""Thresholds: where a threshold on a number comes from, and what it costs to find the best one."""

import streamlit as st

from pages.ui import costs, thresholds
from pages.ui.scene import fragment, guard, load, state


@fragment(thresholds.FIELDS)
def watch() -> None:
    """Everything that depends on the threshold."""
    if state()["th_part"] == "cost":
        costs.costs()
    else:
        thresholds.moving()
        left, right = st.columns(2, gap="large")
        with left:
            thresholds.arithmetic()
        with right:
            thresholds.counting()
        thresholds.notes()


guard(__file__)
wrong = load(thresholds.FIELDS)
thresholds.sidebar()
thresholds.heading(wrong)
watch()
