"""The chapters of the course on their page; how far one has come is the browser's alone."""

import streamlit as st

from dtlearn.teaching import worked_examples
from pages.ui.components.course import course
from pages.ui.examples import decks, paper
from pages.ui.examples.bar import go
from pages.ui.kit import handout
from pages.ui.kit.escape import md
from pages.ui.kit.session import state


def chapters() -> None:
    """The chapters in their order, each with a way in."""
    if decks.chapter():  # who comes here has left it: in the address it would lead back at every reload
        decks.close()
    found = {name: worked_examples.load(name) for name in worked_examples.chapters()}
    told = [{"name": n, "title": d.title, "about": d.about, "slides": len(d.slides)} for n, d in found.items()]
    course({"chapters": told}, "course", _open, height="content")


def handouts() -> None:
    """Each chapter to take along, folded away."""
    with st.expander("For class: worksheets with their keys, and pages that play", icon=":material/print:"):
        with st.container(horizontal=True, vertical_alignment="bottom", key="dt-handout"):
            handout.choices(kinds=False)
        for name in worked_examples.chapters():
            deck = worked_examples.load(name)
            st.markdown(f"**{md(deck.title)}**")
            with st.container(horizontal=True):
                paper.buttons(deck, name)


def _open(message: object) -> None:
    """A slide of a chapter, as the browser asks for it."""
    match message:
        case [str(name), int(slide)] if name in worked_examples.chapters():
            state().update(deck=name, author=False)
            go(slide)
