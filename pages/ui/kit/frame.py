"""What stands around a lesson: its scenes worth looking at, what to read with care; it knows no lesson."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.show.base.html import errata_html
from dtlearn.show.base.text import NUMBERS
from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import SOURCES, errata
from pages.ui.kit.codec import Field
from pages.ui.kit.scene import change, defaults, widget_args
from pages.ui.kit.session import session, state

_REST = ""  # the pill that unfolds the others; no scenario has this name


def errata_fold(page: str, *names: str) -> None:
    """The notes' words for a page, and their slips that bite there, by their names; both folded."""
    if page in DEFINITIONS:
        with fold("words", "Glossary of the lecture notes"):
            st.caption(the_notes())
            st.markdown("\n".join(f"- **{word.term}**: {word.says} ({word.source})." for word in DEFINITIONS[page]))
    if names:
        with fold("errors", "Errors in the lecture notes"):
            st.caption(f"{the_notes()} The errors are numbered, E for erratum.")
            st.html(errata_html(errata(*names)))


def fold(name: str, title: str) -> DeltaGenerator:
    """Something below a lesson that is folded if the link does not name it; one of them is open."""

    def turned(opened: bool) -> None:
        change(below=name if opened else "")

    return st.expander(title, **widget_args(f"w_below_{name}", state()["below"] == name, turned))


def the_notes() -> str:
    """What is meant by the notes, and by their short names."""
    return (
        f"The notes are the {NUMBERS[len(SOURCES)]} texts that this app follows."
        f" {' '.join(f'{name}: {text}.' for name, text in SOURCES.items())}"
    )


@dataclass(frozen=True)
class Preset:
    """A scene worth looking at. says : what is to be seen. scene : what it sets; the rest stays at its default.

    begins : where who chooses it begins, if it is not a telling step. ends : what stands in the place of ``says`` at
        the last step.
    """

    title: str
    says: str = ""
    scene: dict = field(default_factory=dict)
    begins: dict = field(default_factory=dict, kw_only=True)
    ends: str = field(default="", kw_only=True)


def shown(presets: dict[str, Preset], S: dict, fields: Iterable[Field], idle: Collection[str] = ()) -> str | None:
    """The preset that a scene shows, if it shows one.

    fields : those that make a preset; idle : those without a say in it.
    """
    usual = defaults(fields)
    asked = {name: usual | preset.scene for name, preset in presets.items()}
    return next((name for name, there in asked.items() if all(there[n] == S[n] for n in usual if n not in idle)), None)


def scenarios(
    titles: dict[str, str], now: str | None, go: Callable[[str], None], key: str, first: int | None = None
) -> None:
    """What a page has ready to be looked at, as one row of pills below its title; the one on the screen,
    ``now``, stands out.

    first : how many of them stand in the row, if not all; its last pill unfolds the rest.
    """
    unfolded = session().unfolded

    def chosen() -> None:
        name = st.session_state[key]
        if name == _REST:
            unfolded.add(key)
        elif name in titles:  # a quick reader may send what is no longer to be chosen
            go(name)

    names = [*titles]
    if folded := first and first + 1 < len(titles) and key not in unfolded:
        row = names[:first]
        # The one on the screen is there, in the last one's place if need be.
        names = [*(row if now in row or not now else [*row[:-1], now]), _REST]
    st.session_state[key] = now
    with st.container(key="dt-scenarios"):
        st.pills(
            "Examples",
            names,
            format_func=lambda name: titles.get(name, "More"),
            label_visibility="collapsed",
            key=key,
            on_change=chosen,
            wrap=bool(first) and not folded,
        )


def more_settings(**how) -> DeltaGenerator:
    """The place of the settings that few need, the last of them all. how : further arguments of what is folded."""
    # By its key it stays open when what stands above it changes.
    return st.expander("More settings", key="dt-more", **how)
