"""A visitor's session: the values of the scene, and the place among them that the page's stage tells of."""

import secrets
from collections.abc import Iterable, Mapping

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui.kit.codec import Field

# The visitor's own, wherever the next link leads: a worked example does not say them, and a link need not.
VIEWER_SETTINGS = ("present", "speed", "view", "student")
ON_ALL_PAGES = (*VIEWER_SETTINGS, "deck", "moment", "author")  # what goes from page to page; all else is the page's own


def state() -> dict:
    """S, the values of the open page in this visitor's session, with the place that the stage has told of."""
    S = st.session_state.setdefault("S", {})
    if not st.session_state.get("_heard"):
        _hear(S)
    return S


def is_visit() -> bool:
    """Whether a visitor's run asks; a document at an address, and a file that is written later,
    are made without one."""
    return get_script_run_ctx(suppress_warning=True) is not None


def hear() -> None:
    """Before the page of a run: hear the stage, once.

    It tells nothing more while a page runs, and each look takes its time.
    """
    st.session_state["_heard"] = False
    state()
    st.session_state["_heard"] = True


def rest() -> None:
    """After a run, whatever ended it: the stage is heard again."""
    st.session_state["_heard"] = False


def visit() -> str:
    """A word of this session alone.

    It stands in the key of a widget whose meaning only this session knows: a browser sends its widgets' values to a new
    server too, which must not take them for its own.
    """
    return st.session_state.setdefault("visit", secrets.token_hex(4))


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


def owns_place(page: str, fields: Iterable[Field]) -> None:
    """The page has a stage whose place is the browser's: S holds what an event has told of it last,
    or where it begins."""
    if "_stage" in st.session_state:
        return
    by_name = {field.name: field for field in fields}
    here = st.session_state.setdefault("_stages", {}).setdefault(
        page, {"begins": 0, "others": 0, "starts": 0, "openings": 0, "known": None, "begin": None}
    )
    st.session_state["_stage"] = here | {"page": page, "fields": by_name, "names": {name: name for name in by_name}}
    st.session_state["_stages"][page] = st.session_state["_stage"]


def hear_place(told: Mapping[str, str]) -> None:
    """Take over the place that came with an event."""
    here, S = st.session_state["_stage"], state()
    for name, field in here["fields"].items():
        S[name] = _read_or(field, told.get(name, ""), S.get(name, field.default))
    here["known"] = place(here["fields"].values(), here["names"], S)


def begin_anew() -> None:
    """The stage shall go to the place that S says, even where it was told to before."""
    st.session_state["_stage"]["known"] = {}


def asks_place() -> bool:
    """Whether S says a place that the stage has not been sent to yet; else it is one that the reader may have left."""
    here = st.session_state.get("_stage")
    return not here or here["known"] != place(here["fields"].values(), here["names"], state())


def leave_place() -> None:
    """The place that S says, whatever it is now, is none to send the stage to."""
    here = st.session_state["_stage"]
    here["known"] = place(here["fields"].values(), here["names"], state())


def another_document(leads: str = "others") -> None:
    """The next document tells of something else. leads : to its beginning who has seen the last one to its end,
    "others", or everybody, "starts"; everybody to the step where it opens, "openings"."""
    st.session_state["_stage"][leads] += 1


def begin() -> tuple[str, dict[str, str]] | None:
    """Where the server wants the stage to be, with a number; None if it has not asked for a place yet."""
    here, S = st.session_state["_stage"], state()
    now = place(here["fields"].values(), here["names"], S)
    usual = {name: field.write(field.default) for name, field in here["fields"].items()}
    if here["known"] != now and (here["known"] is not None or now != usual):
        here["begins"] += 1
        here["begin"] = f"{visit()}-{here['begins']}", {name: text for name, text in now.items() if text != usual[name]}
    here["known"] = now
    return here["begin"]


def place(fields: Iterable[Field], names: Mapping[str, str], S: Mapping) -> dict[str, str]:
    """The place that a scene says, texts by what the stage calls them: those of ``names``, as ``hears`` takes them."""
    by_name = {field.name: field for field in fields}
    return {name: by_name[own].write(S[own]) for name, own in names.items()}


def turn_to(page: str) -> None:
    """Before the page of a run: S is that of this page.

    Of the one that is left the stage is heard once more, and no longer.
    """
    session, S = st.session_state, state()
    if session.get("_stage", {}).get("page", page) != page:
        del session["_stage"]
    left, session["_page"] = session.get("_page", page), page
    if left != page:
        scenes = session.setdefault("_scenes", {})
        scenes[left] = S
        session["_before"] = []  # a link to another page is not from before its last writing
        session["S"] = scenes.get(page, {}) | {name: S[name] for name in ON_ALL_PAGES if name in S}


def _hear(S: dict) -> None:
    """Take over the place that the stage tells of: before a callback, and before the page.

    In one message a button's callback may be called before the stage's own.
    """
    stage = st.session_state.get("_stage")
    if not stage or "known" in stage:
        return
    told = st.session_state.get(f"stage-{stage['page']}")
    told = told.get("place") if told else None
    if not told or stage["heard"] == (heard := (*told["order"], told["count"])):
        return
    stage["heard"] = heard
    st.session_state["_tellings"] = st.session_state.get("_tellings", 0) + 1
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
