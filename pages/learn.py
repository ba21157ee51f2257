"""Learn: the chapters of the course, in their order."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import course
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save

wrong = load(tools.FIELDS)
heading.with_tools("Learn", "nine chapters of about ten minutes")
heading.link_warning(wrong)
st.write("Start at the first chapter, or at any other. Everything on their pages is alive.")
course.chapters()
course.handouts()
save(tools.FIELDS)
