"""Pseudocode with numbered lines: what an algorithm or a pruning procedure says of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One numbered line of pseudocode; leading spaces indent it.

    erratum : what is wrong or missing there. dead : the line can never do anything.
    """

    number: int
    text: str
    erratum: str = ""
    dead: bool = False


@dataclass(frozen=True)
class Pseudocode:
    """An algorithm as the notes give it.

    at : the line where each event of ``textbook.EVENTS`` happens, or the nearest one if the notes have no line for it.
    """

    name: str
    source: str
    lines: tuple[Line, ...]
    at: dict[str, int]


def lines(*lines) -> tuple[Line, ...]:
    """Numbered lines from texts, or (text, erratum) or (text, erratum, dead) where there is more to say."""
    return tuple(Line(i, *([line] if isinstance(line, str) else line)) for i, line in enumerate(lines, 1))
