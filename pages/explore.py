"""Explore: every page, and the lessons of Grow a tree, each with a picture."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.explore import lessons
from pages.ui.kit import heading
from pages.ui.kit.scene import load

wrong = load(())
st.html("<h1 class='dt-title'>Explore</h1>")
heading.say(wrong)
lessons.gallery()
