"""The choices beside a partition: data, shape, axes, algorithm, limits, and what else changes with each of them."""

from math import floor, log10

import streamlit as st

import dtlearn
from dtlearn.data.dataset import number
from dtlearn.data.synthetic import SHAPES
from dtlearn.trees.regions import off_axes
from dtlearn.views.base.text import listing
from pages.ui.kit import tables
from pages.ui.kit.clouds import axes, numeric
from pages.ui.kit.controls import criterion, select
from pages.ui.kit.escape import md
from pages.ui.kit.frame import more_settings, scenarios
from pages.ui.kit.scene import bind_widget, change, widget_args
from pages.ui.kit.session import state
from pages.ui.kit.settings import ORDER_TITLES, limit
from pages.ui.partitions import scene

FIRST = scene.FIELDS[0].default  # the data set of the opening scene
DRAWN_AS = {"interactive": "interactive alone", "plotly": "Plotly too (exact values, notebooks)"}


def _fresh(before: dict) -> None:
    """Other data: axes, slice and node of the old ones mean nothing there."""
    S = state()
    tool = "add" if S["data"] == scene.DRAWN else "look"
    S.update(x=None, y=None, slices=(), node="", tool=tool, step=0, pick=None, open=None, row=None, fresh="")


def _regrown(before: dict) -> None:
    """Another tree: stay finished if it was, else at most at its last step."""
    S = state()
    S.update(pick=None, open=None)
    old, new = scene.steps_of(before), scene.steps_of(S)
    if old and new:
        S["step"] = len(new) - 1 if before["step"] >= len(old) - 1 else min(S["step"], len(new) - 1)
        if S["node"] and scene.node_of(S, new) is None:
            S["node"] = ""


def shapes() -> None:
    """The flowers that the page opens with, and the shapes that one can start from:
    their points take the place of the drawn ones."""
    S = state()
    drawn = S["points"] if S["data"] == scene.DRAWN else ()
    now = next((name for name, shape in SHAPES.items() if shape.points == drawn), None)
    titles = {FIRST: tables.title(FIRST)} | {name: shape.title for name, shape in SHAPES.items()}
    scenarios(titles, FIRST if S["data"] == FIRST else now, _shape, "w_p_shape")


def _shape(shape: str) -> None:
    S = state()
    if shape == FIRST:
        change(_fresh, data=FIRST, **scene.OPENS)
        return
    S["depth"] = None  # of the opening scene
    if S["data"] != scene.DRAWN:
        change(_fresh, data=scene.DRAWN)
    scene.put_points(SHAPES[shape].points)
    change(scene.take_up, tool="add")


def sidebar() -> None:
    """Data, axes, algorithm, limits."""
    S = state()
    with st.sidebar:
        titles = {scene.DRAWN: "Draw your own points"} | tables.titles(scene.fits, numbers=True)
        tables.choose(titles, "data", _fresh)
        if S["data"] != scene.DRAWN:
            st.caption(md(tables.load(S["data"]).card.story))
        st.selectbox("Algorithm", list(dtlearn.ALGORITHMS), **bind_widget("algorithm", _algorithm))
        none = f"{scene.START} unless you choose" if scene.starts_small(S) else "no limit"
        limit("depth", "Max. depth", 0, _regrown, none)
        if scene.crowded(S):
            st.caption(
                f"With more than {scene.MANY} examples the tree grows to {scene.LEAVES} leaves at most, and the plane"
                f" shows one example in {scene.one_in(S)}: more could not be told apart. *Grow a tree* has no such"
                " limit."
            )
        with more_settings():
            if S["data"] != scene.DRAWN:
                steps = scene.steps_of(S)
                axes(numeric(S["data"]), scene.free_of(S, steps), lambda before: None)
                if not S["present"]:
                    slices(steps)
            fits = scene.criteria(S)
            if S["criterion"] in fits:  # there is nothing to choose for a numeric target
                criterion("criterion", _regrown, among=fits)
            limit("min_split", "Min. examples to split (m, minParent)", 2, _regrown)
            limit("min_leaf", "Min. examples per leaf (minLeaf)", 1, _regrown)
            limit("leaves", "Max. leaves", 1, _regrown, f"{scene.LEAVES}" if scene.crowded(S) else "no limit")
            select("Order of the nodes", ORDER_TITLES, "order")
            st.radio("Plane drawn as", list(DRAWN_AS), format_func=DRAWN_AS.get, **bind_widget("drawn"))
        st.caption(
            "Ch8, Alg. 8.2: x < t goes left, x ≥ t right, so a point on a line belongs to the box at its right or"
            " above it."
        )


def slices(steps: dtlearn.Steps, columns: int = 1) -> None:
    """Where the slice lies in the features that are not on the axes: those that the tree asks about."""
    S, data = state(), steps.trace.data
    free, held = scene.free_of(S, steps), scene.held_of(S, data)
    moved = off_axes(steps.trace.tree, free)
    others = [f.name for j, f in enumerate(data.schema.features) if j not in free and j not in moved]
    places = st.columns(min(len(moved), columns)) if moved else ()
    for k, j in enumerate(moved):
        with places[k % len(places)]:
            _position(j, data, held[j])
    if others and columns == 1:
        st.caption(md(f"The tree asks nothing about {listing(others[:8])}{' and more' if len(others) > 8 else ''}."))


def _position(j: int, data: dtlearn.Dataset, value: float) -> None:
    """The slider or the choice that moves the slice along one feature."""
    feature, key = data.schema.features[j], f"w_p_held_{j}"

    def move(chosen: float) -> None:
        change(slices=tuple(sorted((dict(state()["slices"]) | {j: float(number(chosen))}).items())))

    if feature.values:
        codes = range(len(feature.values))
        st.selectbox(
            md(feature.name), codes, format_func=lambda c: feature.values[c], **widget_args(key, int(value), move)
        )
        return
    lo, hi = float(data.X[:, j].min()), float(data.X[:, j].max())
    if lo < hi:
        places = max(0, 2 - floor(log10(hi - lo)))
        st.slider(md(feature.name), lo, hi, step=10.0**-places, format=f"%.{places}f", **widget_args(key, value, move))


def _algorithm(before: dict) -> None:
    """An algorithm brings its own criterion with it unless another was chosen."""
    S = state()
    if before["criterion"] == dtlearn.ALGORITHMS[before["algorithm"]].criterion:
        S["criterion"] = dtlearn.ALGORITHMS[S["algorithm"]].criterion
    _regrown(before)
