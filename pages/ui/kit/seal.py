"""Answers that a student's link keeps back until a moment that it names. A seal, no lock: who takes the words out of the link sees them."""

from collections.abc import Mapping
from datetime import UTC, datetime

import streamlit as st

from pages.ui.kit.session import state

_FORM = "%Y-%m-%dT%H:%M"  # of UTC, as a link says it


def now() -> datetime:
    return datetime.now(UTC)


def read_until(text: str) -> str:
    """A link's until=, as it is kept."""
    try:
        datetime.strptime(text, _FORM)
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
    """One line above the page, as long as answers are kept back."""
    S = state()
    if sealed(S):
        zone = st.context.timezone_offset or 0  # minutes west of UTC
        local = datetime.fromtimestamp(_moment(S["until"]).timestamp() - 60 * zone, UTC)
        st.caption(f":material/lock_clock: Answers are kept back until {local.day} {local:%B %Y, %H:%M}.")


def _moment(text: str) -> datetime:
    return datetime.strptime(text, _FORM).replace(tzinfo=UTC)
