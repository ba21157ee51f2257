"""Examples in a plane, for every lesson: clouds drawn from a shape, and pairs of numeric features."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from math import isfinite

import streamlit as st

import dtlearn
from dtlearn.data.dataset import Card
from dtlearn.data.synthetic import SHAPES, Shape, plane
from dtlearn.growing.errors import mislabelled
from pages.ui.kit import tables
from pages.ui.kit.controls import Changed
from pages.ui.kit.escape import md
from pages.ui.kit.scene import bind_widget, change, reset_with_reason, widget_args
from pages.ui.kit.session import state

CLOUD = "cloud-"
NAMES = tuple(CLOUD + name for name in SHAPES)
ALONE = -1  # no second feature
# Known pairs that tell the classes apart; chosen by hand, so that no held-out example has a say.
_PAIRS = {
    "iris": ("petal_length", "petal_width"),
    "wine": ("flavanoids", "color_intensity"),
    "penguins": ("bill_length_mm", "flipper_length_mm"),
    "cars_mpg": ("weight_lbs", "horsepower"),
}


def in_plane(data: dtlearn.Dataset) -> bool:
    """Whether a data set lies in a plane: it has a numeric feature, and every axis has a length."""
    numbers = [data.X[:, j] for j, feature in enumerate(data.schema.features) if feature.numeric]
    axes = [*numbers, data.y] if data.schema.regression else numbers
    return bool(numbers) and all(isfinite(2 * (float(axis.max()) - float(axis.min()))) for axis in axes)


# ---- clouds


def is_cloud(name: str) -> bool:
    return name.startswith(CLOUD)


def shape_of(name: str) -> Shape:
    return SHAPES[name.removeprefix(CLOUD)]


@st.cache_resource(max_entries=40, show_spinner=False)
def cloud(name: str, draws: int, noise: int, first: int = 0) -> dtlearn.Dataset:
    """Points of a cloud's shape, drawn several times from number ``first`` on;
    ``noise`` per cent have a wrong label."""
    shape = shape_of(name)
    points = [p for k in range(first, first + draws) for p in replace(shape, seed=shape.seed + 1000 * k).points]
    return mislabelled(plane(points, name, Card(title=shape.title)), noise / 100, shape.seed + first)


def title(name: str) -> str:
    """What a cloud or a data set is called."""
    return f"Cloud: {shape_of(name).title}" if is_cloud(name) else tables.title(name)


def choose(names: Iterable[str], other: Changed) -> bool:
    """The choice of a cloud or of a named data set; returns whether it is a cloud.

    other : called with the scene from before.
    """
    tables.choose({each: title(each) for each in (*NAMES, *names)}, "data", other)
    chosen = state()["data"]
    cloud = is_cloud(chosen)
    st.caption(md(shape_of(chosen).hard if cloud else tables.load(chosen).card.story))
    return cloud


def drawn(most: int, changed: Changed) -> None:
    """The choice of how often a cloud is drawn."""
    size = len(shape_of(state()["data"]).points)
    st.selectbox("Points", range(1, most + 1), format_func=lambda k: f"{k * size}", **bind_widget("draws", changed))


# ---- pairs of features


def numeric(name: str) -> dict[int, str]:
    """The numeric features of a data set, by their number."""
    return {j: feature.name for j, feature in enumerate(tables.load(name).schema.features) if feature.numeric}


def pair(name: str, x: int | None, y: int | None) -> tuple[int, ...]:
    """The one or two numeric features that are looked at: those asked for, else those that tell the classes apart."""
    known = numeric(name)
    first = [j for j in known if known[j] in _PAIRS.get(name, ())] or list(known)
    x = x if x is not None else next((j for j in first if j != y), first[0])
    y = y if y is not None else next((j for j in (*first, *known) if j != x), ALONE)
    return (x,) if y in (ALONE, x) else (x, y)


def axes(names: dict[int, str], free: tuple[int, ...], changed: Callable, places=(st, st), alone=True) -> None:
    """The choice of the features on the axes, among names by number; the widgets say what the picture shows,
    chosen or not.

    The same feature on both means that they change places. alone : there may be none up, else each leaves out the
    other.
    """
    across, up = "w_x", "w_y"

    def turn(_: int) -> None:
        x, y = st.session_state[across], st.session_state[up]
        if x == y:
            x, y = (x, free[0]) if x != free[0] else (free[1] if len(free) > 1 else x, x)
        change(changed, x=x, y=y if y != x else ALONE)

    titles = names | {ALONE: "none: one feature alone"}
    x, y = free if len(free) > 1 else (*free, ALONE)
    for place, label, key, now, options in (
        (places[0], "Across (x)", across, x, [j for j in names if alone or j != y]),
        (places[1], "Up (y)", up, y, [ALONE, *names] if alone else [j for j in names if j != x]),
    ):
        # Streamlit asks for the title of the old data's feature too.
        place.selectbox(label, options, format_func=lambda j: titles.get(j, ""), **widget_args(key, now, turn))


def mend_axes(S: dict, known: Collection[int], where: str = "here") -> list[str]:
    """Let go of axes that are no numeric feature, or the same one; returns what was wrong with the link."""
    bad = [name for name in ("x", "y") if S[name] not in (None, ALONE, *known)]
    wrong = [
        why
        for name in bad
        for why in reset_with_reason(S, name, None, f"{name}={S[name]} is not a numeric feature {where}")
    ]
    if S["y"] is not None and S["x"] == S["y"]:
        wrong += reset_with_reason(S, "y", None, "x and y are the same feature")
    return wrong
