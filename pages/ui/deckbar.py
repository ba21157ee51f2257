"""The bar of a worked example above each page: from moment to moment, its caption and question, and how one is written."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dtlearn.decks import MOST_MOMENTS, Deck, Moment, Question, write
from pages.ui import deck as decks
from pages.ui.component import declare, tell
from pages.ui.escape import md
from pages.ui.scene import load, save_everywhere, state

_mount = declare("deck")
_icon = ":material/{}:".format


def travel() -> None:
    """Go to the moment that was asked for; before the page runs."""
    k = st.session_state.pop("_go", None)
    deck, _ = decks.current() if k else (None, "")
    if deck is not None:
        path, query = decks.link_of(state()["deck"], deck, k, state()["author"])
        st.switch_page(path, query_params=query)


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
    _mount(key="deck", on_go_change=tell("deck", "go", _pressed), height="content")
    save_everywhere()


def _pressed(message: list) -> None:
    _go(state()["moment"] + (1 if message[0] > 0 else -1))


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
        st.button("Add this screen", icon=_icon("add_a_photo"), key="deck-add", on_click=_add, args=(page,),
                  help="What is on the screen becomes a new moment, after this one")  # fmt: skip
        st.button("Take this screen", icon=_icon("photo_camera"), disabled=not n, key="deck-take", on_click=_take,
                  args=(page,), help="This moment shows from now on what is on the screen")  # fmt: skip
        st.button("Move up", icon=_icon("arrow_upward"), disabled=k <= 1, key="deck-up", on_click=_swap, args=(-1,))
        st.button(
            "Move down", icon=_icon("arrow_downward"), disabled=k >= n, key="deck-down", on_click=_swap, args=(1,)
        )
        st.button("Delete", icon=_icon("delete"), disabled=not n, key="deck-delete", on_click=_delete)
        st.download_button("Save the file", write(deck), "worked-example.toml", "text/plain", on_click="ignore",
                           icon=_icon("download"), key="deck-save")  # fmt: skip
    if state()["deck"].startswith(decks.HELD):
        st.caption("It has grown too large for a link: save the file, and open it on the page Worked examples.")
    if not n:
        st.markdown("Go to any page, set it up as you want it seen, then press **Add this screen**.")


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
    given = None
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        if question.options:
            given = st.pills(safe(question.ask), list(question.options), format_func=md, key=f"{key}-pick")
        else:
            given = st.text_input(safe(question.ask), key=f"{key}-type", max_chars=200, width=420)
        if question.hint and st.toggle("Hint", key=f"{key}-hint"):
            st.markdown(f"*{safe(question.hint)}*")
        shown = st.toggle("Show the answer", key=f"{key}-answer")
    if given:
        right = same(given, question.answer)
        st.markdown(f"**✓ Right:** {safe(question.answer)}" if right else f"**✗ Not {md(given)}.** Look again.")
    if shown and not (given and same(given, question.answer)):
        st.markdown(f"**The answer:** {safe(question.answer)}")


def same(given: str, answer: str) -> bool:
    """Whether two answers say the same: the same words, or numbers that agree to three decimals."""
    try:
        return abs(float(given.strip().replace(",", ".")) - float(answer.strip().replace(",", "."))) < 0.0015
    except ValueError:
        return " ".join(given.split()).casefold() == " ".join(answer.split()).casefold()


def _desk(deck: Deck) -> None:
    """The words of the moment, beside the live page."""
    with st.expander("Write this worked example", expanded=True, icon=_icon("edit")):
        if deck.moments:
            moment = deck.moments[state()["moment"] - 1]
            question = moment.question or Question("", "")
            _field("Caption of this moment (Markdown)", "caption", moment.caption, _caption, area=True)
            _field("Question", "ask", question.ask, _ask)
            _field("Answer", "answer", question.answer, _ask)
            _field("Hint", "hint", question.hint, _ask)
            _field("Answers to choose from, with | between", "options", " | ".join(question.options), _ask)
        _field("Title of the whole", "title", deck.title, _about)
        _field("What it is about", "about", deck.about, _about)
        _field("The notes it follows", "notes", deck.notes, _about)


def _field(label: str, name: str, value: str, changed, area: bool = False) -> None:
    key = f"deck-w-{name}"
    st.session_state[key] = value
    kind = st.text_area if area else st.text_input
    kind(label, key=key, on_change=changed, max_chars=2000, **({"height": 140} if area else {}))


def _typed(name: str) -> str:
    return st.session_state.get(f"deck-w-{name}", "").strip()


def _replace(moment_of) -> None:
    """Go on with the current moment changed by a function."""
    deck, _ = decks.current()
    if deck is not None and deck.moments:
        k = state()["moment"]
        moments = list(deck.moments)
        moments[k - 1] = moment_of(moments[k - 1])
        decks.change(replace(deck, moments=tuple(moments)), k)


def _about() -> None:
    deck, _ = decks.current()
    title = _typed("title") or deck.title
    decks.change(replace(deck, title=title, about=_typed("about"), notes=_typed("notes")), state()["moment"])


def _caption() -> None:
    _replace(lambda moment: replace(moment, caption=_typed("caption")))


def _ask() -> None:
    """A question that lacks its answer is kept as well: the file would be refused, so the answer is a dash until it is given."""
    ask, answer, options = (
        _typed("ask"),
        _typed("answer"),
        [o.strip() for o in _typed("options").split("|") if o.strip()],
    )
    answer = answer or (options[0] if options else "–")
    options = options if not options or answer in options else [answer, *options]
    question = Question(ask, answer, _typed("hint"), tuple(options)) if ask else None
    _replace(lambda moment: replace(moment, question=question))


def _add(page: str) -> None:
    deck, _ = decks.current()
    k = state()["moment"] if deck.moments else 0
    if len(deck.moments) < MOST_MOMENTS:
        moments = (*deck.moments[:k], decks.screen(page), *deck.moments[k:])
        decks.change(replace(deck, moments=moments), k + 1)


def _take(page: str) -> None:
    seen = decks.screen(page)
    _replace(lambda moment: replace(moment, page=seen.page, scene=seen.scene))


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
