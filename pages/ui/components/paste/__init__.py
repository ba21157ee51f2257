"""Long pastes: what a text box cannot hold is handed on, and what is too long gets one sentence."""

from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("paste", "taken")


def long_pastes(shown: int, most: int, on_taken: Callable[[str], None], key: str = "paste") -> None:
    """``on_taken`` gets a paste of more than ``shown`` and at most ``most`` characters instead of the box."""

    def taken(message: list) -> None:
        on_taken(str(message[0]))

    _mount({"shown": shown, "most": most}, key, taken, height="content")
