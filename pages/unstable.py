"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import streamlit as st

from pages.ui.kit import linkwarning, longwork
from pages.ui.kit.scene import guard, load, save, state
from pages.ui.unstable import scene, sections


@st.fragment
def watch() -> None:
    """Everything that depends on the data and its changes."""
    longwork.send(scene.missing(state()))
    sections.heading()
    sections.moving()
    sections.answers()
    sections.arithmetic()
    save(scene.FIELDS)
    sections.resamples()


guard(__file__)
wrong = longwork.begin("unstable", scene.FIELDS) + load(scene.FIELDS)
wrong += scene.mend(state())
linkwarning.say(wrong)
watch()
sections.growing(wrong)
sections.moral()
