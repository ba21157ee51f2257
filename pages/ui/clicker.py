"""The keys of a presenter's clicker on a page without the step player: PageDown goes on, PageUp back."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.component import declare, tell

_mount = declare("clicker")


def clicker(on_go: Callable[[int], None]) -> None:
    """Inside the fragment that moves; ``on_go`` gets 1 or -1. An open worked example takes the keys first."""

    def pressed(message: list) -> None:
        on_go(1 if message[0] > 0 else -1)

    _mount(key="clicker", on_go_change=tell("clicker", "go", pressed), width="content", height="content")
