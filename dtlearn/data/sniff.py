"""A table as people save it: its encoding, separator, quote and header found out; a Sheet of cells,
or one sentence why not.

Nothing is converted here and no row is lost: ``plans`` makes a data set of a sheet.
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite

from dtlearn.data.dataset import LARGEST, DataError, Dataset
from dtlearn.data.encoding import checked, decoded
from dtlearn.data.numerals import decimal_of, exact, has_header
from dtlearn.data.text_tables import below_names, drawn, known_form, spaced

# Checked before work begins, so that no table of one visitor slows the others down.
MOST_BYTES = 2_000_000
MOST_ROWS = 5000
MOST_LINES = 100_000  # blank ones and those inside cells count too
MOST_COLUMNS = 100
MOST_CELLS = 50_000  # of the columns that are used
MOST_READ = 100_000  # cells, of all columns
MOST_VALUES = 100  # of a nominal column, and classes
MOST_LETTERS = 200  # of a nominal value, a name or a title
MOST_TEXT = 30_000  # characters of each text of a card

SEPARATORS = {"\t": "tab", ";": "semicolon (;)", "|": "bar (|)", ",": "comma (,)"}  # in this order if several fit
LINE_ENDS = {"\r\n": "Windows (CR LF)", "\n": "Unix (LF)", "\r": "old Mac (CR)"}
_LESS = {
    "columns": "leave out what you do not need",
    "rows": "keep a sample of them",
    "cells": "leave out the columns that you do not need",
}
_WIDEST = 1000  # cells of a line that are looked at: those without a name are left out later
# A long whole number, maybe with its thousands set apart, maybe with zeros behind the point.
_WHOLE = re.compile(r"([+-]?(?:\d{16,400}|\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})(?:\2\d{3}){4,}))(?:[.,]0+)?", re.ASCII)
_SAMPLE = 1 << 16  # characters from which the separator is found


@dataclass(frozen=True)
class Format:
    """How a table is written; None is to be found out.

    decimal : "." or ","; header : whether the first line holds names.
    """

    encoding: str | None = None
    separator: str | None = None
    quote: str | None = None
    decimal: str | None = None
    header: bool | None = None


@dataclass(frozen=True, eq=False)
class Sheet:
    """A table as text.

    columns : d tuples of m cells, without spaces around them. lines : (m,) the line on which each row begins.
    line_ends : the kinds that occur. notes : what was done about oddities, one sentence each.
    undecided : no cell tells whether 1.500 is 1500, and nobody has said so. dropped : how many rows were left out for a
    missing cell before this table was made.
    """

    header: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    format: Format
    line_ends: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    undecided: bool = False
    dropped: int = 0

    def __len__(self) -> int:
        return len(self.lines)


@dataclass(frozen=True, eq=False, repr=False)
class ImputedDataset(Dataset):
    """A data set made of a table with gaps: what became of them. (A nominal cell that was empty says so itself.)

    filled : (feature, its rows) where the median of the feature's other cells was filled in. dropped : how many rows
    were left out for a missing cell.
    """

    filled: tuple[tuple[int, tuple[int, ...]], ...] = ()
    dropped: int = 0


def median(numbers: Sequence[float]) -> float | None:
    """The middle number, or half way between the middle two; None of no numbers.

    >>> median([900.0, 14.0, 15.0]), median([1.0, 2.0])
    (15.0, 1.5)
    """
    if not numbers:
        return None
    every = sorted(numbers)
    low, high = every[(len(every) - 1) // 2], every[len(every) // 2]
    return low if low == high else low / 2 + high / 2  # a sum could overflow


def mended(data: Dataset, gaps: tuple[tuple[int, tuple[int, ...]], ...], gone: int) -> Dataset:
    """The data set that knows what became of its gaps; itself if it had none."""
    return ImputedDataset(data.name, data.schema, data.X, data.y, data.card, gaps, gone) if gaps or gone else data


def filled(data: Dataset) -> dict[int, tuple[int, ...]]:
    """Feature -> the rows that hold the median of its other cells because they were empty.

    A part of a data set, or a changed one, is left with what is still true of it.
    """
    every = data.filled if isinstance(data, ImputedDataset) else ()
    return {j: rows for j, rows in every if _stand(data.X[:, j].tolist(), rows)}


def dropped(data: Dataset) -> int:
    """How many rows were left out for a missing cell when the data set was made."""
    return data.dropped if isinstance(data, ImputedDataset) else 0


def _stand(cells: list[float], rows: tuple[int, ...]) -> bool:
    gone = set(rows)
    middle = median([x for i, x in enumerate(cells) if i not in gone])
    return middle is not None and max(rows) < len(cells) and all(cells[i] == middle for i in rows)


def read(source: bytes | str, wanted: Format = Format()) -> Sheet:  # noqa: B008
    """The sheet in a file's bytes or in pasted text; what ``wanted`` leaves open is found out.

    Raises DataError with the line or the column and what to do.

    >>> sheet = read("size;ok\\n1,5;yes\\n2,5;no\\n")
    >>> sheet.header, sheet.columns[0], sheet.format.separator, sheet.format.decimal
    (('size', 'ok'), ('1,5', '2,5'), ';', ',')
    """
    size = len(source) if isinstance(source, bytes) else len(source.encode(errors="replace"))
    if size > MOST_BYTES:
        raise DataError(f"The table has more than {MOST_BYTES / 1e6:.1f} MB: keep fewer rows or columns.")
    text, encoding = decoded(source, wanted.encoding) if isinstance(source, bytes) else (source, "utf-8")
    _few_lines(text)
    text, notes = checked(text.removeprefix("\ufeff"))
    said = re.match(rf'"?sep=([{"".join(SEPARATORS)}])"?(\r\n|\r|\n)', text)  # Excel's own hint
    text, first = (text[said.end() :], 2) if said else (text, 1)
    known_form(text)
    ends = _ends(text)
    text, ruled, left_out = drawn(text, wanted.separator)
    spaces = False
    if not ruled and wanted.separator is None:
        text, ruled, left_out = spaced(text)
        spaces = ruled
    separator = wanted.separator or (said[1] if said else "|" if ruled else _separator(text))
    quote = wanted.quote or _quote(text, separator)
    rows = _rows(text, separator, quote, first)
    notes += left_out + below_names(rows)
    if not any(any(cells) for _, cells in rows):
        raise DataError("The table is empty: give a line of column names and at least one row.")
    _rectangular(rows)
    filled = [row for row in rows if any(row[1])]
    if len(filled) < len(rows):
        empty = next(line for line, cells in rows if not any(cells))
        notes.append(f"{_so_many(len(rows) - len(filled), 'row')} without a filled cell (line {empty}) left out.")
    form = replace(wanted, encoding=encoding, separator=" " if spaces else separator, quote=quote)
    return _sheet(filled, form, ends, notes)


def sheet_of(header: Sequence[str], rows: Sequence[Sequence[object]], decimal: str | None = None) -> Sheet:
    """The sheet of a grid that was filled in by hand; rows without any cell are left out.

    decimal : the sign before a fraction where no cell decides it.
    """
    out, cells = io.StringIO(), [["" if v is None else str(v) for v in row] for row in rows]
    csv.writer(out).writerows([header, *cells])
    undecided = decimal_of(cells, ";")[1]
    return read(out.getvalue(), Format(None, ",", '"', decimal if undecided else None, True))


def check(data: Dataset) -> None:
    """Raises DataError if a data set is larger than a visitor's own may be,
    or cannot be told apart or computed with."""
    schema = data.schema
    words = [f.name for f in schema.features] + [schema.target]
    if not len(data) or not schema.features:
        raise DataError("The table has no rows or no features: give at least one of each.")
    if len(set(words)) < len(words):
        raise DataError("Two columns have the same name: give every column its own.")
    sizes = {
        "rows": (len(data), MOST_ROWS),
        "columns": (len(words), MOST_COLUMNS),
        "cells": (data.X.size, MOST_CELLS),
        "classes": (len(schema.classes), MOST_VALUES),
    }
    for what, (size, most) in sizes.items():
        _limit(size, what, most, "keep fewer")
    for column in (schema.classes, *(f.values for f in schema.features)):
        if len(column) > MOST_VALUES:
            raise DataError(f"A column has {len(column):,} values, more than {MOST_VALUES}: leave it out.")
        if len(set(column)) < len(column):
            raise DataError("A column names a value twice: list each once.")
        words += column
    if not all(word and word == word.strip() for word in words):
        raise DataError("A name is empty or has spaces around it: write it without.")
    if max(map(len, words)) > MOST_LETTERS:
        raise DataError(f"A name has more than {MOST_LETTERS} characters: shorten it.")
    card = data.card
    if len(card.title) > MOST_LETTERS or max(map(len, (card.story, card.note, card.source, card.licence))) > MOST_TEXT:
        raise DataError(f"The title has more than {MOST_LETTERS} characters, or a text {MOST_TEXT:,}: shorten it.")
    if not all(isfinite(v) for v in (*data.X.ravel().tolist(), *data.y.tolist())):
        raise DataError("The table holds a number that is not finite: write another.")
    if schema.regression and max(map(abs, data.y.tolist())) > LARGEST:
        raise DataError(f"The target {schema.target!r} holds numbers beyond {LARGEST:g}: give it in larger units.")


# ---- text to rows


def fits(text: str) -> None:
    """Raises DataError if a CSV text, with commas, has more rows or columns than a table may have."""
    _few_lines(text)
    _rectangular(_rows(text, ",", '"'))


def _limit(n: int, what: str, most: int, do: str = "") -> None:
    """Raises DataError if there are more than ``most``."""
    if n > most:
        raise DataError(f"The table has {n:,} {what}, more than {most:,}: {do or _LESS[what]}.")


def _few_lines(text: str) -> None:
    lines = text.count("\n") + text.count("\r")
    if lines > MOST_LINES:
        raise DataError(f"The table has {lines:,} lines, more than {MOST_ROWS:,} rows: keep a sample of them.")


def _rows(text: str, separator: str, quote: str, first: int = 1) -> list[tuple[int, list[str]]]:
    """(line on which it begins, cells) of every row that is not blank."""
    rows, line = [], first
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, quotechar=quote, strict=True)
    try:
        for row in reader:
            if len(row) > _WIDEST:
                _limit(len(row), "columns", MOST_COLUMNS)
            if row:
                rows.append((line, [cell.strip() for cell in row]))
            line = reader.line_num + first
    except csv.Error as error:
        what = str(error)
        if "end of data" in what or "limit" in what:
            what = f"a quote {quote} is opened and never closed, or a cell is too long"
        elif "expected after" in what:
            what = f"after a closing quote {quote} the cell goes on: write a quote inside a cell twice"
        raise DataError(f"Line {line} cannot be read: {what}.") from None
    return rows


def _separator(text: str) -> str:
    """The separator with which all rows are as long as the first; else the one that comes nearest to it."""
    cut = len(text) > _SAMPLE
    best, choice = (0.0, 0), ","
    for separator in SEPARATORS:
        lines = csv.reader(io.StringIO(text[:_SAMPLE], newline=""), delimiter=separator)
        try:
            rows = [row for row in lines if row]
        except csv.Error:
            continue
        rows = rows[: len(rows) - cut]
        while len(rows) > 1 and len(rows[0]) == 1 and rows[0][0].startswith("#"):  # comments before the header
            del rows[0]
        widths = [len(row) for row in rows]
        if widths and widths[0] > 1:
            share = sum(width == widths[0] for width in widths) / len(widths)
            score = (share, 0 if share == 1 else widths[0])
            if score > best:
                best, choice = score, separator
    return choice


def _quote(text: str, separator: str) -> str:
    cells = text.splitlines()[0].split(separator)
    single = all(len(cell) > 1 and cell[0] == cell[-1] == "'" for cell in map(str.strip, cells))
    return "'" if single else '"'


def _rectangular(rows: list[tuple[int, list[str]]]) -> None:
    line, header = rows[0]
    others = {len(cells) for _, cells in rows[1:]} - {len(header)}
    if len(rows) > 2 and len(others) == 1 == len({len(cells) for _, cells in rows[1:]}):
        n, every = _so_many(len(header), "cell"), others.pop()
        raise DataError(f"Line {line} has {n}, all lines below it have {every}: correct or delete that line.")
    for at, cells in rows[1:]:
        if len(cells) != len(header):
            n, of = _so_many(len(cells), "cell"), f"line {line}, the first, has {len(header)}"
            raise DataError(f"Line {at} has {n}, {of}: correct that line, or choose another separator.")
    if len(header) > MOST_COLUMNS + 1:
        _limit(len(header), "columns", MOST_COLUMNS)
    _limit(len(rows) - 1, "rows", MOST_ROWS)
    _limit(len(rows) * len(header), "cells", MOST_READ)


def _ends(text: str) -> tuple[str, ...]:
    found = set(re.findall(r"\r\n|\n|\r", text))
    return tuple(end for end in LINE_ENDS if end in found)


# ---- rows to a sheet


def _sheet(rows: list[tuple[int, list[str]]], form: Format, ends: tuple[str, ...], notes: list[str]) -> Sheet:
    columns = list(zip(*(cells for _, cells in rows), strict=True))
    undecided = False
    if form.decimal is None:
        decimal, undecided = decimal_of(columns, form.separator)
        form = replace(form, decimal=decimal)
    if form.header is None:
        form = replace(form, header=has_header(columns, form.decimal))
    if form.header:
        lines, names = [line for line, _ in rows[1:]], [" ".join(column[0].split()) for column in columns]
        columns = [column[1:] for column in columns]
    else:
        lines, names = [line for line, _ in rows], [""] * len(columns)
    if not lines:
        raise DataError("The table has a line of names but no rows: give at least one row.")
    blank = [j for j, name in enumerate(names) if not name and not any(columns[j])]
    if blank and form.header:  # a separator at the end of every line
        notes.append(f"{_so_many(len(blank), 'column')} without name and without cells left out.")
    kept = [j for j in range(len(names)) if j not in blank or not form.header]
    unnamed = [j for j in kept if not names[j]]
    for j in unnamed:
        names[j] = next(name for name in _names(j + 1) if name not in names)
    if unnamed and form.header:
        notes.append(f"Column {unnamed[0] + 1} had no name and is called “{names[unnamed[0]]}”.")
    for k, j in enumerate(kept):
        twin = next((i for i in kept[:k] if names[i] == names[j]), None)
        if twin is not None:
            raise DataError(f"The columns {twin + 1} and {j + 1} are both called {names[j]!r}: rename one of them.")
    if len(kept) < 2:
        raise DataError("Only one column was found, a tree needs a feature and a target: choose another separator.")
    _limit(len(kept), "columns", MOST_COLUMNS)
    _limit(len(lines), "rows", MOST_ROWS)
    header, cells = tuple(names[j] for j in kept), tuple(columns[j] for j in kept)
    notes += [
        f"Two numbers of column “{name}” become one: {said}."
        for name, column in zip(header, cells, strict=True)
        if (said := _merged(column))
    ]
    return Sheet(header, cells, tuple(lines), form, ends, tuple(notes), undecided)


def _merged(column: Sequence[str]) -> str:
    """What becomes of two whole numbers that are the same float, as beyond 2**53; "" if there are none."""
    first: dict[float, tuple[int, str]] = {}
    for cell in column:
        if len(cell) < len(str(2**53)) or not (match := _WHOLE.fullmatch(cell)):
            continue
        whole = int(re.sub(r"[^\d+-]", "", match[1]))
        if abs(whole) > 10**300:
            continue
        before, other = first.setdefault(float(whole), (whole, cell))
        if before != whole:
            return f"{other} and {cell} are both read as {exact(float(whole))}; make it nominal to keep them apart"
    return ""


def _names(number: int):
    name = f"column {number}"
    while True:
        yield name
        name += "'"


def _so_many(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
