"""The notes' numbers: every printed figure beside the one computed now."""

import streamlit as st

from dtlearn.teaching.figures_and_errata import ERRATA, FIGURES
from dtlearn.views.base.html import errata_html, figures_html
from pages.ui.grow.scene import link_to
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import guard, load, save

guard(__file__)
wrong = load(tools.FIELDS)
with st.container(horizontal=True, vertical_alignment="center"):
    st.html("<h1 class='dt-title'>The notes' numbers</h1>", width="content")
    tools.tools()
heading.say(wrong)
st.write(
    "Each figure that the notes print, with its true value, computed when you opened this page. "
    "**Agrees**: the same to the last printed digit. **Rounded**: off by less than one in the last digit. "
    "**Misprint**: further off. *See it* opens the step where the number arises."
)
st.html(figures_html(FIGURES, link_to))
st.subheader("Slips and traps in the notes")
st.html(errata_html(ERRATA))
save(tools.FIELDS)
