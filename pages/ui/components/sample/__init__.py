"""The examples to change: a component with a row for each; labels are flipped and examples left out by a click."""

from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("sample", "sample")


def sample(view: dict, key: str, height: int | None, on_change: Callable[[str], None]) -> None:
    """The rows of a view (``dtlearn.views.forest.unstable``) in a box at most ``height`` px high, None for all of them.

    on_change : gets all changes as text, as links write them, after every click or key.
    """
    _mount(view | {"height": height}, key, on_change)
