"""A data set as short text for a link, and as a .csv and a .toml that ``data.read_csv`` opens again.

A link says ``~1`` and then, in letters that any link may hold, zlib's compression of one line of JSON (names, values,
classes, card, how many rows were left out for a gap) and one line for each column: numbers with commas between them,
none where the median of the others was filled in; a character for each nominal value.
"""

import base64
import csv
import io
import json
import re
import zlib
from collections.abc import Iterable, Sequence

import numpy as np

from dtlearn.data import toml
from dtlearn.data.dataset import Card, DataError, Dataset, Feature, Schema, read_csv, told_apart
from dtlearn.data.encoding import decoded
from dtlearn.data.numerals import exact
from dtlearn.data.sniff import MOST_BYTES, MOST_COLUMNS, MOST_ROWS, check, dropped, filled, fits, median, mended

MARK = "~"  # what a packed table begins with; no data set of the collection does
VERSION = "1"
MOST_LINK = 6000  # characters: a server that reads 8 KB of an address still takes the rest of the link
MOST_UNPACKED = 1_000_000  # bytes; a few thousand characters may unpack to gigabytes
MOST_CARD = 1_000_000  # characters of the .toml beside a table
_FIRST = ord("0")  # the character of the first nominal value
_CARD = ("title", "story", "note", "source", "licence")
_LONGEST = 30  # characters of a number and its comma
_MOST_DROPPED = 10**9  # of one table cut again and again
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "'")  # what a cell begins with that a spreadsheet calculates
PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_BROKEN = "The table in this link is damaged: copy the whole link again, or open the table's file."


def pack(data: Dataset) -> str:
    """A data set as text for a link. Raises DataError if it is too large for one.

    >>> from dtlearn import load
    >>> pack(load("or"))[:2], unpack(pack(load("or")))
    ('~1', Dataset('or': 4 examples, 2 features, 2 classes))
    """
    about = [data.name, *(getattr(data.card, key) for key in _CARD)]
    schema = data.schema
    head = {"a": about, "t": schema.target, "c": schema.classes, "f": [[f.name, *f.values] for f in schema.features]}
    if gone := dropped(data):
        head["d"] = gone
    gaps = filled(data)
    lines = [json.dumps(head, ensure_ascii=False, separators=(",", ":"))]
    lines += [_column(data.X[:, j], f.numeric, gaps.get(j, ())) for j, f in enumerate(schema.features)]
    lines.append(_column(data.y, schema.regression))
    text = MARK + VERSION + deflate("\n".join(lines))
    if len(text) > MOST_LINK:
        raise DataError(f"Packed, the table has {len(text):,} characters, a link {MOST_LINK:,}: keep its file instead.")
    return text


def _column(cells: np.ndarray, numeric: bool, gaps: Iterable[int] = ()) -> str:
    if numeric:
        tokens = list(map(exact, cells.tolist()))
        for i in gaps:
            tokens[i] = ""
        return ",".join(tokens)
    return "".join(chr(_FIRST + int(v)) for v in cells)


def unpack(text: str) -> Dataset:
    """The data set that ``pack`` made text of. Raises DataError, in one sentence, for anything else."""
    if len(text) > MOST_LINK:
        raise DataError(f"The table in this link is longer than {MOST_LINK:,} characters: open the table's file.")
    if not text.startswith(MARK + VERSION):
        raise DataError("The table in this link is of another version: open the table's file.")
    try:
        data = _read(inflate(text[len(MARK + VERSION) :]))
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(_BROKEN) from None
    check(data)
    return data


def deflate(text: str) -> str:
    """A text compressed, in letters that any link may hold."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def inflate(text: str) -> str:
    """The text that ``deflate`` compressed. Raises ValueError for anything else, and beyond MOST_UNPACKED bytes."""
    if not re.fullmatch(r"[\w-]+", text, re.ASCII):
        raise ValueError("not base64")
    machine = zlib.decompressobj()
    try:
        raw = machine.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), MOST_UNPACKED)
    except zlib.error:
        raise ValueError("not compressed") from None
    if not machine.eof or machine.unused_data:
        raise ValueError("too large, cut off, or followed by something else")
    return raw.decode()


def _read(text: str) -> Dataset:
    head, *columns = text.split("\n")
    head = json.loads(head)
    (name, *about), target, classes, features = head["a"], head["t"], head["c"], head["f"]
    if len(features) > MOST_COLUMNS or max(map(len, columns)) > MOST_ROWS * _LONGEST:
        raise DataError("The table in this link is larger than a table may be: open the table's file.")
    words = [name, target, *about, *classes, *(word for feature in features for word in feature)]
    gone = head.get("d", 0)
    if not all(isinstance(word, str) for word in words) or len(about) != len(_CARD) or not _is_count(gone):
        raise ValueError("not what pack writes")
    if head.keys() != set("atcfd" if gone else "atcf"):
        raise ValueError("a key more or less")
    "".join(words).encode()  # half a character could never be shown
    listed = [f[1:] for f in features] + [classes]
    *read, (y, made_up) = (_cells(line, values) for line, values in zip(columns, listed, strict=True))
    gaps = tuple((j, rows) for j, (_, rows) in enumerate(read) if rows)
    if made_up:
        raise ValueError("a target that is filled in")
    X = np.array([cells for cells, _ in read], dtype=np.float64).T.copy()
    y = np.array(y, dtype=np.int64 if classes else np.float64)
    if X.shape != (len(y), len(features)):
        raise ValueError("columns of different lengths")
    told = told_apart(tuple(Feature(f[0], tuple(f[1:])) for f in features), X)
    schema = Schema(told, tuple(classes), target)
    return mended(Dataset(name, schema, X, y, Card(*about)), gaps, gone)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < _MOST_DROPPED


def _cells(line: str, values: list[str]) -> tuple[list[float], tuple[int, ...]]:
    """(the cells of a column as numbers, the rows that are filled in)."""
    if not values:
        tokens = line.split(",")
        middle = median([float(token) for token in tokens if token])
        if middle is None:
            raise ValueError("a column without a number")
        gaps = tuple(i for i, token in enumerate(tokens) if not token)
        return [float(token) if token else middle for token in tokens], gaps
    codes = [ord(c) - _FIRST for c in line]
    if not all(0 <= code < len(values) for code in codes):
        raise ValueError("a value that is not listed")
    return codes, ()


def write_csv(data: Dataset) -> str:
    """The examples as CSV, target last. A cell that a spreadsheet would calculate gets a ' before it."""
    schema = data.schema
    columns = [_words(data.X[:, j], f.values) for j, f in enumerate(schema.features)]
    names = map(guarded, (*(f.name for f in schema.features), schema.target))
    return table_text(names, [*columns, _words(data.y, schema.classes)]) + "\r\n"


def read_pair(table: bytes, card: bytes, name: str = "table") -> Dataset:
    """The data set of a .csv and a .toml, as ``write_csv`` and ``write_card`` write them. Raises DataError."""
    if len(table) + len(card) > MOST_BYTES:
        raise DataError(f"The two files have more than {MOST_BYTES / 1e6:.1f} MB: keep fewer rows or columns.")
    about = toml.loads(decoded(card)[0], MOST_CARD)
    text = decoded(table)[0]
    fits(text)
    try:
        data = read_csv(text, about, name)
    except (TypeError, AttributeError):
        raise DataError("The .toml is not the card of a data set: open the .csv alone, or save both again.") from None
    check(data)
    return _mended(data, about)


def _mended(data: Dataset, about: dict) -> Dataset:
    """The data set, and what its card says of gaps. Raises DataError if that does not fit."""
    said, gone = about.get("filled", {}), about.get("dropped", 0)
    at = {f.name: j for j, f in enumerate(data.schema.features) if f.numeric}
    if isinstance(said, dict) and said.keys() <= at.keys() and all(map(_are_rows, said.values())) and _is_count(gone):
        gaps = tuple(sorted((at[name], tuple(i - 1 for i in sorted(set(rows)))) for name, rows in said.items()))
        made = mended(data, gaps, gone)
        if len(filled(made)) == len(gaps):
            return made
    raise DataError(
        "The .toml says which cells were filled in and how many rows were left out, and the .csv is not that table: "
        "delete what it says under filled and dropped, or save both files again."
    )


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_count, value)) and min(value) > 0


def _words(cells: np.ndarray, values: tuple[str, ...]) -> list[str]:
    if not values:
        return list(map(exact, cells.tolist()))
    values = [guarded(value) for value in values]
    return [values[int(v)] for v in cells]


def table_text(header: Iterable[str], columns: Sequence[Sequence[str]]) -> str:
    """Cells as CSV, to be read here again.

    >>> table_text(["x", "a,b"], [["1"], ["2"]])
    'x,"a,b"\\r\\n1,2'
    """
    out = io.StringIO()
    # Lines end with \r\n: with \n alone it would leave a \r in a cell unquoted.
    csv.writer(out).writerows([header, *zip(*columns, strict=True)])
    return out.getvalue().removesuffix("\r\n")


def spreadsheet(text: str, semicolons: bool = False) -> str:
    """A CSV text as a spreadsheet opens it by a double click: with the mark that says that it is UTF-8.

    semicolons : for countries where a comma is the decimal sign: ; between cells, and 0,5.

    >>> spreadsheet("x,y\\r\\n0.5,a;b\\r\\n", semicolons=True)
    '\\ufeffx;y\\r\\n0,5;"a;b"\\r\\n'
    """
    if not semicolons:
        return f"\ufeff{text}"
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows(
        [cell.replace(".", ",") if PLAIN.fullmatch(cell) else cell for cell in row]
        for row in csv.reader(io.StringIO(text, newline=""))
    )
    return f"\ufeff{out.getvalue()}"


def guarded(text: str) -> str:
    """A word that no spreadsheet takes for a formula: a ' goes before = + - @ and before a ' itself; numbers stay.

    >>> guarded("-1+1"), guarded("-1"), guarded("Sunny")
    ("'-1+1", '-1', 'Sunny')
    """
    return f"'{text}" if text.startswith(FORMULA) and not PLAIN.fullmatch(text) else text


def write_card(data: Dataset) -> str:
    """The TOML that goes with ``write_csv``: read together they give the same data set."""
    schema = data.schema
    lines = [f"{key} = {toml.string(getattr(data.card, key))}" for key in _CARD]
    lines += [f"target = {toml.string(schema.target)}", "guarded = true"]
    lines += ['target_kind = "numeric"'] if schema.regression else [f"classes = {_toml_list(schema.classes)}"]
    lines += [f"dropped = {gone}  # rows, for a missing cell"] if (gone := dropped(data)) else []
    lines += ["", "[features]"]
    lines += [
        f"{toml.string(f.name)} = {_toml_list(f.values) if f.values else toml.string('numeric')}"
        for f in schema.features
    ]
    if gaps := filled(data):
        lines += ["", "[filled]  # rows that hold the median of their column's other cells: these were empty"]
        lines += [f"{toml.string(schema.features[j].name)} = {[i + 1 for i in rows]}" for j, rows in gaps.items()]
    return "\n".join(lines) + "\n"


def _toml_list(words: tuple[str, ...]) -> str:
    return f"[{', '.join(map(toml.string, words))}]"
