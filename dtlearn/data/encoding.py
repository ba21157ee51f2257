"""Text from a file's bytes: the encoding is found out, and what is no table of text is refused by name."""

import json
import re
import unicodedata

from dtlearn.data.dataset import DataError

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16 (little end first)",
    "utf-16-be": "UTF-16 (big end first)",
    "cp1252": "Windows-1252 (Western Europe)",
    "latin-1": "ISO 8859-1",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "mac-roman": "Mac Roman",
    "shift-jis": "Shift JIS",
}
_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}  # byte order marks
_FILES = {
    b"PK\x03\x04": "an Excel workbook or a zip archive",
    b"\xd0\xcf\x11\xe0": "an old Excel or Word file",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"PAR1": "a Parquet file",
    b"SQLite format 3": "an SQLite database",
    b"{\\rtf": "a rich text file",
}
MOST_MARKS = (
    30  # on one letter: joining them takes time that grows with the square (Unicode's stream-safe text has 30 too)
)
_FAR = re.compile(rf"[^\0-\u02ff]{{{MOST_MARKS + 1},}}")  # where so many marks may stand: none is below U+0300
_SAVE_AS = "in the program that made it choose “Save as” and then CSV"


def decoded(raw: bytes, wanted: str | None = None) -> tuple[str, str]:
    """The text in a file's bytes, and its encoding, found out unless it is wanted. Raises DataError."""
    what = next((what for start, what in _FILES.items() if raw.startswith(start)), None)
    if what:
        raise DataError(f"The file is {what}, not a CSV: {_SAVE_AS}.")
    mark = next((mark for mark in _MARKS if raw.startswith(mark)), b"")
    encoding = wanted or _MARKS.get(mark) or _unmarked(raw)
    raw = raw.removeprefix(mark) if encoding == _MARKS.get(mark) else raw
    try:
        return raw.decode(encoding), encoding
    except UnicodeDecodeError as error:
        line = raw[: error.start].decode(encoding, "replace").count("\n") + 1
        raise DataError(
            f"Line {line} is not {ENCODINGS.get(encoding, encoding)}: choose another encoding or save the file as"
            " UTF-8."
        ) from None


def _unmarked(raw: bytes) -> str:
    """The encoding of bytes without a mark: UTF-8 if they are that, else what Windows writes."""
    even, odd = raw[::2].count(0), raw[1::2].count(0)
    if max(even, odd) > len(raw) / 8 and min(even, odd) * 10 < max(even, odd):
        return "utf-16-be" if even > odd else "utf-16-le"
    if _decodes(raw, "strict"):
        return "utf-8"
    # Halves of characters, or more good UTF-8 than bad: damaged rather than of another encoding.
    text = raw.decode(errors="replace")
    bad = text.count("\ufffd")
    good = len(text) - len(text.encode("ascii", "ignore")) - bad
    return "utf-8" if good > bad or _decodes(raw, "surrogatepass") else "cp1252"


def _decodes(raw: bytes, errors: str) -> bool:
    try:
        raw.decode(errors=errors)
    except UnicodeDecodeError:
        return False
    return True


def checked(text: str) -> tuple[str, list[str]]:
    """The text, its letters joined, and a note if any were; raises DataError if it is no table at all."""
    if "\0" in text:
        raise DataError(f"The file holds NUL characters, so it is not a table of text: {_SAVE_AS}.")
    half = next((c for c in text if "\ud800" <= c <= "\udfff"), None)
    if half:
        raise DataError("The encoding is broken, half a character stands alone: save the file as UTF-8.")
    start = text.lstrip()[:200].lower()
    if not start:
        raise DataError("The table is empty: give a line of column names and at least one row.")
    if re.match(r"<(!doctype|html|\?xml|table|head|body|svg)\b", start):
        raise DataError("This is a web page (HTML), not a CSV: open it, mark the table and paste it here.")
    if start[0] in "[{" and _is_json(text):
        raise DataError(f"This is JSON, not a CSV: {_SAVE_AS}, or write a line of names and a line for each row.")
    if text.isascii():
        return text, []
    if _piled(text):
        raise DataError(f"A letter carries more than {MOST_MARKS} combining marks: remove them.")
    joined = unicodedata.normalize("NFC", text)
    return joined, ["Letters with combining marks were joined (Unicode NFC)."] if joined != text else []


def _piled(text: str) -> bool:
    """Whether more marks stand in a row than any language writes on a letter."""
    for match in _FAR.finditer(text):
        run = 0
        for c in match[0]:
            run = run + 1 if unicodedata.combining(c) else 0
            if run > MOST_MARKS:
                return True
    return False


def _is_json(text: str) -> bool:
    for whole in (text, text.lstrip().splitlines()[0]):  # or an object a line
        try:
            return isinstance(json.loads(whole), (list, dict))
        except (ValueError, RecursionError):
            continue
    return False
