"""Long pastes: what a text box cannot hold is handed on, and what is too long gets one sentence."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("paste")


def long_pastes(shown: int, most: int, on_taken: Callable[[str], None], key: str = "paste") -> None:
    """``on_taken`` gets a paste of more than ``shown`` and at most ``most`` characters instead of the box."""

    def taken(message: list) -> None:
        on_taken(str(message[0]))

    _mount(key=key, data={"shown": shown, "most": most}, on_taken_change=tell(key, "taken", taken), height="content")
