"""A worked example on paper: the tree and the gains of its moments on the Grow page, its questions, its links."""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

import dtlearn
from dtlearn.decks import Deck, Moment
from dtlearn.views.model import tree_view
from dtlearn.views.sheet import Drawing, Sheet
from dtlearn.views.sheet_node import few, summary
from dtlearn.views.sheet_sets import deck_sheet
from pages.ui import growth, handout, own
from pages.ui.scene import decode


def buttons(deck: Deck, name: str) -> None:
    """A worked example's worksheet and key; ``handout.choices(kinds=False)`` stands once on the page."""
    url = st.context.url
    base = url.rstrip("/").rsplit("/", 1)[0] if url else ""
    handout.buttons(lambda: paper_of(deck, base), name)


def paper_of(deck: Deck, base: str) -> Sheet:
    """The sheet of a worked example. base : the app's address, "" if it is not known."""

    def address(moment: Moment) -> str:
        return f"{base}/{moment.page}?{urlencode(moment.query)}" if base else ""

    first = address(deck.moments[0]) if deck.moments else ""
    return deck_sheet(deck, _pictures, address, first)


def _pictures(moment: Moment) -> tuple:
    """What paper can show of a moment: of a growth the tree so far, and the gains that are on the screen.

    It is drawn after the visitor's run, so nothing here asks for a session or its caches.
    """
    S, _ = decode(growth.FIELDS, moment.query)
    if moment.page != "grow" or S["data"].startswith(own.MINE):
        return ()
    try:
        trace = dtlearn.grow(own.load(S["data"]), growth.settings_of(S))
    except ValueError:  # a criterion or a kind of split that the data do not allow
        return ()
    steps = dtlearn.steps(trace, S["order"], "question" if S["predict"] else S["detail"])
    step = steps[min(S["step"], len(steps) - 1)]
    found = step.candidates
    gains = (summary(trace, step.node.i, few(found), asked=False),) if step.scored and len(found) else ()
    return (*gains, Drawing(tree_view(trace.tree, step.decided)))
