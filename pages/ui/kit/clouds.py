"""Examples in a plane, for every lesson: clouds drawn from a shape, and pairs of numeric features."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import isfinite

import streamlit as st

import dtlearn
from dtlearn.data.dataset import Card
from dtlearn.data.synthetic import SHAPES, Shape, plane
from dtlearn.growing.errors import Sized, mislabelled, rows
from pages.ui.kit import tables
from pages.ui.kit.escape import md
from pages.ui.kit.scene import bind, state

CLOUD = "cloud-"
NAMES = tuple(CLOUD + name for name in SHAPES)
ALONE = -1  # no second feature
DRAWN = 800  # examples of each part in a picture
# Known pairs that tell the classes apart; chosen by hand, so that no held-out example has a say.
_PAIRS = {
    "iris": ("petal_length", "petal_width"), "wine": ("flavanoids", "color_intensity"),
    "penguins": ("bill_length_mm", "flipper_length_mm"), "cars_mpg": ("weight_lbs", "horsepower"),
}  # fmt: skip


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
    """Points of a cloud's shape, drawn several times from number ``first`` on; ``noise`` per cent have a wrong label."""
    shape = shape_of(name)
    points = [p for k in range(first, first + draws) for p in replace(shape, seed=shape.seed + 1000 * k).points]
    return mislabelled(plane(points, name, Card(title=f"Cloud: {shape.title}")), noise / 100, shape.seed + first)


def titles(*names: str) -> dict[str, str]:
    """The titles of all clouds, then of the named data sets."""
    return {name: f"Cloud: {shape_of(name).title}" for name in NAMES} | {name: tables.title(name) for name in names}


def points(name: str, most: int, drawn: str, changed: Callable[[dict], None]) -> None:
    """What is hard about the cloud of a field; how many times it is drawn, in points, is another field."""
    shape = shape_of(state()[name])
    st.caption(md(shape.hard))
    st.selectbox("Points", range(1, most + 1), format_func=lambda k: f"{k * len(shape.points)}", **bind(drawn, changed))


# ---- pairs of features


def numeric(name: str) -> list[int]:
    """The numeric features of a data set."""
    return [j for j, feature in enumerate(tables.load(name).schema.features) if feature.numeric]


def pair(name: str, x: int | None, y: int | None) -> tuple[int, ...]:
    """The one or two numeric features that are looked at: those asked for, else those that tell the classes apart."""
    known, features = numeric(name), tables.load(name).schema.features
    first = [j for j in known if features[j].name in _PAIRS.get(name, ())] or known
    x = x if x is not None else next((j for j in first if j != y), first[0])
    y = y if y is not None else next((j for j in (*first, *known) if j != x), ALONE)
    return (x,) if y in (ALONE, x) else (x, y)


def turned(x: int, y: int, old: tuple[int, ...]) -> tuple[int, int]:
    """(across, up) after a choice; the same feature on both means that they change places."""
    if x == y:
        x, y = (x, old[0]) if x != old[0] else (old[1] if len(old) > 1 else x, x)
    return x, y if y != x else ALONE


def drawn(train: dtlearn.Dataset, held: dtlearn.Dataset, one: Sized) -> tuple[dtlearn.Dataset, dtlearn.Dataset, Sized]:
    """The examples of both parts that a picture shows, and the tree with its losses on those."""
    here, there = (
        [k * len(part) // DRAWN for k in range(DRAWN)] if len(part) > DRAWN else list(range(len(part)))
        for part in (train, held)
    )
    return rows(train, here), rows(held, there), replace(one, train=one.train[here], held=one.held[there])
