"""The words of a link: a value of a scene and the text that says it.

Links carry a version and short ids, never labels.
"""

import dataclasses
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote

VERSION = "1"
MOST_LINK = 16_000  # characters of a query; browsers and proxies stop earlier
MOST_SAID = 6  # things wrong with a link that are said one by one
ASKED = "figure"  # of a link from the notes' numbers: which of them one comes from; no part of the scene
# What mailings, networks and Streamlit itself add to links, and what is left of a sign that was escaped behind the last
# word.
_FOREIGN = re.compile(
    r"(utm_|embed|mc_|_hs|hsa_|pk_|mtm_|gad_|_g[al]$).*|\w*cl(ic)?k?id|ig(sh|shid)|[gw]braid|mkt_tok|srsltid|li_fat_id"
    r"|(gt|lt|quot|nbsp);?",
    re.I,
)
SENTENCE = ".,;:!?)]}>»”’\"'…*"  # what stands behind a link in a text, and is taken into it


@dataclass(frozen=True)
class Field:
    """One value of a scene. read : text -> value, raises ValueError; write : value -> text, "" is left out.

    Only a value that means "nothing asked" is written as "": its meaning can never change.
    follows : what a link that leaves it out means, from the values of the fields before it; None for the default.
    """

    name: str
    default: object
    read: Callable[[str], object] = str
    write: Callable[[object], str] = str
    follows: Callable[[dict], object] | None = None


@dataclass(frozen=True)
class Choice(Field):
    """One of some values. ids : what a link says -> the value."""

    ids: Mapping[str, object] = dataclasses.field(default_factory=dict, compare=False)


def choice(name: str, ids: Iterable[str] | Mapping[str, object], default: object, neutral: object = None) -> Choice:
    """A field with one of some words, or with a value of a mapping from what a link says. ``neutral`` is left out."""
    ids = ids if isinstance(ids, Mapping) else {word: word for word in ids}
    back = {value: key for key, value in ids.items()}

    def read(text: str):
        if text not in ids:
            raise ValueError(f"{name}={_quoted(text)} is unknown")
        return ids[text]

    return Choice(name, default, read, lambda value: "" if value == neutral else back[value], ids=ids)


@dataclass(frozen=True)
class Whole(Field):
    """A whole number from low to high."""

    low: int = 0
    high: int = 0


def whole(name: str, default: int | None, low: int, high: int, neutral: int | None = None) -> Whole:
    """A whole number between low and high; out of range the nearest is taken. ``neutral`` is left out."""

    def read(text: str):
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise ValueError(f"{name}={_quoted(text)} is not a whole number")
        if not low <= int(text) <= high:
            raise Clamped(f"{name}={int(text)} is outside {low} to {high}", min(max(int(text), low), high))
        return int(text)

    return Whole(name, default, read, lambda value: "" if value == neutral else str(value), low=low, high=high)


def switch(name: str, default: bool = False) -> Field:
    return choice(name, {"0": False, "1": True}, default)


class Near(str):
    """What is wrong with a link where the nearest that exists is shown."""


class Unversioned(str):
    """What is wrong with a link of no version, or of another: its values are taken all the same."""


class Lost(str):
    """What is wrong with a link whose table is not there: all else that it says is about that table."""


class Clamped(ValueError):
    """A value out of range; ``nearest`` is the one to use."""

    def __init__(self, message: str, nearest: object):
        super().__init__(Near(message))
        self.nearest = nearest


def decode(fields: tuple[Field, ...], query: Mapping[str, str]) -> tuple[dict, list[str]]:
    """(values of all fields, what was wrong with the link); absent or bad values become defaults."""
    values, wrong = {}, []
    if sum(map(len, query)) + sum(map(len, query.values())) > MOST_LINK:
        query, wrong = {}, [f"it has more than {MOST_LINK:,} characters"]
    known = {"v", ASKED} | {field.name for field in fields}
    if query.get("v", VERSION) != VERSION:
        wrong.append(Unversioned(f"it was made for version {_quoted(query['v'])}"))
    elif "v" not in query and not known.isdisjoint(query):
        wrong.append(Unversioned("it has no version (v=1)"))
    wrong += [f"{_quoted(name)} is unknown" for name in query if name not in known and not _FOREIGN.fullmatch(name)]
    for field in fields:
        values[field.name] = field.follows(values) if query and field.follows else field.default
        if field.name in query:
            try:
                values[field.name] = _read(field, query[field.name])
            except ValueError as error:
                values[field.name] = getattr(error, "nearest", values[field.name])
                wrong.append(error.args[0])
    more = len(wrong) - MOST_SAID
    return values, wrong if more <= 0 else [*wrong[:MOST_SAID], f"{more} more that cannot be read"]


def _read(field: Field, text: str) -> object:
    """The value that a text says, at the end of a sentence too. Raises ValueError."""
    try:
        return field.read(text)
    except ValueError as error:
        shorter = text.rstrip(SENTENCE)
        if shorter in ("", text):
            raise
        try:
            return field.read(shorter)
        except Clamped:
            raise
        except ValueError:
            raise error from None


def mended(query: Mapping[str, str]) -> dict[str, str]:
    """A query as it was before a mail program, a course page or a link checker wrote it anew.

    >>> mended({"v": "1", "amp;step": "4"}), mended({"v=1&step=4": ""}), mended({"v%3D1%26step%3D4": ""})
    ({'v': '1', 'step': '4'}, {'v': '1', 'step': '4'}, {'v': '1', 'step': '4'})
    >>> mended({"100%": ""})
    {'100%': ''}
    """
    if len(query) == 1:
        whole = "=".join(filter(None, *query.items()))
        while "=" not in whole and (plain := unquote(whole)) != whole:
            whole = plain
        query = dict(parse_qsl(whole, keep_blank_values=True)) if "&" in whole else query
    query = {re.sub("^(amp;)+", "", name): text for name, text in query.items()}
    return {name: text for name, text in query.items() if not name.startswith("embed")}  # which is Streamlit's own


def encode(fields: tuple[Field, ...], values: Mapping) -> dict[str, str]:
    """The query of a link: the version, then every field that asks something."""
    written = {field.name: field.write(values[field.name]) for field in fields}
    return {"v": VERSION} | {name: text for name, text in written.items() if text}


def _quoted(text: str) -> str:
    return repr(text[:20] + ("…" if len(text) > 20 else ""))
