"""The interactive tree: a component that draws a tree view and says which node was clicked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

from dtlearn.views.palette import class_colour, class_sign

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "dtlearn_tree",
    css=(_HERE / "tree.css").read_text(encoding="utf-8"),
    js=(_HERE / "tree.js").read_text(encoding="utf-8"),
)


def tree(view: dict, key: str, height: int, tall: bool, on_click: Callable[[str], None]) -> None:
    """The tree view (``dtlearn.views.model``) in a box ``height`` px high; ``on_click`` gets a node's id.

    tall : take all the height that the window has, and draw larger.
    """

    def clicked():
        # The component may have left the page while its click was on the way.
        node = st.session_state.get(key, {}).get("clicked")
        if node is not None:
            on_click(node)

    classes = range(len(view["classes"]))
    _component(
        key=key,
        data={
            **view,
            "boxHeight": height,
            "tall": tall,
            "colours": [class_colour(k) for k in classes],
            "signs": [class_sign(k) for k in classes],
        },
        on_clicked_change=clicked,
    )
