"""A small picture of a worked example, for its card."""

from base64 import b64encode

import streamlit as st

from dtlearn.teaching.worked_examples import Deck, Slide, load
from pages.ui.kit.trees import small_tree
from pages.ui.lessons import LESSONS

SIZE = 136, 84  # px of every one
FRAMES, FRAME = 3, (72, 84)  # of a film, and px of each
BETWEEN = 16  # px


@st.cache_resource(max_entries=50, show_spinner=False)
def of_shipped(name: str) -> str:
    """The picture of a worked example of the app or of a chapter, drawn once."""
    return picture(load(name))


@st.cache_resource(max_entries=50, show_spinner=False)
def film_of_shipped(name: str) -> str:
    """The film of a worked example of the app, drawn once."""
    return film(load(name))


def picture(deck: Deck) -> str:
    """That of its own screens with the most to be seen, as an image's address; "" without any.

    A growth has asked its first question there.
    """
    drawn = max((_drawn(slide, *SIZE, 1) for slide in deck.slides), key=len, default="")
    return drawn and _address(drawn)


def film(deck: Deck) -> str:
    """Its own screens beside each other, the first, one in the middle and the last that can be drawn,
    as an image's address; "" without any."""
    seen = list(dict.fromkeys(filter(None, (_drawn(slide, *FRAME) for slide in deck.slides))))
    if not seen:
        return ""
    some = [seen[i] for i in sorted({0, len(seen) // 2, len(seen) - 1})][:FRAMES]
    h, step = FRAME[1], FRAME[0] + BETWEEN
    parts = [f'<g transform="translate({i * step})">{one}</g>' for i, one in enumerate(some)]
    ways = [
        f'<path d="M{i * step - 11} {h / 2 - 4}l5 4-5 4" fill="none" stroke="#808892"/>' for i in range(1, len(some))
    ]
    wide = step * len(some) - BETWEEN
    return _address(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{h}">{"".join(parts + ways)}</svg>'
    )


def _address(svg: str) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


def _drawn(slide: Slide, width: int, height: int, step: int = 0) -> str:
    """The small picture of what a slide shows; "" for none. step : the one to draw at least."""
    page = LESSONS.get(slide.page)
    if not page or not (page.picture or page.view) or not (found := page.of_link(slide.query)):
        return ""
    s, _ = found
    if "step" in s:
        s["step"] = min(max(s["step"], step), page.last(s))
    return page.picture(s, width, height) if page.picture else small_tree(page.view(s, s["step"]), width, height)
