"""A plan: which column is the target, what kind each column is, what becomes of missing cells; from sheet to data set.

What a plan would drop and fill is counted before anything happens.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from math import isfinite, isinf

import numpy as np

from dtlearn.data.dataset import MISSING, Card, DataError, Dataset, Feature, Schema, natural, number, told_apart
from dtlearn.data.numerals import exact, figure, undecided
from dtlearn.data.sniff import MOST_CELLS, MOST_LETTERS, MOST_VALUES, Format, Sheet, dropped, filled, median, mended

NOMINAL, ORDERED, NUMERIC, IGNORE = KINDS = ("nominal", "ordered", "numeric", "ignore")
DROP, OWN, MEDIAN = GAPS = ("drop", "own", "median")
# Words that often stand for a missing cell, in small letters. "None" is not among them: it is a value of many tables.
MISSING_WORDS = (
    "?", "-", "–", "—", ".", "na", "n/a", "n. a.", "n.a.", "n.v.", "n/v", "#n/a", "#n/v", "#nv", "#na", "nan", "null", "(null)", "k.a.",
    "k. a.", "k/a",
)  # fmt: skip
FEW = 10  # whole numbers as a target are classes up to so many of them
# Values that have an order by their meaning, in small letters.
SCALES = (
    ("low", "medium", "high"), ("low", "normal", "high"), ("small", "medium", "large"), ("cool", "mild", "hot"),
    ("cold", "warm", "hot"), ("short", "medium", "tall"), ("bad", "fair", "good"), ("never", "sometimes", "often", "always"),
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"), ("young", "adult", "old"), ("slow", "medium", "fast"),
)  # fmt: skip


@dataclass(frozen=True)
class Found:
    """What was found in a column.

    values : the distinct cells that are filled, few ones as people count, each with how often it occurs.
    figures : the number that each of them stands for, or None. missing : how many cells are not filled.
    strange : the first cell that is no number, and its line, if most are. either : the first cell like 1.500, if
    nothing tells whether that is 1500; else "". decimal : the sign before a fraction.
    """

    name: str
    values: dict[str, int]
    figures: dict[str, float | None]
    missing: int
    strange: tuple[str, int] | None
    either: str = ""
    decimal: str = "."

    @cached_property
    def filled(self) -> int:
        return sum(self.values.values())

    @cached_property
    def numbers(self) -> int:
        return sum(n for value, n in self.values.items() if self.figures[value] is not None)

    @property
    def numeric(self) -> bool:
        """Every filled cell is a number."""
        return 0 < self.numbers == self.filled

    def names_rows(self, rows: int) -> bool:
        """Different in every row: words, or as many whole numbers one after another."""
        if not len(self.values) == rows > 2:
            return False
        if not self.numeric:
            return self.strange is None
        figures = self.figures.values()
        return max(figures) - min(figures) + 1 == rows and all(map(float.is_integer, figures))


@dataclass(frozen=True)
class Use:
    """What a column is used as. values : the order of an ordered column. gap : what becomes of its missing cells."""

    kind: str
    gap: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """target : the number of a column. uses : one for each column. missing : the words read as missing."""

    target: int
    uses: tuple[Use, ...]
    missing: frozenset[str]

    @property
    def gone(self) -> frozenset[str]:
        """What a cell holds that is not filled."""
        return self.missing | {""}

    @property
    def features(self) -> list[int]:
        return [j for j, use in enumerate(self.uses) if j != self.target and use.kind != IGNORE]

    @property
    def used(self) -> list[int]:
        return [*self.features, self.target]


@dataclass(frozen=True)
class Outcome:
    """What a plan does to a sheet. problem : why it cannot be carried out, "" if it can.

    rows, dropped : how many are left, how many are gone, those before included. counts : how often each class is left; {} if the target is a number.
    gaps : for each used column with missing cells (column, how many, gap); what is filled in lies in the rows that are
    left. medians : column -> what is filled in there, the median of those rows; None if they hold no number.
    """

    rows: int
    dropped: int
    counts: dict[str, int]
    gaps: tuple[tuple[int, int, str], ...]
    medians: Mapping[int, float | None]
    problem: str = ""


def words_in(sheet: Sheet) -> list[str]:
    """The words of the sheet that may stand for a missing cell, as they are written there."""
    return sorted({cell for column in sheet.columns for cell in column if cell.lower() in MISSING_WORDS})


def missing_words(sheet: Sheet) -> frozenset[str]:
    """The words to be read as missing: all of ``words_in``, but no minus beside a plus."""
    plus = any("-" in column and "+" in column for column in map(set, sheet.columns))
    return frozenset(word for word in words_in(sheet) if word != "-" or not plus)


def look(sheet: Sheet, missing: Collection[str]) -> list[Found]:
    """What is in each column if these words, and empty cells, are missing."""
    return [_found(sheet, j, missing) for j in range(len(sheet.header))]


def _found(sheet: Sheet, j: int, missing: Collection[str]) -> Found:
    cells, decimal = sheet.columns[j], sheet.format.decimal or "."
    counts = Counter(cells)
    known = [value for value in counts if value and value not in missing]
    if len(known) <= MOST_VALUES:  # else no one will list them
        known.sort(key=lambda value: (value == MISSING, natural(value)))
    figures = {value: figure(value, decimal) for value in known}
    found = Found(sheet.header[j], {value: counts[value] for value in known}, figures, 0, None, "", decimal)
    strange = None
    if found.numbers * 2 > found.filled > found.numbers:
        at = next(i for i, cell in enumerate(cells) if figures.get(cell, 0) is None)
        strange = cells[at], sheet.lines[at]
    either = next(filter(undecided, known), "") if sheet.undecided else ""
    return replace(found, missing=len(cells) - found.filled, strange=strange, either=either)


def guess(found: list[Found], target: int | None = None) -> tuple[Use, ...]:
    """What each column may be used as; the target is the last unless it is said."""
    target = len(found) - 1 if target is None else target
    return tuple(guess_target(f) if j == target else guess_feature(f) for j, f in enumerate(found))


def guess_feature(found: Found) -> Use:
    values = found.values
    if found.numeric and not values.keys() <= {"0", "1"}:
        return Use(NUMERIC, MEDIAN)
    if not values or len(values) > MOST_VALUES or max(map(len, values)) > MOST_LETTERS:
        return Use(IGNORE, OWN)
    small = {value.lower(): value for value in values}
    scale = next((s for s in SCALES if len(small) == len(values) > 2 and small.keys() <= set(s)), None)
    return Use(ORDERED, OWN, tuple(small[word] for word in scale if word in small)) if scale else Use(NOMINAL, OWN)


def guess_target(found: Found) -> Use:
    """Classes, or a number to predict if there are many numbers or numbers with a fraction."""
    figures = [x for x in found.figures.values() if x is not None]
    whole = all(isfinite(x) and x.is_integer() for x in figures)
    many = len(found.values) > FEW or (len(found.values) > 2 and len(found.values) == found.filled)
    return Use(NUMERIC if found.numeric and (many or not whole) else NOMINAL, DROP)


def fitting(use: Use) -> Use:
    """A use whose gap fits its kind: only numbers have a median, no number is a value of its own."""
    wrong = {NUMERIC: OWN, NOMINAL: MEDIAN, ORDERED: MEDIAN}.get(use.kind)
    return replace(use, gap={OWN: MEDIAN, MEDIAN: OWN}[use.gap]) if use.gap == wrong else use


# ---- what a plan does


def outcome(sheet: Sheet, plan: Plan, found: list[Found]) -> Outcome:
    """What the plan drops and fills, and what stands in its way; nothing is done."""
    keep, gone = _kept(sheet, plan), plan.gone
    rows, counts, gaps, medians = sum(keep), {}, [], {}
    left = {j: list(compress(sheet.columns[j], keep)) for j in plan.used}
    if plan.uses[plan.target].kind != NUMERIC:
        counts = dict(Counter(MISSING if cell in gone else cell for cell in left[plan.target]))
    for j in plan.used:
        use, filled = plan.uses[j], sum(cell in gone for cell in left[j])
        if n := found[j].missing if use.gap == DROP else filled:
            gaps.append((j, n, use.gap))
        if filled and use.kind == NUMERIC:
            medians[j] = median([x for cell in left[j] if (x := found[j].figures.get(cell)) is not None])
    problem = _problem(plan, found, rows)
    bare = next((found[j].name for j, middle in medians.items() if middle is None), None)
    if bare is not None and not problem:
        problem = f"Column {bare!r} has no number in the rows that are left: ignore it, or drop fewer rows."
    return Outcome(rows, sheet.dropped + len(sheet) - rows, counts, tuple(gaps), medians, problem)


def _kept(sheet: Sheet, plan: Plan) -> list[bool]:
    keep, gone = [True] * len(sheet), plan.gone
    for j in plan.used:
        if plan.uses[j].gap == DROP:
            keep = [k and cell not in gone for k, cell in zip(keep, sheet.columns[j], strict=True)]
    return keep


def _problem(plan: Plan, found: list[Found], rows: int) -> str:
    if plan.uses[plan.target].kind == IGNORE:
        return "The target is ignored: choose what it is, or another target."
    if not plan.features:
        return "Every column but the target is ignored: keep at least one."
    for j in plan.used:
        problem = _problem_of(found[j], plan.uses[j], "class" if j == plan.target else "value")
        if problem:
            return problem
    if not rows:
        return "No row is left, each lacks a cell in a column whose rows are dropped: fill the gaps, or ignore that column."
    cells = rows * len(plan.features)
    if cells > MOST_CELLS:
        most = MOST_CELLS // rows
        return f"{rows:,} rows of {len(plan.features)} features are {cells:,} cells, more than {MOST_CELLS:,}: keep {most} features."
    return ""


def _problem_of(found: Found, use: Use, what: str) -> str:
    column, instead = f"Column {found.name!r}", "choose another target" if what == "class" else "ignore it"
    if len(found.name) > MOST_LETTERS:
        return f"{column[:40]}…' has a name of more than {MOST_LETTERS} characters: shorten it."
    if not found.values and (what == "class" or use.kind == NUMERIC or use.gap != OWN):
        return f"{column} has no {'number at all' if use.kind == NUMERIC and what == 'value' else 'filled cell'}: {instead}."
    if use.kind == NUMERIC:
        no = next((value for value, x in found.figures.items() if x is None or isinf(x)), None)
        if no is not None:
            say = "is not finite" if found.figures[no] is not None else "is no number"
            return f"{column} is to be numeric, but {no[:40]!r} {say}: correct it, count it as missing, or make it nominal."
        return ""
    if len(found.values) > MOST_VALUES:
        plural = {"class": "classes", "value": "values"}[what]
        less = "make it numeric, or choose another target" if what == "class" else "ignore it, or make it numeric"
        return f"{column} has {len(found.values):,} {plural}, more than {MOST_VALUES}: {less}."
    long = next((value for value in found.values if len(value) > MOST_LETTERS), None)
    if long is not None:
        return f"{column} holds a cell of {len(long):,} characters, more than {MOST_LETTERS}: shorten it or ignore the column."
    return ""


def apply(sheet: Sheet, plan: Plan, title: str = "", found: list[Found] | None = None) -> Dataset:
    """The data set that the plan makes of the sheet. Raises DataError if ``outcome`` names a problem.

    found : what ``look`` finds in the sheet, where that is known.

    >>> from dtlearn.data.sniff import read
    >>> sheet = read("size,ok\\n1,yes\\n?,no\\n3,no\\n")
    >>> missing = missing_words(sheet)
    >>> apply(sheet, Plan(1, guess(look(sheet, missing)), missing)).X.ravel().tolist()
    [1.0, 2.0, 3.0]
    """
    found = found or look(sheet, plan.missing)
    done = outcome(sheet, plan, found)
    if done.problem:
        raise DataError(done.problem)
    keep = _kept(sheet, plan)
    columns = {j: list(compress(sheet.columns[j], keep)) for j in plan.used}
    made = {j: _column(found[j], plan.uses[j], columns[j], plan.gone, done.medians.get(j)) for j in plan.used}
    features, (classes, y) = plan.features, made[plan.target]
    X = np.array([made[j][1] for j in features], dtype=np.float64).T
    told = told_apart(tuple(Feature(found[j].name, made[j][0]) for j in features), X)
    schema = Schema(told, classes, found[plan.target].name)
    y = np.array(y, dtype=np.int64 if classes else np.float64)
    card = Card(title[:MOST_LETTERS].strip() or "A table", _story(done, plan, found), _note(done, plan, found, columns))
    gaps = [(k, _gaps(columns[j], plan)) for k, j in enumerate(features) if j in done.medians]
    return mended(Dataset("table", schema, X, y, card), tuple(gaps), done.dropped)


def _gaps(cells: list[str], plan: Plan) -> tuple[int, ...]:
    gone = plan.gone
    return tuple(i for i, cell in enumerate(cells) if cell in gone)


def _column(found: Found, use: Use, cells: list[str], gone: frozenset[str], middle: float | None):
    """(the nominal values in order, the cells as numbers). middle : what missing numbers become."""
    if use.kind == NUMERIC:
        return (), [middle if cell in gone else found.figures[cell] for cell in cells]
    cells = [MISSING if cell in gone else cell for cell in cells]
    order = [value for value in use.values if value not in gone] if use.kind == ORDERED else []
    occur = set(cells)
    order += [value for value in found.values if value in occur and value not in order]
    if MISSING in occur and MISSING not in order:
        order.append(MISSING)
    code = {value: k for k, value in enumerate(order)}
    return tuple(order), [code[cell] for cell in cells]


def of(data: Dataset) -> tuple[Sheet, Plan]:
    """A sheet and a plan that make this data set: to look at it, and to change it. What was a gap is one again."""
    schema, kinds = data.schema, [f.values for f in data.schema.features] + [data.schema.classes]
    gaps = filled(data)
    columns = tuple(
        _cells(column.tolist(), values, set(gaps.get(j, ())))
        for j, (values, column) in enumerate(zip(kinds, [*data.X.T, data.y], strict=True))
    )
    header = (*(f.name for f in schema.features), schema.target)
    form = Format("utf-8", ",", '"', ".", True)
    sheet = Sheet(header, columns, tuple(range(2, len(data) + 2)), form, dropped=dropped(data))
    found = look(sheet, ())
    uses = [_use_of(column, values) for column, values in zip(found, kinds, strict=True)]
    if not found[-1].missing:
        uses[-1] = replace(uses[-1], gap=DROP)
    return sheet, Plan(len(header) - 1, tuple(uses), frozenset())


def _cells(column: list[float], values: tuple[str, ...], gaps: Collection[int]) -> tuple[str, ...]:
    if not values:
        return tuple("" if i in gaps else exact(x) for i, x in enumerate(column))
    return tuple("" if values[int(x)] == MISSING else values[int(x)] for x in column)


def _use_of(found: Found, values: tuple[str, ...]) -> Use:
    if not values:
        return Use(NUMERIC, MEDIAN)
    plain = (*found.values, *([MISSING] if found.missing else []))
    return Use(NOMINAL, OWN) if values == plain else Use(ORDERED, OWN, values)


def _story(done: Outcome, plan: Plan, found: list[Found]) -> str:
    """What was done to the table, for its card."""
    dropped = (
        f" {done.dropped} of {done.rows + done.dropped} rows were left out for a missing cell." if done.dropped else ""
    )
    filled = [
        f"{n} missing in {found[j].name}: "
        + (f"the median {number(done.medians[j])}." if gap == MEDIAN else "a value of its own.")
        for j, n, gap in done.gaps
        if gap != DROP
    ]
    return f"A table of your own.{dropped} {' '.join(filled)}".strip()


def _note(done: Outcome, plan: Plan, found: list[Found], columns: dict[int, list[str]]) -> str:
    """What stands in the gaps, and in which of the rows that are left: who reads the table alone cannot know."""
    said, cells = [], 0
    for j, _, gap in done.gaps:
        rows = [i + 1 for i in _gaps(columns[j], plan)]
        if not rows:
            continue
        numbers = ", ".join(map(str, rows[:8])) + (" …" if len(rows) > 8 else "")
        way = f"filled with the median {number(done.medians[j])}" if gap == MEDIAN else f"a value of its own, {MISSING}"
        said.append(f"{found[j].name} {way} (row{'s' if len(rows) > 1 else ''} {numbers})")
        cells += len(rows)
    if not said:
        return ""
    more = f"; and {len(said) - 6} more columns" if len(said) > 6 else ""
    return f"{cells} {'cell was' if cells == 1 else 'cells were'} empty: {'; '.join(said[:6])}{more}."
