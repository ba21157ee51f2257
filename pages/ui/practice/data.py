"""The data of the page Practice: what the worked example may be about, and the visitor's own tables."""

from contextlib import suppress

import streamlit as st

import dtlearn
from dtlearn.teaching.invented_data import Draw, Unfit, examples
from pages.ui.kit import tables

MADE = "made"  # a worked example with invented numbers
FADED_DATA = ("play_tennis", "seven_points", "nutritious", MADE)
MOST_ROWS, MOST_BLANKS = 40, 40  # of a visitor's table whose gain is worked out


def usable(data: dtlearn.Dataset) -> bool:
    """Whether somebody's own tree may be grown on a data set: it has classes and is looked through in a moment."""
    return not data.schema.regression and data.X.size <= tables.LARGE


def fadable(data: dtlearn.Dataset) -> dict[int, str]:
    """The features whose gain can be worked out by hand, by their number: few values, few classes, few examples."""
    k = len(data.schema.classes)
    if data.schema.regression or len(data) > MOST_ROWS or len(set(data.y.tolist())) < 2:
        return {}
    return {
        j: f.name
        for j, f in enumerate(data.schema.features)
        if len(f.values) > 1
        and (len(f.values) + 1) * (k + 1) + len(f.values) + 5 <= MOST_BLANKS
        and len(set(data.X[:, j].tolist())) == len(f.values)
    }


@st.cache_resource(max_entries=100, show_spinner=False)
def _invented(seed: int) -> dtlearn.Dataset:
    draw = Draw(f"faded/{seed}")
    while True:
        with suppress(Unfit):
            return examples(draw, draw.between(8, 14), (3, 2, 2))[1]


def example(name: str, seed: int) -> dtlearn.Dataset:
    """The data set of a worked example."""
    return _invented(seed) if name == MADE else tables.load(name)


def fading_names() -> list[str]:
    """The data sets of the worked example: the visitor's own come last."""
    return [*FADED_DATA, *(name for name in tables.names(fits=fadable) if tables.is_own(name))]


def fading_name(S: dict) -> str:
    """The data set of the worked example; a table whose gains nobody works out by hand is not it."""
    name = S["data"]
    return name if not tables.is_own(name) or fadable(tables.load(name)) else "play_tennis"


def features_of(S: dict) -> dict[int, str]:
    """The features whose gain can be worked out, by their number."""
    return fadable(example(fading_name(S), S["seed"]))


def mine_names() -> list[str]:
    """The visitor's own tables on which a tree can be handed in, the latest last."""
    return [name for name in tables.names(fits=usable) if tables.is_own(name)]


def mine_of(S: dict) -> str:
    """The table that a tree calls "mine": the one chosen, else the latest; "" if there is none."""
    return S["data"] if tables.is_own(S["data"]) else next(reversed(mine_names()), "")
