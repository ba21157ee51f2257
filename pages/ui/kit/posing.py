"""What a room can be asked on a page beside its stage's steps: the question of an open slide, an exercise."""

from collections.abc import Callable

import streamlit as st

# By page, "" for any: gives a room's question (dtlearn.show.practice.poll), of another of its kind where a ``twin`` is
# asked for: {} if there is no twin, None if nothing is asked there.
POSES: dict[str, Callable[[bool], dict | None]] = {}


def told() -> dict:
    """For the page's tools: poses, whether the server has a question here; posed, [number of the asking, question]."""
    return {"poses": _posing(twin=False) is not None, "posed": st.session_state.get("_posed")}


def pose(message: object) -> None:
    """The lecturer's page asks for the question. message : [number of the asking, whether a twin is wanted]."""
    match message:
        case [int() | float() as number, bool() as twin]:
            st.session_state["_posed"] = [number, _posing(twin)]


def _posing(twin: bool) -> dict | None:
    sources = (POSES[page] for page in ("", st.session_state["_page"]) if page in POSES)
    return next((found for poses in sources if (found := poses(twin)) is not None), None) or None
