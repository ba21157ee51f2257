"""What was wrong with a link, said inside a fragment: its next run, after any action, says it no more."""

from __future__ import annotations

import streamlit as st

from dtlearn.views.text import listing
from pages.ui.escape import md


def keep(wrong: list[str]) -> None:
    """What was wrong with the link is to be said."""
    if wrong:
        st.session_state["link_wrong"] = wrong


def warn() -> None:
    """One sentence, until the next action, if the link could not be followed to the letter."""
    if wrong := st.session_state.pop("link_wrong", []):
        st.warning(md(f"This link is not quite right: {listing(wrong)}. Shown is the nearest that exists."))
