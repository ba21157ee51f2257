"""The notes' numbers: every printed figure beside the one computed now."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.grow.scene import link_to
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save
from pages.ui.numbers import sections

wrong = load(tools.FIELDS)
with st.container(horizontal=True, vertical_alignment="center"):
    st.html("<h1 class='dt-title'>The notes' numbers</h1>", width="content")
    tools.tools()
heading.say(wrong)
st.write(
    "Each figure that the notes print, with its true value, computed when you opened this page. "
    "**Agrees**: the same to the last printed digit. **Rounded**: off by less than one in the last digit. "
    "**Misprint**: further off. *See it* opens the step where the number arises. "
    "[Slips and traps](#slips-and-traps-in-the-notes) stand below."
)
sections.words()
sections.figures(link_to)
st.subheader("Slips and traps in the notes")
sections.errata()
save(tools.FIELDS)
