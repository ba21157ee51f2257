"""Controls that many lessons show; what is here knows no lesson."""

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import dtlearn
from dtlearn.data.synthetic import BOOLEAN
from dtlearn.splitting.criteria import Criterion
from pages.ui.kit.scene import bind_widget
from pages.ui.kit.session import state

Changed = Callable[[dict], None]  # called with the scene from before
_FUNCTIONS = {"or": "OR", "and": "AND", "parity": "parity (XOR)", "majority": "majority"}


def select(label: str, titles: Mapping, name: str, changed: Changed | None = None, **how) -> None:
    """A list of titles; what is chosen is the value of a field. how : further arguments of the widget."""
    st.selectbox(label, list(titles), format_func=titles.get, **how, **bind_widget(name, changed))


def segments(label: str, titles: Mapping, name: str, changed: Changed | None = None, **how) -> None:
    """The same with every title to be seen; the label is for those who hear the page, if ``how`` does not say more."""
    how = {"label_visibility": "collapsed"} | how
    st.segmented_control(
        label, list(titles), format_func=titles.get, required=True, **how, **bind_widget(name, changed)
    )


def action_row() -> DeltaGenerator:
    """The row of what one can do, where other pages have the player."""
    return st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="dt-moves")


def criterion(
    name: str,
    changed: Changed | None = None,
    label: str = "Criterion",
    among: Mapping[str, Criterion] = dtlearn.CRITERIA,
    **how,
) -> None:
    """The choice of a criterion."""
    select(label, {key: one.title for key, one in among.items()}, name, changed, **how)


def function(most: int, changed: Changed) -> tuple:
    """The choice of a known source, f of the first k of d bits; returns two columns, for what else it takes."""
    select("Function", {name: _FUNCTIONS[name] for name in BOOLEAN}, "function", changed)
    left, right = st.columns(2)
    left.number_input("of the first k bits", 1, state()["d"], **bind_widget("k", changed))
    right.number_input("d bits in all", 1, most, **bind_widget("d", changed))
    return left, right
