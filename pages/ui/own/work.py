"""The table being prepared: what was given, what was found in it, what the visitor chose. It lives in the session."""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, field, replace
from pathlib import PurePath

import dtlearn
from dtlearn.data import packing, plans, sniff
from dtlearn.data.encoding import ENCODINGS
from dtlearn.data.plans import Found, Outcome, Plan, Use
from dtlearn.data.sniff import SEPARATORS, Format, Sheet
from pages.ui.kit import tables as own
from pages.ui.kit.session import defer, record, state

EXAMPLE = """temperature;sky;wind;walk
12,5;sunny;calm;yes
18,0;cloudy;calm;yes
7,5;rainy;strong;no
21,0;sunny;strong;yes
15,5;?;calm;yes
9,0;rainy;calm;no
25,5;sunny;calm;yes
4,0;cloudy;strong;no
16,5;rainy;calm;yes
11,0;cloudy;strong;no
"""
SHOWN = 50_000  # characters of a pasted text that are sent back to its box


@dataclass
class Work:
    """raw : what was given. wanted : what the visitor said of its format. problem : why there is no sheet, else "".

    said : word -> whether it means a missing cell, for the words of which the visitor has decided.
    way : how it was given, "" for no matter how. chosen : the visitor's own uses of columns, by number. made : a data
        set that came ready, with its card.
    """

    raw: bytes | str = ""
    title: str = "My table"
    wanted: Format = Format()
    problem: str = ""
    sheet: Sheet | None = None
    missing: frozenset[str] = frozenset()
    said: dict[str, bool] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    target: int = 0
    chosen: dict[int, Use] = field(default_factory=dict)
    made: dtlearn.Dataset | None = None
    way: str = ""
    outcome: tuple[Sheet, Plan, Outcome] | None = None  # the last one that was found out

    @property
    def elsewhere(self) -> bool:
        """It was given in another way than the one on the screen, and could not be read: no news there."""
        return bool(self.problem) and self.way not in ("", state()["entry"])

    @property
    def naming(self) -> list[int]:
        """The features that seem only to name the row."""
        return [j for j in self.plan.features if self.found[j].names_rows(len(self.sheet))]

    @property
    def plan(self) -> Plan:
        uses = [self.chosen.get(j, use) for j, use in enumerate(plans.guess(self.found, self.target))]
        if uses[self.target].kind == plans.NUMERIC:
            uses[self.target] = replace(uses[self.target], gap=plans.DROP)  # no number to predict is made up
        return Plan(self.target, tuple(uses), self.missing)

    @property
    def done(self) -> Outcome:
        """What the plan does to the sheet."""
        plan = self.plan
        if self.outcome is None or self.outcome[0] is not self.sheet or self.outcome[1] != plan:
            self.outcome = self.sheet, plan, plans.outcome(self.sheet, plan, self.found)
        return self.outcome[2]


@dataclass
class Preparation:
    """The table being prepared, in a session. work : None before it was asked for.

    opened : the name of the table that it was opened from, "" before any, None since something was changed. used :
    whether the table has just been used and the browser keeps it: the whole app is to run. began : what the grid began
    with, a data set or a word for another beginning. grid : its cells by column as they were laid out, None before that
    is done. edited : as the visitor has them, None where that says nothing yet. laid : how many grids there were.
    """

    work: Work | None = None
    opened: str | None = ""
    used: bool = False
    began: str = own.THIS
    grid: dict[str, list[str]] | None = None
    edited: dict[str, list[str]] | None = None
    laid: int = 0


def work() -> Work:
    """The work of this session: at first that of the link, or an example."""
    ours = record(Preparation)
    name = state().get("data", "")  # another page may open a table again before this one was seen
    if name and name != ours.opened:
        ours.work, ours.opened, ours.grid = _work_of(own.load(name)), name, None
    if ours.work is None:
        ours.work = Work(EXAMPLE, "A walk")
        _read(ours.work)
    return ours.work


def _work_of(data: dtlearn.Dataset) -> Work:
    sheet, plan = plans.of(data)
    said = dict.fromkeys(plans.words_in(sheet), False)  # they were values when the table was used
    return Work(
        "",
        data.title,
        sheet.format,
        "",
        sheet,
        plan.missing,
        said,
        plans.look(sheet, ()),
        plan.target,
        dict(enumerate(plan.uses)),
        data,
    )


def _read(made: Work, before: Work | None = None) -> None:
    """Find out again what is in the text. before : the table that was here, if this is a new one."""
    made.sheet, made.problem = None, ""
    try:
        _look(made, sniff.read(made.raw, made.wanted), before or made)
    except dtlearn.DataError as error:
        made.problem = str(error)
        if len(made.raw) > sniff.MOST_BYTES:
            made.raw = ""


def _look(made: Work, sheet: Sheet, before: Work) -> None:
    """What is in a sheet; if it has most of its columns from before, what was chosen for them stays."""
    at = {name: j for j, name in enumerate(sheet.header)}
    new = {j: at[found.name] for j, found in enumerate(before.found) if found.name in at}
    if 2 * len(new) <= len(at):
        new = {}
    made.said = before.said if new or before is made else {}
    missing = {word for word, gone in made.said.items() if gone} | plans.missing_words(sheet)
    made.sheet, made.missing = sheet, frozenset(word for word in missing if made.said.get(word, True))
    made.chosen = {new[j]: use for j, use in before.chosen.items() if j in new}
    found = plans.look(sheet, made.missing)
    made.found, made.target = found, new.get(before.target, plans.aim(found))


def changed() -> Work:
    """The work, whose table is no longer the one that was used."""
    made = work()
    made.made, state()["data"] = None, ""
    record(Preparation).opened = None  # so that Back opens it again
    return made


def take(raw: bytes | str, title: str) -> None:
    """A new table."""
    old = changed()
    record(Preparation).work = Work(
        raw, title, said=old.said, found=old.found, target=old.target, chosen=old.chosen, way=state()["entry"]
    )
    _read(work(), old)


def open_files(files: Sequence) -> None:
    """A table that was uploaded, or a .csv and the .toml that goes with it."""
    cards = [file for file in files if file.name.lower().endswith(".toml")]
    sheets = [file for file in files if file not in cards]
    if len(files) == 1 == len(sheets):
        take(sheets[0].getvalue(), PurePath(sheets[0].name).stem)
    elif files:
        changed()
        record(Preparation).work = Work(title="My table", way="file")
        try:
            if (len(sheets), len(cards)) != (1, 1):
                raise dtlearn.DataError("Open one table at a time, with its .toml if it has one.")
            record(Preparation).work = _work_of(packing.read_pair(sheets[0].getvalue(), cards[0].getvalue()))
        except dtlearn.DataError as error:
            work().problem = str(error)


def reformat(name: str, value) -> None:
    """The visitor says how the table is written; None is to be found out."""
    made = changed()
    made.wanted = replace(made.wanted, **{name: value})
    _read(made)


def read_as_missing(words: Sequence[str]) -> None:
    """These words mean a missing cell, and no others: that is kept however the table is read again."""
    made = changed()
    made.missing = frozenset(word.strip() for word in words)
    made.said |= {word: word in made.missing for word in (*made.missing, *plans.words_in(made.sheet), *made.said)}
    made.found = plans.look(made.sheet, made.missing)


def aim(target: int) -> None:
    """Another target; what was chosen for it and for the old one is forgotten."""
    if not isinstance(target, int):  # a name of the table before, whose box was still on the screen
        return
    made = changed()
    for j in (made.target, target):
        made.chosen.pop(j, None)
    made.target = target


def choose(j: int, **change) -> None:
    """Another use of a column."""
    made = changed()
    use = made.plan.uses[j]
    if change.get("kind") == plans.ORDERED and not use.values:
        change["values"] = tuple(made.found[j].values)
    made.chosen[j] = plans.fitting(replace(use, **change))


def ignore_naming() -> None:
    """Leave out the features that seem only to name the row."""
    for j in work().naming:
        choose(j, kind=plans.IGNORE)


def fill_all(gap: str) -> None:
    """The same for the missing cells of all columns, as far as it fits their kinds; those of the target are dropped."""
    made = work()
    for j, found in enumerate(made.found):
        if j != made.target and found.missing:
            choose(j, gap=gap)


def order(j: int) -> list[str]:
    """The values of an ordered column that its rows have, in its order so far;
    of a column without values those that it once had."""
    found = work().found[j].values
    return [value for value in _values(j) if value in found or not found]


def move(j: int, value: str) -> None:
    """Move a value of an ordered column before the one that it follows."""
    shown, values = order(j), _values(j)
    if value in shown[1:]:  # a quick second press finds it first, or the table gone
        values.remove(value)
        values.insert(values.index(shown[shown.index(value) - 1]), value)
        choose(j, values=tuple(values))


def _values(j: int) -> list[str]:
    """The values of an ordered column, in its order so far."""
    made = work()
    known = made.plan.uses[j].values
    return [*known, *(value for value in made.found[j].values if value not in known)]


def rename(title: str) -> None:
    made = changed()
    made.title = " ".join(title.split())[:60].rstrip() or "My table"


def accept() -> None:
    """Use the table: from here on it has a name, and every page can open it."""
    made = work()
    try:
        name = own.add_dataset(made.made or plans.apply(made.sheet, made.plan, made.title, made.found))
    except dtlearn.DataError as error:
        made.problem = str(error)
        return
    ours = record(Preparation)
    state()["data"] = ours.opened = name
    ours.used = own.is_stored(name)


# ---- what the browser keeps


def kept() -> list[str] | None:
    """The table in preparation as [text, choices in JSON]; None if there is none that no link holds."""
    made, ours = work(), record(Preparation)
    if state()["data"] or ours.opened is not None:
        return None
    if made.made:
        return [packing.write_csv(made.made), json.dumps({"card": packing.write_card(made.made)})]
    wanted, text = made.wanted, made.raw if isinstance(made.raw, str) else ""
    if not text:
        cells = dict(zip(made.sheet.header, made.sheet.columns, strict=True)) if made.sheet else ours.edited
        if not cells or not any(map(any, cells.values())):
            return None
        text = packing.table_text(cells, list(cells.values()))
        wanted = Format(None, ",", '"', made.sheet.format.decimal if made.sheet else None, True)
    chosen = {j: astuple(use) for j, use in made.chosen.items()}
    return [
        text,
        json.dumps(
            {"wanted": asdict(wanted), "missing": sorted(made.missing), "target": made.target, "chosen": chosen}
        ),
    ]


def reopen(title: str, text: str, choices: str) -> None:
    """Go on with what was ``kept``; what was chosen is followed as far as it fits the text.

    Raises DataError for a card that does not fit, another error for what ``kept`` cannot have written.
    """
    said = json.loads(choices or "{}")
    json.dumps(said, ensure_ascii=False).encode()  # half a character could never be shown
    if "card" in said:
        made = _work_of(packing.read_pair(text.encode(), said["card"].encode()))
    else:
        made = Work(text, " ".join(title.split()) or "My table", _format(said.get("wanted", {})))
        _read(made)
        if made.sheet and said:
            _choose_again(made, said)
    changed()
    record(Preparation).work, record(Preparation).grid = made, None  # which held another table


def _format(said: dict) -> Format:
    form = Format(**said)
    known = {"encoding": ENCODINGS, "separator": SEPARATORS, "quote": ('"', "'"), "decimal": (".", ",")}
    known["header"] = (True, False)
    if not all(value is None or value in known[name] for name, value in asdict(form).items()):
        raise ValueError("a format that nobody can choose")
    return form


def _choose_again(made: Work, said: dict) -> None:
    d = range(len(made.found))
    words, target = said["missing"], said["target"]
    chosen = {int(j): Use(kind, gap, tuple(values)) for j, (kind, gap, values) in said["chosen"].items()}
    uses = chosen.values()
    if not all(isinstance(word, str) for word in [*words, *(value for use in uses for value in use.values)]):
        raise ValueError("a word that is none")
    if any(use.kind not in plans.KINDS or use.gap not in plans.GAPS for use in uses):
        raise ValueError("a use that no column has")
    made.missing = frozenset(words)
    made.said = {word: word in made.missing for word in (*words, *plans.words_in(made.sheet))}
    made.found = plans.look(made.sheet, made.missing)
    if type(target) is int and target in d and chosen.keys() <= set(d):
        made.target, made.chosen = target, {j: plans.fitting(use) for j, use in chosen.items()}


# ---- the grid


def grid() -> dict[str, list[str]]:
    """What the grid begins with; it stays the same object while the visitor edits."""
    ours = record(Preparation)
    if ours.grid is None:
        start(ours.began)
    return ours.grid


def start(name: str) -> None:
    """Begin the grid with the table that is being prepared, a data set, or two columns and no cells."""
    ours = record(Preparation)
    if name not in (own.THIS, own.EMPTY):
        changed()
        ours.work = _work_of(own.load(name))
    sheet = work().sheet
    if name == own.EMPTY or sheet is None:
        _lay({"x": ["", ""], "class": ["", ""]})
        if name != own.EMPTY:  # what could not be read stays in its box until something is typed here
            ours.edited = ours.grid
    else:
        _lay(dict(zip(sheet.header, map(list, sheet.columns), strict=True)))
        ours.edited = ours.grid
    ours.began = name


def _lay(columns: dict[str, list[str]]) -> None:
    ours = record(Preparation)
    ours.grid, ours.edited = columns, None
    ours.laid += 1  # a new grid, not an edited one


def name_columns(text: str) -> None:
    """Other column names, with commas between them.

    A name that stays keeps its cells; a new one takes those of a name that went from its place, or begins empty.
    """
    names = [" ".join(name.split()) for name in next(csv.reader([text], skipinitialspace=True), [])]
    if not all(names) or len(set(names)) < len(names) or not 1 < len(names) <= sniff.MOST_COLUMNS:
        defer("own_names", "Give from 2 to 100 different names, with commas between them.")
        return
    old = record(Preparation).edited or grid()
    empty = [""] * len(next(iter(old.values())))
    gone = [empty if name in names else cells for name, cells in old.items()]
    _lay({name: old.get(name, gone[k] if k < len(gone) else empty) for k, name in enumerate(names)})


def edited(columns: dict[str, Sequence]) -> None:
    """What the grid holds now; nothing happens if that is no news."""
    cells = {name: ["" if v is None else str(v) for v in column] for name, column in columns.items()}
    ours = record(Preparation)
    if cells == ours.edited:
        return
    ours.edited = cells
    old = changed()
    ours.work = made = Work(title=old.title, way="edit")
    try:
        decimal = old.sheet.format.decimal if old.sheet else None
        sheet = sniff.sheet_of(list(cells), list(zip(*cells.values(), strict=True)), decimal)
    except dtlearn.DataError as error:
        made.problem = str(error)
        return
    _look(made, sheet, old)
    made.wanted = sheet.format
