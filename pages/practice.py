"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

import streamlit as st

from pages.ui import linkwarning, practice, practiceparts
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on an answer."""
    linkwarning.warn()
    practiceparts.body()
    save(practice.FIELDS)


guard(__file__)
wrong = load(practice.FIELDS)
wrong += practice.mend(state())
practiceparts.heading()
linkwarning.keep(wrong)
practiceparts.sidebar()
watch()
practiceparts.sources()
