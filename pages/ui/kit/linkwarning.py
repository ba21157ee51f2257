"""What was wrong with a link: said once, in one sentence."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui.kit import tables
from pages.ui.kit.escape import md

OTHERS: dict[str, Callable[[], str]] = {}  # what of every link -> why it cannot be opened, "" if it can


def say(wrong: list[str]) -> None:
    """One sentence, if the link could not be followed to the letter; its worked example belongs to it."""
    problems = {what: problem() for what, problem in OTHERS.items()}
    wrong = [*wrong, *(f"{what}=… cannot be opened: {tables.clause(why)}" for what, why in problems.items() if why)]
    if wrong:
        st.warning(md(f"This link is not quite right: {'; '.join(wrong)}. Shown is the nearest that exists."))


def keep(wrong: list[str]) -> None:
    """What was wrong with the link is to be said inside a fragment, whose next run says it no more."""
    if wrong:
        st.session_state["link_wrong"] = wrong


def warn() -> None:
    """What was kept, until the next action."""
    say(st.session_state.pop("link_wrong", []))
