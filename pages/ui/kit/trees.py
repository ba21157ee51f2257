"""A tree on any page, drawn as the visitor has chosen: the interactive one, or Graphviz's."""

from collections.abc import Callable

import streamlit as st

from dtlearn.show.tree.dot import tree_dot
from dtlearn.show.tree.thumbnail import thumbnail_svg
from pages.ui.components import tree as component
from pages.ui.kit.scene import change
from pages.ui.kit.session import state

MOST = 30  # nodes that can be told apart in a small picture


def small_tree(view: dict, width: int, height: int) -> str:
    """A tree view as a small ``<svg>``; "" of a root alone, and of more nodes than could be told apart."""
    return thumbnail_svg(view, width, height) if 1 < len(view["nodes"]) <= MOST else ""


def tree(
    view: dict, key: str, height: int, tall: bool = False, on_click: Callable[[str], None] | None = None, **more: object
) -> None:
    """The tree view in a box ``height`` px high, its arguments those of the component;
    of a page with the field ``view``."""
    if state()["view"] == "interactive":
        large = state()["present"] or len(view["nodes"]) == 1  # a root alone fills its box
        component.tree(view | {"large": large}, key, height, tall, lambda: change(view="graphviz"), on_click, **more)
        return
    with st.container(height=height, border=False, key=f"dt-graph-{'tall-' * tall}{key}"):
        with st.container(horizontal=True, horizontal_alignment="right", vertical_alignment="center"):
            if on_click:
                st.caption("To click a node:", width="content")
            st.button(
                "Interactive",
                key=f"{key}-back",
                on_click=change,
                kwargs={"view": "interactive"},
                help="Draw trees that can be clicked, moved and zoomed, here and on the other pages",
            )
        st.graphviz_chart(tree_dot(view), alt=f"Decision tree: {' '.join(node['label'] for node in view['nodes'])}")
