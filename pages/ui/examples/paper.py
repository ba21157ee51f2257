"""A worked example on paper: what its slides show, its questions, its links."""

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

import dtlearn
from dtlearn import DataError
from dtlearn.data.packing import MARK
from dtlearn.growing.grow import PLAYED
from dtlearn.show.documents.deck import Plays, deck_walkthrough
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.paper.blocks import Sheet
from dtlearn.show.paper.worked_example import SlideContent, deck_sheet
from dtlearn.teaching.worked_examples import Deck, Slide
from pages.ui.kit import handout, tables
from pages.ui.kit.contents import TITLES
from pages.ui.kit.escape import md
from pages.ui.kit.lesson import Lesson
from pages.ui.lessons import LESSONS, STAGED


def buttons(deck: Deck, name: str) -> None:
    """A worked example's worksheet and key; ``handout.choices(kinds=False)`` stands once on the page."""
    url = st.context.url
    base = url.rstrip("/").rsplit("/", 1)[0] if url else ""
    handout.buttons(lambda: paper_of(deck, base), name)
    if not deck.slides:
        return
    st.download_button(
        "Page that plays",
        lambda: played(deck, base).html(),
        f"{name}.html",
        "text/html",
        on_click="ignore",
        key=f"get_{name}_plays",
        icon=":material/play_circle:",
        help=(
            f"One file with its slides, questions and lessons: it needs no server. A tree of more than {PLAYED} nodes"
            " stays in the app."
        ),
    )
    st.download_button(
        "Package for your course platform (SCORM 1.2)",
        lambda: played(deck, base).scorm(),
        f"{name}-scorm.zip",
        handout.MIME["zip"],
        on_click="ignore",
        key=f"get_{name}_scorm",
        icon=":material/school:",
        help="The page that plays for Moodle and others. They get the score of its questions with choices.",
    )


def handouts(decks: Iterable[tuple[Deck, str]]) -> None:
    """Every one of some worked examples, (deck, name), to take along, folded away."""
    with st.expander("For class: worksheets with their keys, and pages that play", icon=":material/print:"):
        with st.container(horizontal=True, vertical_alignment="bottom", key="dt-handout"):
            handout.choices(kinds=False)
        handout.warn_of_name()
        for deck, name in decks:
            st.markdown(f"**{md(deck.title)}**")
            with st.container(horizontal=True):
                buttons(deck, name)


def played(deck: Deck, base: str) -> Walkthrough:
    """A worked example as a page that plays. base : the app's address, "" if it is not known."""

    def plays(slide: Slide) -> Plays | None:
        try:
            return _play(STAGED[slide.page], slide) if slide.page in STAGED else None
        except ValueError:  # as below
            return None

    return deck_walkthrough(deck, plays, lambda slide: f"{base}/{slide.page}?{urlencode(slide.query)}" if base else "")


def paper_of(deck: Deck, base: str) -> Sheet:
    """The sheet of a worked example. base : the app's address, "" if it is not known."""

    def address(slide: Slide) -> str:
        return f"{base}/{slide.page}?{urlencode(slide.query)}" if base else ""

    def look(slide: Slide) -> SlideContent:
        try:
            found = _look(slide)
        except ValueError:  # a criterion, a kind of split or a number that the data do not allow
            found = SlideContent(where="what it shows cannot be read")
        return replace(found, where=", ".join(filter(None, (TITLES.get(slide.page, ""), found.where))))

    return deck_sheet(deck, look, address, address(deck.slides[0]) if deck.slides else "")


# What paper can show of a slide. It is drawn after the visitor's run, so nothing here asks for a session.


def _look(slide: Slide) -> SlideContent:
    """What its page makes of it, else the examples, if its link names them."""
    if (page := LESSONS.get(slide.page)) and page.sheet:
        return page.sheet(_shown(page, slide)[0], slide.question is not None)
    known = dtlearn.names() + dtlearn.names(regression=True)
    named = [text for name, text in slide.scene if name == "data" and (text in known or text.startswith(MARK))]
    return SlideContent(tables.load(named[0]) if named else None)


def _shown(page: Lesson, slide: Slide) -> tuple[dict, dict[str, str]]:
    """The values and the place of a slide's link. Raises ValueError if they lack its table, or work that lasts."""
    if not (found := page.of_link(slide.query)):
        raise ValueError("What it shows lasts.")
    if slide.query.get("data", found[0].get("data")) != found[0].get("data"):
        raise DataError("The table is held by a session.")
    return found


def _play(lesson: Lesson, slide: Slide) -> Plays | None:
    """A slide on the page of a lesson. Raises ValueError as above."""
    s, place = _shown(lesson, slide)
    return (lesson.document(s, None), place) if lesson.plays(s) else None
