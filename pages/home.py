"""Home: a tree whose first question one picks, the way into the course, three doors; below them the chapters."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import course
from pages.ui.home import doors
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save

wrong = load(tools.FIELDS)
with st.container(key="dt-home"):
    st.html("<h1>Watch a decision tree learn</h1>")
    st.write("Eleven plants: which are nutritious? Pick the first question and see how it sorts them.")
    tools.tools()
heading.link_warning(wrong)
with st.container(key="dt-home-tree"):
    doors.tree()
with st.container(key="dt-home-ways"):
    course.chapters(cards=False)
    doors.doors()
    with st.container(key="dt-home-course"):
        course.chapters(way=False)
save(tools.FIELDS)
