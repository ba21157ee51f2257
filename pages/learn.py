"""Learn: the chapters of the course, in their order."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import course
from pages.ui.kit import heading
from pages.ui.kit.scene import load, save

wrong = load(())
st.html("<h1 class='dt-title'>Learn</h1>")
heading.say(wrong)
st.write(
    "Start at the first chapter, or at any other. Each takes about ten minutes, and everything on its pages is alive."
)
course.chapters()
course.handouts()
save(())
