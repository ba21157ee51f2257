"""The tables of the notes' numbers and of their slips."""

from collections.abc import Callable

import streamlit as st

from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, Figure, Moment
from dtlearn.views.base.html import errata_html, figures_html, true_text, verdict_text
from dtlearn.views.base.text import many
from pages.ui.kit import tools
from pages.ui.kit.codec import Field
from pages.ui.kit.contents import TITLES
from pages.ui.kit.frame import the_notes
from pages.ui.kit.scene import bind

MOST = 60  # letters of what is looked for


FIELDS = (*tools.FIELDS, Field("nu_find", "", lambda text: text[:MOST]))


def figures(link_to: Callable[[Moment], str]) -> None:
    """Every printed figure beside the true one, those that agree folded; or those that are looked for.

    link_to : the address of the step where a number arises.
    """
    agree = [figure for figure in FIGURES if figure.verdict == "agrees"]
    others = [figure for figure in FIGURES if figure.verdict != "agrees"]
    rounded, lines = sum(figure.verdict == "rounded" for figure in others), sum(bool(figure.slip) for figure in others)
    st.markdown(
        f"Are the numbers in the lecture notes right? The app has just computed all {len(FIGURES)} of them again. **{len(agree)} agree** to "
        f"the last printed digit, **{len(others) - rounded - lines} are misprints** and spoil {lines} more lines, and "
        f"**{rounded} were cut or rounded**. "
        "The link in a row opens the step where its number is worked out."
    )
    find, notes = st.columns([1, 2], vertical_alignment="bottom")
    asked = find.text_input(
        "Find a number or a word", placeholder="0.151, Humidity, BuildTree", max_chars=MOST, **bind("nu_find")
    )
    notes.caption(the_notes())
    if asked.split():
        found = [figure for figure in FIGURES if _answers(figure, asked)]
        if found:
            st.caption(f"{many(len(found), 'number')} of {len(FIGURES)} found")
            st.html(figures_html(found, link_to))
        else:
            st.markdown("No number or word fits: clear the search.")
    else:
        st.html(figures_html(others, link_to))
        with st.expander(f"The {len(agree)} figures that agree"):
            st.html(figures_html(agree, link_to))


def _answers(figure: Figure, asked: str) -> bool:
    """Whether a figure has every word asked for; 0.881 is .881 too."""
    text = " ".join(
        (
            figure.id,
            figure.source,
            figure.what,
            figure.printed,
            true_text(figure),
            verdict_text(figure),
            figure.note,
        )
    ).casefold()
    return all(word in text or (word.startswith("0.") and word[1:] in text) for word in asked.casefold().split())


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
