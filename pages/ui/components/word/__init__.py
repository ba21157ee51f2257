"""A code word: a component that shows its symbols as blocks and says which one was clicked."""

from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("word", "go")


def word(blocks: list[dict], key: str, on_go: Callable[[int], None]) -> None:
    """The blocks (``dtlearn.views.bound.code``) in a row that wraps; ``on_go`` gets the step of a block.

    A pointer over a block marks its node in the tree beside it, and the other way round.
    """
    _mount({"blocks": blocks}, key, on_go)
