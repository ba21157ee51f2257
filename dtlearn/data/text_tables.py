"""Tables drawn in text (Markdown, grids of terminals, reStructuredText)
and lines below the names that are no examples."""

import csv
import io
import re
from bisect import bisect
from collections.abc import Sequence

from dtlearn.data.dataset import DataError
from dtlearn.data.numerals import figure, is_unit, parted

_BARS = str.maketrans(dict.fromkeys("│┃║┆┇┊┋", "|"))
_SIDES = "─━═╌┄┈=~_-"  # what rules are drawn with
_RULE = re.compile(rf"[\s|+:\u2500-\u257f{_SIDES}]+")
_RUN = re.compile(rf"[{_SIDES}]{{2,}}")
_EMPHASIS = re.compile(r"^(\*{1,3}|__|`)(?! )([^*`]+)\1$")  # Markdown's, of a whole cell
_CLOSED = re.compile(r"\(?\d[\d,.]* (rows?|Zeilen?)\b.*", re.IGNORECASE)  # what a database writes below its answer
_TYPES = {
    "c",
    "d",
    "s",
    "t",
    "continuous",
    "discrete",
    "string",
    "time",
    "int",
    "integer",
    "int64",
    "int32",
    "float",
    "float64",
    "double",
    "numeric",
    "number",
    "nominal",
    "ordinal",
    "categorical",
    "category",
    "factor",
    "str",
    "text",
    "varchar",
    "object",
    "bool",
    "boolean",
    "date",
    "datetime",
    "char",
    "character",
    "chr",
    "dbl",
    "fct",
    "lgl",
    "ord",
    "real",
}
_FLAGS = {"", "class", "meta", "ignore", "i", "m", "c", "weight", "w", "instance"}
_ORANGE = re.compile(r"[mci]?[CDST]?#.+|[mci][CDST]#.+")


def known_form(text: str) -> None:
    """Raises DataError if the lines tell that another program's form was given."""
    if re.search(r"^\s*@(relation|attribute)\b", text[:20_000], re.IGNORECASE | re.MULTILINE):
        raise DataError(
            "This is an ARFF file of WEKA, whose lines beginning with @ are no rows: paste the names of its attributes"
            " with commas between them and, below, what follows @data, or save it in WEKA as CSV."
        )


def drawn(text: str, separator: str | None) -> tuple[str, bool, list[str]]:
    """(the text with its cells between bars, whether it was drawn with rules, what was left out);
    every line stays in its place.

    A table is drawn if the line above or below its names only rules them off.
    """
    lines = text.translate(_BARS).splitlines()
    rules = [i for i, line in enumerate(lines) if _rules(line)]
    ruling = set(rules)
    if separator not in (None, "|") or not rules or any("\t" in line for line in lines):
        return text, False, []
    spans = [] if any(c in lines[rules[0]] for c in "|+┼┬┴╪╤┿") else [m.span() for m in _RUN.finditer(lines[rules[0]])]
    barred = [i for i, line in enumerate(lines) if i not in ruling and ("|" in line or spans)]
    barred = [i for i in barred if lines[i].strip()]
    if spans:  # the names stand above the first rule, or between it and the second
        barred = [i for i in barred if i >= rules[0] - 1]
        last = rules[-1] if rules[-1] > rules[0] + 2 else len(lines)
        barred = [i for i in barred if i < last and not _CLOSED.fullmatch(lines[i].strip())]
    if len(barred) < 2 or not any(i < barred[1] for i in rules):
        return text, False, []
    notes, out = ["Lines that only rule off are no rows."], [""] * len(lines)
    cells = {i: _cut(lines[i], spans) if spans else _between(lines[i]) for i in barred}
    wrapped = _wrapped(cells, rules, bool(spans) and "=" in lines[rules[0]])
    if wrapped:
        notes.append(f"Line {wrapped[0] + 1} goes on with the cells above it.")
    edges = [i for i, line in enumerate(lines) if line.strip() and i not in cells and i not in ruling]
    for i in edges:
        if barred[0] < i < barred[-1]:
            cells[i] = [lines[i]]  # that it has one cell is for the reader to say
    outside = [i for i in edges if i not in cells and not lines[i].strip().startswith("```")]
    if outside:
        one, last = outside[0] + 1, outside[-1] + 1
        notes.append(
            f"Line {one} stands outside the table and was left out."
            if one == last
            else f"{len(outside)} lines outside the table, the first {one}, the last {last}, were left out."
        )
    for i in cells.keys() - set(wrapped):
        out[i] = _barred(cells[i])
    return "\n".join(out), True, notes


def spaced(text: str) -> tuple[str, bool, list[str]]:
    """As ``drawn``, of a table whose cells only spaces part, as pandas and R print it; row numbers are left out."""
    lines = text.splitlines()
    filled = [i for i, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    if len(filled) < 2 or re.search(r"[\t;|,]", lines[filled[0]]):
        return text, False, []
    for cut in (_words, lambda line: re.split(r"\s{2,}", line.strip())):
        cells = {i: cut(lines[i]) for i in filled}
        names, width = len(cells[filled[0]]), len(cells[filled[-1]])
        numbered = [i for i in filled if len(cells[i]) == names] if width == names + 1 else []
        for i in numbered:
            if i == filled[0] or all(map(_type, cells[i])):
                cells[i].insert(0, "")
        notes = []
        if numbered and all(not row[0] or row[0].isdecimal() for row in cells.values()):
            cells, width = {i: row[1:] for i, row in cells.items()}, names
            notes.append("The row numbers in front were left out.")
        if width > 1 and {len(row) for row in cells.values()} == {width}:
            out = [_barred(cells[i]) if i in cells else "" for i in range(len(lines))]
            return "\n".join(out), True, notes
    return text, False, []


def _barred(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, delimiter="|", lineterminator="").writerow(cells)
    return line.getvalue()


def _words(line: str) -> list[str]:
    try:
        return next(csv.reader([line.strip()], delimiter=" ", skipinitialspace=True), [])
    except csv.Error:  # a word longer than a cell can be: who reads the cells says so
        return line.split()


def _wrapped(cells: dict[int, list[str]], rules: list[int], simple: bool) -> list[int]:
    """The lines that go on with the row above them, whose words are put there.

    simple : reStructuredText's simple table, where such a line begins with an empty cell; else rules part all rows.
    """
    part, gone, row = {i: bisect(rules, i) for i in cells}, [], -1
    every_row = len(set(part.values())) > 2
    for i in sorted(cells):
        if row in cells and part[row] == part[i] and (not cells[i][0] if simple else every_row):
            cells[row] = [" ".join(filter(None, pair)) for pair in zip(cells[row], cells[i], strict=False)]
            gone.append(i)
        else:
            row = i
    return gone


def _rules(line: str) -> bool:
    line = line.strip()
    if not _RULE.fullmatch(line):
        return False
    runs = _RUN.findall(line)
    parted = len(re.findall(r"[|+┼┬┴├┤╪╤╧╞╡┿┯┷╬╦╩╠╣┌└╔╚╭╰]", line)) > 0 or len(runs) > 1
    return parted and (bool(runs) or bool(re.fullmatch(r"\|(\s*:?-:?\s*\|)+", line)))


def _between(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = inner.removesuffix("|") if not inner.endswith("\\|") else inner
    return [_EMPHASIS.sub(r"\2", cell.strip()).replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", inner)]


def _cut(line: str, spans: Sequence[tuple[int, int]]) -> list[str]:
    starts = [0, *(start for start, _ in spans[1:]), None]
    return [line[a:b].strip() for a, b in zip(starts, starts[1:], strict=False)]


def below_names(rows: list[tuple[int, list[str]]]) -> list[str]:
    """Takes out what stands above or below the names and is no example: titles, rules, types, units.

    What was said of it.

    rows : (line, cells) of each row. Raises DataError for lines that another program means, and that ask for a
        decision.
    """
    notes: list[str] = []
    while len(rows) > 2 and _title(rows):
        line, cells = rows.pop(0)
        word = next((cell for cell in cells if cell), "")
        notes.append(
            f"Line {line} begins with # and was left out as a comment."
            if word.startswith("#")
            else f"Line {line} holds one cell, the lines below more: it was left out as a title."
        )
    if len(rows) < 2:
        return notes
    names, (line, cells) = rows[0][1], rows[1]
    if sum(bool(_ORANGE.fullmatch(name)) for name in names) * 2 > len(names):
        raise DataError(
            f"Line {rows[0][0]} holds names with Orange's types in front, such as {names[0]!r}: delete all up to"
            " each #."
        )
    below = rows[2:]
    if all(re.fullmatch(r":?[-=–—]{2,}:?", cell) for cell in cells):
        notes.append(f"Line {line} only rules off the names and is no row.")
        del rows[1]
    elif below and all(_type(cell) for cell in cells) and any(cells):
        flags = below[0][1]
        if all(flag.lower() in _FLAGS or "=" in flag for flag in flags) and (
            not all(flags) or len(below) > 1 and not set(flags) & set(below[1][1])
        ):
            raise DataError(
                f"Lines {line} and {below[0][0]} hold types and flags, as Orange writes them, and no examples: delete"
                " these two lines, and choose the target and the kinds here."
            )
        again = any(
            set(column[1:]) & {column[0]} for column in zip(*(r for _, r in rows[1:]), strict=False) if column[0]
        )
        if not again and max(map(len, cells)) > 1:  # single letters are values of many tables
            notes.append(f"Line {line} holds types ({cells[0] or cells[-1]} …), no example, and was left out.")
            del rows[1]
    elif below and _units(cells, [row for _, row in below]):
        unit = next(cell for cell in cells if cell)
        notes.append(f"Line {line} holds units ({unit} …), no example, and was left out.")
        del rows[1]
    return notes


def _title(rows: list[tuple[int, list[str]]]) -> bool:
    """The first row has one filled cell where the second has more, or begins with #."""
    first, second = rows[0][1], rows[1][1]
    if len(first) == 1:
        return len(rows[-1][1]) > 1 and (first[0].startswith("#") or len({len(row) for _, row in rows[1:]}) == 1)
    return len(first) > 2 and sum(map(bool, first)) == 1 and bool(first[0]) and all(second)


def _type(cell: str) -> bool:
    return not cell or cell.lower().strip("<>") in _TYPES


def _units(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Each filled cell is in brackets, or a word above numbers; one above numbers is a unit,
    the others may say "pieces"."""
    some = False
    for j, cell in enumerate(cells):
        if not cell or cell in "-–—":
            continue
        if _number(cell):
            return False
        column = [row[j] for row in below if len(row) > j and row[j]]
        bracketed = cell[0] in "[(" and cell[-1] in ")]"
        numbers = sum(map(_number, column)) * 2 > len(column)
        if not (bracketed or numbers):
            return False
        some = some or numbers and (bracketed or is_unit(cell))
    return some


def _number(cell: str) -> bool:
    rest, _ = parted(cell)
    return figure(rest, ".") is not None or figure(rest, ",") is not None
