"""The interactive plane: a component that draws a plane view, and says what was pointed at or drawn."""

from __future__ import annotations

from collections.abc import Callable

from pages.ui.components.declare import declare, tell

_mount = declare("plane")


def plane(
    data: dict,
    key: str,
    on_choose: Callable[[str], None],
    on_query: Callable[[list], None],
    on_points: Callable[[dict], None],
    on_history: Callable[[list], None],
    on_pick: Callable[[int], None],
) -> None:
    """The plane view (``dtlearn.views.plane.view``) with what the page adds.

    data : the view, and boxHeight (px), tall (take the window's height, less ``below`` px), tool (look, classify, add, label, erase),
        pick (class of a new point), palette (names of the classes that a key can give; empty unless points are drawn),
        most (points), chosen (id of a node), lit (ids of a path), query ([x, y] or None),
        status (sentence shown while nothing is pointed at), seq (number of the last edit that the view contains).
    on_choose gets a node's id; on_query a point; on_points {"seq", "points": [[x, y, class] in hundredths],
        "live": still dragging}; on_history [number of the press, "undo" or "redo"]; on_pick the class chosen by key.
    """
    _mount(
        key=key,
        data=data,
        on_chosen_change=tell(key, "chosen", on_choose),
        on_query_change=tell(key, "query", on_query),
        on_points_change=tell(key, "points", on_points),
        on_history_change=tell(key, "history", on_history),
        on_pick_change=tell(key, "pick", on_pick),
    )
