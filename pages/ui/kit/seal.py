"""Answers that a student's link keeps back until a moment that it names. A seal, no lock: who takes the words out of the link sees them."""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from pages.ui.kit.session import state

LAST_YEAR = 9000  # in any zone its days are dates
_FORM = "%Y-%m-%dT%H:%M"  # of UTC, as a link says it


def now() -> datetime:
    return datetime.now(UTC)


def read_until(text: str) -> str:
    """A link's until=, as it is kept."""
    try:
        if _moment(text).year > LAST_YEAR:
            raise ValueError
    except ValueError:
        raise ValueError("until= is no moment like 2026-12-01T18:00") from None
    return text


def sealed(S: Mapping) -> bool:
    """Whether answers are kept back."""
    until = S.get("until") if S.get("student") else ""
    return bool(until) and now() < _moment(until)


def last_of(S: Mapping) -> int | None:
    """The last step that may be told; None for all of them."""
    return S["upto"] if sealed(S) else None


def say() -> None:
    """One line above the page, as long as answers are kept back, in the visitor's own time."""
    S = state()
    if sealed(S):
        try:
            zone = ZoneInfo(st.context.timezone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            zone = UTC
        local = _moment(S["until"]).astimezone(zone)
        st.caption(f":material/lock_clock: Answers are kept back until {local.day} {local:%B %Y, %H:%M}.")


def _moment(text: str) -> datetime:
    return datetime.strptime(text, _FORM).replace(tzinfo=UTC)
