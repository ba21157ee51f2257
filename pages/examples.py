"""Worked examples: play one, open one from a file, write one."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.examples import cards
from pages.ui.kit import heading
from pages.ui.kit.scene import load, save

wrong = load(())
st.html("<h1 class='dt-title'>Worked examples</h1>")
heading.say(wrong)
st.write(
    "A worked example is a row of slides on the live pages, each with a caption and perhaps a question. "
    "Play one: **Next slide**, or a clicker, leads from slide to slide, and everything on the page still works."
)
cards.gallery()
cards.own()
save(())
