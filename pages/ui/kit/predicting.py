"""Predict first: the reader says what happens at a place before it is seen; what was said stands in the link."""

from collections.abc import Callable, Mapping

import streamlit as st

from pages.ui.kit.escape import md
from pages.ui.kit.scene import change, state


def told(right: bool, words: str) -> None:
    """What the last answer was worth."""
    (st.success if right else st.error)(md(words), icon=None)


def ask(prefix: str, at: int, question: str, choices: Mapping[str, str], listed: bool, go: Callable[[], None]) -> None:
    """The question at a place: titles by token. go : after the answer. listed : in a list, for there are many.

    prefix : of the names of what a page keeps, as in ``pr_said``.
    """
    key, said = f"w_{prefix}answer_{at}", f"{prefix}said"

    def answer() -> None:
        if st.session_state.get(key) is None:
            st.session_state["unanswered"] = True
        else:
            change(**{said: (*state()[said], (at, st.session_state[key]))})
            go()

    with st.form(f"{prefix}predict", border=True):
        widget = st.selectbox if listed else st.radio
        picked = widget(md(question), list(choices), index=None, format_func=lambda token: md(choices[token]), key=key)
        st.form_submit_button("Check", type="primary", on_click=answer)
    if picked is None and st.session_state.pop("unanswered", False):
        st.warning("Choose an answer first.")


def score(prefix: str, words: str, go: Callable[[int], None]) -> None:
    """What all answers were worth, and the way back to the start."""

    def start_over() -> None:
        state()[f"{prefix}said"] = ()
        for key in [key for key in st.session_state if str(key).startswith(f"w_{prefix}answer_")]:
            del st.session_state[key]
        go(0)

    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f"<p class='dt-score'>{words}</p>")
        st.button("Start over", on_click=start_over)
