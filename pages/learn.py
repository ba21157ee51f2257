"""Learn: the chapters of the course, in their order."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import course
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save

wrong = load(tools.FIELDS)
heading.with_tools("Learn", course.how_long())
heading.link_warning(wrong)
st.write("Start with the first chapter, or with any other. Every picture in a chapter is interactive.")
course.chapters()
course.handouts()
save(tools.FIELDS)
