"""The first screen: a tree whose first question the visitor picks, and the doors to all else."""

import streamlit as st

import dtlearn
from dtlearn.growing.by_hand import HandMade, by_hand
from dtlearn.show.growing import by_hand as words
from dtlearn.show.tree.view import tree_view, with_examples
from pages.ui.components.home_demo import home_demo
from pages.ui.grow import lesson as growth
from pages.ui.kit.codec import encode
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import defaults
from pages.ui.kit.session import state
from pages.ui.kit.settings import settings_of

SHOWN = "nutritious"  # not the data of the first door, which asks for a split


def tree() -> None:
    """A tree that is not asked for behind the doors."""
    s = defaults(growth.FIELDS) | {"data": SHOWN}
    home_demo(
        {
            "address": growth.DOCUMENT.address(s),
            "firsts": _firsts(settings_of(s)),
            "begins": _begins(),
            "present": state()["present"],
        },
        "growing",
    )


def _begins() -> str:
    """What is known of the plants before any question."""
    plants = dtlearn.load(SHOWN)
    eaten = int(plants.y.sum())
    no, yes = plants.schema.classes
    counts = f"{len(plants) - eaten} of the {len(plants)} plants are not nutritious ({no}), {eaten} are ({yes})"
    return f"{counts}: which question comes first?"


@cached(1)
def _firsts(settings: dtlearn.GrowSettings) -> list[dict]:
    """What each candidate of the root would make, and what is said of it."""
    data = dtlearn.load(SHOWN)
    found = dtlearn.grow(data, settings).candidates[0]
    return [_first(by_hand(data, settings, (((), found.split(c)),)), c != found.chosen) for c in range(len(found))]


def _first(made: HandMade, other: bool) -> dict:
    """What one candidate would make, as the lesson shows its own: what is below is open."""
    view = with_examples(tree_view(made.tree, [0], bags=True), made.tree, made.trace.data) if other else None
    return {"view": view, "says": words.first_pick(made)}


def doors() -> None:
    """Predict, Explore, Teach: into the course leads the button above them."""
    guess = encode(growth.FIELDS, defaults(growth.FIELDS) | {"predict": True})
    with st.container(key="dt-doors"):
        st.page_link("grow.py", label="**Predict** a first split", query_params=guess)
        st.page_link("explore.py", label="**Explore** every tool")
        st.page_link("examples.py", label="**Teach** your class")
