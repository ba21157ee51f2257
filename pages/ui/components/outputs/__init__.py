"""The truth table of a function: a component whose outputs are clicked; beside each, what a tree answers."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("outputs")


def outputs(view: dict, key: str, on_change: Callable[[str], None]) -> None:
    """The rows of a view (``dtlearn.views.learning.one_function``); ``on_change`` gets all outputs as text after every click or key."""
    _mount(key=key, data=view, on_outputs_change=tell(key, "outputs", on_change))
