"""Worked examples: play one, open one from a file, write one."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import cards
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save

wrong = load(tools.FIELDS)
heading.with_tools("Worked examples", "slides on the live pages")
heading.link_warning(wrong)
st.write(
    "Slides on live pages, with captions and questions. **Play** one in class, or **make it yours**: its words and"
    " screens can be changed. Worksheets to print stand below. On any page, **Share** opens a room where students"
    " vote by phone."
)
cards.gallery()
cards.own()
save(tools.FIELDS)
