"""The trees of a forest to choose from: a component that draws their votes, or cards with a picture."""

from collections.abc import Callable

from pages.ui.components.declare import declare

_mount = declare("ballots", "picked")


def ballots(view: dict, key: str, on_picked: Callable[[int], None]) -> None:
    """The trees of a view (``dtlearn.views.forest.words``); ``on_picked`` gets the number of the one clicked.

    A message carries the number of the press too, so that a second click on the same tree is one more message.
    """
    _mount(view, key, lambda message: on_picked(int(message[0])))
