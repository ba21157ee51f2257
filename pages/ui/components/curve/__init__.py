"""The curves of two-class impurities with handles to drag: a share, or a split with its chords."""

from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("curve", "moved")


def curve(view: dict, key: str, height: int, on_move: Callable[[str], None]) -> None:
    """A view of ``dtlearn.views.splitting.curves`` in a box ``height`` px high; ``on_move`` gets the row that was let go at."""
    _mount(view | {"boxHeight": height}, key, on_move)
