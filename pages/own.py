"""Your own data: a table given, read, understood column by column, and used on every page."""

import streamlit as st

from pages.ui.keeping import keeping
from pages.ui.kit import linkwarning, tables
from pages.ui.kit.scene import fragment, guard, load
from pages.ui.own import sections


@fragment(tables.FIELDS)
def prepare() -> None:
    """Everything that depends on the table."""
    if st.session_state.pop("own_used", False):
        st.rerun()
    linkwarning.warn()
    left, right = st.columns([2, 3], gap="medium")
    with left:
        sections.way_in()
    keeping.keep_work()  # before all else is drawn: a reload loses nothing that is to be seen
    with right, st.container(key="own-right"):
        sections.use_it()
        sections.columns()
    sections.table()


guard(__file__)
wrong = load(tables.FIELDS)
sections.heading()
linkwarning.keep(wrong)
prepare()
