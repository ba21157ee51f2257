"""What the page of the lecture notes shows: their statements, their numbers, their slips, their words."""

from collections.abc import Callable
from html import escape

import streamlit as st

from dtlearn.show.base.html import errata_html, figures_html
from dtlearn.show.base.text import many
from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES, LAST_DIGIT, Moment
from pages.ui.kit import tools
from pages.ui.kit.codec import ASKED, choice
from pages.ui.kit.contents import TITLES
from pages.ui.kit.controls import segments
from pages.ui.kit.frame import the_notes
from pages.ui.kit.session import state
from pages.ui.numbers.notes import link_html, read_along

IDS = {figure.id for figure in FIGURES}
AGREE = [figure for figure in FIGURES if figure.verdict == "agrees"]
SHOWN = {
    "read": "Read along",
    "differ": f"{len(FIGURES) - len(AGREE)} numbers that differ",
    "agree": f"{len(AGREE)} that agree",
    "all": f"All {len(FIGURES)}",
    "errors": "Errors and traps",
    "words": "Glossary",
}
FIELDS = (
    *tools.FIELDS,
    choice("show", [*SHOWN], "read"),
    choice("figure", ["", *IDS], "", neutral=""),  # the figure one comes back from
)


def parts(link_to: Callable[[Moment], str]) -> None:
    """The choice of what is shown, and what is chosen. link_to : the address of the step where a number arises."""
    S = state()
    if S["figure"] and S["show"] == "read":  # one comes back from it
        S["show"] = "agree" if S["figure"] in {figure.id for figure in AGREE} else "differ"
    segments("Part", SHOWN, "show")
    st.caption(the_notes())
    match S["show"]:
        case "read":
            read_along()
        case "errors":
            st.html(errata_html(ERRATA))
        case "words":
            words()
        case shown:
            figures(shown, link_to)


def figures(shown: str, link_to: Callable[[Moment], str]) -> None:
    """Every printed figure beside the true one: those that differ, those that agree, or all."""
    misprints = [figure for figure in FIGURES if figure.verdict == "misprint" and not figure.slip]
    spoilt = [figure for figure in FIGURES if figure.slip]
    rounded = [figure for figure in FIGURES if figure.verdict == "rounded" and figure.how != LAST_DIGIT]
    digits = [figure for figure in FIGURES if figure.how == LAST_DIGIT]
    st.markdown(
        f"Are the numbers in the lecture notes right? The app has just computed all {len(FIGURES)} of them again."
        f" **{len(AGREE)} agree** to the last printed digit. **{len(misprints)} are misprints** and spoil"
        f" {many(len(spoilt), 'more line')}. **{len(rounded)} were cut or rounded**; {len(digits)} ends in a computer's"
        " last digit. Unfold a row for its sum."
    )
    # A misprint and the lines that it spoils stand together.
    cases = [one for slip in misprints for one in (slip, *(line for line in spoilt if line.slip == slip.id))]
    at = state()["figure"]
    agree = sorted(AGREE, key=lambda figure: figure.id != at)  # the one that is come back to stands in view
    differ = [*cases, *rounded, *digits]
    found = {"differ": differ, "agree": agree, "all": differ + agree}[shown]
    st.html(figures_html(found, lambda figure: f"{link_to(figure.moment)}&{ASKED}={figure.id}", at))


def words() -> None:
    """The notes' words in the order of the letters, each with the pages that explain it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for page, every in DEFINITIONS.items():
        for one in every:
            found.setdefault(one.term, []).append((TITLES[page], f"{page}?v=1&below=words"))
    st.markdown("Each word is explained at the end of the pages that are named.")
    said = (
        f"<li>{escape(term)}: {', '.join(link_html(*page) for page in found[term])}</li>"
        for term in sorted(found, key=str.casefold)
    )
    st.html(f'<ul style="columns: 22rem">{"".join(said)}</ul>')
