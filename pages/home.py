"""The lessons, each with a picture."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.home import lessons

st.html("<h1 class='dt-title'>Watch a decision tree learn</h1>")
st.write("Pick a lesson. Every step shows what the algorithm looks at, what it computes, and what it decides.")
lessons.gallery()
