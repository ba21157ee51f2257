"""What our components share: how one is declared, and how its messages reach a listener."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import streamlit as st

_HERE = Path(__file__).parent


def declare(name: str, *shared: str, **constants: object) -> Callable:
    """The component whose script and style are ``name.js`` and ``name.css`` in this folder.

    shared : names of scripts, and styles if they have one, that stand before its own, in one module.
    constants : what the script is to know, by name.
    """
    parts = (*shared, name)
    js = [f"const {word} = {json.dumps(value)};" for word, value in constants.items()]
    js += [(_HERE / f"{part}.js").read_text(encoding="utf-8") for part in parts]
    styles = [_HERE / f"{part}.css" for part in parts]
    css = "\n".join(style.read_text(encoding="utf-8") for style in styles if style.exists())
    return st.components.v2.component(f"dtlearn_{name}", css=css, js="\n".join(js))


def tell(key: str, event: str, listener: Callable) -> Callable[[], None]:
    """A callback that hands the value of an event to its listener."""

    def callback() -> None:
        # A component that has just left the page can still have a message on its way: no state, nothing to tell.
        value = st.session_state.get(key, {}).get(event)
        if value is not None:
            listener(value)

    return callback
