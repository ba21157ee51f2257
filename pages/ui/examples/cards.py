"""The worked examples as cards, and the ways to one's own: a file, or an empty one."""

import re
from contextlib import suppress

import streamlit as st

from dtlearn import DataError
from dtlearn.data import packing
from dtlearn.show.base.text import many
from dtlearn.teaching import worked_examples
from dtlearn.teaching.worked_examples import Deck
from pages.ui.examples import check, paper
from pages.ui.examples.bar import safe
from pages.ui.examples.decks import Decks, checked, keep, link_of, open_deck, stem
from pages.ui.examples.pictures import film_of_shipped
from pages.ui.kit import tables
from pages.ui.kit.escape import md
from pages.ui.kit.session import record, state


def gallery() -> None:
    """A card for each worked example that ships with the app; below them what prints them."""
    with st.container(key="dt-gallery"):
        mine = state()["deck"] or record(Decks).last
        if mine and mine not in (*worked_examples.names(), *worked_examples.chapters()):
            with suppress(DataError):
                deck = checked(open_deck(mine))
                _card(mine, deck, f"my-{stem(deck)}", yours=True)
        for name in worked_examples.names():
            _card(name, worked_examples.load(name), name)
    st.caption(
        "CS181, BuildTree and Ch8 are lecture notes, UML is the textbook Understanding Machine Learning: the app"
        " follows them."
    )
    st.page_link("numbers.py", label="The lecture notes: search, read along, numbers, errors and words")
    paper.handouts((worked_examples.load(name), name) for name in worked_examples.names())


def _card(name: str, deck: Deck, file: str, yours: bool = False) -> None:
    with st.container(border=True, key=f"deck-card-{file}-{yours:d}"):
        if not yours and (drawn := film_of_shipped(name)):
            st.image(drawn, alt=f"A picture of {deck.title}")
        st.markdown(f"**{'Yours: ' * yours}{md(deck.title)}**")
        if deck.about:
            st.write(safe(deck.about))
        if deck.slides:
            asks = sum(slide.question is not None for slide in deck.slides)
            minutes = len(deck.slides) + asks  # one for each slide, one more to think about a question
            follows = f"  \n:small[Follows {md(deck.notes)}]" if deck.notes else ""
            st.markdown(f"About {many(minutes, 'minute')}, {many(asks, 'question')}{follows}")
            with st.container(horizontal=True, key=f"deck-ways-{file}-{yours:d}"):
                path, query = link_of(name, deck, 1)
                st.page_link(path, label="**Play**", query_params=query, icon=":material/play_circle:")
                if not yours:
                    path, query = link_of(name, deck, 1, True)
                    st.page_link(path, label="Make it yours", query_params=query, icon=":material/edit:")
        if yours:
            with st.container(horizontal=True):
                paper.buttons(deck, file)
            st.caption("Worksheet and key as PDF, Markdown or notebook: choose under *For class*, on this page.")
            path, query = link_of(name, deck, 1, True) if deck.slides else ("grow.py", _writing(name))
            st.page_link(path, label="Go on writing it", query_params=query, icon=":material/edit:")


def _writing(name: str) -> dict[str, str]:
    return {"v": "1", "deck": name, "author": "1"}


FILE = """title = "PlayTennis, quickly"
notes = "CS181"

[settings.grow]            # what all slides on the page Grow a tree share, as their links say it
data = "play_tennis"
algorithm = "id3-cs181"

[[slides]]
page = "grow"
step = 0
caption = "Fourteen mornings. **Which question comes first?**"
[slides.question]
ask = "Which one?"
options = ["Outlook", "Wind"]
answer = "Outlook"
hint = "Look for a value whose mornings agree."
why = "All four Overcast mornings say Yes."

[[slides]]
page = "grow"
step = 1
caption = "Outlook, with 0.247 bits."
[slides.scene]            # this slide alone
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
            state().update(deck=keep(Deck("My worked example")), moment=1, author=True)
            st.switch_page("grow.py")  # as the visitor left it
    with right:
        files = st.file_uploader(
            "**Open one** that was saved here: its .toml, and the files of its table if it came with some",
            type=["toml", "csv"],
            accept_multiple_files=True,
        )
        if files:
            _open({file.name: file.getvalue() for file in files})
    with st.expander("The file, to write by hand"):
        st.write(
            "A page and its settings are called what the page's own link calls them: copy a link and read it. "
            "Captions, questions, answers, hints and reasons are Markdown, with formulas between dollar signs."
        )
        st.code(FILE, "toml")


def _open(files: dict[str, bytes]) -> None:
    try:
        deck = checked(worked_examples.read(_with_tables(files).decode("utf-8")))
    except UnicodeDecodeError:
        st.error("The file is no text in UTF-8: save it as UTF-8 and open it again.")
    except DataError as error:
        st.error(md(str(error)))
    else:
        st.success(md(f"{deck.title}: {many(len(deck.slides), 'slide')}."))
        check.warn(deck)
        with st.container(key="dt-gallery-opened"):
            _card(keep(deck), deck, f"opened-{stem(deck)}", yours=True)


def _with_tables(files: dict[str, bytes]) -> bytes:
    """The worked example among the files; the tables that come with it are the visitor's own from now on."""
    sheets = {_same_name(name): name for name in files if name.lower().endswith(".csv")}
    cards = {_same_name(name): name for name in files if name not in sheets.values() and _same_name(name) in sheets}
    others = [name for name in files if name not in (*sheets.values(), *cards.values())]
    if len(others) != 1:
        raise DataError(
            "Open one worked example at a time, with the .csv and the .toml of its own tables if it has some."
        )
    for name, sheet in sheets.items():
        if name not in cards:
            raise DataError(f"{sheet} has no .toml of the same name beside it: open both.")
        tables.add_dataset(packing.read_pair(files[sheet], files[cards[name]]))
    return files[others[0]]


def _same_name(file: str) -> str:
    """What a .csv and its .toml have in common, also when a browser has numbered them."""
    return re.sub(r"( ?\(\d+\))?\.\w+$", "", file)
