"""TOML of strangers: read within limits that are checked before the parser begins, and written.

``tomllib`` takes time and memory that grow with the square of the parts of a key: 300 characters of a link may unpack
to a key that takes a server down. What no honest file holds is refused first, in one pass over the text.
"""

import re
import tomllib

from dtlearn.data.dataset import DataError

MOST_PARTS = 8  # of a key: a.b.c has three
MOST_BARE = 100  # characters of a number or a name without quotes: of longer ones the parser keeps a note for each
MOST_DEPTH = 8  # brackets in brackets
MOST_PIECES = 60_000  # signs between texts, and escapes in them; rows that were filled in may be 50,000
# A text that is never closed ends the file, as it does for the parser.
_PIECE = re.compile(
    r'''"""(?:[^"\\]|\\.?|"(?!""))*+"{0,5}|\'\'\'(?:[^']|'(?!''))*+'{0,5}|"(?:[^"\\\n]|\\.?)*+"?|'[^'\n]*+'?'''
    rf"""|\#[^\n]*+|[\[\]{{}}=,.\n]|[\w+:-]{{{MOST_BARE + 1},}}+""",
    re.DOTALL,
)


def loads(text: str, most: int) -> dict:
    """The table that a TOML text holds. most : characters it may have. Raises DataError with the place and what to do.

    >>> loads('a.b = [1.5, "x.y.z"]', 100)
    {'a': {'b': [1.5, 'x.y.z']}}
    """
    if len(text) > most:
        raise DataError(f"The file has {len(text):,} characters, {most:,} at most: shorten it.")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    _check(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"The .toml cannot be read: {error}. Mend that place and open it again.") from None


def _check(text: str) -> None:
    """Raises DataError for what would cost the parser more than a multiple of the text's length."""
    pieces, line, parts, depth = text.count("\\"), 1, 1, 0
    for match in _PIECE.finditer(text):
        sign = match.group()
        pieces += 1
        if pieces > MOST_PIECES:
            raise DataError("The file has too many values or lines to be one that was saved here: shorten it.")
        if sign == ".":
            parts += 1
            if parts > MOST_PARTS:
                raise DataError(f"Line {line}: a name has more than {MOST_PARTS} parts with dots between: shorten it.")
        elif sign in ("[", "{"):
            depth += 1
            if depth > MOST_DEPTH:
                raise DataError(f"Line {line}: brackets stand in more than {MOST_DEPTH} others: write it flatter.")
        elif sign in ("]", "}"):
            depth -= 1
        elif len(sign) > MOST_BARE and sign[0] not in _OPENING:
            raise DataError(f"Line {line}: {sign[:20]}… is longer than a number or a name may be: put texts in quotes.")
        if sign in _ENDS:
            parts = 1
        line += sign.count("\n")


_ENDS = frozenset("[]{}=,\n")  # of a name
_OPENING = "\"'#"  # of a text, of a comment


def string(text: str) -> str:
    """A TOML string; control characters, which TOML forbids, are written by number."""
    text = re.sub(r'["\\]', r"\\\g<0>", text)
    return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m[0]):04x}", text) + '"'
