"""Blanks to fill in: a component with text fields and choices; Enter moves on and checks."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("blanks")


def blanks(data: dict, key: str, on_said: Callable[[dict], None], on_next: Callable[[int], None]) -> None:
    """The blanks of a view (``dtlearn.views.practice.blanks``).

    on_said : gets what has been typed, key of a blank -> text. on_next : called when the reader goes on.
    """
    _mount(key=key, data=data, on_said_change=tell(key, "said", on_said), on_next_change=tell(key, "next", on_next))
