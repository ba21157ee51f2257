"""The scrub bar of the step player, with its speed, help and clock, and every key of the page."""

from collections.abc import Callable

from pages.ui.components.declare import declare
from pages.ui.components.saves import SAVES

_mount = declare("scrubber", "go", "toggle", "speed", "present", "granularity", SAVES=SAVES)


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
    _mount(data, key, on_go, lambda _: on_toggle(), on_speed, lambda _: on_present(), on_granularity)
