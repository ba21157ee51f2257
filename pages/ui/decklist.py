"""The worked examples as cards, and the ways to one's own: a file, or an empty one."""

from __future__ import annotations

import streamlit as st

from dtlearn import DataError, decks
from dtlearn.decks import Deck
from pages.ui import deckpaper, handout
from pages.ui.deck import checked, current, keep, link_of
from pages.ui.escape import md
from pages.ui.scene import state


def gallery() -> None:
    """A card for each worked example that ships with the app, and what prints it."""
    st.caption("Each is a hand-out too: a worksheet with its questions open, and the key.")
    with st.container(horizontal=True, vertical_alignment="bottom", key="dt-handout"):
        handout.choices(kinds=False)
    open_now, _ = current()
    with st.container(key="dt-gallery"):
        if open_now is not None and open_now.moments and state()["deck"] not in decks.names():
            _card(state()["deck"], open_now, "yours")
        for name in decks.names():
            _card(name, decks.load(name), name)


def _card(name: str, deck: Deck, file: str) -> None:
    with st.container(border=True):
        path, query = link_of(name, deck, 1)
        st.page_link(path, label=f"**{md(deck.title)}**", query_params=query)
        st.write(md(deck.about))
        asks = sum(moment.question is not None for moment in deck.moments)
        follows = f", follows {md(deck.notes)}" if deck.notes else ""
        st.caption(f"{len(deck.moments)} moments, {asks} {'question' if asks == 1 else 'questions'}{follows}")
        with st.container(horizontal=True):
            deckpaper.buttons(deck, file)


FILE = """title = "PlayTennis, quickly"
notes = "CS181"

[settings.grow]            # what all moments on the page Grow a tree share, as their links say it
data = "play_tennis"
algorithm = "id3-cs181"

[[moments]]
page = "grow"
step = 0
caption = "Fourteen mornings. **Which question comes first?**"
[moments.question]
ask = "Which one?"
options = ["Outlook", "Wind"]
answer = "Outlook"
hint = "Look for a value whose mornings agree."

[[moments]]
page = "grow"
step = 1
caption = "Outlook, with 0.247 bits."
[moments.scene]            # this moment alone
panel = "rules"
"""


def own() -> None:
    """A worked example of the visitor's own: opened from a file, or begun."""
    st.subheader("Your own")
    left, right = st.columns(2, gap="large")
    with left:
        st.write(
            "**Write one.** Go through the pages, set up what is to be seen, and add each screen with its caption."
        )
        if st.button("Begin an empty worked example", icon=":material/edit:"):
            query = {"v": "1", "deck": keep(Deck("My worked example")), "author": "1"}
            st.switch_page("pages/grow.py", query_params=query)
    with right:
        file = st.file_uploader("**Open one** that was saved here, or written by hand (.toml)", type=["toml"])
        if file is not None:
            _open(file.getvalue())
    with st.expander("The file, to write by hand"):
        st.write(
            "A page and its settings are called what the page's own link calls them: copy a link and read it. "
            "Captions, questions, answers and hints are Markdown, with formulas between dollar signs."
        )
        st.code(FILE, "toml")


def _open(raw: bytes) -> None:
    try:
        deck = checked(decks.read(raw.decode("utf-8")))
    except UnicodeDecodeError:
        st.error("The file is no text in UTF-8: save it as UTF-8 and open it again.")
    except DataError as error:
        st.error(md(str(error)))
    else:
        st.success(md(f"{deck.title}: {len(deck.moments)} moments."))
        if deck.moments:
            path, query = link_of(keep(deck), deck, 1)
            st.page_link(path, label="**Play it**", query_params=query)
            st.page_link(path, label="Go on writing it", query_params=query | {"author": "1"})
            with st.container(horizontal=True):
                deckpaper.buttons(deck, "opened")
        else:
            st.page_link(
                "pages/grow.py", label="Go on writing it", query_params={"v": "1", "deck": keep(deck), "author": "1"}
            )
