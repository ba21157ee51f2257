"""The truth table: a component whose cells are clicked to fill in a training set; it shows the vote on every row."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("truth")


def truth(view: dict, key: str, on_label: Callable[[str], None], on_target: Callable[[int], None]) -> None:
    """The rows of a view (``dtlearn.views.learning.words``).

    on_label : gets all labels as text, "-" for none, after every click or key. on_target : gets the row whose target
    the reader turns round.
    """
    _mount(
        key=key,
        data=view,
        on_labels_change=tell(key, "labels", on_label),
        on_turned_change=tell(key, "turned", on_target),
    )
