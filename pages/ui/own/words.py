"""A visitor's table in words and HTML: how it is written, what each column holds, what a plan does to it."""

import re
from collections.abc import Iterable
from html import escape
from unicodedata import category

from dtlearn.data import sniff
from dtlearn.data.dataset import Dataset, number
from dtlearn.data.encoding import ENCODINGS
from dtlearn.data.plans import (
    COUNT,
    DROP,
    IGNORE,
    MEDIAN,
    NOMINAL,
    NUMERIC,
    ORDERED,
    OWN,
    Found,
    Outcome,
    Plan,
    Use,
    quoted,
)
from dtlearn.data.sniff import MOST_LETTERS, MOST_VALUES, Sheet, dropped, filled
from dtlearn.show.base.text import listing, shorten, shortened

KIND_TITLES = {NOMINAL: "nominal", ORDERED: "ordered", NUMERIC: "numeric", COUNT: "how many rows", IGNORE: "ignore"}
TARGET_TITLES = {NOMINAL: "classes", ORDERED: "ordered classes", NUMERIC: "number"}
GAP_TITLES = {OWN: "own value", MEDIAN: "median", DROP: "drop rows"}
DECIMALS = {".": "1.5 (point)", ",": "1,5 (comma)"}
HEADERS = {True: "the first line holds names", False: "no line of names"}
QUOTES = {'"': 'double "', "'": "single '"}
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}.*|\d{1,2}[./]\d{1,2}[./]\d{2,4}", re.ASCII)
PREVIEW = 8  # rows that are shown
LIMITS = (
    f"Up to {sniff.MOST_BYTES / 1e6:.0f} MB, {sniff.MOST_ROWS:,} rows, {sniff.MOST_COLUMNS} columns,"
    f" {sniff.MOST_CELLS:,} cells in use ({sniff.MOST_READ:,} in all); a nominal column or the target has up to"
    f" {MOST_VALUES} values of up to {MOST_LETTERS} letters."
)


def found_html(sheet: Sheet, plan: Plan) -> str:
    """How the table is written ("UTF-8, semicolon ;, decimal comma, …"), and what was done about oddities."""
    form = sheet.format
    separator = (sniff.SEPARATORS | {" ": "spaces between cells"}).get(form.separator, f"separator {form.separator}")
    decimal = "decimal comma" if form.decimal == "," else "decimal point"
    ends = " and ".join(sniff.LINE_ENDS[end] for end in sheet.line_ends) or "a single line"
    encoding = ENCODINGS.get(form.encoding, form.encoding)
    said = [f"{encoding}, {separator}, {decimal}, quotes {form.quote}, {HEADERS[form.header]}, {ends}."]
    cells = [cell for column in sheet.columns for cell in column]
    counts = {word: cells.count(word) for word in ("", *sorted(plan.missing))}
    gaps = [f"{n} {'empty' if not word else f'“{word}”'}" for word, n in counts.items() if n]
    said += [f"Read as missing: {listing(gaps)}."] if gaps else []
    return f"<p class='own-found'><b>Found:</b> {escape(' '.join([*said, *sheet.notes]))}</p>"


def plan_text(plan: Plan, found: list[Found], done: Outcome) -> str:
    """What the plan makes: "14 rows, 4 features, 2 classes; nothing dropped, nothing filled in."."""
    target = found[plan.target].name
    what = f"{_many(len(done.counts), 'class', 'classes')}" if done.counts else "a number to predict"
    parts = [f"{_many(done.rows, 'row')}, {_many(len(plan.features), 'feature')}, {what} ({shorten(target, 30)})"]
    if plan.counts:
        parts[0] += f", each row as often as {shorten(found[plan.counts[0]].name, 30)} says"
    gone = _many(done.dropped, "row") if plan.counts else f"{done.dropped} of {_many(done.rows + done.dropped, 'row')}"
    some = f"{gone} dropped for a missing cell{_words_that_drop(plan, found)}"
    parts.append(some if done.dropped else "nothing dropped")
    short = shortened(tuple(column.name for column in found), 30)
    for gap in (MEDIAN, OWN):
        columns = [(j, n) for j, n, way in done.gaps if way == gap]
        if columns:
            names = [short[found[j].name] for j, _ in columns]
            middles = [amount(m, found[j]) for j, _ in columns if (m := done.medians.get(j)) is not None]
            if len(names) > 1 and len(middles) == len(names):
                names = [f"{name} {middle}" for name, middle in zip(names, middles, strict=True)]
            names = listing(names[:3] + ([f"{len(names) - 3} more"] if len(names) > 3 else []))
            cells = sum(n for _, n in columns)
            missing, median = _many(cells, "missing cell"), f" {middles[0]}" if len(columns) == 1 and middles else ""
            parts.append(
                f"{missing} filled in with the median{median} ({names})"
                if gap == MEDIAN
                else f"{missing} in {names}: a value of {'its' if cells == 1 else 'their'} own"
            )
    ignored = [short[column.name] for column, use in zip(found, plan.uses, strict=True) if use.kind == IGNORE]
    if ignored:
        parts.append(f"{_many(len(ignored), 'column')} ignored ({', '.join(ignored[:3])}{', …' * (len(ignored) > 3)})")
    return f"{'; '.join(parts)}."


def _words_that_drop(plan: Plan, found: list[Found]) -> str:
    """Names the words for which rows are dropped."""
    said = [
        f"{n} “{shorten(word, 20)}” in {shorten(found[j].name, 30)}"
        for j in plan.used
        if plan.uses[j].gap == DROP
        for word, n in found[j].words.items()
    ]
    return f" ({listing(said[:3] + ([f'{len(said) - 3} more words'] if len(said) > 3 else []))})" if said else ""


def about_text(data: Dataset) -> str:
    """What its card says of a data set that came ready; of one whose gaps are told beside it, the rows alone."""
    told = filled(data) or dropped(data)
    return shorten(" ".join(filter(None, ("" if told else data.card.story, data.card.note))), 400)


def naming_text(names: list[str]) -> str:
    """Warns of features that seem only to name the row."""
    one = len(names) == 1
    return (
        f"{listing(names)} {'differs' if one else 'differ'} in every row. "
        f"If {'it' if one else 'they'} only {'names' if one else 'name'} the row, a split there learns nothing."
    )


def amount(x: float, found: Found) -> str:
    """A number with the sign before its fraction that the column's table has."""
    return number(x).replace(".", found.decimal)


def _many(n: int, one: str, more: str = "") -> str:
    return f"{n:,} {one if n == 1 else more or one + 's'}"


def column_html(found: Found, use: Use, rows: int, target: bool) -> str:
    """A column: name, distinct values, missing cells, examples, what bites."""
    facts = [_many(len(found.values), "value"), f"{found.missing} missing" if found.missing else ""]
    values = list(found.values)
    if use.kind in (NUMERIC, COUNT) and found.numeric:
        figures = found.figures.values()
        facts.append(f"{amount(min(figures), found)} to {amount(max(figures), found)}")
    else:
        shown = ", ".join(f"{shorten(value, 18)} ×{found.values[value]}" for value in values[:4])
        facts.append(shown + (" …" if len(values) > 4 else ""))
    said = remark(found, use, rows, target)
    note = f"<br><span class='own-remark'>⚠ {escape(said)}</span>" if said else ""
    mark = " <span class='own-target'>target</span>" if target else ""
    return (
        f"<p class='own-column'><b><bdi>{escape(shorten(found.name, 60))}</bdi></b>{mark}<br>"
        f"{escape(' · '.join(fact for fact in facts if fact))}{note}</p>"
    )


def remark(found: Found, use: Use, rows: int, target: bool) -> str:
    """What bites about a column; "" if nothing does."""
    values, many = found.values, len(found.values)
    if not values:
        return "No cell is filled."
    if use.kind == COUNT:
        return "Each row stands for as many examples as it says."
    if found.perhaps_counts and not target and use.kind != IGNORE:
        return f"Does it say how many examples each row stands for? Then choose “{KIND_TITLES[COUNT]}”."
    if len(found.units) > 1 and use.kind != IGNORE:
        return (
            f"Numbers with different units, {listing([*found.units[:4]])}: words, as it stands. Write all of them in"
            " one unit."
        )
    if found.priced and not found.strange and use.kind != IGNORE:
        return (
            f"Amounts of money, but not all can be read as numbers: {quoted(next(iter(values)))} is a word, as it"
            " stands."
        )
    if found.strange and use.kind != IGNORE:
        cell = shorten(found.strange[0], 40)
        return (
            f"{found.numbers} of {found.filled} cells are numbers, but {quoted(cell)} (line {found.strange[1]}) is not."
        )
    if target and many == 1:
        return "Only one class: the tree will be a single leaf."
    if target and use.kind == NOMINAL and many == found.filled > 2:
        return "Every row has a class of its own: there is nothing to learn. Is this the target?"
    if target and use.kind == NUMERIC:
        return "A number to predict (regression); make it nominal for classes."
    if use.kind == IGNORE and many > MOST_VALUES and not found.numeric:
        return f"More than {MOST_VALUES} values: a split would tear the examples apart."
    if use.kind == IGNORE and max(map(len, values)) > MOST_LETTERS:
        return f"A cell is longer than {MOST_LETTERS} characters."
    if found.numeric:
        return _about_numbers(found, use, rows, target)
    if dates(found):
        return "Dates are compared as words: make columns of the year, the month or the day."
    if not target and found.names_rows(rows) and use.kind != IGNORE:
        return (
            "Different in every row: a name or a number of the row? It gains the most and explains nothing: ignore it."
        )
    said = [_alike(values)]
    if use.kind == ORDERED and use.gap == OWN and found.missing and use.values:
        said.append(f"A missing cell is a value of its own that ranks last, after {use.values[-1]!r}.")
    if many == 1 and not target:
        said.append("The same value in every row: it can split nothing.")
    return " ".join(filter(None, said))


def dates(found: Found) -> bool:
    """Every filled cell is a date."""
    return bool(found.values) and all(map(_DATE.fullmatch, found.values))


def seen(found: Found, use: Use, target: bool) -> bool:
    """Whether what bites about the column decides what a tree is: it is said where nobody has to open anything."""
    if use.kind == IGNORE:
        return False
    bites = (
        found.strange
        or found.units
        or found.priced
        or found.either
        or dates(found)
        or (found.perhaps_counts and not target)
    )
    return bool(bites or use.kind in (COUNT, NUMERIC) and (use.kind == COUNT or found.far))


def _alike(values: Iterable[str]) -> str:
    """The first two values that look the same; "" if no two do."""
    alike: dict[str, str] = {}
    for value in values:
        visible = "".join(ch for ch in value if category(ch) != "Cf")
        other = alike.setdefault(" ".join(visible.casefold().split()), value)
        if other != value:
            signs = "" if visible == value and other.isprintable() else "signs that cannot be seen, "
            return f"{other!r} and {value!r} are two values, though they differ only in {signs}case or spaces."
    return ""


def _about_numbers(found: Found, use: Use, rows: int, target: bool) -> str:
    values = found.values
    if use.kind == IGNORE:
        return ""
    figures = sorted(found.figures[value] for value in values)
    if not target and found.names_rows(rows):
        return f"Different in every row, {figures[0]:.0f} to {figures[-1]:.0f}: a number of the row? Then ignore it."
    if use.kind != NUMERIC:
        return ""
    if found.far:
        cells = sum(found.values[cell] for cell in found.far)
        rest = sorted(x for cell, x in found.figures.items() if cell not in found.far)
        said = (
            f"{listing([quoted(cell) for cell in found.far])} ({_many(cells, 'cell')})"
            f" {'stands' if len(found.far) == 1 else 'stand'} far outside the rest"
        )
        return (
            f"{said}, {amount(rest[0], found)} to {amount(rest[-1], found)}: does it mean that the number is missing?"
        )
    if found.either:  # 1.500 may be 1500
        cell, read = found.either, found.figures[found.either]
        thousands = abs(read) >= 1000
        other, sign = read / 1000 if thousands else read * 1000, "point" if ("." in cell) == thousands else "comma"
        said = f"{'Thousands are set apart: ' * thousands}{quoted(cell)} is read as {amount(read, found)}"
        return f"{said}; if it is {other:.12g}, choose decimal {sign} under “Read it another way”."
    if any(re.match(r"[+-]?0\d", value) for value in values):
        return "Zeros in front: if it is a code and no amount, make it nominal."
    if any(value.endswith("%") for value in values):
        return "Percentages: 45% is read as 45."
    if found.units:
        value = max((v for v in values if found.units[0] in v), key=lambda v: abs(found.figures[v]))
        return (
            f"A number: {found.units[0]} is taken off, {quoted(value)} is read as"
            f" {amount(found.figures[value], found)}."
        )
    for value, x in found.figures.items():
        if x and abs(x) >= 1000 and re.search(r"\d[^\d]\d{3}\b", value):
            return f"Thousands are set apart: {quoted(value)} is read as {amount(x, found)}."
    return "The same value in every row: it can split nothing." if len(values) == 1 else ""


def preview_html(sheet: Sheet, plan: Plan) -> str:
    """The first rows as they stand, the target last, what is missing or ignored marked; the line of each row."""
    order = [*(j for j in range(len(sheet.header)) if j != plan.target), plan.target]
    missing, rows = plan.missing | {""}, min(len(sheet), PREVIEW)
    head = "".join(_head(sheet, plan, j) for j in order)
    body = "".join(
        f"<tr><th scope='row'>{sheet.lines[i]}</th>"
        + "".join(_cell(sheet.columns[j][i], plan, j, missing) for j in order)
        + "</tr>"
        for i in range(rows)
    )
    more = f"The first {rows} of {len(sheet):,} rows" if len(sheet) > rows else f"All {_many(len(sheet), 'row')}"
    return (
        "<div class='dt-scroll' tabindex='0' role='region' aria-label='The first rows'><table"
        f" class='dt-table'><caption>{more}; ignored columns are pale.</caption><thead><tr><th"
        f" scope='col'>line</th>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _head(sheet: Sheet, plan: Plan, j: int) -> str:
    kind = plan.uses[j].kind
    title = TARGET_TITLES.get(kind, kind) if j == plan.target else KIND_TITLES[kind]
    marked = " class='dt-marked'" if j == plan.target else " class='own-ignored'" if kind == IGNORE else ""
    return (
        f"<th scope='col'{marked}>{escape(shortened(sheet.header, 24)[sheet.header[j]])}<br><small>{title}</small></th>"
    )


def _cell(cell: str, plan: Plan, j: int, missing: frozenset[str]) -> str:
    kind = "dt-marked" if j == plan.target else "own-ignored" if plan.uses[j].kind == IGNORE else ""
    text = escape(shorten(cell, 40))
    text = f"<i class='own-gap'>missing{text and f' ({text})'}</i>" if cell in missing else text
    return f"<td class='{kind}'>{text}</td>" if kind else f"<td>{text}</td>"


def link_text(name: str) -> str:
    """How a table of that name travels, which is packed."""
    return f"The link carries the table itself, in {len(name):,} characters: press Share, at the top of this page."
