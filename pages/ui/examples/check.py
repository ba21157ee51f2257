"""What a worked example says that its pages cannot show, found before it is played; nothing is refused for it."""

import streamlit as st

from dtlearn import DataError
from dtlearn.show.base.text import listing
from dtlearn.teaching.worked_examples import Deck, Slide
from pages.ui.kit import tables as own
from pages.ui.kit.codec import decode
from pages.ui.kit.contents import fields_of
from pages.ui.kit.escape import md
from pages.ui.kit.scene import EVERYWHERE
from pages.ui.kit.session import record
from pages.ui.lessons import STAGED

MOST = 8  # slides that are named one by one


def faults(deck: Deck) -> list[str]:
    """One sentence for each slide that cannot be shown as it is written; the deck is a checked one."""
    found = {k: _wrong(slide) for k, slide in enumerate(deck.slides, start=1)}
    said = [f"Slide {k}: {listing(wrong)}." for k, wrong in found.items() if wrong]
    more = len(said) - MOST
    return said[:MOST] + [f"And {more} more."] * (more > 0)


def _wrong(slide: Slide) -> list[str]:
    names = record(own.Tables).names
    values, wrong = decode(fields_of(slide.page) + EVERYWHERE, slide.query)
    if not wrong and slide.page in STAGED and "step" in dict(slide.scene):
        wrong = _beyond(slide, values)
    record(own.Tables).names = names  # a look is no use: it may not crowd out the visitor's own
    return wrong


def _beyond(slide: Slide, S: dict) -> list[str]:
    """What is wrong with the step of a slide; of a large table nothing is grown to find out."""
    if any(own.is_stored(text) for _, text in slide.scene):
        return []
    try:
        last = STAGED[slide.page].last(S)
    except DataError as error:
        return [str(error).rstrip(".")]
    except ValueError:  # a criterion for another kind of target: the page takes one that fits, and says so
        return []
    return [f"step={S['step']} is outside 0 to {last}"] if S["step"] > last else []


def warn(deck: Deck) -> None:
    """The faults of a worked example on the screen, in one box."""
    if said := faults(deck):
        st.warning("  \n".join(md(sentence) for sentence in [*said, "There the page shows what it can."]))
