"""The notes' numbers: every printed figure beside the one computed now."""

import streamlit as st

from dtlearn.views.html import errata_html, figures_html
from dtlearn.worked import ERRATA, FIGURES
from pages.ui.growth import link_to
from pages.ui.scene import guard

guard(__file__)
st.html("<h1 class='dt-title'>The notes' numbers</h1>")
st.write(
    "Each figure that the notes print, with its true value, computed when you opened this page. "
    "**Agrees**: the same to the last printed digit. **Rounded**: off by less than one in the last digit. "
    "**Misprint**: further off. *See it* opens the step where the number arises."
)
st.html(figures_html(FIGURES, link_to))
st.subheader("Slips and traps in the notes")
st.html(errata_html(ERRATA))
