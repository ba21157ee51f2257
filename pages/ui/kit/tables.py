"""Data sets by name for every page: those of the collection, and the visitor's own tables.

A name that begins with ``~`` is a packed table itself, so that it travels in a link. A table too large for that has a
name made of its content, and the process holds it (``table_store``). Nothing is written to disk, and no cache knows a
table by anything but its content. A session remembers the names of its own tables, for its menus.
"""

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from unicodedata import normalize

import dtlearn
from dtlearn.data import packing
from dtlearn.data.sniff import check
from pages.ui.kit.codec import Field, Lost, choice, switch
from pages.ui.kit.controls import Changed, select
from pages.ui.kit.fields import VIEW
from pages.ui.kit.session import is_visit, record, session, state
from pages.ui.kit.table_store import NAME, STORE

LARGE = 4000  # cells of a table, or nodes of its tree, from which what is made of it shares a bounded room (``kept``)
KEPT = 4  # own tables that a session remembers, beside those that its pages show
_unpacked = lru_cache(maxsize=64)(packing.unpack)


def is_own(name: str) -> bool:
    """A visitor's table, not one of the collection."""
    return name.startswith(packing.MARK) or is_stored(name)


def is_stored(name: str) -> bool:
    """A visitor's table that no link holds: the process does, or did."""
    return bool(NAME.fullmatch(name))


def load(name: str) -> dtlearn.Dataset:
    """The data set of a name. Raises DataError with what to do."""
    if name.startswith(packing.MARK):
        return _unpacked(name)
    return STORE.get(name).data if is_stored(name) else dtlearn.load(name)


def size_of(name: str) -> int:
    """Cells of a visitor's table, or nodes that its tree may have; 0 of any other word."""
    try:
        if not is_own(name):
            return 0
        data = load(name)
    except dtlearn.DataError:
        return 0  # no name, but a word that begins like one
    widest = max((len(feature.values) for feature in data.schema.features), default=0)
    return max(data.X.size, len(data) * max(widest, 8))


def is_large(name: str) -> bool:
    """A visitor's table of many cells, or one whose tree may have many nodes."""
    return size_of(name) > LARGE


def add_dataset(data: dtlearn.Dataset) -> str:
    """Make a data set one of the visitor's tables; returns its name, which is the table itself if a link can hold it.

    Raises DataError if it is larger than a visitor's table may be.
    """
    check(data)
    try:
        name = packing.pack(data)
    except dtlearn.DataError:
        name = STORE.put(data)
    _remember(name)
    if is_visit():
        remember_choice(name, title(name))
    return name


def stored() -> list[str]:
    """This session's tables that no link holds."""
    return [name for name in _mine() if is_stored(name)]


def is_lost(name: object) -> bool:
    """The name of a table that the process does not hold, or holds no more."""
    if not (isinstance(name, str) and is_stored(name)):
        return False
    with suppress(dtlearn.DataError):
        load(name)
        return False
    return True


def files_of(name: str) -> list[str]:
    """The .csv and the .toml of a table that no link holds."""
    return list(STORE.get(name).files)


def names(regression: bool = False, fits: Callable[[dtlearn.Dataset], bool] = lambda dataset: True) -> list[str]:
    """The data sets that fit, by title, then the visitor's own that do."""
    known = [name for name in dtlearn.names(regression) if fits(dtlearn.load(name))]
    mine = [name for name, data in _mine().items() if data.schema.regression == regression and fits(data)]
    return sorted(known, key=title) + mine


def title(name: str) -> str:
    """What a data set is called in menus; no two that a visitor can choose are called the same."""
    data = load(name)
    if not is_own(name):
        return data.title
    same = [other for other, table in _mine().items() if table.title == data.title and other != name]
    return f"Your table: {data.title}" + (f" ({_short(name)})" if same else "")


def titles(fits: Callable[[dtlearn.Dataset], bool] = lambda dataset: True, numbers: bool = False) -> dict[str, str]:
    """The titles of ``names``; with numbers, of data sets with a numeric target too, all by title,
    the visitor's last."""
    known = names(fits=fits) + (names(True, fits) if numbers else [])
    if numbers:
        known.sort(key=lambda name: (is_own(name), title(name)))
    return {name: title(name) for name in known}


@dataclass(frozen=True)
class Chosen:
    """The data set that a visitor chose last.

    shown : the pages that know of it; stays : why it is not shown, by page.
    """

    name: str
    title: str
    shown: set[str]
    stays: dict[str, str]


@dataclass
class Tables:
    """The visitor's data sets. names : of the visitor's own, the latest last. chosen : None before any was."""

    names: tuple[str, ...] = ()
    chosen: Chosen | None = None


def remember_choice(name: str, title: str) -> None:
    """The visitor has chosen a data set on the open page; other pages show it too (``own.along``)."""
    record(Tables).chosen = Chosen(name, title, {session().page}, {})


def choose(titles: Mapping[str, str], name: str, changed: Changed, **how) -> None:
    """The choice of a data set; the visitor's own stand first. how : further arguments of the widget."""

    def chosen(before: dict) -> None:
        remember_choice(state()[name], titles[state()[name]])
        changed(before)

    select("Data set", dict(sorted(titles.items(), key=lambda one: not is_own(one[0]))), name, chosen, **how)


def file_stem(name: str) -> str:
    """A data set's name in the name of a file or in a sentence: short, whatever the table; no two have the same."""
    if not is_own(name):
        return name
    with suppress(dtlearn.DataError):
        slug = _slug(load(name).title)
        others = [_slug(table.title) for other, table in _mine().items() if other != name]
        if slug and slug not in (*others, *dtlearn.names(), *dtlearn.names(regression=True)):
            return slug
        return f"{slug or 'your-table'}-{_short(name)}"
    return f"your-table-{_short(name)}"


def _slug(text: str) -> str:
    """The letters and digits of a text, as a file's name may hold them anywhere.

    >>> _slug("Größe & Wetter, 2024.csv")
    'grosse-wetter-2024-csv'
    """
    plain = normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:40].strip("-")


@dataclass(frozen=True)
class TableField(Field):
    """The field of a scene that says which data set. fits : whether a page can use one. known : those of a name."""

    fits: Callable[[dtlearn.Dataset], object] = lambda dataset: True
    known: tuple[str, ...] = ()


def field(
    name: str, default: str, fits=lambda dataset: True, more: Collection[str] = (), among: Collection[str] | None = None
) -> TableField:
    """The field of a scene that says which data set: one that fits, of the collection or the visitor's.

    more : what else a page has a name for. among : of the collection, instead of all that fit.
    """
    every = dtlearn.names() + dtlearn.names(regression=True)
    among = [one for one in every if fits(dtlearn.load(one))] if among is None else among
    known = tuple(dict.fromkeys((*more, *among)))
    listed = choice(name, known, default)

    def read(text: str) -> str:
        if not is_own(text):
            return listed.read(text)
        try:
            data = load(text)
        except dtlearn.DataError as error:
            raise ValueError(Lost(f"its table cannot be opened: {clause(str(error))}")) from None
        if not fits(data):
            raise ValueError(f"{name}=… holds a table that this page cannot use")
        _remember(text)
        return text

    return TableField(name, default, read, fits=fits, known=known)


WAYS = {"paste": "Paste", "file": "Open a file", "edit": "Edit a grid"}
THIS, EMPTY = "this", "empty"  # the grid begins with the table that is being prepared, or without rows
# What the page Your own data shows. A table that is being prepared is the session's; once it is used, it is in the
# link.
FIELDS = (
    choice("entry", [*WAYS], "paste"),
    field("data", "", among=()),
    switch("present"),
    VIEW,
)


def clause(sentence: str) -> str:
    """A sentence as a part of another."""
    return (sentence[:1].lower() + sentence[1:]).rstrip(".")


def _short(name: str) -> str:
    return sha256(name.encode()).hexdigest()[:4]


def _mine() -> dict[str, dtlearn.Dataset]:
    """This session's own tables by name, the latest last; none where no visitor's run asks."""
    found = {}
    for name in record(Tables).names if is_visit() else ():
        with suppress(dtlearn.DataError):  # the process holds it no more
            found[name] = load(name)
    return found


def _remember(name: str) -> None:
    if not is_visit():
        return
    ours = record(Tables)
    names = (*(one for one in ours.names if one != name), name)
    shown = {value for value in state().values() if isinstance(value, str)}
    others = [one for one in names[:-1] if one not in shown]
    gone = others[: max(len(names) - KEPT, 0)]
    ours.names = tuple(one for one in names if one not in gone)
