"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import streamlit as st

from pages.ui import unstable, unstableparts
from pages.ui.scene import guard, load, save, state


@st.fragment
def watch() -> None:
    """Everything that depends on the data and its changes."""
    unstableparts.send_for_trees()
    unstableparts.heading()
    unstableparts.moving()
    unstableparts.answers()
    unstableparts.arithmetic()
    save(unstable.FIELDS)
    unstableparts.resamples()


guard(__file__)
wrong = unstable.told_before() + load(unstable.FIELDS)
wrong += unstable.mend(state())
unstableparts.warn(wrong)
unstable.whole_run()
watch()
unstableparts.growing(wrong)
unstableparts.moral()
