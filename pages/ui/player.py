"""The step player: first, back, play, next, last, a scrubber, a caption, keys. One piece for every page."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from pages.ui.scene import state
from pages.ui.scrubber import scrubber

SPEEDS = (0.5, 1, 2, 4)
SECONDS = 1.6  # a step at speed 1 while playing
HELP = [
    ["→ or PageDown", "next step"],
    ["← or PageUp", "back"],
    ["Home, End", "first step, last step"],
    ["Space", "play or pause"],
    ["− and +", "slower, faster"],
    ["1, 2", "node by node, in detail"],
    ["L", "copy the link to this step"],
    ["P", "present mode, in and out"],
    ["?", "this help"],
]


def playing() -> bool:
    """Whether the player runs by itself: the URL is not written then."""
    return st.session_state.get("playing", False)


def go(k: int) -> None:
    """Move to step k; what was chosen at the old step goes with it."""
    S = state()
    if k != S["step"]:
        S["step"], S["pick"] = k, None


def _play(last: int) -> None:
    st.session_state["playing"] = not playing()
    if playing() and state()["step"] >= last:
        go(0)


def _present() -> None:
    state()["present"] = not state()["present"]


def player(last: int, ticks: list[dict], caption: str, detail: Callable[[int], None], thing: str = "Step") -> None:
    """The controls for S["step"] in 0 .. last, and the caption of the step.

    ticks : {"k", "kind": split | leaf | tie, "title"} of the steps worth a mark.
    detail : called with 1, 2, ... when the reader asks by key for a coarser or finer walk.
    """
    S = state()
    k = S["step"]
    if k >= last:
        st.session_state["playing"] = False
    with st.container(horizontal=True, key="dt-player", gap="small"):
        icon = ":material/{}:".format
        st.button("First", icon=icon("first_page"), on_click=go, args=(0,), disabled=k == 0)
        st.button("Back", icon=icon("chevron_left"), on_click=go, args=(max(k - 1, 0),), disabled=k == 0)
        word = "Pause" if playing() else "Play"
        st.button(
            word, icon=icon(word.lower() if playing() else "play_arrow"), on_click=_play, args=(last,), key="dt-play"
        )
        st.button("Next", icon=icon("chevron_right"), on_click=go, args=(min(k + 1, last),), type="primary",
                  disabled=k == last)  # fmt: skip
        st.button("Last", icon=icon("last_page"), on_click=go, args=(last,), disabled=k == last)
        label = "Leave present mode" if S["present"] else "Present"
        st.button(
            label,
            icon=icon("close_fullscreen" if S["present"] else "present_to_all"),
            on_click=_present,
            key="dt-present",
        )
    data = {
        "k": k, "last": last, "ticks": ticks, "counter": f"{thing} {k} of {last}", "caption": caption,
        "playing": playing(), "speed": S["speed"], "seconds": SECONDS, "present": S["present"], "help": HELP,
    }  # fmt: skip
    scrubber(
        data, "scrubber",
        on_go=lambda step: go(min(max(int(step), 0), last)),
        on_toggle=lambda: _play(last),
        on_speed=lambda speed: S.update(speed=speed if speed in SPEEDS else 1),
        on_present=_present,
        on_granularity=detail,
    )  # fmt: skip
