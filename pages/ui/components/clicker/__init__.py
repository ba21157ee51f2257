"""The keys of a presenter's clicker: PageDown goes on, PageUp back."""

from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("clicker", "go")


def clicker(on_go: Callable[[int], None], key: str = "clicker", first: bool = False) -> None:
    """Inside what moves; ``on_go`` gets 1 or -1. first : before the page's own keys, as an open worked example."""
    _mount({"first": first}, key, on_go, width="content", height="content")
