"""The tables of the notes' numbers and of their slips."""

from collections.abc import Callable

import streamlit as st

from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, Moment
from dtlearn.views.base.html import errata_html, figures_html
from pages.ui.kit.contents import TITLES


def figures(link_to: Callable[[Moment], str]) -> None:
    """Every printed figure beside the true one. link_to : the address of the step where a number arises."""
    st.html(figures_html(FIGURES, link_to))


def errata() -> None:
    """The notes' slips and traps."""
    st.html(errata_html(ERRATA))


def words() -> None:
    """The notes' words in the order of the letters, each with the pages that explain it."""
    found: dict[str, list[str]] = {}
    for page, every in DEFINITIONS.items():
        for one in every:
            found.setdefault(one.term, []).append(f"[{TITLES[page]}]({page})")
    with st.expander("The notes' words, A to Z: which page explains them, at its end"):
        st.markdown("\n".join(f"- {term}: {', '.join(found[term])}" for term in sorted(found, key=str.casefold)))
