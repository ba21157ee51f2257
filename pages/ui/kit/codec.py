"""The words of a link: a value of a scene and the text that says it. Links carry a version and short ids, never labels."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

VERSION = "1"
MOST_LINK = 16_000  # characters of a query; browsers and proxies stop earlier
MOST_SAID = 6  # things wrong with a link that are said one by one
ASKED = "figure"  # of a link from the notes' numbers: which of them one comes from; no part of the scene
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


class Near(str):
    """What is wrong with a link where the nearest that exists is shown."""


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
    if query and query.get("v") != VERSION:
        wrong.append(f"it was made for version {_quoted(query['v'])}" if "v" in query else "it has no version (v=1)")
    known = {"v", ASKED} | {field.name for field in fields}
    wrong += [f"{_quoted(name)} is unknown" for name in query if name not in known and not name.startswith(_FOREIGN)]
    for field in fields:
        values[field.name] = field.default
        if field.name in query:
            try:
                values[field.name] = field.read(query[field.name])
            except ValueError as error:
                values[field.name] = getattr(error, "nearest", field.default)
                wrong.append(error.args[0])
    more = len(wrong) - MOST_SAID
    return values, wrong if more <= 0 else [*wrong[:MOST_SAID], f"{more} more that cannot be read"]


def encode(fields: tuple[Field, ...], values: Mapping) -> dict[str, str]:
    """The query of a link: the version, then every field that asks something."""
    written = {field.name: field.write(values[field.name]) for field in fields}
    return {"v": VERSION} | {name: text for name, text in written.items() if text}


def _quoted(text: str) -> str:
    return repr(text[:20] + ("…" if len(text) > 20 else ""))
