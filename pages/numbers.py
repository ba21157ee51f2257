"""The lecture notes: one search, their statements in order, and every printed figure beside the one computed now."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.grow.lesson import link_to
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.numbers import sections
from pages.ui.numbers.search import search

wrong = load(sections.FIELDS)
heading.with_tools("The lecture notes", "four texts, their sentences and numbers")
heading.link_warning(wrong)
st.markdown(
    "For lecturers: where does the app show what your notes say, and are their numbers right? Search, or click a"
    " sentence to see it happen. Students: begin at Learn."
)
search()
draw_as_fragment(sections.FIELDS, lambda: sections.parts(link_to))
