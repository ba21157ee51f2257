"""What trees find easy and hard: one function line by line, leaves against n, all functions, greed, a slanted line."""

import streamlit as st

from pages.ui import hard, hardparts
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the part and its choices."""
    hardparts.heading()
    hardparts.part()
    save(hard.FIELDS)


guard(__file__)
wrong = load(hard.FIELDS)
wrong += hard.mend(state(), wrong)
hardparts.warn(wrong)
watch()
hardparts.sources()
