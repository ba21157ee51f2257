"""What a visitor made and no link holds: the browser keeps it for its tab, and offers it to a server that lacks it.

What the browser hands back is a stranger's text, read like a file that is opened.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import streamlit as st

from dtlearn import DataError
from dtlearn.data import packing
from dtlearn.data.sniff import MOST_BYTES
from dtlearn.teaching import worked_examples as files
from dtlearn.teaching.worked_examples import Deck
from pages.ui.components.keeping import keeping
from pages.ui.components.keepone import keepone
from pages.ui.examples import decks, desk
from pages.ui.kit import tables
from pages.ui.kit.codec import encode
from pages.ui.kit.escape import md
from pages.ui.kit.scene import defaults, keep_viewer_settings_once
from pages.ui.kit.session import defer, deferred, record, session, state
from pages.ui.own import work

_BROKEN = "What your browser kept cannot be read any more: it is left out."
MOST_RECORDS = 16  # a browser keeps four of each kind
Place = tuple[str, dict[str, str]]  # a page file and its query


@dataclass
class Kept:
    """What the browser was asked for, and what it has handed over; each as kind/name.

    wanted : what the page waits for. asked : what it lacked when it was asked last. opened : what stands under another
    name now. place : where what was opened last is seen, until it is gone to.
    """

    wanted: list[str] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    opened: list[str] = field(default_factory=list)
    place: Place | None = None


@dataclass(frozen=True)
class Kind:
    """says : what it is called before its title. files : the endings of the files that hold it together; none may.

    read : (title, parts) -> where it is seen, once the session has it. Raises DataError, or another error for what our
    scripts cannot have written.
    """

    says: str
    files: tuple[str, ...]
    read: Callable[[str, list[str]], Place]


def _read_table(title: str, parts: list[str]) -> Place:
    table, card = parts
    name = tables.add_dataset(packing.read_pair(table.encode(), card.encode()))
    return _own_page(data=name)


def _read_deck(title: str, parts: list[str]) -> Place:
    (text,) = parts
    return _deck_page(decks.checked(files.read(text)), 1)


def _read_work(title: str, parts: list[str]) -> Place:
    work.reopen(title, *parts)
    return _own_page(data="")


def _read_words(title: str, parts: list[str]) -> Place:
    name, number, field, text = parts
    deck = decks.checked(decks.open_deck(name))
    k = max(1, min(int(number), len(deck.slides)))
    return _deck_page(desk.with_words(deck, k, {field: text[: files.MOST_TEXT]}), k)


def _own_page(**values) -> Place:
    return "own.py", encode(tables.FIELDS, defaults(tables.FIELDS) | values)


def _deck_page(deck: Deck, k: int) -> Place:
    name = decks.keep(deck)
    if deck.slides:
        return decks.link_of(name, deck, k, author=True)
    return "grow.py", {"v": "1", "deck": name, "author": "1"}


KINDS = {
    "table": Kind("the table", ("csv", "toml"), _read_table),
    "deck": Kind("the worked example", ("file",), _read_deck),
    "work": Kind("the table in preparation", (), _read_work),
    "words": Kind("words half typed in", (), _read_words),
}


# ---- what there is to keep


def _held() -> Iterator[tuple[str, str, str, list[str]]]:
    """(kind, name, title, parts) of this session's that no link holds."""
    for name in tables.stored():
        yield "table", name, tables.load(name).title, tables.files_of(name)
    for name, deck in decks.held().items():
        yield "deck", name, deck.title, [files.write(deck)]


def keep(kind: str, name: str, title: str, parts: list[str] | None) -> None:
    """Hand one thing to the browser; None is no such thing any more."""
    keepone({"kind": kind, "name": name, "title": title, "parts": parts}, f"keep-{kind}-{name}")


def keep_work() -> None:
    """The table in preparation, as it stands; inside the fragment that changes it."""
    with st.container(key="dt-kept-work"):
        keep("work", session().visit, work.work().title, work.kept())


def line(page: str) -> None:
    """What the browser keeps and offers on a page; outside every fragment."""
    S = state()
    if wrong := deferred("kept"):
        st.warning(md(wrong))
    with st.container(key="dt-keeping"):
        data = {
            "session": session().visit,
            "kinds": {name: {"says": kind.says, "files": kind.files} for name, kind in KINDS.items()},
            "wanted": record(Kept).wanted,
            "opened": record(Kept).opened,
            "desk": desk.desk(),
            "about": page in ("own", "examples") or bool(S.get("author") and S.get("deck")),
        }
        keeping(data, "keeping", _take, lambda _: None, height="content")
    with st.container(key="dt-kept"):
        for one in _held():
            keep(*one)


# ---- what comes back


def wanted() -> list[str]:
    """What the link or the screen shows, the server lacks and the browser was not asked for yet;
    the page waits for it."""
    query, ours, S = st.query_params.to_dict(), record(Kept), state()
    lost = [name for name, value in S.items() if tables.is_lost(value)]
    lacks = {f"table/{S[name]}" for name in lost}
    lacks |= {f"table/{text}" for text in query.values() if tables.is_lost(text)}
    name = query.get("deck", "")
    if decks.is_held(name) and name not in decks.held():
        lacks.add(f"deck/{name}")
    elif name:
        with suppress(DataError):
            scenes = [slide.scene for slide in decks.open_deck(name).slides]
            lacks |= {f"table/{text}" for scene in scenes for _, text in scene if tables.is_lost(text)}
    ours.wanted = sorted(lacks - ours.asked)
    ours.asked = lacks  # what comes back and goes once more is asked for once more
    if lost and not ours.wanted:
        for name in lost:
            del S[name]
        session().address.written = session().address.received = (
            None  # the page reads its link anew, and says what cannot be opened
        )
    return ours.wanted


def _take(message: object) -> None:
    """What the browser hands over, for a link or because the visitor said so."""
    try:
        whom, records = message["whom"], message["records"]
        if len(records) > MOST_RECORDS:
            raise ValueError("more than a browser keeps")
        places = [_read(one) for one in records]
        # What is named after its session stands under another name now; tables and worked examples keep theirs.
        record(Kept).opened += [f"{one['kind']}/{one['name']}" for one in records if not KINDS[one["kind"]].files]
    except DataError as error:
        defer("kept", str(error))
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        defer("kept", _BROKEN)
    else:
        if whom == "visitor" and places:
            record(Kept).place = places[-1]


def _read(one: dict) -> Place:
    title, parts = one["title"], one["parts"]
    if sum(map(len, parts)) > MOST_BYTES + files.MOST_FILE:
        raise ValueError("longer than anything that is kept")
    "".join((title, *parts)).encode()  # half a character could never be shown
    return KINDS[one["kind"]].read(title[:60], parts)


def go() -> None:
    """To what was opened again."""
    if place := record(Kept).place:
        (path, query), record(Kept).place = place, None
        keep_viewer_settings_once()
        st.switch_page(path, query_params=query)
