"""The table of candidates: rows to choose from, with bars, badges and folded thresholds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_FILE = Path(__file__)
_mount = st.components.v2.component(
    "dtlearn_table",
    css=_FILE.with_suffix(".css").read_text("utf-8"),
    js=_FILE.with_suffix(".js").read_text("utf-8"),
)


def choice_table(data: dict, key: str, on_choose: Callable[[str], None], on_expand: Callable[[str], None]) -> None:
    """The rows of data; the callbacks get the id of the row that was chosen or unfolded.

    data : caption, columns, height, and rows of id, name, cells, exact, bar, badges, selected, muted,
        hidden, now, level, expanded, title.
    """

    def tell(event: str, listener: Callable[[str], None]) -> None:
        # A last click in a table that has just left the page finds no state any more.
        value = st.session_state.get(key, {}).get(event)
        if value is not None:
            listener(str(value))

    _mount(
        key=key,
        data=data,
        on_chosen_change=lambda: tell("chosen", on_choose),
        on_expanded_change=lambda: tell("expanded", on_expand),
    )
