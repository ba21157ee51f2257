"""Long work of a page: done outside of its fragment, where Cancel can stop it. Inside, Cancel would wait for the end."""

from __future__ import annotations

import streamlit as st


def begin(page: str) -> list[str]:
    """At the top of a page: its whole is being run. Answers what was wrong with the link before the work."""
    st.session_state["long_whole"] = True
    told = st.session_state.pop("long_told", ("", []))
    return told[1] if told[0] == page else []


def send(missing: bool) -> None:
    """At the top of the fragment: the whole page, if the fragment is run alone and there is work to do."""
    if not st.session_state.pop("long_whole", False) and missing:
        st.rerun()


def remember(page: str, wrong: list[str]) -> None:
    """Before the work: the page is run once more after it, or after Cancel, and has to say this again."""
    st.session_state["long_told"] = page, wrong
