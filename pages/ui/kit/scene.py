"""The scene: everything on the screen as one plain dict, in the session and in the URL.

``S`` holds validated values. A page names the fields that it shows; ``load`` reads them from the URL,
``save`` writes them. Links carry a version and short ids, never labels, and every value, defaults too.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

VERSION = "1"
MOST_LINK = 16_000  # characters of a query; browsers and proxies stop earlier
MOST_SAID = 6  # things wrong with a link that are said one by one
_FOREIGN = ("utm_", "embed")  # what mailings and Streamlit itself add to links


@dataclass(frozen=True)
class Field:
    """One value of a scene. read : text -> value, raises ValueError; write : value -> text, "" is left out.

    Only a value that means "nothing asked" is written as "": its meaning can never change.
    """

    name: str
    default: object
    read: Callable[[str], object] = str
    write: Callable[[object], str] = str


def choice(name: str, ids: Iterable[str] | Mapping[str, object], default: object, neutral: object = None) -> Field:
    """A field with one of some words, or with a value of a mapping from what a link says. ``neutral`` is left out."""
    ids = ids if isinstance(ids, Mapping) else {word: word for word in ids}
    back = {value: key for key, value in ids.items()}

    def read(text: str):
        if text not in ids:
            raise ValueError(f"{name}={_quoted(text)} is unknown")
        return ids[text]

    return Field(name, default, read, lambda value: "" if value == neutral else back[value])


def whole(name: str, default: int | None, low: int, high: int, neutral: int | None = None) -> Field:
    """A whole number between low and high; out of range the nearest is taken. ``neutral`` is left out."""

    def read(text: str):
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise ValueError(f"{name}={_quoted(text)} is not a whole number")
        if not low <= int(text) <= high:
            raise Clamped(f"{name}={int(text)} is outside {low} to {high}", min(max(int(text), low), high))
        return int(text)

    return Field(name, default, read, lambda value: "" if value == neutral else str(value))


def switch(name: str, default: bool = False) -> Field:
    return choice(name, {"0": False, "1": True}, default)


class Clamped(ValueError):
    """A value out of range; ``nearest`` is the one to use."""

    def __init__(self, message: str, nearest: object):
        super().__init__(message)
        self.nearest = nearest


def decode(fields: tuple[Field, ...], query: Mapping[str, str]) -> tuple[dict, list[str]]:
    """(values of all fields, what was wrong with the link); absent or bad values become defaults."""
    values, wrong = {}, []
    if sum(map(len, query)) + sum(map(len, query.values())) > MOST_LINK:
        query, wrong = {}, [f"it has more than {MOST_LINK:,} characters"]
    if query and query.get("v") != VERSION:
        wrong.append(f"it was made for version {_quoted(query['v'])}" if "v" in query else "it has no version (v=1)")
    known = {"v"} | {field.name for field in fields}
    wrong += [f"{_quoted(name)} is unknown" for name in query if name not in known and not name.startswith(_FOREIGN)]
    for field in fields:
        values[field.name] = field.default
        if field.name in query:
            try:
                values[field.name] = field.read(query[field.name])
            except Clamped as error:
                values[field.name] = error.nearest
                wrong.append(str(error))
            except ValueError as error:
                wrong.append(str(error))
    more = len(wrong) - MOST_SAID
    return values, wrong if more <= 0 else [*wrong[:MOST_SAID], f"{more} more that cannot be read"]


def encode(fields: tuple[Field, ...], values: Mapping) -> dict[str, str]:
    """The query of a link: the version, then every field that asks something."""
    written = {field.name: field.write(values[field.name]) for field in fields}
    return {"v": VERSION} | {name: text for name, text in written.items() if text}


# What any page's link may carry beside the page's own values: a worked example, the moment of it, whether it is being written.
EVERYWHERE = (
    Field("deck", ""),
    whole("moment", 1, 1, 99, neutral=1),
    choice("author", {"1": True, "0": False}, False, False),
)


# The visitor's own, wherever the next link leads: a worked example does not say them, and a link need not.
VISITORS = ("present", "speed", "view")


def stay_as_you_are() -> None:
    """The next link that is read leaves the visitor's own values as they are."""
    st.session_state["_kept"] = {name: state()[name] for name in VISITORS if name in state()}


def _quoted(text: str) -> str:
    return repr(text[:20] + ("…" if len(text) > 20 else ""))


def state() -> dict:
    """S, the values of this visitor's session, with the place that the stage has told of."""
    S = st.session_state.setdefault("S", {})
    if not st.session_state.get("_heard"):
        _hear(S)
    return S


def hears(page: str, fields: tuple[Field, ...], names: Mapping[str, str]) -> None:
    """The page has a stage, whose place these fields hold. names : what the stage calls them -> their names."""
    if "_stage" in st.session_state:
        return
    by_name = {field.name: field for field in fields}
    here = st.session_state.setdefault("_stages", {}).setdefault(page, {"order": [visit(), 0], "heard": None})
    here |= {"page": page, "names": names, "fields": {name: by_name[own] for name, own in names.items()}}
    here.pop("address", None)  # where it is by now is ordered: the browser forgot it with the page
    st.session_state["_stage"] = here
    _hear(state())
    if not st.query_params:  # where this page was left; another page's step is none of it
        S = state()
        visitors = {name: S[name] for name in VISITORS if name in S}
        _take(here, S, here.get("told", {}))
        S.update(visitors)


def place(fields: Iterable[Field], names: Mapping[str, str], S: Mapping) -> dict[str, str]:
    """The place that a scene says, texts by what the stage calls them: those of ``names``, as ``hears`` takes them."""
    by_name = {field.name: field for field in fields}
    return {name: by_name[own].write(S[own]) for name, own in names.items()}


def leave(page: str) -> None:
    """Another page than this is left: its stage is heard no more."""
    if st.session_state.get("_stage", {}).get("page", page) != page:
        del st.session_state["_stage"]


def _hear(S: dict) -> None:
    """Take over the place that the stage tells of: before a callback, and before the page.

    In one message a button's callback may be called before the stage's own.
    """
    stage = st.session_state.get("_stage")
    told = st.session_state.get(f"stage-{stage['page']}") if stage else None
    told = told.get("place") if told else None
    if not told or stage["heard"] == (heard := (*told["order"], told["count"])):
        return
    stage["heard"] = heard
    known, (word, number) = stage["order"], told["order"]
    if (word == known[0] and number < known[1]) or ("lesson_of" in stage and told["address"] != stage["lesson_of"](S)):
        return  # of before the last order, or of the lesson before a choice that is not drawn yet
    _take(stage, S, told["place"])


def _take(stage: dict, S: dict, place: dict[str, str]) -> None:
    stage["told"] = {name: place.get(name, "") for name in stage["fields"]}  # else it differs, and is ordered back
    for name, field in stage["fields"].items():
        S[field.name] = _read_or(field, place.get(name, ""), S.get(field.name, field.default))


def _read_or(field: Field, text: object, otherwise: object) -> object:
    """The value that a text stands for; of no text the default."""
    try:
        return field.read(text) if isinstance(text, str) and text else field.default
    except ValueError as error:
        return getattr(error, "nearest", otherwise)


def visit() -> str:
    """A word of this session alone.

    It stands in the key of a widget whose meaning only this session knows: a browser sends its widgets' values to a new
    server too, which must not take them for its own.
    """
    return st.session_state.setdefault("visit", secrets.token_hex(4))


def arrive() -> None:
    """Before the page of a run: does its query come from before the last writing, by a visitor who was quicker than the address?

    Who goes back to such a query has chosen nothing since.
    """
    ours, query = st.session_state, st.query_params.to_dict()
    ours["_heard"] = False
    state()
    ours["_heard"] = True  # a stage tells nothing more while a page runs, and each look at a component takes its time
    if not query or query == ours.get("_written"):
        ours["_before"] = []  # the browser knows of the last writing
    ours["_overtaken"] = query in ours.get("_before", []) and state() != ours.get("_seen")


def rest() -> None:
    """After a run, whatever ended it: the stage is heard again."""
    st.session_state["_heard"] = False


def seen() -> None:
    """After a page or a part of it: this is what the visitor sees and chooses on."""
    st.session_state["_seen"] = dict(state())


def load(fields: tuple[Field, ...], mend: Callable[[dict], list[str]] = lambda S: []) -> list[str]:
    """Bring S up to date with the URL; answers what was wrong with the link, if anything.

    Our own last writing is no news; an empty query is a switch of pages, which keeps what S has.
    mend : brings what depends on other values into its range; answers what was wrong with it.
    """
    return _read(fields) + mend(state())


def _read(fields: tuple[Field, ...]) -> list[str]:
    S, query, fields = state(), st.query_params.to_dict(), fields + EVERYWHERE
    for field in fields:
        S.setdefault(field.name, field.default)
    # Streamlit goes on to send the query that it knows of, whatever the stage has written meanwhile.
    known = (st.session_state.get("_written"), st.session_state.get("_received"))
    if query and st.session_state["_overtaken"]:
        return []
    st.session_state["_received"] = query
    if query and query in known:
        return []
    if not query:
        st.session_state.pop("_written", None)
        return []
    values, wrong = decode(fields, query)
    if "deck" not in query:  # a link from page to page leaves the worked example open
        values |= {field.name: S[field.name] for field in EVERYWHERE}
    kept = {name: S[name] for name in VISITORS if name not in query and name in S}
    kept |= st.session_state.pop("_kept", {})
    S.update(values | {name: value for name, value in kept.items() if name in values})
    return wrong


def save(fields: tuple[Field, ...]) -> None:
    """Write S to the URL, if it says something else."""
    seen()
    _write(encode(fields + EVERYWHERE, state()))


def save_everywhere() -> None:
    """Write what any page's link carries; the page's own values stay as they were written."""
    names = {field.name for field in EVERYWHERE}
    query = {name: text for name, text in st.query_params.to_dict().items() if name not in names}
    _write(query | encode(EVERYWHERE, state()))


def query_now() -> dict[str, str]:
    """What the address says of what is on the screen, the place of a stage too, which the browser writes."""
    S, query = state(), st.query_params.to_dict()
    for field in st.session_state.get("_stage", {}).get("fields", {}).values():
        query[field.name] = field.write(S[field.name])
    return {name: text for name, text in query.items() if text}


def _write(query: dict[str, str]) -> None:
    if _asked(query) != _asked(st.session_state.get("_written")):
        before = [query for query in map(st.session_state.get, ("_written", "_received")) if query]
        st.session_state.update(_written=query, _received=None, _before=st.session_state.get("_before", []) + before)
        if query != st.query_params.to_dict():  # else another entry of the browser's history
            st.query_params.from_dict(query)


def _asked(query: dict[str, str] | None) -> dict[str, str] | None:
    """A query without the place of the stage, which the browser writes."""
    fields = st.session_state.get("_stage", {}).get("fields", {}).values()
    own = {field.name for field in fields}
    return query and {name: text for name, text in query.items() if name not in own}


def live(fields: tuple[Field, ...], *parts: Callable[[], object], busy: Callable[[], bool] = lambda: False) -> None:
    """What follows a choice at once: parts drawn as a fragment; then the link says what is to be seen.

    Not while the page is ``busy``.
    """

    @st.fragment
    def watch() -> None:
        for part in parts:
            part()
        if not busy():
            save(fields)

    watch()


def within(S: dict, name: str, low: int, high: int) -> list[str]:
    """Bring a value into a range that depends on others; answers what was wrong with it."""
    asked = S[name]
    if asked is None or low <= asked <= high:
        return []
    return drop(S, name, min(max(asked, low), high), f"{name}={asked} is outside {low} to {high}")


def existing(S: dict, **numbers: int) -> list[str]:
    """Let go of what is numbered beyond what there is; answers what was wrong."""
    beyond = [name for name, n in numbers.items() if S[name] is not None and S[name] >= n]
    return [why for name in beyond for why in drop(S, name, None, f"{name}={S[name]} does not exist here")]


def land(S: dict, last: int, telling: Callable[[], int]) -> list[str]:
    """Bring the step into 0 .. ``last``, or to the one worth seeing; answers what was wrong with it."""
    if S["step"] is None:
        S["step"] = telling()
    return within(S, "step", 0, last)


def defaults(fields: Iterable[Field]) -> dict:
    """The scene of a page that nothing has been asked of."""
    return {field.name: field.default for field in fields}


def change(changed: Callable[[dict], None] | None = None, **values) -> None:
    """Give S these values, as a button does. changed : called with the values from before."""
    before = dict(state())
    state().update(values)
    if changed:
        changed(before)


def edits(name: str) -> dict[str, list]:
    """What to go back to, "undo", and what to go on to again, "redo": kept for the session, the latest last."""
    return st.session_state.setdefault(name, {"undo": [], "redo": []})


def shows(key: str, value: object, then: Callable[[object], None]) -> dict:
    """Arguments of a widget that shows a value, and tells ``then`` of another."""
    st.session_state[key] = value
    return {"key": key, "on_change": lambda: then(st.session_state[key])}


def bind(name: str, changed: Callable[[dict], None] | None = None, now: object = None) -> dict:
    """Arguments of a widget that shows S[name] and writes it back: ``st.selectbox(..., **bind("data"))``.

    changed : called with the values from before. now : what an open value stands for.
    """
    shown = state()[name] if now is None else now
    return shows(f"w_{name}", shown, lambda value: change(changed, **{name: value}))


def drop(S: dict, name: str, value: object, why: str) -> list[str]:
    """Give S a value that can be, in the place of one that cannot; answers ``why``."""
    S[name] = value
    return [why]


def asking(fields: Iterable[Field], values: Mapping) -> dict[str, str]:
    """The query of a link with these values, everything else at its default; of the visitor's own, what is given."""
    said = tuple(field for field in fields if field.name in values or field.name not in VISITORS)
    return encode(said, defaults(said) | values)


def link(page: str, fields: tuple[Field, ...], **values) -> str:
    """The address of a page, asking for these values."""
    return f"{page}?{urlencode(asking(fields, values))}"
