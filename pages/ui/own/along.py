"""The table that a visitor chose or opened: the next page shows it too, or says why it cannot."""

import streamlit as st

from pages.ui.kit import tables
from pages.ui.kit.escape import md
from pages.ui.kit.session import VIEWER_SETTINGS, begin_anew, record, state
from pages.ui.own.uses import USES, scene_of


def bring(page: str) -> None:
    """Open a page that the menu leads to at the table, once; before the page runs.

    A link, or a worked example, has its own.
    """
    chosen, S = record(tables.Tables).chosen, state()
    if chosen is None or page in chosen.shown or S.get("deck"):
        return
    chosen.shown.add(page)
    if st.query_params:
        return
    use = next((use for use in USES if use.name == page and use.goes_along), None)
    if use is None:
        return
    scene = scene_of(use, chosen.name)
    if scene is None:
        chosen.stays[page] = f"{chosen.title} cannot be shown here: this page needs {use.needs}."
    elif S.get("data") != chosen.name:
        S.update(scene | {name: S[name] for name in VIEWER_SETTINGS if name in S})
        begin_anew()


def note(page: str) -> None:
    """After the page: a table of the visitor's own that a link has opened is one that they chose;
    say once what stays behind."""
    chosen, S = record(tables.Tables).chosen, state()
    name = S.get("data", "")
    if tables.is_own(name) and not S.get("deck") and not tables.is_lost(name) and (not chosen or chosen.name != name):
        tables.remember_choice(name, tables.title(name))
    elif chosen and (sentence := chosen.stays.get(page)):
        st.caption(md(sentence))
