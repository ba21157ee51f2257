"""The step player: first, back, play, next, last, a scrubber, a caption, keys. One piece for every page."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from pages.ui.components.scrubber import scrubber
from pages.ui.kit.scene import state
from pages.ui.kit.tools import present_button, turn_present

SPEEDS = (0.5, 1, 2, 4)
SECONDS = 1.6  # a step at speed 1 while playing
HELP = [
    ["→ or PageDown", "next step"],
    ["← or PageUp", "back"],
    ["Home, End", "first step, last step"],
    ["Space", "play or pause"],
    ["− and +", "slower, faster"],
    ["L", "copy the link to this step"],
    ["S", "save a picture or a table of this page"],
    ["P", "present mode, in and out"],
    ["B", "black screen, on and off"],
    ["Esc", "leave the black screen or present mode"],
    ["?", "this help"],
]


def playing() -> bool:
    """Whether the player runs by itself: the URL is not written then."""
    return st.session_state.get("playing", False)


def go(k: int) -> None:
    state()["step"] = k


def player(
    last: int,
    caption: str,
    ticks: Sequence[dict] = (),
    playable: bool = True,
    go: Callable[[int], None] = go,
    keys: Sequence[Sequence[str]] = (),
    meanings: Mapping[str, str] | None = None,
) -> None:
    """The controls for S["step"] in 0 .. last, and the caption of the step.

    ticks : {"k", "kind": split | leaf | tie, "title"} of the steps worth a mark. playable : whether the steps may run by
    themselves. go : moves to a step. keys : the page's own keys and what they do, for the help.
    meanings : kind of a mark -> its words in the legend, where the page's marks mean something else than in a growth.
    """
    S = state()
    k, playable = S["step"], playable and last > 0

    def play() -> None:
        st.session_state["playing"] = playable and not playing()
        if playing() and S["step"] >= last:
            go(0)

    if k >= last:
        st.session_state["playing"] = False
    with st.container(horizontal=True, key="dt-player", gap="small"):
        icon = ":material/{}:".format
        st.button("First", icon=icon("first_page"), on_click=go, args=(0,), disabled=k == 0)
        st.button("Back", icon=icon("chevron_left"), on_click=go, args=(max(k - 1, 0),), disabled=k == 0)
        word, picture = ("Pause", "pause") if playing() else ("Play", "play_arrow")
        st.button(word, icon=icon(picture), on_click=play, disabled=not playable, key="dt-play")
        st.button("Next", icon=icon("chevron_right"), on_click=go, args=(min(k + 1, last),), type="primary",
                  disabled=k == last)  # fmt: skip
        st.button("Last", icon=icon("last_page"), on_click=go, args=(last,), disabled=k == last)
        present_button("dt-present")
    data = {
        "k": k, "last": last, "ticks": ticks, "meanings": meanings or {}, "counter": f"Step {k} of {last}", "caption": caption,
        "playing": playing(), "speed": S["speed"], "seconds": SECONDS, "present": S["present"],
        "help": [*keys, *HELP],
    }  # fmt: skip
    scrubber(
        data, "scrubber", lambda step: go(min(max(int(step), 0), last)), lambda _: play(),
        lambda speed: S.update(speed=speed if speed in SPEEDS else 1), lambda _: turn_present(),
    )  # fmt: skip
