"""The code: a tree and its prefix-free code word side by side, written and read symbol by symbol."""

import streamlit as st

from pages.ui import codeparts, codes, parts
from pages.ui.player import playing
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the word and the step."""
    parts.present()
    codeparts.moving()
    codeparts.panel()
    if not playing():
        save(codes.FIELDS)


guard(__file__)
wrong = load(codes.FIELDS)
wrong += codes.mend(state())
codeparts.sidebar()
codeparts.heading(wrong)
watch()
