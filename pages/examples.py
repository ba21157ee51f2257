"""Worked examples: play one, open one from a file, write one."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import cards
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save

wrong = load(tools.FIELDS)
heading.with_tools("Worked examples", "slides on the live pages")
heading.say(wrong)
st.write(
    "Slides with captions and questions. **Play** one in class, by Next slide or a clicker. "
    "**Make it yours** to change its words and screens. Worksheets to print stand below. "
    "Let phones vote: on any page, **Share** opens a room."
)
cards.gallery()
cards.own()
save(tools.FIELDS)
