"""All concepts at once: a component that draws each as a small truth table and says which one was clicked."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("universe")


def universe(view: dict, key: str, on_pick: Callable[[int], None]) -> None:
    """The concepts of a view (``dtlearn.views.learning.tables``); ``on_pick`` gets the number of a consistent one."""
    _mount(key=key, data=view, on_picked_change=tell(key, "picked", on_pick))
