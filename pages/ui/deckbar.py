"""The bar of a worked example above each page: from moment to moment, its caption and question, and how one is written."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.decks import MOST_MOMENTS, Deck, Moment, Question, write
from dtlearn.grading import TOLERANCE, read_number
from pages.ui import deck as decks
from pages.ui.clicker import clicker
from pages.ui.escape import md
from pages.ui.scene import EVERYWHERE, decode, load, save_everywhere, state, stay_as_you_are

_icon = ":material/{}:".format


def travel() -> None:
    """Go to the moment that was asked for, by a button or by a link that says no more than that; before the page runs."""
    S, query = state(), st.query_params.to_dict()
    k = st.session_state.pop("_go", None)
    if k is None and "deck" in query and set(query) <= {"v", *(f.name for f in EVERYWHERE)}:
        values, _ = decode(EVERYWHERE, query)
        S.update(values)
        k = values["moment"]
    deck, _ = decks.current() if k else (None, "")
    if deck is not None and k <= len(deck.moments):
        path, there = decks.link_of(S["deck"], deck, k, S["author"])
        if there != query:
            stay_as_you_are()
            st.switch_page(path, query_params=there)


def desk() -> DeltaGenerator | None:
    """The place at the top of the sidebar where a worked example is written; None, and no sidebar for it, if none is."""
    query = st.query_params.to_dict()
    fresh = query and query != st.session_state.get("_written")
    writing = query.get("author") == "1" if fresh else state().get("author")
    return st.sidebar.container() if writing else None


def bar(page: str, desk: DeltaGenerator | None) -> None:
    """The bar of the worked example that the link names; nothing without one. After the page has read its link.

    desk : where it is written, if it is.
    """
    load(())
    deck, wrong = decks.current()
    if wrong:
        st.warning(md(wrong))
    if deck is None:
        return
    with st.container(key="dt-deck"):
        _way(deck)
        if state()["author"]:
            _order(deck, page)
        if deck.moments:
            _moment(deck.moments[state()["moment"] - 1])
    if state()["author"]:
        with desk or st.sidebar:
            _desk(deck)
    clicker(_by, key="deck", first=True)
    save_everywhere()


def _by(step: int) -> None:
    _go(state()["moment"] + step)


def _go(k: int) -> None:
    """To moment k, if there is one."""
    deck, _ = decks.current()
    if deck is not None and 1 <= k <= len(deck.moments):
        st.session_state["_go"] = k


def _way(deck: Deck) -> None:
    k, n = state()["moment"], len(deck.moments)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"**{md(deck.title)}** · {k} of {n}" if n else f"**{md(deck.title)}**", width="stretch")
        st.button("Earlier", icon=_icon("chevron_left"), on_click=_go, args=(k - 1,), disabled=k <= 1, type="tertiary",
                  key="deck-back", help="The moment before (PageUp)")  # fmt: skip
        st.button("Go on", icon=_icon("chevron_right"), on_click=_go, args=(k + 1,), disabled=k >= n, type="primary",
                  key="deck-next", help="The next moment (PageDown, a clicker)")  # fmt: skip
        st.button("As written", icon=_icon("replay"), on_click=_go, args=(k,), disabled=not n, type="tertiary",
                  key="deck-again", help="Back to this moment as it was written, whatever you have changed")  # fmt: skip
        st.button("Stop writing" if state()["author"] else "Write", icon=_icon("edit"), on_click=_turn_author,
                  type="tertiary", key="deck-author", help="Change this worked example, or make your own of it")  # fmt: skip
        st.button("Close", icon=_icon("close"), on_click=decks.close, type="tertiary", key="deck-close")


def _order(deck: Deck, page: str) -> None:
    k, n = state()["moment"], len(deck.moments)
    with st.container(horizontal=True, gap="small"):
        st.button("Add as a new moment", icon=_icon("add_a_photo"), key="deck-add", on_click=_add, args=(page,),
                  help="What is on the screen becomes a new moment, after this one")  # fmt: skip
        st.button("Replace its screen", icon=_icon("photo_camera"), disabled=not n, key="deck-take", on_click=_take,
                  args=(page,), help="This moment shows from now on what is on the screen")  # fmt: skip
        st.button("Move up", icon=_icon("arrow_upward"), disabled=k <= 1, key="deck-up", on_click=_swap, args=(-1,))
        st.button(
            "Move down", icon=_icon("arrow_downward"), disabled=k >= n, key="deck-down", on_click=_swap, args=(1,)
        )
        st.button("Delete", icon=_icon("delete"), disabled=not n, key="deck-delete", on_click=_delete)
        st.download_button("Save the file", lambda: write(deck), f"{decks.stem(deck)}.toml", "text/plain", on_click="ignore",
                           icon=_icon("download"), key="deck-save")  # fmt: skip
    if state()["deck"].startswith(decks.HELD):
        st.caption("It has grown too large for a link: save the file, and open it on the page Worked examples.")
    if not n:
        st.markdown("Go to any page, set it up as you want it seen, then press **Add as a new moment**.")


def _turn_author() -> None:
    state()["author"] = not state()["author"]


def _moment(moment: Moment) -> None:
    if moment.caption:
        st.markdown(safe(moment.caption))
    if moment.question:
        _question(moment.question)


def safe(markdown: str) -> str:
    """An author's markdown without pictures: they would ask other servers for a file."""
    return markdown.replace("![", "!\\[")


def _question(question: Question) -> None:
    key = f"deck-{state()['deck']}-{state()['moment']}"
    given, shown = None, False
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        if question.options:
            given = st.pills(safe(question.ask), list(question.options), format_func=md, key=f"{key}-pick")
        elif question.answer:
            given = st.text_input(safe(question.ask), key=f"{key}-type", max_chars=200)
        else:  # for the room to talk about
            st.markdown(safe(question.ask))
        if question.hint and st.toggle("Hint", key=f"{key}-hint"):
            st.markdown(f"*{safe(question.hint)}*")
        if question.answer:
            shown = st.toggle("Show the answer", key=f"{key}-answer")
    if given and question.answer and same(given, question.answer):
        st.markdown(f"**✓ Right:** {safe(question.answer)}")
    else:
        if given and question.answer:
            number = read_number(question.answer) is not None and read_number(given) is None
            more = "Write a number, like 0.247 or 3/14." if number else "Look again."
            st.markdown(f"**✗ Not {md(given)}.** {more}")
        if shown:
            st.markdown(f"**The answer:** {safe(question.answer)}")


def same(given: str, answer: str) -> bool:
    """Whether two answers say the same: the same words, or numbers that agree to three decimals."""
    numbers = read_number(given), read_number(answer)
    if None not in numbers:
        return abs(numbers[0] - numbers[1]) <= TOLERANCE
    return " ".join(given.split()).casefold() == " ".join(answer.split()).casefold()


def _desk(deck: Deck) -> None:
    """The words of the moment, beside the live page."""
    with st.expander("Write this worked example", expanded=True, icon=_icon("edit")):
        if deck.moments:
            moment = deck.moments[state()["moment"] - 1]
            question = moment.question or Question("", "")
            _field("Caption of this moment (Markdown)", "caption", moment.caption, _caption, area=True)
            _field("Question", "ask", question.ask, _ask)
            _field("Answer (none: nobody is graded)", "answer", question.answer, _ask)
            _field("Hint", "hint", question.hint, _ask)
            _field("Answers to choose from, with | between", "options", " | ".join(question.options), _ask)
        _field("Title of the whole", "title", deck.title, _about)
        _field("What it is about", "about", deck.about, _about)
        _field("The notes it follows", "notes", deck.notes, _about)


def _key(name: str) -> str:
    """A field's key: new when other words come to stand in it, the same while they are typed."""
    S, seen = state(), st.session_state.setdefault("_desk", [0, ""])
    at = f"{S['moment']} {S['deck']}"
    if seen[1] != at:
        st.session_state["_desk"] = seen = [seen[0] + 1, at]
    return f"deck-w-{name}-{seen[0]}"


def _field(label: str, name: str, value: str, changed, area: bool = False) -> None:
    key = _key(name)
    st.session_state.setdefault(key, value)  # never again: a run that is under way would undo what is being typed
    kind = st.text_area if area else st.text_input
    kind(label, key=key, on_change=changed, max_chars=2000, **({"height": 140} if area else {}))


def _typed(name: str) -> str:
    return st.session_state.get(_key(name), "").strip()


def _say(deck: Deck) -> None:
    """Go on with other words of the same moment; they stand in their fields already."""
    decks.change(deck, state()["moment"])
    st.session_state["_desk"][1] = f"{state()['moment']} {state()['deck']}"


def _put(deck: Deck, **words) -> Deck:
    """The deck with other words at the current moment."""
    k, moments = state()["moment"], list(deck.moments)
    moments[k - 1] = replace(moments[k - 1], **words)
    return replace(deck, moments=tuple(moments))


def _about() -> None:
    deck, _ = decks.current()
    if deck is not None:
        _say(replace(deck, title=_typed("title") or deck.title, about=_typed("about"), notes=_typed("notes")))


def _caption() -> None:
    deck, _ = decks.current()
    if deck is not None and deck.moments:
        _say(_put(deck, caption=_typed("caption")))


def _ask() -> None:
    deck, _ = decks.current()
    if deck is None or not deck.moments:
        return
    ask, answer, hint = _typed("ask"), _typed("answer"), _typed("hint")
    options = [option.strip() for option in _typed("options").split("|") if option.strip()]
    if answer and options and answer not in options:
        options = [answer, *options]
    # An answer or a hint that comes before its question waits for it under a question mark.
    asked = ask or ("?" if answer or hint or options else "")
    _say(_put(deck, question=Question(asked, answer, hint, tuple(options)) if asked else None))


def _add(page: str) -> None:
    deck, _ = decks.current()
    k = state()["moment"] if deck.moments else 0
    if len(deck.moments) < MOST_MOMENTS:
        moments = (*deck.moments[:k], decks.screen(page), *deck.moments[k:])
        decks.change(replace(deck, moments=moments), k + 1)


def _take(page: str) -> None:
    deck, _ = decks.current()
    seen = decks.screen(page)
    decks.change(_put(deck, page=seen.page, scene=seen.scene), state()["moment"])


def _swap(by: int) -> None:
    deck, _ = decks.current()
    k = state()["moment"]
    moments = list(deck.moments)
    moments[k - 1], moments[k - 1 + by] = moments[k - 1 + by], moments[k - 1]
    decks.change(replace(deck, moments=tuple(moments)), k + by)


def _delete() -> None:
    deck, _ = decks.current()
    k = state()["moment"]
    decks.change(replace(deck, moments=deck.moments[: k - 1] + deck.moments[k:]), k)
