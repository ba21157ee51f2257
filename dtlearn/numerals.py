"""Numbers as people write them: decimal comma or point, thousands set apart, percent; what tells names from cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SPACES = "'’ \u00a0\u2009\u202f"
_EXPONENT = r"(?:[eE][+-]?\d{1,5})?"
_NUMBER = {
    point: re.compile(
        rf"[+-]?(?:(?:\d{{1,3}}(?:([{others}{_SPACES}])\d{{3}})(?:\1\d{{3}})*|\d+)(?:{re.escape(point)}\d*)?"
        rf"|{re.escape(point)}\d+){_EXPONENT}",
        re.ASCII,
    )
    for point, others in ((".", ","), (",", "."))
}
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.ASCII | re.IGNORECASE)


def figure(cell: str, decimal: str) -> float | None:
    """The number that a cell stands for, infinite if it says so, None if it is none; thousands may be set apart.

    >>> figure("1,234.5", "."), figure("1.234,5", ","), figure("12 %", "."), figure("tall", ".")
    (1234.5, 1234.5, 12.0, None)
    """
    cell = cell.replace("\u2212", "-").removesuffix("%").rstrip()
    match = _NUMBER[decimal].fullmatch(cell)
    if match:
        plain = cell.replace(match[1], "") if match[1] else cell
        return float(plain.replace(decimal, "."))
    return float(cell) if _INFINITE.fullmatch(cell) else None


def decimal_of(columns: Sequence[Sequence[str]], separator: str) -> str:
    """ "," if cells look like 1,5 and none like 1.5; 1,234 alone is a thousand where cells are parted by commas."""
    sure, perhaps = {".": 0, ",": 0}, {".": 0, ",": 0}
    for cell in {cell for column in columns for cell in set(column)}:
        for point, others in ((".", ","), (",", ".")):
            if re.fullmatch(rf"[+-]?[1-9]\d{{0,2}}[{point}]\d{{3}}", cell, re.ASCII):
                perhaps[point] += 1
            elif re.fullmatch(
                rf"[+-]?(\d{{1,3}}([{others}]\d{{3}})+|\d*)[{point}]\d+([eE][+-]?\d+)?\s?%?", cell, re.ASCII
            ):
                sure[point] += 1
    if sure["."] or sure[","]:
        return "," if sure[","] > sure["."] else "."
    return "," if perhaps[","] > perhaps["."] and separator != "," else "."


def exact(x: float) -> str:
    """The shortest text from which the very same number is read.

    >>> exact(0.1), exact(3.0), exact(1e300)
    ('0.1', '3', '1e+300')
    """
    return repr(x).removesuffix(".0")


def has_header(columns: Sequence[Sequence[str]], decimal: str) -> bool:
    """Whether the first cells are names: no column would be numeric but for them, and none of them occurs again."""
    number = [all(figure(cell, decimal) is not None for cell in set(column[1:]) - {""}) for column in columns]
    numeric = [column for column, yes in zip(columns, number, strict=True) if yes and any(column[1:])]
    words = [column for column, yes in zip(columns, number, strict=True) if not yes]
    if len(columns[0]) < 2 or any(figure(column[0], decimal) is None for column in numeric):
        return True
    again = [column[0] in column[1:] for column in words]
    return not (any(again) if numeric else all(again)) if words else False
