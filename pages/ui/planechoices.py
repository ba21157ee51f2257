"""The choices beside a partition: data, shape, axes, algorithm, limits, and what else changes with each of them."""

from __future__ import annotations

import streamlit as st

import dtlearn
from dtlearn.synthetic import SHAPES
from pages.ui import own, planes
from pages.ui.clouds import turned
from pages.ui.controls import criterion, select
from pages.ui.escape import md
from pages.ui.scene import bind, state
from pages.ui.settings import ORDER_TITLES, limit


def _fresh(before: dict) -> None:
    """Other data: axes, slice, node and query of the old ones mean nothing there."""
    S = state()
    S["p_x"] = S["p_y"] = None
    S["p_held"], S["p_node"], S["p_query"] = (), "", ()
    S["p_tool"] = "add" if S["p_data"] == planes.DRAWN else "look"
    steps = planes.steps_of(S)
    S["step"] = len(steps) - 1 if steps else 0


def _regrown(before: dict) -> None:
    """Another tree: stay finished if it was, else at most at its last step."""
    S = state()
    old, new = planes.steps_of(before), planes.steps_of(S)
    if old and new:
        S["step"] = len(new) - 1 if before["step"] >= len(old) - 1 else min(S["step"], len(new) - 1)
        if S["p_node"] and planes.node_of(S, new) is None:
            S["p_node"] = ""


def _shape() -> None:
    """Start from a shape: its points take the place of the drawn ones."""
    S, shape = state(), st.session_state["w_p_shape"]
    st.session_state["w_p_shape"] = None
    if shape is None:
        return
    if S["p_data"] != planes.DRAWN:
        before = dict(S)
        S["p_data"] = planes.DRAWN
        _fresh(before)
    planes.put_points(SHAPES[shape].points)
    S["step"], S["p_tool"] = len(planes.steps_of(S)) - 1, "add"


def sidebar() -> None:
    """Data, axes, algorithm, limits."""
    S = state()
    with st.sidebar:
        names = own.names(fits=planes.fits) + own.names(True, planes.fits)
        names.sort(key=lambda name: (own.is_own(name), own.title(name)))
        titles = {planes.DRAWN: "Draw your own points"} | {name: own.title(name) for name in names}
        select("Data set", titles, "p_data", _fresh)
        about = {name: shape.title for name, shape in SHAPES.items()}
        st.selectbox("Start from a shape", list(SHAPES), format_func=about.get, index=None, key="w_p_shape",
                     placeholder="points to draw on", on_change=_shape)  # fmt: skip
        if S["p_data"] != planes.DRAWN:
            st.caption(md(own.load(S["p_data"]).card.story))
        _axes(S)
        st.selectbox("Algorithm", list(dtlearn.ALGORITHMS), **bind("algorithm", _algorithm))
        fits = planes.criteria(S)
        if S["criterion"] in fits:  # there is nothing to choose for a numeric target
            criterion("criterion", _regrown, among=fits)
        none = f"{planes.START} unless you choose" if planes.starts_small(S) else "no limit"
        limit("depth", "Greatest depth", 0, _regrown, none)
        if planes.crowded(S):
            st.caption(
                f"With more than {planes.MANY} examples the tree grows to {planes.LEAVES} leaves at most, and the plane shows "
                f"one example in {planes.one_in(S)}: more could not be told apart. *Grow a tree* has no such limit."
            )
        with st.expander("Order, more limits"):
            limit("min_split", "Least examples to split (m, minParent)", 2, _regrown)
            limit("min_leaf", "Least examples in a branch (minLeaf)", 1, _regrown)
            limit("leaves", "Most leaves", 1, _regrown, f"{planes.LEAVES}" if planes.crowded(S) else "no limit")
            select("Order of the nodes", ORDER_TITLES, "order")
        st.caption(
            "Ch8, Alg. 8.2: x < t goes left, x ≥ t right, so a point on a line belongs to the box at its right or above it."
        )


def _algorithm(before: dict) -> None:
    """An algorithm brings its own criterion with it unless another was chosen."""
    S = state()
    if before["criterion"] == dtlearn.ALGORITHMS[before["algorithm"]].criterion:
        S["criterion"] = dtlearn.ALGORITHMS[S["algorithm"]].criterion
    _regrown(before)


def _axes(S: dict) -> None:
    """The choice of the two features; the widgets say what the picture shows, chosen or not."""
    steps = planes.steps_of(S)
    if steps is None or S["p_data"] == planes.DRAWN:
        return
    features = steps.trace.data.schema.features
    numeric = [j for j, feature in enumerate(features) if feature.numeric]
    free = planes.free_of(S, steps)
    x, y = free[0], free[1] if len(free) > 1 else planes.ALONE
    names = {j: features[j].name for j in numeric} | {planes.ALONE: "none: one feature alone"}
    st.session_state["w_p_x"], st.session_state["w_p_y"] = x, y
    st.selectbox("Across (x)", numeric, format_func=names.get, key="w_p_x", on_change=_turn)
    st.selectbox("Up (y)", [planes.ALONE, *numeric], format_func=names.get, key="w_p_y", on_change=_turn)


def _turn() -> None:
    """Other axes; the same feature on both means that they change places."""
    S, steps = state(), planes.steps_of(state())
    old, x, y = planes.free_of(S, steps), st.session_state["w_p_x"], st.session_state["w_p_y"]
    S["p_x"], S["p_y"] = turned(x, y, old)
    S["p_query"] = ()
