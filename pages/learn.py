"""Learn: the chapters of the course, in their order."""

import streamlit as st

import dtlearn  # noqa: F401
from dtlearn.show.base.text import NUMBERS
from dtlearn.teaching.worked_examples import chapters
from pages.ui.examples import course
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save

wrong = load(tools.FIELDS)
heading.with_tools("Learn", f"{NUMBERS[len(chapters())]} chapters, about ten minutes each")
heading.link_warning(wrong)
st.write("Start with the first chapter, or with any other. Every picture in a chapter is interactive.")
course.chapters()
course.handouts()
save(tools.FIELDS)
