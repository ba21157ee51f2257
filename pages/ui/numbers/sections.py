"""The tables of the notes' numbers and of their slips."""

from collections.abc import Callable

import streamlit as st

from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, Moment
from dtlearn.views.base.html import errata_html, figures_html
from pages.ui.kit.contents import TITLES


def figures(link_to: Callable[[Moment], str]) -> None:
    """Every printed figure beside the true one, those that agree folded. link_to : the address of the step where a number arises."""
    agree = [figure for figure in FIGURES if figure.verdict == "agrees"]
    others = [figure for figure in FIGURES if figure.verdict != "agrees"]
    st.markdown(
        f"Each of the {len(FIGURES)} figures that the notes print was computed again when you opened this page. **{len(agree)} agree** to "
        f"the last printed digit; these {len(others)} do not. **Rounded**: off by less than one in the last digit. **Misprint**: further "
        "off. *See it* opens the step where the number arises."
    )
    st.caption(
        "The notes are those that this app follows. UML: Understanding Machine Learning, chapter 18. BuildTree: project notes. "
        "Ch8: a chapter on decision trees. CS181: lecture notes."
    )
    st.html(figures_html(others, link_to))
    with st.expander(f"The {len(agree)} figures that agree"):
        st.html(figures_html(agree, link_to))


def errata() -> None:
    """The notes' slips and traps."""
    with st.expander("Slips and traps in the notes"):
        st.html(errata_html(ERRATA))


def words() -> None:
    """The notes' words in the order of the letters, each with the pages that explain it."""
    found: dict[str, list[str]] = {}
    for page, every in DEFINITIONS.items():
        for one in every:
            found.setdefault(one.term, []).append(f"[{TITLES[page]}]({page})")
    with st.expander("The notes' words, A to Z: which page explains them, at its end"):
        st.markdown("\n".join(f"- {term}: {', '.join(found[term])}" for term in sorted(found, key=str.casefold)))
