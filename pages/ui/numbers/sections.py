"""The tables of the notes' numbers and of their slips."""

from collections.abc import Callable

import streamlit as st

from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, Moment
from dtlearn.views.base.html import errata_html, figures_html


def figures(link_to: Callable[[Moment], str]) -> None:
    """Every printed figure beside the true one. link_to : the address of the step where a number arises."""
    st.html(figures_html(FIGURES, link_to))


def errata() -> None:
    """The notes' slips and traps."""
    st.html(errata_html(ERRATA))
