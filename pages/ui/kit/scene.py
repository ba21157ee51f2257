"""The scene: everything on the screen as one plain dict, in the session and in the URL.

``S`` holds validated values. A page names the fields that it shows; ``load`` reads them from the URL,
``save`` writes them. A link says every value, defaults too.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import urlencode

import streamlit as st

from pages.ui.kit.codec import ASKED, SENTENCE, Field, Near, choice, decode, encode, mended, whole
from pages.ui.kit.session import VIEWER_SETTINGS, begin_anew, session, stage_here, state
from pages.ui.kit.table_store import Gone

# What any page's link may carry beside the page's own values: a worked example, the moment of it, whether it is being
# written, whether it is a student's.
EVERYWHERE = (
    Field("deck", "", lambda text: text.rstrip(SENTENCE)),
    whole("moment", 1, 1, 99, neutral=1),
    choice("author", {"1": True, "0": False}, False, False),
    choice("student", {"1": True, "0": False}, False, False),  # nothing to be set, nothing to be written
)

# Of the task of a worked example: whether one waits for what its page will say, and whether the page has just said it.
TASK: dict[str, Callable[[], bool]] = {"waits": lambda: False, "just_done": lambda: False}


def keep_viewer_settings_once() -> None:
    """The next link that is read leaves the visitor's own values as they are."""
    session().address.kept = {name: state()[name] for name in VIEWER_SETTINGS if name in state()}


def mend_link() -> None:
    """Before anything reads it: the query as it was before others wrote it anew."""
    query = st.query_params.to_dict()
    if (right := mended(query)) != query:
        st.query_params.from_dict(right)


def detect_stale_query() -> None:
    """Before the page of a run: does its query come from before the last writing,
    by a visitor who was quicker than the address?

    Who goes back to such a query has chosen nothing since.
    """
    ours, query = session().address, st.query_params.to_dict()
    if not query or query == ours.written:
        ours.before = []  # the browser knows of the last writing
    ours.overtaken = query in ours.before and state() != ours.seen


def mark_rendered() -> None:
    """After a page or a part of it: this is what the visitor sees and chooses on."""
    session().address.seen = dict(state())


def load(
    fields: tuple[Field, ...], mend: Callable[[dict], list[str]] = lambda S: [], opens: Mapping = MappingProxyType({})
) -> list[str]:
    """Bring S up to date with the URL; returns what was wrong with the link, if anything.

    Our own last writing is no news; an empty query is a switch of pages, which keeps what S has.
    mend : brings what depends on other values into its range; returns what was wrong with it.
    opens : the values of a session's first visit without a link, where they are not the defaults of a link.
    """
    return _read(fields, opens) + mend(state())


def _read(fields: tuple[Field, ...], opens: Mapping) -> list[str]:
    S, query, fields = state(), st.query_params.to_dict(), fields + EVERYWHERE
    if not query and any(field.name not in S for field in fields):  # nobody has been here
        S.update(opens)
    for one in fields:
        S.setdefault(one.name, one.default)
    ours, stage = session().address, stage_here()
    known, ours.received = (ours.written, ours.received), query
    if not query:
        ours.written = None
        return []
    begins, ours.begins = ours.begins, False
    if ours.overtaken:
        ours.received = known[1]
        return []
    # Streamlit goes on to send the query that it knows of.
    if query in known and not begins:
        return []
    ours.figure = query.get(ASKED, "")
    values, wrong = decode(fields, query)
    if "deck" not in query:  # a link from page to page leaves the worked example open
        values |= {field.name: S[field.name] for field in EVERYWHERE if field.name not in VIEWER_SETTINGS}
    place = set(stage.names) if stage else set()
    if place and (begins or place & query.keys()):
        begin_anew()
        ours.written = None  # the place goes out of the query
    else:
        values = {name: value for name, value in values.items() if name not in place}
    kept = {name: S[name] for name in VIEWER_SETTINGS if name not in query and name in S} | ours.kept
    ours.kept = {}
    S.update(values | {name: value for name, value in kept.items() if name in values})
    return wrong


def save(fields: tuple[Field, ...]) -> None:
    """Write S to the URL, if it says something else."""
    mark_rendered()
    _write(encode(fields + EVERYWHERE, state()))


def save_everywhere() -> None:
    """Write what any page's link carries; the page's own values stay as they were written."""
    names = {field.name for field in EVERYWHERE}
    query = {name: text for name, text in st.query_params.to_dict().items() if name not in names}
    _write(query | encode(EVERYWHERE, state()))


def query_now() -> dict[str, str]:
    """What a link says of what is on the screen: the query, and the place that the stage has told of last."""
    stage = stage_here()
    query = st.query_params.to_dict() | (stage.place() if stage else {})
    return {name: text for name, text in query.items() if text}


def _write(query: dict[str, str]) -> None:
    ours = session().address
    if query != ours.written:
        ours.before += [query for query in (ours.written, ours.received) if query]
        ours.written, ours.received = query, None
        if query != st.query_params.to_dict():  # else another entry of the browser's history
            st.query_params.from_dict(query)


def draw_as_fragment(
    fields: tuple[Field, ...], *parts: Callable[[], object], busy: Callable[[], bool] = lambda: False
) -> None:
    """What follows a choice at once: parts drawn as a fragment; then the link says what is to be seen.

    Not while the page is ``busy``.
    """

    @st.fragment
    def watch() -> None:
        try:
            for part in parts:
                part()
        except Gone:
            st.rerun()  # the whole page asks the browser for the table
        if not busy():
            save(fields)
            if TASK["just_done"]():
                st.rerun()  # it stands outside the fragment

    watch()


def clamp(S: dict, name: str, low: int, high: int) -> list[str]:
    """Bring a value into a range that depends on others; returns what was wrong with it."""
    asked = S[name]
    if asked is None or low <= asked <= high:
        return []
    return reset_with_reason(S, name, min(max(asked, low), high), Near(f"{name}={asked} is outside {low} to {high}"))


def clear_out_of_range(S: dict, **numbers: int) -> list[str]:
    """Let go of what is numbered beyond what there is; returns what was wrong."""
    beyond = [name for name, n in numbers.items() if S[name] is not None and S[name] >= n]
    return [why for name in beyond for why in reset_with_reason(S, name, None, f"{name}={S[name]} does not exist here")]


def defaults(fields: Iterable[Field]) -> dict:
    """The scene of a page that nothing has been asked of."""
    return {field.name: field.default for field in fields}


def change(changed: Callable[[dict], None] | None = None, **values) -> None:
    """Give S these values, as a button does. changed : called with the values from before."""
    before = dict(state())
    state().update(values)
    if changed:
        with suppress(Gone):  # the run that follows asks the browser for the table
            changed(before)


@dataclass
class Edits:
    """What to go back to, and what to go on to again; the latest last."""

    undo: list = field(default_factory=list)
    redo: list = field(default_factory=list)

    def travel(self, way: str, now: object) -> object | None:
        """One back, "undo", or on again, "redo", from what there is now; returns where that is, None for nowhere."""
        there, other = (self.undo, self.redo) if way == "undo" else (self.redo, self.undo)
        other.append(now)
        return there.pop() if there else None


def widget_args(key: str, value: object, then: Callable[[object], None]) -> dict:
    """Arguments of a widget that shows a value, and tells ``then`` of another."""
    st.session_state[key] = value
    page = session().page

    def changed() -> None:
        if session().page == page:  # a choice of a page that has been left is none of the one that is open
            then(st.session_state[key])

    return {"key": key, "on_change": changed}


def bind_widget(name: str, changed: Callable[[dict], None] | None = None, now: object = None) -> dict:
    """Arguments of a widget that shows S[name] and writes it back: ``st.selectbox(..., **bind("data"))``.

    changed : called with the values from before. now : what an open value stands for.
    """
    shown = state()[name] if now is None else now
    return widget_args(f"w_{name}", shown, lambda value: change(changed, **{name: value}))


def reset_with_reason(S: dict, name: str, value: object, why: str) -> list[str]:
    """Give S a value that can be, in the place of one that cannot; returns ``why``."""
    S[name] = value
    return [why]


def asking(fields: Iterable[Field], values: Mapping) -> dict[str, str]:
    """The query of a link with these values, everything else at its default; of the visitor's own, what is given."""
    said = tuple(field for field in fields if field.name in values or field.name not in VIEWER_SETTINGS)
    return encode(said, defaults(said) | values)


def link(page: str, fields: tuple[Field, ...], **values) -> str:
    """The address of a page, asking for these values."""
    return f"{page}?{urlencode(asking(fields, values))}"
