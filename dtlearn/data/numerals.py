"""Numbers as people write them: decimal comma or point, thousands set apart, percent, units;
what tells names from cells."""

import re
from collections.abc import Iterable, Sequence

_SPACES = "'’ \u00a0\u2009\u202f"
_EXPONENT = r"(?:[eE][+-]?\d{1,5})?"
_LAKHS = r"\d{1,2}(?:,\d\d)+,\d{3}"  # 12,34,567, as thousands are set apart in India
_NUMBER = {
    point: re.compile(
        rf"[+-]?(?:(?:\d{{1,3}}(?:([{others}{_SPACES}])\d{{3}})(?:\1\d{{3}})*{f'|{_LAKHS}' * (point == '.')}|\d+)"
        rf"(?:{re.escape(point)}\d*)?"
        rf"|{re.escape(point)}\d+){_EXPONENT}",
        re.ASCII,
    )
    for point, others in ((".", ","), (",", "."))
}
# Cells like 1.500 leave it open what the sign means; those like 1.5 or 1.234.567 do not.
_OPEN = {point: re.compile(rf"[+-]?[1-9]\d{{0,2}}[{point}]\d{{3}}", re.ASCII) for point in ".,"}
_SURE = {
    point: re.compile(
        rf"[+-]?(\d{{1,3}}([{other}]\d{{3}})+|\d*)[{point}]\d+([eE][+-]?\d+)?\s?%?"
        rf"|[+-]?\d{{1,3}}([{other}]\d{{3}}){{2,}}" + rf"|[+-]?{_LAKHS}" * (point == "."),
        re.ASCII,
    )
    for point, other in ((".", ","), (",", "."))
}
_CURRENCY = (
    r"(?:[$€£¥₹₽₩₺₴₫₦₪฿¢]|(?:US|AU|CA|NZ|HK|[ACRS])\$"
    r"|EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|AUD|CAD|Fr\.|Rs\.?|kr\.?|zł|Kč|Ft)"
)
# Without a space before them; others need one, so that 1st or B2 stay words.
_UNITS = (
    "kg|g|mg|µg|t|lbs?|oz|km|m|cm|mm|µm|nm|mi|miles?|ft|in|yd|ha|l|L|ml|mL|dl|cl|°C|°F|°|C|F|K"
    "|s|sec|ms|min|h|hrs?|days?|years?|yrs?|months?|weeks?|Jahre?|Tage?|Stunden?|mph|kmh|km/h|m/s|m2|m²|m³|sqft|sqm"
    "|kWh|Wh|kW|W|V|mV|A|mA|Hz|kHz|MHz|GHz|Pa|hPa|kPa|bar|mmHg"
    "|dB|J|kJ|kcal|cal|N|px|pt|KB|MB|GB|TB|kB|bpm|mg/dl|mg/dL|mmol/l|mmol/L|g/l|ppm|hp|PS|cc|mpg"
)
_NUMERAL = r"(?:\d+(?:[.,'’ \u00a0\u2009\u202f]\d+)*[.,]?|[.,]\d+)"  # each sign in one way: no pattern takes the square
_LARGE = r"\s?(?:[kKM]|Mio\.?|Mrd\.?|mln|bn|million|billion)"
_PER = r"\s?/\s?[^\W\d_]{1,8}[²³2]?"
_BEFORE = re.compile(
    rf"(?P<sign>[+-]?)\s*(?P<unit>{_CURRENCY})\s*(?P<rest>[+-]?{_NUMERAL}(?:[.,]?[-–—]+)?)(?P<tail>{_LARGE}|{_PER})?"
)
_BEHIND = re.compile(
    rf"(?P<sign>)(?P<rest>[+-]?{_NUMERAL}(?:[.,]?[-–—]+)?)"
    rf"(?:\s*(?P<unit>(?:{_LARGE}\s*)?{_CURRENCY}(?:{_PER})?|(?:{_UNITS})(?:{_PER})?)"
    r"|\s+(?P<word>[^\W\d_][^\W\d_./²³°]{0,11}))"
)
_UNIT = re.compile(rf"[\[(]?(?:{_CURRENCY}|{_UNITS}|%|[^\W\d_]{{1,3}}[²³]?)[)\]]?")
MOST_SIGNS = 40  # of a number with a unit: no one writes more, and a pattern takes the square of it
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
        return float(re.sub(rf"[,.{_SPACES}]", lambda sign: "." if sign[0] == decimal else "", cell))
    return float(cell) if _INFINITE.fullmatch(cell) else None


def parted(cell: str) -> tuple[str, str]:
    """(the number, its currency or unit) of a cell; the cell itself and "" if it has none.

    >>> parted("-9,13\u00a0€"), parted("$1,250.00"), parted("($5)"), parted("82 kg"), parted("1st")
    (('-9,13', '€'), ('1,250.00', '$'), ('-5', '$'), ('82', 'kg'), ('1st', ''))
    """
    if (
        len(cell) > MOST_SIGNS
        or cell[-1:].isdecimal()
        and (cell[:1].isdecimal() or cell[:1] in "+-." and cell[1:2].isdecimal())
    ):
        return cell, ""
    text = cell.replace("\u2212", "-")
    owed = text.startswith("(") and text.endswith(")")  # as accounts write what is owed
    match = _BEFORE.fullmatch(text[1:-1] if owed else text) or _BEHIND.fullmatch(text[1:-1] if owed else text)
    if not match:
        return cell, ""
    rest = re.sub(r"[.,]?[-–—]+$", "", match["rest"]).strip()  # 5,- is five
    every = match.groupdict("")
    unit = (every["unit"] + every.get("tail", "") or every["word"]).strip()
    return ("-" if owed else match["sign"]) + rest, unit


def is_unit(cell: str) -> bool:
    """Whether a word is a unit, alone or in brackets."""
    return bool(_UNIT.fullmatch(cell))


def figures(cells: Iterable[str], decimal: str) -> tuple[dict[str, float | None], tuple[str, ...]]:
    """(the number that each cell stands for, or None; the units behind or before numbers: one alone is taken off).

    >>> figures(["$5", "7"], "."), figures(["5 g", "7 kg"], ".")
    (({'$5': 5.0, '7': 7.0}, ('$',)), ({'5 g': None, '7 kg': None}, ('g', 'kg')))
    """
    read = {cell: figure(cell, decimal) for cell in cells}
    if None not in read.values():
        return read, ()
    bare = {cell: parted(cell) for cell, x in read.items() if x is None}
    bare = {cell: (figure(rest, decimal), unit) for cell, (rest, unit) in bare.items() if unit}
    units = {unit for x, unit in bare.values() if x is not None}
    if units and any(cell.endswith("%") for cell in read):
        units.add("%")
    return read | {cell: x for cell, (x, _) in bare.items() if len(units) == 1}, tuple(sorted(units))


def decimal_of(columns: Sequence[Sequence[str]], separator: str) -> tuple[str, bool]:
    """(the sign before the fraction, whether no cell decides it).

    "," if cells look like 1,5 and none like 1.5. 1,500 alone is a thousand where cells are parted by commas; 1.500 is
    one where they are parted by semicolons and whole numbers below 1000, but none above, stand in the same column.

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
        if cell and not (cell[-1].isdecimal() and cell[0].isdecimal()) and any(map(str.isdecimal, cell)):
            cell, _ = parted(cell)
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
    number = [_numeric(set(column[1:]) - {""}, decimal) for column in columns]
    numeric = [column for column, yes in zip(columns, number, strict=True) if yes and any(column[1:])]
    words = [column for column, yes in zip(columns, number, strict=True) if not yes]
    if len(columns[0]) < 2 or any(not _numeric(column[:1], decimal) for column in numeric):
        return True
    again = [column[0] in column[1:] for column in words]
    return not (any(again) if numeric else all(again)) if words else False


def _numeric(cells: Iterable[str], decimal: str) -> bool:
    return None not in figures(cells, decimal)[0].values()
