"""The writing of a worked example: its order, its words beside the live page, and what goes into its file."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from dtlearn.decks import MOST_MOMENTS, Deck, Question, write
from dtlearn.packing import write_card, write_csv
from dtlearn.views.text import listing
from pages.ui import deck as decks
from pages.ui import own
from pages.ui.scene import state

_icon = ":material/{}:".format


def order(deck: Deck, page: str) -> None:
    """The buttons that change the order of the moments and what they show, and the file."""
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
    _undoing()
    _tables(deck)
    if state()["deck"].startswith(decks.HELD):
        st.caption("It has grown too large for a link: save the file, and open it on the page Worked examples.")
    if not n:
        st.markdown("Go to any page, set it up as you want it seen, then press **Add as a new moment**.")


def words(deck: Deck) -> None:
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
    """Without the moment, at the next one's own screen: what is on the screen now is nobody's any more."""
    deck, _ = decks.current()
    k = state()["moment"]
    decks.change(replace(deck, moments=deck.moments[: k - 1] + deck.moments[k:]), k)
    st.session_state["_deleted"] = (state()["deck"], k, deck.moments[k - 1])
    if len(deck.moments) > 1:
        st.session_state["_go"] = state()["moment"]


def _undoing() -> None:
    """The way back, until anything else is changed."""
    name, k, moment = st.session_state.get("_deleted", ("", 0, None))
    if moment is not None and name == state()["deck"]:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"Moment {k} is deleted.", width="content")
            st.button("Undo", icon=_icon("undo"), key="deck-undo", on_click=_undo, type="tertiary")


def _undo() -> None:
    (_, k, moment), (deck, _) = st.session_state.pop("_deleted"), decks.current()
    decks.change(replace(deck, moments=(*deck.moments[: k - 1], moment, *deck.moments[k - 1 :])), k)
    st.session_state["_go"] = k


def _tables(deck: Deck) -> None:
    """The tables that neither the file nor a link holds, to be saved beside it."""
    for name, moments in decks.held_tables(deck).items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            numbers, here = listing(map(str, moments)), moments == [state()["moment"]]
            which = "This moment's table" if here else f"The table of moment {numbers}"
            st.caption(
                f"{which} is too large to travel with the file or a link: save its .csv and .toml too. "
                "They are opened together with the file, or on the page Your own data.", width="stretch",
            )  # fmt: skip
            data = own.load(name)
            for ending, make in (("csv", write_csv), ("toml", write_card)):
                st.download_button(
                    f"Save its .{ending}", lambda make=make, data=data: make(data), f"{own.stem(name)}.{ending}", "text/plain",
                    on_click="ignore", icon=_icon("download"), key=f"deck-{ending}-{name}",
                )  # fmt: skip
