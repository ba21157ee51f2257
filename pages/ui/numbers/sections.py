"""The tables of the notes' numbers and of their slips."""

from collections.abc import Callable

import streamlit as st

from dtlearn.show.base.html import errata_html, figures_html
from dtlearn.show.base.text import many
from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, LAST_DIGIT, Moment
from pages.ui.kit import tools
from pages.ui.kit.codec import ASKED, choice
from pages.ui.kit.contents import TITLES
from pages.ui.kit.controls import segments
from pages.ui.kit.fields import BELOW
from pages.ui.kit.frame import fold, the_notes
from pages.ui.kit.session import state

IDS = {figure.id for figure in FIGURES}
SHOWN = ("differ", "agree", "all")
FIELDS = (
    *tools.FIELDS,
    BELOW,
    choice("show", SHOWN, "differ"),
    choice("figure", ["", *IDS], "", neutral=""),  # the figure one comes back from
)


def figures(link_to: Callable[[Moment], str]) -> None:
    """Every printed figure beside the true one: those that differ, those that agree, or all.

    link_to : the address of the step where a number arises.
    """
    agree = [figure for figure in FIGURES if figure.verdict == "agrees"]
    misprints = [figure for figure in FIGURES if figure.verdict == "misprint" and not figure.slip]
    spoilt = [figure for figure in FIGURES if figure.slip]
    rounded = [figure for figure in FIGURES if figure.verdict == "rounded" and figure.how != LAST_DIGIT]
    digits = [figure for figure in FIGURES if figure.how == LAST_DIGIT]
    st.markdown(
        f"Are the numbers in the lecture notes right? The app has just computed all {len(FIGURES)} of them again."
        f" **{len(agree)} agree** to the last printed digit. **{len(misprints)} are misprints** and spoil"
        f" {many(len(spoilt), 'more line')}. **{len(rounded)} were cut or rounded**; {len(digits)} ends in a computer's"
        " last digit. Unfold a row for its sum."
    )
    # A misprint and the lines that it spoils stand together.
    cases = [one for slip in misprints for one in (slip, *(line for line in spoilt if line.slip == slip.id))]
    at = state()["figure"]
    agree.sort(key=lambda figure: figure.id != at)  # the one that is come back to stands in view
    rows = {"differ": [*cases, *rounded, *digits], "agree": agree}
    rows["all"] = rows["differ"] + agree
    said = {"differ": "{} that differ", "agree": "{} that agree", "all": "All {}"}
    segments("Rows", {name: text.format(len(rows[name])) for name, text in said.items()}, "show")
    found = rows[state()["show"]]
    st.html(figures_html(found, lambda figure: f"{link_to(figure.moment)}&{ASKED}={figure.id}", at))
    st.caption(the_notes())


def errata() -> None:
    """The notes' slips and traps."""
    with fold("errors", "Errors and traps in the lecture notes"):
        st.html(errata_html(ERRATA))


def words() -> None:
    """The notes' words in the order of the letters, each with the pages that explain it."""
    found: dict[str, list[str]] = {}
    for page, every in DEFINITIONS.items():
        for one in every:
            found.setdefault(one.term, []).append(f"[{TITLES[page]}]({page})")
    with fold("words", "Glossary of the lecture notes, A to Z: which page explains them, at its end"):
        st.markdown("\n".join(f"- {term}: {', '.join(found[term])}" for term in sorted(found, key=str.casefold)))
