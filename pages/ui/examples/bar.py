"""The bar of a worked example above each page: from slide to slide, its caption and question,
and how one is written."""

import re
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.show.paper.inline import without_pictures as safe
from dtlearn.show.practice.mistakes import named
from dtlearn.show.practice.questions import FORMULA
from dtlearn.teaching.grading import in_nats, read_number, same
from dtlearn.teaching.worked_examples import Deck, Question, Slide, Task, chapters
from dtlearn.teaching.worked_examples import load as load_deck
from pages.ui.components.clicker import clicker
from pages.ui.components.coursemark import coursemark
from pages.ui.examples import check, decks, paper, tasks
from pages.ui.examples import desk as deckdesk
from pages.ui.kit import handout
from pages.ui.kit.codec import decode
from pages.ui.kit.escape import md
from pages.ui.kit.heading import link_warning
from pages.ui.kit.scene import EVERYWHERE, change, keep_viewer_settings_once, load, query_now, save_everywhere
from pages.ui.kit.session import record, session, state

_icon = ":material/{}:".format

# Said at the end of the last chapter.
_CLOSING = (
    "**That was the course.** You can grow a tree, stop it, cut it back, and say what its error is worth. "
    "Try it on a table of your own (Teach, Your own data), and keep the skills in Practice."
)


def redirect_to_slide(page: str) -> None:
    """Go to the slide that was asked for, by a button or by a link that says no more than that;
    before the page, ``page``, runs.

    A page that the menu opens is none of its slides.
    """
    S, query = state(), st.query_params.to_dict()
    ours = record(decks.Decks)
    asked, ours.go = ours.go, 0
    if not asked and not query and S.get("deck") and not S["author"]:  # the menu leaves it; who writes goes on there
        decks.close()
    k = asked
    if not asked and "deck" in query and set(query) <= {"v", *(f.name for f in EVERYWHERE)}:
        values, _ = decode(EVERYWHERE, query)
        S.update(values)
        k = values["moment"]
    deck = decks.current() if k else None
    if deck is not None and k <= len(deck.slides):
        path, there = decks.link_of(S["deck"], deck, k, S["author"])
        # Where the browser owns the place, it may have gone on from a slide that looks like this one.
        if asked or (deck.slides[k - 1].page, there) != (page, query_now()):
            keep_viewer_settings_once()
            session().address.begins = bool(asked)
            st.switch_page(path, query_params=there)


def author_panel() -> DeltaGenerator | None:
    """The place at the top of the sidebar where a worked example is written; None, and no sidebar for it,
    if none is."""
    query = st.query_params.to_dict()
    fresh = query and query != session().address.written
    writing = query.get("author") == "1" if fresh else state().get("author")
    return st.sidebar.container() if writing else None


def deck_bar(page: str, desk: DeltaGenerator | None) -> None:
    """The bar of the worked example that the link names; nothing without one. After the page has read its link.

    desk : where it is written, if it is.
    """
    load(())
    link_warning([])  # the page that says nothing of its own
    if state()["student"]:
        st.container(key="dt-student").html("<i></i>")
    deck = decks.current()
    if asked := session().example:
        session().example = None
        slide = replace(decks.screen(page), question=decks.asked(*asked))
        deckdesk.add(deck if deck and state()["author"] else Deck("My worked example"), slide)
        state()["author"] = True
        save_everywhere()
        st.rerun()
    if deck is None:
        return
    _opened(deck)
    with st.container(key="dt-deck"):
        _way(deck)
        if state()["author"]:
            deckdesk.order(deck, page)
        if deck.slides:
            _slide(deck.slides[state()["moment"] - 1])
        if deck.keep and state()["moment"] == len(deck.slides):
            st.markdown(f"**Keep:** {safe(deck.keep)}")
            if decks.chapter() == len(chapters()):
                st.markdown(_CLOSING)
    if decks.chapter():
        with st.container(key="dt-kept-course"):
            here = {"chapter": state()["deck"], "slide": state()["moment"], "answered": _answered(deck)}
            coursemark(here | {"skills": decks.skills(deck.slides[here["slide"] - 1])}, "course-mark")
    if state()["author"]:
        with desk or st.sidebar:
            deckdesk.words(deck, page)
            if deck.slides and page != "examples":  # which has them beside each example
                with st.container(horizontal=True):
                    paper.buttons(deck, decks.stem(deck))
                handout.warn_of_name()
    clicker(lambda step: go_to_slide(state()["moment"] + step), key="deck", first=True)
    save_everywhere()


def _opened(deck: Deck) -> None:
    """What it says that cannot be shown, at the slide at which it was opened or changed."""
    ours, here = record(decks.Decks), (state()["deck"], state()["moment"])
    if ours.opened[0] != here[0]:
        ours.opened = here
    if ours.opened == here:
        check.warn(deck)


def go_to_slide(k: int) -> None:
    """To slide k, if there is one."""
    deck = decks.current()
    if deck is not None and 1 <= k <= len(deck.slides):
        ours = record(decks.Decks)
        ours.go, ours.settings = k, False  # what one slide asked to be set, the next does not


def open_deck_at(name: str, k: int) -> None:
    """To slide k of another worked example, to play it."""
    state().update(deck=name, author=False)
    go_to_slide(k)


def _again(k: int) -> None:
    """To slide k, on which nothing has been answered."""
    for there in (st.session_state, record(decks.Decks).answers):
        for key in [key for key in there if str(key).startswith(_place(k))]:
            del there[key]
    go_to_slide(k)


def _answered(deck: Deck) -> list[int]:
    """The slides whose question has been answered here."""
    answers = record(decks.Decks).answers
    every = range(1, len(deck.slides) + 1)
    return [k for k in every if any(answers.get(f"{_place(k)}{how}") for how in ("pick", "type"))]


def _place(k: int) -> str:
    """What the keys of slide k's answers begin with."""
    return f"deck-{state()['deck']}-{k}-"


def _leads_on() -> bool:
    """Whether its end has a way on: who writes stays there,
    and who was given one as a student has nothing to choose."""
    return not state()["author"] and not state()["student"]


def _way(deck: Deck) -> None:
    k, n = state()["moment"], len(deck.slides)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="dt-deck-way"):
        number = decks.chapter()
        parts = [f"**{md(deck.title)}**", number and f"Chapter {number} of {len(chapters())}", n and f"{k} of {n}"]
        st.markdown(" · ".join(filter(None, parts)), width="stretch")
        st.button(
            "Previous slide",
            icon=_icon("chevron_left"),
            on_click=go_to_slide,
            args=(k - 1,),
            disabled=k <= 1,
            type="tertiary",
            key="deck-back",
        )
        if k == n and (after := chapters()[number : number + 1] if number else ()):
            st.button(
                "Next chapter",
                icon=_icon("chevron_right"),
                on_click=open_deck_at,
                args=(after[0], 1),
                type="primary",
                key="deck-chapter",
                help=md(load_deck(after[0]).title),
            )
        elif k == n and _leads_on():
            if st.button(
                "Back to Learn" if number else "More examples",
                icon=_icon("chevron_right"),
                type="primary",
                key="deck-end",
            ):
                decks.close()
                st.switch_page("learn.py" if number else "examples.py")
        else:  # a tip at the pointer would cover the next slide's question
            st.button(
                "Next slide",
                icon=_icon("chevron_right"),
                on_click=go_to_slide,
                args=(k + 1,),
                disabled=k >= n,
                type="primary",
                key="deck-next",
            )
        st.button(
            "Reset",
            icon=_icon("replay"),
            on_click=_again,
            args=(k,),
            disabled=not n,
            type="tertiary",
            key="deck-again",
            help="Back to this slide as it was written, whatever you have changed or answered",
        )
        if not state()["author"]:
            ours = record(decks.Decks)
            st.button(
                "Settings",
                icon=_icon("tune"),
                type="secondary" if ours.settings else "tertiary",
                key="deck-settings",
                on_click=setattr,
                args=(ours, "settings", not ours.settings),
            )
        if state()["author"] or record(decks.Decks).written:  # who wrote here may go on
            st.button(
                "Done" if state()["author"] else "Write",
                icon=_icon("edit"),
                type="tertiary",
                on_click=lambda: change(author=not state()["author"]),
                key="deck-author",
                help="Change this worked example, or make your own of it",
            )
        st.button(
            "Leave",
            icon=_icon("close_fullscreen"),
            on_click=change,
            kwargs={"present": False},
            help="Leave present mode",
            type="tertiary",
            key="deck-leave",
        )
        st.button("Close", icon=_icon("close"), on_click=decks.close, type="tertiary", key="deck-close")


def _slide(slide: Slide) -> None:
    told = room = ""
    with st.container(key="dt-slide"):
        if slide.caption or slide.task:
            with st.container(gap="xxsmall"):
                if slide.caption:
                    st.markdown(safe(slide.caption))
                if slide.task:
                    _task(slide.task)
        if slide.question:
            with st.container(gap="xxsmall", key="dt-slide-asks"):
                told, room = _question(slide.question)
    if slide.question:  # its room is there before it says something: what is below does not move
        with st.container(key="dt-slide-told"):
            st.markdown(told)
            st.markdown(re.sub(r"[\w\\$^{}]", "n", room))  # unseen, and unread


def _task(task: Task) -> None:
    """What is asked for, never forced: the next slide is open. Done or not, it is as wide."""
    st.markdown(f"**{'✓ Done:' if tasks.is_done() else '○ To do:'}** {safe(task.do)}")


def _question(question: Question) -> tuple[str, str]:
    """Asks; returns what is said of the answer, or in its place, and the longest that may be."""
    key = _place(state()["moment"])
    given, hinted, shown, compared = None, False, False, False
    model = bool(question.why) and not question.answer and not question.options  # an open one, with words to compare
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        if question.options:
            given = st.pills(
                safe(question.ask), list(question.options), format_func=md, width="content", **_given(f"{key}pick")
            )
        elif question.answer:
            given = (st.text_input(safe(question.ask), **_given(f"{key}type")) or "")[:200]
        elif model:
            st.text_area(
                safe(question.ask),
                height=68,
                placeholder="Your words; nobody grades them.",
                max_chars=1000,
                **_given(f"{key}own"),
            )
        else:  # for the room to talk about
            st.markdown(safe(question.ask))
        right = bool(given and question.answer and same(given, question.answer))
        if question.hint or question.answer or model:
            with st.container(horizontal=True, gap="small", width="content"):
                hinted = bool(question.hint) and st.toggle("Hint", key=f"{key}hint", disabled=right)
                shown = bool(question.answer) and st.toggle("Answer", key=f"{key}answer", disabled=right)
                compared = model and st.toggle("Compare", key=f"{key}compare")
    told = safe(". ".join(filter(None, (question.answer, question.why))))
    hint = question.hint and f"*{safe(question.hint)}*"
    number = question.answer and not question.options and read_number(question.answer) is not None
    clue = f"Write a number like 0.247, or a formula like {md(FORMULA)}." if number else ""
    longest = max((*question.options, question.answer), key=len)
    room = max(f"**The answer:** {told}", f"**✗ Not “{longest}”.** {hint}", f"**✗ Not “{longest}”.** {clue}", key=len)
    if right:
        return f"**✓ Right:** {told}", room
    if shown:
        return f"**The answer:** {told}{f' {hint}' if hinted else ''}", room
    if compared:
        return f"**One way to say it:** {told}", room
    if given and question.answer:
        more = clue if number and read_number(given) is None else hint or "Look again."
        if in_nats(given, question.answer):
            more = named(("nats",))
        return f"**✗ Not “{md(given)}”.** {more}", room
    return hint if hinted else "", room


def _given(key: str) -> dict:
    """The key of an answer's field, which shows what was answered at this slide before, and keeps what will be."""
    answers = record(decks.Decks).answers
    if key in answers:
        st.session_state.setdefault(key, answers[key])

    def keep() -> None:
        answers[key] = st.session_state[key]

    return {"key": key, "on_change": keep}
