"""The plane of a forest: a component that shades it by the trees' agreement and says which place was clicked."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("shade")


def shade(view: dict, key: str, on_at: Callable[[list[float]], None]) -> None:
    """The shaded plane of a view (``dtlearn.views.forest.charts``); ``on_at`` gets the place that was chosen."""
    _mount(key=key, data=view, on_at_change=tell(key, "at", on_at))
