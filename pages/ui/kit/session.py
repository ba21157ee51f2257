"""A visitor's session: the values of the open page, what the server knows of its stage, and of its address.

Whatever else the server remembers of a visitor is a record, a dataclass in the module that owns it.
"""

import secrets
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.ui.kit.codec import Field

# The visitor's own, wherever the next link leads: a worked example does not say them, and a link need not.
VIEWER_SETTINGS = ("present", "speed", "view", "student")
ON_ALL_PAGES = (*VIEWER_SETTINGS, "deck", "moment", "author")  # what goes from page to page; all else is the page's own
T = TypeVar("T")


@dataclass
class Address:
    """The query of the open page, which the server and the browser both write.

    written : ours, the last one. received : the one that was read last. before : those that stood there before our last
    writing, which the browser may still send. overtaken : whether this run's query is one of them. seen : the values
    that the visitor sees and chooses on. kept : values that the next link leaves as they are. begins : whether the
    place in the next link is to be gone to, even if the link is the last one again. figure : of the notes, which the
    last link asked for; "" for none.
    """

    written: dict[str, str] | None = None
    received: dict[str, str] | None = None
    before: list[dict[str, str]] = field(default_factory=list)
    overtaken: bool = False
    seen: dict | None = None
    kept: dict = field(default_factory=dict)
    begins: bool = False
    figure: str = ""


@dataclass
class Stage:
    """The stage of a page. Its place is the browser's: S holds where it begins, or what an event has told of it last.

    fields : those of the place. known : the place, texts by name, that the stage was sent to or told of last; None
    before any. begin : (number, place), what it is sent to. leads : how often another document led the reader to its
    beginning, "others" and "starts", or to the step where it opens, "openings". lacks : how often it could not fetch
    its document.
    """

    fields: tuple[Field, ...]
    known: dict[str, str] | None = None
    begin: tuple[str, dict[str, str]] | None = None
    begins: int = 0
    leads: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("others", "starts", "openings"), 0))
    lacks: int = 0

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.fields]

    def place(self) -> dict[str, str]:
        """The place that S says, texts by name."""
        S = state()
        return {one.name: one.write(S[one.name]) for one in self.fields}

    def hear(self, told: dict[str, str]) -> None:
        """Take over the place that came with an event."""
        S = state()
        for one in self.fields:
            S[one.name] = _read_or(one, told.get(one.name, ""), S.get(one.name, one.default))
        self.known = self.place()

    def sent(self) -> tuple[str, dict[str, str]] | None:
        """Where the server wants the stage to be, with a number; None if it has not asked for a place yet."""
        now, usual = self.place(), {one.name: one.write(one.default) for one in self.fields}
        if self.known != now and (self.known is not None or now != usual):
            self.begins += 1
            said = {name: text for name, text in now.items() if text != usual[name]}
            self.begin = f"{session().visit}-{self.begins}", said
        self.known = now
        return self.begin


@dataclass
class Session:
    """What the server knows of a visitor, whatever the page.

    visit : a word of this session alone, for the key of a widget whose meaning only this session knows: a browser sends
    its widgets' values to a new server too, which must not take them for its own. page : the open one, by name; None
    before any. settings : S of the pages that were left, by name. stages : of the pages that have been shown and have
    one, by name. memories : what pages remember beside their settings, by kind.
    address : that of the open page. fields : the settings of the lesson that was shown last. deferred : what the next
    run says once, by where it does. unfolded : the rows of pills, by key, that show all. example : (question of a room
    or None,) where a worked example is to begin, or go on, with what is on the screen. posed : [number of the asking,
    question], the last one that the lecturer's page has asked for.
    """

    visit: str = field(default_factory=lambda: secrets.token_hex(4))
    page: str | None = None
    settings: dict[str, dict] = field(default_factory=dict)
    stages: dict[str, Stage] = field(default_factory=dict)
    memories: dict[type, object] = field(default_factory=dict)
    address: Address = field(default_factory=Address)
    fields: tuple[Field, ...] = ()
    deferred: dict[str, str | list[str]] = field(default_factory=dict)
    unfolded: set[str] = field(default_factory=set)
    example: tuple[object] | None = None
    posed: list | None = None


def state() -> dict:
    """S, the values of the open page in this visitor's session."""
    return st.session_state.setdefault("S", {})


def record(kind: type[T]) -> T:
    """This session's one record of a kind; made when it is first asked for."""
    if kind.__name__ not in st.session_state:
        st.session_state[kind.__name__] = kind()
    return st.session_state[kind.__name__]


def session() -> Session:
    """What is known of the visitor."""
    return record(Session)


def memory(kind: type[T]) -> T:
    """What a page of this session remembers beside its settings: a record of the page's own kind."""
    return session().memories.setdefault(kind, kind())


def defer(where: str, why: str | list[str]) -> None:
    """The next run says this, once; where : ``deferred`` is asked for it under the same word."""
    session().deferred[where] = why


def deferred(where: str) -> str | list[str]:
    """What is to be said here now, "" for nothing."""
    return session().deferred.pop(where, "")


def is_visit() -> bool:
    """Whether a visitor's run asks; a document at an address, and a file that is written later,
    are made without one."""
    return get_script_run_ctx(suppress_warning=True) is not None


# ---- the stage


def owns_place(fields: tuple[Field, ...]) -> None:
    """The open page has a stage, whose place these fields hold."""
    session().stages.setdefault(session().page, Stage(fields))


def stage_here() -> Stage | None:
    """The stage of the open page; None of a page that has none, or has not been shown yet."""
    return session().stages.get(session().page)


def begin_anew() -> None:
    """The stage of the open page shall go to the place that S says, even where it was told to before."""
    if stage := stage_here():
        stage.known = {}


def asks_place() -> bool:
    """Whether S says a place that the stage has not been sent to yet; else it is one that the reader may have left."""
    return (stage := stage_here()) is None or stage.known != stage.place()


def leave_place() -> None:
    """The place that S says, whatever it is now, is none to send the stage to."""
    stage = stage_here()
    stage.known = stage.place()


def another_document(leads: str) -> None:
    """The next document tells of something else. leads : as in ``Stage``."""
    stage_here().leads[leads] += 1


def turn_to(page: str) -> None:
    """Before the page of a run: S is that of this page."""
    ours, S = session(), state()
    left, ours.page = ours.page, page
    if left not in (None, page):
        ours.settings[left] = S
        ours.deferred = {}
        ours.address.before = []  # a link to another page is not from before its last writing
        st.session_state["S"] = ours.settings.get(page, {}) | {name: S[name] for name in ON_ALL_PAGES if name in S}


def _read_or(one: Field, text: object, otherwise: object) -> object:
    """The value that a text stands for; of no text the default."""
    try:
        return one.read(text) if isinstance(text, str) and text else one.default
    except ValueError as error:
        return getattr(error, "nearest", otherwise)
