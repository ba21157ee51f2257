"""Examples drawn from a function that is known, so that true errors are too: its settings, shared."""

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import BOOLEAN, Source
from pages.ui.kit import tables
from pages.ui.kit.codec import choice, whole
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import ENDED, SIDE, Changed, Setting
from pages.ui.kit.scene import bind_widget, reset_with_reason
from pages.ui.kit.session import state

SOURCE = "source"  # its name among the data sets
TITLES = {SOURCE: "A known source"}
OF_SOURCE = ("function", "k", "d", "m", "noise", "seed")
_FUNCTIONS = {"or": "OR", "and": "AND", "parity": "parity (XOR)", "majority": "majority"}


def is_source(s: dict) -> bool:
    return s["data"] == SOURCE


def drawn_of(s: dict) -> tuple:
    """All that the examples depend on: the data set's name, of a known source its settings too."""
    return s["data"], *(s[name] for name in OF_SOURCE if is_source(s))


def source_of(data: str, function="", k=0, d=0, m=0, noise=0, seed=0) -> Source | None:
    """Where the examples (``drawn_of``) come from, if that is known."""
    return Source(function, k, d, noise) if data == SOURCE else None


@cached(60)
def examples_of(data: str, function="", k=0, d=0, m=0, noise=0, seed=0) -> dtlearn.Dataset:
    """The examples that are drawn, or the data set of a name (``drawn_of``)."""
    source = source_of(data, function, k, d, m, noise)
    return source.draw(m, seed) if source else tables.load(data)


def fit(s: dict) -> list[str]:
    """Let the function depend on no more bits than there are; returns what was wrong."""
    return (
        reset_with_reason(s, "k", s["d"], f"k={s['k']} is more than the {s['d']} bits there are")
        if s["k"] > s["d"]
        else []
    )


def settings(
    function: str, k: int, d: int, m: int, noise: int, most: int, least: int, at: str = SIDE, seed: str = ""
) -> tuple[Setting, ...]:
    """Function, bits, examples and label noise of a known source, each with its default.

    most : bits at most; least : examples at least. at : where the one control of them all stands. seed : the title of
    the seed among them; "" where the lesson has a seed of its own.
    """

    def draw(setting: Setting, s: dict, changed: Changed) -> None:
        with st.expander("The source", key="dt-source") if at == SIDE else st.container():
            st.selectbox("Function", list(BOOLEAN), format_func=_FUNCTIONS.get, **bind_widget("function", changed))
            left, right = st.columns(2)
            left.number_input("of the first k bits", 1, s["d"], **bind_widget("k", changed))
            right.number_input("d bits in all", 1, most, **bind_widget("d", _fewer_bits(changed)))
            left.number_input("m examples", least, 1000, **bind_widget("m", changed))
            if seed:
                right.number_input(seed, 0, 999, **bind_widget("seed", changed))
            st.slider("Label noise, in %", 0, 45, **bind_widget("noise", changed))

    numbers = whole("k", k, 1, most), whole("d", d, 1, most), whole("m", m, least, 1000), whole("noise", noise, 0, 45)
    fields = (*numbers, whole("seed", 1, 0, 999)) if seed else numbers
    return (
        Setting(choice("function", [*BOOLEAN], function), "The source", draw, at, shown=is_source, begins=ENDED),
        *(Setting(field, at=at, shown=is_source) for field in fields),
    )


def _fewer_bits(changed: Changed) -> Changed:
    """What follows from another number of bits: the function depends on no more of them."""

    def follow(before: dict) -> None:
        s = state()
        s["k"] = min(s["k"], s["d"])
        changed(before)

    return follow
