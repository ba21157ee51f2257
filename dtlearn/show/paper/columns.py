"""How a table fits on a line of paper: names are broken, numbers and other short cells never."""

import re
from itertools import chain

from dtlearn.show.base.text import printable, shorten
from dtlearn.show.paper.blocks import Blank, Table
from dtlearn.show.tree.layout import text_width

LINE = 480  # pt that a line of A4 has
SHORT_CELL = 16  # letters of a cell that stays in one line
MAY_BREAK = "\u200b"  # a space of no width
_LONGEST = 24  # letters of a word that no line need hold
_MOST = 160  # letters of a cell


def breakable(text: str, longest: int) -> str:
    """Text that may go on in the next line after an underscore, and inside of what no line could hold."""
    return re.sub(rf"[^\s{MAY_BREAK}]{{{longest}}}", rf"\g<0>{MAY_BREAK}", text.replace("_", f"_{MAY_BREAK}"))


def cell_text(text: str) -> str:
    """A cell's words with the places where a line may end."""
    text = shorten(printable(text), _MOST)
    return text if len(text) <= SHORT_CELL else breakable(text, _LONGEST)


def blank_width(blank: Blank) -> float:
    """cm for a hand, which needs more room than print."""
    return min(max(0.28 * blank.letters, 1.1 if blank.letters < 3 else 1.6), 5)


def fitted(table: Table, usual: float) -> tuple[float, list[float] | None]:
    """The size of a table's letters in pt, ``usual`` where it fits, and the widths of its columns in em;
    None for as wide as they are.

    Long cells are broken first; only then the letters become smaller.
    """
    columns = [
        [_words(head, 0, usual), *(_words(row[j], SHORT_CELL, usual) for row in table.rows)]
        for j, head in enumerate(table.header)
    ]
    whole = [1.05 + max(wide for wide, _ in column) for column in columns]
    if sum(whole) * usual <= LINE:
        return usual, None
    least = [1.05 + max(narrow for _, narrow in column) for column in columns]
    size = min(usual, LINE / sum(least))
    share = min(1.0, (LINE / size - sum(least)) / max(sum(whole) - sum(least), 1e-9))
    return round(size, 2), [round(a + (b - a) * share, 2) for a, b in zip(least, whole, strict=True)]


def _words(cell, short: int, usual: float) -> tuple[float, float]:
    """Widths in em of a cell: in one line, and of its longest word."""
    if isinstance(cell, Blank):
        return (blank_width(cell) * 28.35 / usual,) * 2
    text = cell_text(cell if isinstance(cell, str) else cell.text)
    wide = text_width(text.replace(MAY_BREAK, ""), 1)
    if len(text) <= short:
        return wide, wide
    words = chain.from_iterable(word.split(MAY_BREAK) for word in text.split())
    return wide, max((text_width(word, 1) for word in words), default=0.0)
