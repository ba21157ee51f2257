"""The first screen: a tree that grows by itself, and the doors to all else."""

import streamlit as st

from pages.ui.components.home_demo import home_demo
from pages.ui.grow import lesson as growth
from pages.ui.kit.codec import encode
from pages.ui.kit.scene import defaults
from pages.ui.kit.session import state

SHOWN = "nutritious"  # not the data of the first door, which asks for a split


def tree() -> None:
    """A tree that is not asked for behind the doors."""
    address = growth.DOCUMENT.address(defaults(growth.FIELDS) | {"data": SHOWN})
    home_demo({"address": address, "present": state()["present"]}, "growing")


def doors() -> None:
    """Predict, Explore, Teach: into the course leads the button above them."""
    guess = encode(growth.FIELDS, defaults(growth.FIELDS) | {"predict": True})
    with st.container(key="dt-doors"):
        st.page_link("grow.py", label="**Predict** a first split", query_params=guess)
        st.page_link("explore.py", label="**Explore** every tool")
        st.page_link("examples.py", label="**Teach** your class")
