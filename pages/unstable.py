"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import streamlit as st

from pages.ui import linkwarning, longwork, unstable, unstableparts
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the data and its changes."""
    longwork.send(unstable.missing(state()))
    unstableparts.heading()
    unstableparts.moving()
    unstableparts.answers()
    unstableparts.arithmetic()
    save(unstable.FIELDS)
    unstableparts.resamples()


guard(__file__)
wrong = longwork.begin("unstable", unstable.FIELDS) + load(unstable.FIELDS)
wrong += unstable.mend(state())
linkwarning.say(wrong)
watch()
unstableparts.growing(wrong)
unstableparts.moral()
