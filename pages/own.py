"""Your own data: a table given, read, understood column by column, and used on every page."""

import streamlit as st

from pages.ui import keeping, linkwarning, own, ownparts
from pages.ui.scene import fragment, guard, load


@fragment(own.FIELDS)
def prepare() -> None:
    """Everything that depends on the table."""
    if st.session_state.pop("own_used", False):
        st.rerun()
    linkwarning.warn()
    left, right = st.columns([2, 3], gap="medium")
    with left:
        ownparts.way_in()
    keeping.keep_work()  # before all else is drawn: a reload loses nothing that is to be seen
    with right, st.container(key="own-right"):
        ownparts.use_it()
        ownparts.columns()
    ownparts.table()


guard(__file__)
wrong = load(own.FIELDS)
ownparts.heading()
linkwarning.keep(wrong)
prepare()
