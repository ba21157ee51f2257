"""A plan: which column is the target, what kind each column is, what becomes of missing cells; from sheet to data set.

What a plan would drop and fill is counted before anything happens.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, repeat
from math import isfinite, isinf
from unicodedata import category

import numpy as np

from dtlearn.data.dataset import MISSING, Card, DataError, Dataset, Feature, Schema, natural, number, told_apart
from dtlearn.data.numerals import exact, figures, parted, undecided
from dtlearn.data.sniff import (
    MOST_CELLS,
    MOST_LETTERS,
    MOST_ROWS,
    MOST_VALUES,
    Format,
    Sheet,
    dropped,
    filled,
    median,
    mended,
)

NOMINAL, ORDERED, NUMERIC, COUNT, IGNORE = KINDS = ("nominal", "ordered", "numeric", "count", "ignore")
DROP, OWN, MEDIAN = GAPS = ("drop", "own", "median")
# Words that often stand for a missing cell, in small letters. "None" is not among them: it is a value of many tables.
MISSING_WORDS = (
    "?",
    "-",
    "–",
    "—",
    ".",
    "na",
    "n/a",
    "n. a.",
    "n.a.",
    "n.v.",
    "n/v",
    "#n/a",
    "#n/v",
    "#nv",
    "#na",
    "nan",
    "null",
    "(null)",
    "k.a.",
    "k. a.",
    "k/a",
)
# Names, in small letters, of a column that says for how many examples its row stands; those after the bar only perhaps.
_COUNTS = (
    "count counts cnt n freq frequency anzahl häufigkeit haeufigkeit nombre effectif|weight weights w cases number"
    " persons people total gewicht"
)
COUNTED, _PERHAPS_COUNTED = (frozenset(words.split()) for words in _COUNTS.split("|"))
# Names of a target, the most telling first; y is one where there is no x.
TARGETS = ("target", "label", "outcome", "survived", "class", "klasse", "classe", "zielgröße", "y")
FEW = 10  # whole numbers as a target are classes up to so many of them
# Values that have an order by their meaning, in small letters.
SCALES = (
    ("low", "medium", "high"),
    ("low", "normal", "high"),
    ("small", "medium", "large"),
    ("cool", "mild", "hot"),
    ("cold", "warm", "hot"),
    ("short", "medium", "tall"),
    ("bad", "fair", "good"),
    ("never", "sometimes", "often", "always"),
    ("mon", "tue", "wed", "thu", "fri", "sat", "sun"),
    ("young", "adult", "old"),
    ("slow", "medium", "fast"),
)
_NINES = re.compile(r"[+-]?(9{2,}|8{3,}|7{3,})([.,]\d+)?")


@dataclass(frozen=True)
class Found:
    """What was found in a column.

    values : the distinct cells that are filled, few ones as people count, each with how often it occurs.
    figures : the number that each of them stands for, or None. missing : how many cells are not filled; words : those
        of them that hold a word, with how often.
    strange : the first cell that is no number, and its line, if most are. either : the first cell like 1.500, if
        nothing tells whether that is 1500; else "". decimal : the sign before a fraction. units : those of its numbers;
        one alone is taken off.
    """

    name: str
    values: dict[str, int]
    figures: dict[str, float | None]
    missing: int
    strange: tuple[str, int] | None
    either: str = ""
    decimal: str = "."
    units: tuple[str, ...] = ()
    words: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def far(self) -> tuple[str, ...]:
        """The cells that stand far outside the rest and look as if they stood for a missing one: -9999, 999."""
        if not self.numeric:
            return ()
        at = sorted(set(self.figures.values()))
        for k in (1, 2, 3):
            for outside, inside in ((at[:k], at[k:]), (at[-k:], at[:-k])):
                if len(inside) < 3:
                    continue
                gap = inside[0] - outside[-1] if outside[0] < inside[0] else outside[0] - inside[-1]
                cells = tuple(cell for cell, x in self.figures.items() if x in outside)
                low = outside[-1] < 0 <= inside[0]
                odd = all(_NINES.fullmatch(cell) or self.values[cell] > 1 or low for cell in cells)
                if gap > 3 * (inside[-1] - inside[0]) and odd:
                    return cells
        return ()

    @property
    def whole(self) -> bool:
        """Every filled cell is a whole number from 0 on, and one is more than 1."""
        figures = self.figures.values()
        return (
            self.numeric
            and not self.units
            and all(x >= 0 and float(x).is_integer() for x in figures)
            and max(figures) > 1
        )

    @property
    def priced(self) -> bool:
        """Words with the sign of a currency, which are no names."""
        return not self.numeric and any(
            category(sign) == "Sc" for value in self.values for sign in (value[0], value[-1])
        )

    @property
    def perhaps_counts(self) -> bool:
        """Its name and its numbers are those of a column that says how many examples its row stands for."""
        small = self.whole and min(self.figures.values()) <= FEW  # else it is rather what the thing weighs
        return self.whole and (self.name.lower() in COUNTED or small and self.name.lower() in _PERHAPS_COUNTED)

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
            return self.strange is None and not self.units and not self.priced
        figures = self.figures.values()
        return max(figures) - min(figures) + 1 == rows and all(map(float.is_integer, figures))


@dataclass(frozen=True)
class Use:
    """What a column is used as. values : the order of an ordered column. gap : what becomes of its missing cells.

    A column used as COUNT says how many examples each row stands for.
    """

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
        return [j for j, use in enumerate(self.uses) if j != self.target and use.kind not in (IGNORE, COUNT)]

    @property
    def used(self) -> list[int]:
        return [*self.features, self.target]

    @property
    def counts(self) -> list[int]:
        """The columns that say how many examples each row stands for: one, or the plan cannot be carried out."""
        return [j for j, use in enumerate(self.uses) if j != self.target and use.kind == COUNT]


@dataclass(frozen=True)
class Outcome:
    """What a plan does to a sheet. problem : why it cannot be carried out, "" if it can.

    rows, dropped : how many are left, how many are gone, those before included. counts : how often each class is left;
        {} if the target is a number.
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
    read, units = figures(known, decimal)
    words = {word: counts[word] for word in sorted(missing) if word in counts}
    found = Found(sheet.header[j], {value: counts[value] for value in known}, read, 0, None, "", decimal, units, words)
    strange = None
    if found.numbers * 2 > found.filled > found.numbers:
        at = next(i for i, cell in enumerate(cells) if read.get(cell, 0) is None)
        strange = cells[at], sheet.lines[at]
    either = next((value for value in known if undecided(parted(value)[0])), "") if sheet.undecided else ""
    return replace(found, missing=len(cells) - found.filled, strange=strange, either=either)


def guess(found: list[Found], target: int | None = None) -> tuple[Use, ...]:
    """What each column may be used as; the target is the last unless it is said."""
    target = len(found) - 1 if target is None else target
    uses = [guess_target(f) if j == target else guess_feature(f) for j, f in enumerate(found)]
    for j, f in enumerate(found):
        others = [use.kind for k, use in enumerate(uses) if k not in (j, target)]
        if j != target and f.whole and f.name.lower() in COUNTED and others and NUMERIC not in others:
            uses[j] = Use(COUNT, DROP)
            break
    return tuple(uses)


def aim(found: list[Found]) -> int:
    """The column that is the likeliest target: by its name, else the last whose kind allows it.

    >>> from dtlearn.data.sniff import read
    >>> aim(look(read("class,size\\na,s\\nb,s\\n"), ())), aim(look(read("a,b,n\\nx,p,2\\ny,p,3\\n"), ()))
    (0, 1)
    """
    filled = [j for j, f in enumerate(found) if f.values]
    names = {found[j].name.lower(): j for j in filled}
    for name in TARGETS:
        if name in names and len(found[names[name]].values) > 1 and not (name == "y" and "x" in names):
            return names[name]
    last = filled[-1] if filled else len(found) - 1
    if not _unlikely(found[last]):
        return last
    few = [j for j in filled if not found[j].numeric and 2 < 2 * len(found[j].values) <= found[j].filled]
    rest = [j for j in filled if not found[j].perhaps_counts]
    return few[-1] if few else rest[-1] if rest and found[last].perhaps_counts else last


def _unlikely(found: Found) -> bool:
    """A target that nobody would predict: numbers of rows, names of them, more classes than half of the rows."""
    many = guess_target(found).kind == NOMINAL and len(found.values) * 2 > found.filled
    return found.perhaps_counts or found.names_rows(found.filled) or many


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
    if use.kind == COUNT:
        return replace(use, gap=DROP)
    wrong = {NUMERIC: OWN, NOMINAL: MEDIAN, ORDERED: MEDIAN}.get(use.kind)
    return replace(use, gap={OWN: MEDIAN, MEDIAN: OWN}[use.gap]) if use.gap == wrong else use


# ---- what a plan does


def outcome(sheet: Sheet, plan: Plan, found: list[Found]) -> Outcome:
    """What the plan drops and fills, and what stands in its way; nothing is done."""
    keep, gone = _kept(sheet, plan), plan.gone
    if problem := _problem_of_counts(sheet, plan, found, keep):
        return Outcome(0, 0, {}, (), {}, problem)
    times = _times(plan, found, sheet, keep)
    rows, counts, gaps, medians = sum(times), {}, [], {}
    left = {j: _repeated(sheet.columns[j], times) for j in plan.used}
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
    if counts.keys() == {MISSING} and not problem:
        problem = (
            f"Column {found[plan.target].name!r} has no filled cell in the rows that are left: choose another target,"
            " or drop fewer rows."
        )
    return Outcome(rows, sheet.dropped + len(sheet) - sum(keep), counts, tuple(gaps), medians, problem)


def _kept(sheet: Sheet, plan: Plan) -> list[bool]:
    keep, gone = [True] * len(sheet), plan.gone
    for j in (*plan.used, *plan.counts):
        if plan.uses[j].gap == DROP:
            keep = [k and cell not in gone for k, cell in zip(keep, sheet.columns[j], strict=True)]
    return keep


def _times(plan: Plan, found: list[Found], sheet: Sheet, keep: list[bool]) -> list[int]:
    """How often each row is in the data set."""
    for j in plan.counts:
        return [int(found[j].figures[cell]) if k else 0 for k, cell in zip(keep, sheet.columns[j], strict=True)]
    return [int(k) for k in keep]


def _repeated(cells: Sequence[str], times: list[int]) -> list[str]:
    return list(chain.from_iterable(map(repeat, cells, times)))


def _problem_of_counts(sheet: Sheet, plan: Plan, found: list[Found], keep: list[bool]) -> str:
    if len(plan.counts) > 1:
        one, other = (found[j].name for j in plan.counts[:2])
        return f"Columns {one!r} and {other!r} both say how many examples a row stands for: keep one of them."
    for j in plan.counts:
        no = next((value for value, x in found[j].figures.items() if x is None or not (x >= 0 and x % 1 == 0)), None)
        if no is not None:
            return (
                f"Column {found[j].name!r} is to count examples, but {quoted(no)} is no whole number from 0 on:"
                " ignore it."
            )
        rows = sum(found[j].figures[cell] for k, cell in zip(keep, sheet.columns[j], strict=True) if k)
        if rows > MOST_ROWS:
            return (
                f"The rows stand for {rows:,.0f} examples ({found[j].name}), more than {MOST_ROWS:,}: divide the"
                " counts, or ignore them."
            )
    return ""


def quoted(cell: str) -> str:
    """A cell in quotes, short; a no-break space is shown as a space.

    >>> quoted("9,13\\u00a0€")
    "'9,13 €'"
    """
    return repr(" ".join(cell[:MOST_LETTERS].split()))


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
        return (
            "No row is left, each lacks a cell in a column whose rows are dropped: fill the gaps, or ignore that"
            " column."
        )
    cells = rows * len(plan.features)
    if cells > MOST_CELLS:
        most = MOST_CELLS // rows
        return (
            f"{rows:,} rows of {len(plan.features)} features are {cells:,} cells, more than {MOST_CELLS:,}: keep {most}"
            " features."
        )
    return ""


def _problem_of(found: Found, use: Use, what: str) -> str:
    column, instead = f"Column {found.name!r}", "choose another target" if what == "class" else "ignore it"
    if len(found.name) > MOST_LETTERS:
        return f"{column[:40]}…' has a name of more than {MOST_LETTERS} characters: shorten it."
    if not found.values and (what == "class" or use.kind == NUMERIC or use.gap != OWN):
        return (
            f"{column} has no {'number at all' if use.kind == NUMERIC and what == 'value' else 'filled cell'}:"
            f" {instead}."
        )
    if use.kind == NUMERIC:
        no = next((value for value, x in found.figures.items() if x is None or isinf(x)), None)
        if no is not None:
            say = "is not finite" if found.figures[no] is not None else "is no number"
            return (
                f"{column} is to be numeric, but {quoted(no[:40])} {say}: correct it, count it as missing, or make it"
                " nominal."
            )
        return ""
    if len(found.values) > MOST_VALUES:
        plural = {"class": "classes", "value": "values"}[what]
        less = "make it numeric, or choose another target" if what == "class" else "ignore it, or make it numeric"
        return f"{column} has {len(found.values):,} {plural}, more than {MOST_VALUES}: {less}."
    long = next((value for value in found.values if len(value) > MOST_LETTERS), None)
    if long is not None:
        return (
            f"{column} holds a cell of {len(long):,} characters, more than {MOST_LETTERS}: shorten it or ignore the"
            " column."
        )
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
    times = _times(plan, found, sheet, _kept(sheet, plan))
    columns = {j: _repeated(sheet.columns[j], times) for j in plan.used}
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
    counted = "".join(f" Each row as often as {found[j].name} says." for j in plan.counts)
    return f"A table of your own.{dropped}{counted} {' '.join(filled)}".strip()


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
