"""The choices beside a partition: data, shape, axes, algorithm, limits, and what else changes with each of them."""

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import SHAPES
from pages.ui.kit import tables
from pages.ui.kit.clouds import axes, numeric
from pages.ui.kit.controls import criterion, select
from pages.ui.kit.escape import md
from pages.ui.kit.scene import bind, change, state
from pages.ui.kit.settings import ORDER_TITLES, limit
from pages.ui.partitions import scene

DRAWN_AS = {"interactive": "interactive", "plotly": "Plotly (exact values, notebooks)"}


def _fresh(before: dict) -> None:
    """Other data: axes, slice, node and query of the old ones mean nothing there."""
    S = state()
    tool = "add" if S["p_data"] == scene.DRAWN else "look"
    S.update(p_x=None, p_y=None, p_held=(), p_node="", p_query=(), p_tool=tool)
    steps = scene.steps_of(S)
    S["step"] = len(steps) - 1 if steps else 0


def _regrown(before: dict) -> None:
    """Another tree: stay finished if it was, else at most at its last step."""
    S = state()
    old, new = scene.steps_of(before), scene.steps_of(S)
    if old and new:
        S["step"] = len(new) - 1 if before["step"] >= len(old) - 1 else min(S["step"], len(new) - 1)
        if S["p_node"] and scene.node_of(S, new) is None:
            S["p_node"] = ""


def _shape() -> None:
    """Start from a shape: its points take the place of the drawn ones."""
    S, shape = state(), st.session_state["w_p_shape"]
    st.session_state["w_p_shape"] = None
    if shape is None:
        return
    if S["p_data"] != scene.DRAWN:
        change(_fresh, p_data=scene.DRAWN)
    scene.put_points(SHAPES[shape].points)
    S["step"], S["p_tool"] = len(scene.steps_of(S)) - 1, "add"


def sidebar() -> None:
    """Data, axes, algorithm, limits."""
    S = state()
    with st.sidebar:
        titles = {scene.DRAWN: "Draw your own points"} | tables.titles(scene.fits, numbers=True)
        select("Data set", titles, "p_data", _fresh)
        about = {name: shape.title for name, shape in SHAPES.items()}
        st.selectbox("Start from a shape", list(SHAPES), format_func=about.get, index=None, key="w_p_shape",
                     placeholder="points to draw on", on_change=_shape)  # fmt: skip
        if S["p_data"] != scene.DRAWN:
            st.caption(md(tables.load(S["p_data"]).card.story))
            free = scene.free_of(S, scene.steps_of(S))
            axes("p", numeric(S["p_data"]), free, lambda before: change(p_query=()))
        st.selectbox("Algorithm", list(dtlearn.ALGORITHMS), **bind("algorithm", _algorithm))
        fits = scene.criteria(S)
        if S["criterion"] in fits:  # there is nothing to choose for a numeric target
            criterion("criterion", _regrown, among=fits)
        none = f"{scene.START} unless you choose" if scene.starts_small(S) else "no limit"
        limit("depth", "Greatest depth", 0, _regrown, none)
        if scene.crowded(S):
            st.caption(
                f"With more than {scene.MANY} examples the tree grows to {scene.LEAVES} leaves at most, and the plane shows "
                f"one example in {scene.one_in(S)}: more could not be told apart. *Grow a tree* has no such limit."
            )
        with st.expander("Order, more limits, drawing"):
            limit("min_split", "Least examples to split (m, minParent)", 2, _regrown)
            limit("min_leaf", "Least examples in a branch (minLeaf)", 1, _regrown)
            limit("leaves", "Most leaves", 1, _regrown, f"{scene.LEAVES}" if scene.crowded(S) else "no limit")
            select("Order of the nodes", ORDER_TITLES, "order")
            st.radio("Plane drawn as", list(DRAWN_AS), format_func=DRAWN_AS.get, **bind("p_drawn"))
        st.caption(
            "Ch8, Alg. 8.2: x < t goes left, x ≥ t right, so a point on a line belongs to the box at its right or above it."
        )


def _algorithm(before: dict) -> None:
    """An algorithm brings its own criterion with it unless another was chosen."""
    S = state()
    if before["criterion"] == dtlearn.ALGORITHMS[before["algorithm"]].criterion:
        S["criterion"] = dtlearn.ALGORITHMS[S["algorithm"]].criterion
    _regrown(before)
