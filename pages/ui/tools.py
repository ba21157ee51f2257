"""The tools of a page without the step player: present mode, the link to what is seen, help, and their keys."""

from __future__ import annotations

import streamlit as st

from pages.ui import parts
from pages.ui.component import declare
from pages.ui.save import SAVES
from pages.ui.scene import state

_mount = declare("tools")
KEYS = (
    ("L", "copy the link to what you see"),
    ("S", "save a picture or a table of this page"),
    ("P", "present mode, in and out"),
    ("B", "black screen, on and off"),
    ("Esc", "leave the black screen or present mode"),
    ("?", "this help"),
)


def _present() -> None:
    state()["present"] = not state()["present"]


def tools(*keys: tuple[str, str]) -> None:
    """Buttons for a horizontal container. keys : (key, what it does) of the page's own keys, for the help."""
    present = state()["present"]
    word, picture = ("Leave present mode", "close_fullscreen") if present else ("Present", "present_to_all")
    st.button(word, icon=f":material/{picture}:", on_click=_present, key="dt-tools-present")
    _mount(
        key="tools",
        data={"help": [*keys, *KEYS], "present": present, "saves": SAVES},
        width="content",
        on_present_change=_present,
    )
    parts.present()
