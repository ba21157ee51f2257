"""The writing of a worked example: its order, its words beside the live page, and what goes into its file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

from dtlearn.data.packing import spreadsheet, write_card, write_csv
from dtlearn.show.base.text import listing
from dtlearn.teaching.worked_examples import MOST_POINTS, MOST_SLIDES, MOST_TEXT, Deck, Question, Slide, Task, write
from pages.ui.examples import decks
from pages.ui.kit import tables
from pages.ui.kit.codec import decode, encode
from pages.ui.kit.contents import fields_of
from pages.ui.kit.escape import md
from pages.ui.kit.scene import save_everywhere
from pages.ui.kit.session import record, session, state

_icon = ":material/{}:".format


def order(deck: Deck, page: str) -> None:
    """The buttons that change the order of the slides and what they show, and the file."""
    k, n = state()["moment"], len(deck.slides)
    with st.container(horizontal=True, gap="small", key="dt-brings-place-desk"):
        _takes_screen(
            "Add as a new slide",
            lambda: add(decks.current(), decks.screen(page)),
            icon=_icon("add_a_photo"),
            key="deck-add",
            help="What is on the screen becomes a new slide, after this one",
        )
        _takes_screen(
            "Replace its screen",
            lambda: _take(page),
            icon=_icon("photo_camera"),
            disabled=not n,
            key="deck-take",
            help="This slide shows from now on what is on the screen",
        )
        st.button("Move up", icon=_icon("arrow_upward"), disabled=k <= 1, key="deck-up", on_click=_swap, args=(-1,))
        st.button(
            "Move down", icon=_icon("arrow_downward"), disabled=k >= n, key="deck-down", on_click=_swap, args=(1,)
        )
        st.button("Delete", icon=_icon("delete"), disabled=not n, key="deck-delete", on_click=_delete)
        held = state()["deck"] if state()["deck"].startswith(decks.HELD) else ""
        st.download_button(
            "Save the file",
            lambda: write(deck),
            f"{decks.stem(deck)}.toml",
            "text/plain",
            on_click="ignore",
            icon=_icon("download"),
            key=f"deck-file-{held}",
        )
    _undoing()
    _tables(deck)
    if state()["deck"].startswith(decks.HELD):
        st.caption("It has grown too large for a link: save the file, and open it on the page Worked examples.")
    if not n:
        st.markdown("Go to any page, set it up as you want it seen, then press **Add as a new slide**.")


def _takes_screen(label: str, act: Callable[[], None], **how) -> None:
    """A button that needs the place on the screen. It acts in the run: of one message with the stage's event, which
    brings the place, a button's callback may be called first. how : further arguments of the button."""
    if st.button(label, **how):
        act()
        save_everywhere()
        st.rerun()


def words(deck: Deck, page: str) -> None:
    """The words of the slide, beside the live page."""
    with st.expander("Write this worked example", expanded=True, icon=_icon("edit")):
        for name, text in _words(deck, state()["moment"]).items():
            _field(name, text)
            if name == "do" and text:
                _ending(deck.slides[state()["moment"] - 1], page)


def _ending(slide: Slide, page: str) -> None:
    """When a task is done, if the page can say so."""
    ends = listing([f"{name}={text}" for name, text in slide.task.done])
    st.caption(md(f"Done when the link says {ends}.") if ends else "Readers judge for themselves whether it is done.")
    with st.container(key="dt-brings-place-ends"):
        _takes_screen(
            "Done is what is on the screen now",
            lambda: _end(page),
            icon=_icon("task_alt"),
            key="deck-ends",
            disabled=page != slide.page,
            help="Do the task on this page, then press: done is all that differs from the slide's own screen",
        )


# What can be written, by the name of its field.
FIELDS = {
    "caption": "Caption of this slide (Markdown)",
    "ask": "Question",
    "answer": "Correct answer (leave empty for an ungraded question)",
    "hint": "Hint",
    "why": "Why, said after the answer; without one, words to compare with",
    "options": "Answers to choose from, with | between",
    "points": "Points on the worksheet (leave empty: not scored)",
    "do": "To do on the page",
    "title": "Title of the whole",
    "about": "What it is about",
    "notes": "The lecture notes it follows",
    "keep": "The sentence to keep, said at the end",
}


def _words(deck: Deck, k: int) -> dict[str, str]:
    """What can be written at slide k, as it stands."""
    about = {"title": deck.title, "about": deck.about, "notes": deck.notes, "keep": deck.keep}
    if not deck.slides:
        return about
    slide = deck.slides[k - 1]
    question = slide.question or Question("", "")
    options = " | ".join(question.options)
    return {
        "caption": slide.caption,
        "ask": question.ask,
        "answer": question.answer,
        "hint": question.hint,
        "why": question.why,
        "options": options,
        "points": str(question.points or ""),
        "do": slide.task.do if slide.task else "",
    } | about


def with_words(deck: Deck, k: int, words: Mapping[str, str]) -> Deck:
    """The deck with other words, at slide k or of the whole."""
    words = {name: text.strip() for name, text in (_words(deck, k) | dict(words)).items()}
    whole = {name: words[name] for name in ("about", "notes", "keep")}
    deck = replace(deck, title=words["title"] or deck.title, **whole)
    if not deck.slides:
        return deck
    ask, answer, hint, why = (words[name] for name in ("ask", "answer", "hint", "why"))
    options = [option.strip() for option in words["options"].split("|") if option.strip()]
    if answer and options and answer not in options:
        options = [answer, *options]
    # What comes before its question waits for it under a question mark.
    asked = ask or ("?" if answer or hint or why or options else "")
    points = int(words["points"]) if re.fullmatch("[0-9]{1,3}", words["points"], re.ASCII) else 0
    question = Question(asked, answer, hint, tuple(options), min(points, MOST_POINTS), why) if asked else None
    before = deck.slides[k - 1].task
    task = Task(words["do"], before.done if before else ()) if words["do"] else None
    return _put(deck, k, caption=words["caption"], question=question, task=task)


def desk() -> dict | None:
    """What is being written, for the browser to keep what is half typed: deck, slide, title, words by field."""
    deck = decks.current() if state().get("author") else None
    if deck is None:
        return None
    S = state()
    return {"deck": S["deck"], "moment": S["moment"], "title": deck.title, "words": _words(deck, S["moment"])}


def _key(name: str) -> str:
    """A field's key: new when other words come to stand in it, the same while they are typed."""
    ours = record(decks.Decks)
    if ours.words_of != (at := _at()):
        ours.written, ours.words_of = ours.written + 1, at
    return f"deck-w-{name}-{ours.written}{session().visit}"


def _at() -> str:
    return f"{state()['moment']} {state()['deck']}"


def _field(name: str, text: str) -> None:
    key = _key(name)
    st.session_state.setdefault(key, text)  # never again: a run that is under way would undo what is being typed
    kind, height = (st.text_area, {"height": 140}) if name == "caption" else (st.text_input, {})
    kind(FIELDS[name], key=key, on_change=_say, **height)
    if (n := len(st.session_state[key])) > MOST_TEXT:
        st.warning(
            f"This has {n:,} characters, more than {MOST_TEXT:,}: shorten it. Until then it is not part of the example."
        )


def _say() -> None:
    """Go on with other words of the same slide; they stand in their fields already."""
    deck = decks.current()
    if deck is not None:
        S, typed = state(), {name: st.session_state.get(_key(name)) for name in FIELDS}
        words = {name: text for name, text in typed.items() if text is not None and len(text) <= MOST_TEXT}
        decks.change(with_words(deck, S["moment"], words), S["moment"])
        record(decks.Decks).words_of = _at()


def _put(deck: Deck, k: int, **words) -> Deck:
    """The deck with something else at slide k."""
    slides = list(deck.slides)
    slides[k - 1] = replace(slides[k - 1], **words)
    return replace(deck, slides=tuple(slides))


def add(deck: Deck, slide: Slide) -> None:
    """A slide more, after the open one."""
    k = state()["moment"] if deck.slides else 0
    if len(deck.slides) < MOST_SLIDES:
        decks.change(replace(deck, slides=(*deck.slides[:k], slide, *deck.slides[k:])), k + 1)


def _take(page: str) -> None:
    deck = decks.current()
    seen = decks.screen(page)
    k = state()["moment"]
    decks.change(_put(deck, k, page=seen.page, scene=seen.scene), k)


def _end(page: str) -> None:
    deck, k = decks.current(), state()["moment"]
    slide, fields = deck.slides[k - 1], fields_of(page)
    values, _ = decode(fields, slide.query)
    begun = slide.query | encode(fields, values)  # what its link leaves out too
    differs = tuple((name, text) for name, text in decks.screen(page).scene if begun.get(name) != text)
    decks.change(_put(deck, k, task=replace(slide.task, done=differs)), k)


def _swap(by: int) -> None:
    deck = decks.current()
    k = state()["moment"]
    slides = list(deck.slides)
    slides[k - 1], slides[k - 1 + by] = slides[k - 1 + by], slides[k - 1]
    decks.change(replace(deck, slides=tuple(slides)), k + by)


def _delete() -> None:
    """Without the slide, at the next one's own screen: what is on the screen now is nobody's any more."""
    deck = decks.current()
    k = state()["moment"]
    decks.change(replace(deck, slides=deck.slides[: k - 1] + deck.slides[k:]), k)
    record(decks.Decks).deleted = (state()["deck"], k, deck.slides[k - 1])
    if len(deck.slides) > 1:
        record(decks.Decks).go = state()["moment"]


def _undoing() -> None:
    """The way back, until anything else is changed."""
    name, k, _ = record(decks.Decks).deleted or ("", 0, None)
    if name and name == state()["deck"]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"Slide {k} is deleted.", width="content")
            st.button("Undo", icon=_icon("undo"), key="deck-undo", on_click=_undo, type="tertiary")


def _undo() -> None:
    ours, deck = record(decks.Decks), decks.current()
    (_, k, slide), ours.deleted = ours.deleted, None
    decks.change(replace(deck, slides=(*deck.slides[: k - 1], slide, *deck.slides[k - 1 :])), k)
    ours.go = k


def _tables(deck: Deck) -> None:
    """The tables that neither the file nor a link holds, to be saved beside it."""
    for name, slides in decks.stored_tables(deck).items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            numbers, here = listing(map(str, slides)), slides == [state()["moment"]]
            which = "This slide's table" if here else f"The table of slide {numbers}"
            st.caption(
                f"{which} is too large to travel with the file or a link: save its .csv and .toml too. "
                "They are opened together with the file, or on the page Your own data.",
                width="stretch",
            )
            data = tables.load(name)
            for ending, make in (("csv", lambda data: spreadsheet(write_csv(data))), ("toml", write_card)):
                st.download_button(
                    f"Save its .{ending}",
                    lambda make=make, data=data: make(data),
                    f"{tables.file_stem(name)}.{ending}",
                    "text/plain",
                    on_click="ignore",
                    icon=_icon("download"),
                    key=f"deck-{ending}-{name}",
                )
