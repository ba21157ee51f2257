"""What was wrong with a link: said once, in one sentence."""

from __future__ import annotations

import streamlit as st

from pages.ui.examples import decks
from pages.ui.kit import tables
from pages.ui.kit.escape import md


def say(wrong: list[str]) -> None:
    """One sentence, if the link could not be followed to the letter; its worked example belongs to it."""
    if problem := decks.problem():
        wrong = [*wrong, f"deck=… cannot be opened: {tables.clause(problem)}"]
    if wrong:
        st.warning(md(f"This link is not quite right: {'; '.join(wrong)}. Shown is the nearest that exists."))


def keep(wrong: list[str]) -> None:
    """What was wrong with the link is to be said inside a fragment, whose next run says it no more."""
    if wrong:
        st.session_state["link_wrong"] = wrong


def warn() -> None:
    """What was kept, until the next action."""
    say(st.session_state.pop("link_wrong", []))
