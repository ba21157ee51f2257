"""What stands around a lesson: its scenes worth looking at, what to read with care; it knows no lesson."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.teaching.definitions import DEFINITIONS
from dtlearn.teaching.figures_and_errata import SOURCES, errata
from dtlearn.views.base.html import errata_html
from dtlearn.views.base.text import NUMBERS
from pages.ui.kit.codec import Field
from pages.ui.kit.scene import defaults
from pages.ui.kit.session import state


def care(page: str, *names: str) -> None:
    """The notes' words for a page, and their slips that bite there, by their names; both folded."""
    if page in DEFINITIONS:
        with st.expander("The notes' words"):
            st.caption(the_notes())
            st.markdown(words_of(page))
    with st.expander("Slips in the notes"):
        st.caption(f"{the_notes()} The slips are numbered, E for erratum.")
        st.html(errata_html(errata(*names)))


def the_notes() -> str:
    """What is meant by the notes, and by their short names."""
    return f"The notes are the {NUMBERS[len(SOURCES)]} texts that this app follows. {' '.join(f'{name}: {text}.' for name, text in SOURCES.items())}"


def words_of(page: str) -> str:
    """The notes' words for what a page shows."""
    return "\n".join(f"- **{word.term}**: {word.says} ({word.source})." for word in DEFINITIONS[page])


@dataclass(frozen=True)
class Lesson:
    """A scene worth looking at. says : what is to be seen. scene : what it sets; the rest stays at its default.

    begins : where who chooses it begins, if it is not a telling step.
    """

    title: str
    says: str = ""
    scene: dict = field(default_factory=dict)
    begins: dict = field(default_factory=dict, kw_only=True)


def shown(lessons: dict[str, Lesson], S: dict, fields: Iterable[Field], idle: Collection[str] = ()) -> str | None:
    """The lesson that a scene shows, if it shows one. fields : those that make a lesson; idle : those without a say in it."""
    usual = defaults(fields)
    asked = {name: usual | lesson.scene for name, lesson in lessons.items()}
    return next((name for name, there in asked.items() if all(there[n] == S[n] for n in usual if n not in idle)), None)


def choose_lesson(
    lessons: dict[str, Lesson], now: str | None, fields: Iterable[Field], key: str, first: int | None = None
) -> None:
    """The scenarios of a page that are lessons; how the reader walks and looks stays as it is. first : as ``scenarios``."""

    def learn(name: str) -> None:
        kept = ("speed", "present", "predict")
        state().update(
            defaults(field for field in fields if field.name not in kept) | lessons[name].scene | lessons[name].begins
        )

    scenarios({name: lesson.title for name, lesson in lessons.items()}, now, learn, key, first)


def scenarios(
    titles: dict[str, str], now: str | None, go: Callable[[str], None], key: str, first: int | None = None
) -> None:
    """What a page has ready to be looked at, as one row of pills below its title; the one on the screen, ``now``, stands out.

    first : how many of them stand in the row, if not all; the rest are folded at its end.
    """

    def pills(names: list[str], key: str) -> None:
        def chosen() -> None:
            if (name := st.session_state[key]) in titles:  # a quick reader may send what is no longer to be chosen
                go(name)

        st.session_state[key] = now if now in names else None
        st.pills("Examples", names, format_func=titles.get, label_visibility="collapsed", key=key, on_change=chosen,
                 wrap=False)  # fmt: skip

    row = [*titles][:first]
    if now in titles and now not in row:  # in the last one's place
        row = [*row[:-1], now]
    with st.container(key="dt-scenarios", horizontal=True, gap="small"):
        pills(row, key)
        if rest := [name for name in titles if name not in row]:
            with st.popover("More", width="content", key=f"{key}_folded_{now}"):  # another one, so closed, after a choice
                pills(rest, f"{key}_more")


def more_settings(**how) -> DeltaGenerator:
    """The place of the settings that few need, the last of them all. how : further arguments of what is folded."""
    # By its key it stays open when what stands above it changes.
    return st.expander("More settings", key="dt-more", **how)
