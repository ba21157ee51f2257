"""The scrub bar of the step player, with its speed, help and clock, and every key of the page."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell
from pages.ui.components.saves import SAVES

_mount = declare("scrubber", SAVES=SAVES)


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

    data : k, last, ticks, meanings, counter, caption, playing, speed, seconds, present, help.
    """
    _mount(
        key=key,
        data=data,
        on_go_change=tell(key, "go", on_go),
        on_toggle_change=on_toggle,
        on_speed_change=tell(key, "speed", on_speed),
        on_present_change=on_present,
        on_granularity_change=tell(key, "granularity", on_granularity),
    )
