"""Controls that many lessons show; what is here knows no lesson."""

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui.kit.scene import bind_widget

Changed = Callable[[dict], None]  # called with the scene from before


def select(label: str, titles: Mapping, name: str, changed: Changed | None = None, **how) -> None:
    """A list of titles; what is chosen is the value of a field. how : further arguments of the widget."""
    st.selectbox(
        label, list(titles), format_func=lambda value: titles.get(value, ""), **how, **bind_widget(name, changed)
    )


def segments(label: str, titles: Mapping, name: str, changed: Changed | None = None, **how) -> None:
    """The same with every title to be seen; the label is for those who hear the page, if ``how`` does not say more."""
    how = {"label_visibility": "collapsed"} | how
    st.segmented_control(
        label, list(titles), format_func=titles.get, required=True, **how, **bind_widget(name, changed)
    )


def action_row() -> DeltaGenerator:
    """The row of what one can do, where other pages have the player."""
    return st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="dt-moves")
