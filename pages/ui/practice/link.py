"""What the page Practice writes into its link: answers, kinds, new numbers, a tree."""

import re

from dtlearn.data.packing import deflate, inflate
from dtlearn.teaching.exercises import KINDS
from pages.ui.kit.codec import Clamped

SHOWN = "!"  # what stands in a link for an exercise whose answer was shown
MISSED = "?"  # for one whose first answer was wrong: there is a second try
MOST_SEED = 99_999_999  # a date fits: 20261121
IN_LINK = 1500  # characters; a longer tree stays in the session
SAID = r"[-+0-9.,/%*()log]{1,120}"  # an answer: a number, or a formula
_PAIR = rf"[a-z0-9.]{{1,12}}:{SAID}"
_SAID = re.compile(rf"\d{{1,2}}(~{_PAIR}){{0,40}}(~\{MISSED})?(~{SHOWN})?", re.ASCII)

Said = dict[int, dict[str, str]]  # place -> key of a blank -> text; SHOWN and MISSED are keys too


def read_said(text: str) -> Said:
    found: Said = {}
    for part in text.split(";"):
        if not _SAID.fullmatch(part):
            raise ValueError("answers= is not a list of answers")
        place, *pairs = part.split("~")
        found.setdefault(int(place), {key: value for key, _, value in (pair.partition(":") for pair in pairs)})
    return found


def write_said(said: Said) -> str:
    parts = {
        i: sorted(
            pairs.items(), key=lambda pair: (MISSED, SHOWN).index(pair[0]) + 1 if pair[0] in (MISSED, SHOWN) else 0
        )
        for i, pairs in said.items()
    }
    return ";".join(
        "~".join([str(i), *(f"{k}:{v}" if v else k for k, v in pairs)]) for i, pairs in parts.items() if pairs
    )


def read_seed(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,99}", text, re.ASCII):
        raise ValueError("seed= is not a whole number")
    if not 0 <= int(text) <= MOST_SEED:
        shown = text if len(text) < 20 else f"{text[:20]}…"
        raise Clamped(f"seed={shown} is outside 0 to {MOST_SEED:,}", nearest_seed(int(text)))
    return int(text)


def nearest_seed(number: int) -> int:
    return min(max(number, 0), MOST_SEED)


def read_kinds(text: str) -> tuple[str, ...]:
    chosen = text.split(".")
    strange = next((kind for kind in chosen if kind not in KINDS), None)
    if strange is not None:
        raise ValueError(f"kinds={strange[:20]!r} is unknown")
    return tuple(kind for kind in KINDS if kind in chosen)


def read_again(text: str) -> dict[int, int]:
    if not re.fullmatch(r"\d{1,2}-\d{1,3}(_\d{1,2}-\d{1,3}){0,30}", text, re.ASCII):
        raise ValueError("retries= is not a list of places")
    return {int(i): int(n) for i, n in (pair.split("-") for pair in text.split("_"))}


def read_tree(text: str) -> str:
    """JSON from a link, where it is compressed."""
    try:
        return inflate(text)
    except ValueError:
        raise ValueError("pasted= cannot be read") from None


def write_again(again: dict[int, int]) -> str:
    return "_".join(f"{i}-{n}" for i, n in again.items())


def write_tree(text: str) -> str:
    packed = deflate(text) if text else ""
    return packed if len(packed) <= IN_LINK else ""
