"""The scrub bar of the step player, with its speed, help and clock, and every key of the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_FILE = Path(__file__)
_mount = st.components.v2.component(
    "dtlearn_scrubber",
    css=_FILE.with_suffix(".css").read_text("utf-8"),
    js=_FILE.with_suffix(".js").read_text("utf-8"),
)


def scrubber(
    data: dict,
    key: str,
    on_go: Callable[[int], None],
    on_toggle: Callable[[], None],
    on_speed: Callable[[float], None],
    on_present: Callable[[], None],
    on_granularity: Callable[[int], None],
) -> None:
    """The bar of the steps 0 .. last; it asks for a step by its number, so that quick presses add up.

    data : k, last, ticks, counter, caption, playing, speed, seconds, present, help.
    """

    def tell(event: str, listener: Callable) -> None:
        # A last message of a bar that has just left the page finds no state any more.
        value = st.session_state.get(key, {}).get(event)
        if value is not None:
            listener(value)

    _mount(
        key=key,
        data=data,
        on_go_change=lambda: tell("go", on_go),
        on_toggle_change=on_toggle,
        on_speed_change=lambda: tell("speed", on_speed),
        on_present_change=on_present,
        on_granularity_change=lambda: tell("granularity", on_granularity),
    )
