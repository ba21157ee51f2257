"""Numbers as people write them: decimal comma or point, thousands set apart, percent; what tells names from cells."""

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
# Cells like 1.500 leave it open what the sign means; those like 1.5 or 1.234.567 do not.
_OPEN = {point: re.compile(rf"[+-]?[1-9]\d{{0,2}}[{point}]\d{{3}}", re.ASCII) for point in ".,"}
_SURE = {
    point: re.compile(
        rf"[+-]?(\d{{1,3}}([{other}]\d{{3}})+|\d*)[{point}]\d+([eE][+-]?\d+)?\s?%?|[+-]?\d{{1,3}}([{other}]\d{{3}}){{2,}}",
        re.ASCII,
    )
    for point, other in ((".", ","), (",", "."))
}
_INFINITE = re.compile(r"[+-]?inf(inity)?", re.ASCII | re.IGNORECASE)


def figure(cell: str, decimal: str) -> float | None:
    """The number that a cell stands for, infinite if it says so, None if it is none; thousands may be set apart.

    >>> figure("1,234.5", "."), figure("1.234,5", ","), figure("12 %", "."), figure("tall", ".")
    (1234.5, 1234.5, 12.0, None)
    """
    whole, _, rest = cell.partition(decimal)
    # Most are such: a pattern would take thrice as long.
    if cell.isascii() and whole.removeprefix("-").isdigit() and (not rest or rest.isdigit()):
        return float(f"{whole}.{rest}")
    cell = cell.replace("\u2212", "-").removesuffix("%").rstrip()
    match = _NUMBER[decimal].fullmatch(cell)
    if match:
        plain = cell.replace(match[1], "") if match[1] else cell
        return float(plain.replace(decimal, "."))
    return float(cell) if _INFINITE.fullmatch(cell) else None


def decimal_of(columns: Sequence[Sequence[str]], separator: str) -> tuple[str, bool]:
    """(the sign before the fraction, whether no cell decides it).

    "," if cells look like 1,5 and none like 1.5. 1,500 alone is a thousand where cells are parted by commas; 1.500 is one
    where they are parted by semicolons and whole numbers below 1000, but none above, stand in the same column.

    >>> decimal_of([["900", "2.800"]], ";"), decimal_of([["1.5", "2.800"]], ";"), decimal_of([["2.800"]], ";")
    ((',', True), ('.', False), ('.', True))
    """
    sure, perhaps = {".": 0, ",": 0}, {".": 0, ",": 0}
    for cell in {cell for column in columns for cell in set(column)}:
        whole, _, rest = cell.partition(".")
        # The most usual, without a pattern.
        if len(rest) != 3 and rest.isdigit() and whole.removeprefix("-").isdigit() and cell.isascii():
            sure["."] += 1
            continue
        for point, other in ((".", ","), (",", ".")):
            if point not in cell and cell.count(other) < 2:
                continue
            if _OPEN[point].fullmatch(cell):
                perhaps[point] += 1
            elif _SURE[point].fullmatch(cell):
                sure[point] += 1
    if sure["."] or sure[","]:
        return "," if sure[","] > sure["."] else ".", False
    if separator == "," or not any(perhaps.values()):
        return ".", False
    thousands = separator == ";" and not perhaps[","] and any(map(_beside, columns))
    return "," if thousands or perhaps[","] > perhaps["."] else ".", True


def _beside(column: Sequence[str]) -> bool:
    """Whether a column holds cells like 2.800 and whole numbers, all of them below 1000."""
    cells = set(column)
    whole = [cell.lstrip("+-") for cell in cells if re.fullmatch(r"[+-]?\d+", cell, re.ASCII)]
    return bool(whole) and max(map(len, whole)) <= 3 and any(map(_OPEN["."].fullmatch, cells))


def undecided(cell: str) -> bool:
    """Whether a cell may be thousands as well as a number with three decimals: 1.500, 1,500."""
    return any(pattern.fullmatch(cell) for pattern in _OPEN.values())


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
