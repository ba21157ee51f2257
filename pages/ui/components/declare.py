"""What our components share: how one is declared, and how its messages reach a listener."""

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import streamlit as st

from dtlearn.stage.linker import STAGE, link, modules
from dtlearn.stage.styles import styles

HERE = Path(__file__).parent
_CONSTANTS = HERE / "shared" / "constants.js"
_LOADER = re.sub(r"^\s*//.*\n", "", (HERE / "shared" / "loader.js").read_text(encoding="utf-8"), flags=re.M)
_STYLES = STAGE / "styles.js"
# By their address: what Streamlit is given it sends with every new datum, what has an address a browser keeps.
SCRIPTS: dict[str, str] = {}


def script(name: str, **constants: object) -> str:
    """Where the script ``name.js`` in the folder of its name is served, with all that it imports.

    constants : what its scripts import from ``shared/constants.js``: sent once with them, not with every message.
    """
    text = "".join(f"export const {one} = {json.dumps(value)};\n" for one, value in constants.items())
    linked = link(HERE / name / f"{name}.js", {_CONSTANTS: text} | styles())
    address = f"components/{sha256(linked.encode()).hexdigest()[:12]}/{name}.js"
    SCRIPTS[address] = linked
    return address


def declare(name: str, *events: str, **constants: object) -> Callable[..., None]:
    """Mounts the component whose script is ``name.js`` in the folder of its name: ``mount(data, key,
    *listeners, **layout)``.

    The styles beside the script and beside what it imports come along.
    events : what it tells; a listener for each, in that order, gets the event's value.
    constants : as of ``script``.
    """
    main = HERE / name / f"{name}.js"
    read = modules(main)
    own = [main] if _STYLES in read else read  # a script that takes the styles lays them where they belong
    looks = [module.with_suffix(".css") for module in own]
    css = "\n".join(style.read_text(encoding="utf-8") for style in looks if style.exists())
    address = script(name, **constants)
    component = st.components.v2.component(f"dtlearn_{name}", css=css, js=_LOADER.replace("ADDRESS", address))

    def mount(data: dict, key: str, *listeners: Callable, **layout: object) -> None:
        told = zip(events, listeners, strict=True)
        component(
            data=data, key=key, **{f"on_{event}_change": _tell(key, event, then) for event, then in told}, **layout
        )

    return mount


def _tell(key: str, event: str, listener: Callable) -> Callable[[], None]:
    """A callback that hands the value of an event to its listener."""

    def callback() -> None:
        if message := told(key, event):
            listener(message[0])

    return callback


def told(key: str, event: str) -> list | None:
    """[value, number of the message (mount.js)] of what a component has just told of, in the run that follows."""
    # One that has just left the page can still have a message on its way: no state, nothing to tell.
    return st.session_state.get(key, {}).get(event)
