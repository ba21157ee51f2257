"""What our components share: how one is declared, and how its messages reach a listener."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from pages.ui.components.linker import link, modules

_HERE = Path(__file__).parent
_CONSTANTS = _HERE / "shared" / "constants.js"


def declare(name: str, **constants: object) -> Callable:
    """The component whose script is ``name.js`` in the folder of its name; the styles beside it and beside what it imports come along.

    constants : what its scripts import from ``shared/constants.js``: sent once with them, not with every message.
    """
    script = _HERE / name / f"{name}.js"
    styles = [module.with_suffix(".css") for module in modules(script)]
    css = "\n".join(style.read_text(encoding="utf-8") for style in styles if style.exists())
    text = "".join(f"export const {one} = {json.dumps(value)};\n" for one, value in constants.items())
    return st.components.v2.component(f"dtlearn_{name}", css=css, js=link(script, {_CONSTANTS: text}))


def tell(key: str, event: str, listener: Callable) -> Callable[[], None]:
    """A callback that hands the value of an event to its listener."""

    def callback() -> None:
        # A component that has just left the page can still have a message on its way: no state, nothing to tell.
        value = st.session_state.get(key, {}).get(event)
        if value is not None:
            listener(value)

    return callback
