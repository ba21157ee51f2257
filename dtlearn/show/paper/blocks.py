"""A sheet: a document for paper as a list of blocks, from which a worksheet and its answer key are written.

What is asked stands in the blocks: ``Asked`` in a cell, ``asked`` lines of a formula, ``Ask`` around whole blocks.
``blocks(sheet, key)`` answers the plain blocks of one of the two, which the writers set.

Words of a ``Paragraph`` are a small part of Markdown: **bold**, *italic*, `code`, $formula$, [name](https address),
and three or more ``_`` for a blank to write in. Text from data goes through ``sheet_words.literal`` first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

PAPERS = {"a4": "A4", "us-letter": "US Letter"}
SHORT = 12  # rows of a table that is not parted between two pages


@dataclass(frozen=True)
class Heading:
    """points : what the question is worth, 0 where nothing is asked. asked : what a worksheet says instead.

    whole : what follows, up to the next heading, stays on one page if a page can hold it.
    """

    text: str
    level: int = 1
    points: int = 0
    asked: str = ""
    whole: bool = False


@dataclass(frozen=True)
class Paragraph:
    """answer : it stands on the key alone. keep : it stays on the page of what follows."""

    text: str
    answer: bool = False
    keep: bool = False


@dataclass(frozen=True)
class Items:
    """A list; numbered, or with dots."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Asked:
    """A cell that a worksheet leaves blank; or it shows ``instead``, where only a part of the cell is asked."""

    text: str
    instead: str = ""


@dataclass(frozen=True)
class Table:
    """header and cells : plain text, nothing in it is markup. compact : a data table, in smaller letters."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | Asked, ...], ...]
    caption: str = ""
    compact: bool = False


@dataclass(frozen=True)
class Formula:
    r"""Lines of LaTeX under each other, aligned at ``&``.

    asked : what a worksheet shows instead, ``\blank{}`` in it.
    """

    lines: tuple[str, ...]
    asked: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Beside:
    """Two blocks next to each other."""

    left: Table
    right: Formula


@dataclass(frozen=True)
class Drawing:
    """A tree view (``show.tree.view.tree_view``)."""

    view: dict
    caption: str = ""


@dataclass(frozen=True)
class Room:
    """Room to write on: so many lines, or a frame as high to draw in."""

    lines: int
    frame: bool = False


@dataclass(frozen=True)
class Code:
    """Python that recomputes what stands around it: a notebook runs it, paper leaves it out."""

    text: str


@dataclass(frozen=True)
class Ask:
    """Blocks of the worksheet, and those that the key has in their place."""

    question: tuple
    answer: tuple


@dataclass(frozen=True)
class Sheet:
    """link : the address that opens the key's screen again, "" for none. source : where the example comes from.

    begin : that of the worksheet, "" for none: it shows nothing of what is asked.
    """

    title: str
    subtitle: str
    blocks: tuple
    source: str = ""
    link: str = ""
    begin: str = ""

    def __post_init__(self):
        for link in (self.link, self.begin):
            if link and not link.startswith(("http://", "https://")):
                raise ValueError(f"The link of a sheet begins with http: {link[:40]!r}.")

    def address(self, key: bool) -> str:
        return self.link if key else self.begin

    @property
    def points(self) -> int:
        return sum(block.points for block in self.blocks if isinstance(block, Heading))


@dataclass(frozen=True)
class Blank:
    """A cell to write in. letters : of the longest answer in its column, so that no width tells which."""

    letters: int


@dataclass(frozen=True)
class Answer:
    """A cell that the worksheet leaves blank, on the key."""

    text: str


_FIGURES = Room | Drawing | Table | Formula | Beside


def blocks(sheet: Sheet, key: bool) -> Iterator:
    """The blocks of the worksheet or of its key: neither ``Ask`` nor ``Asked`` is in them,
    ``Blank`` and ``Answer`` are.

    A paragraph before a figure is kept with it.
    """
    found, after = [], None
    for block in reversed([one for whole in sheet.blocks for one in _one_side(whole, key)]):
        kept = isinstance(block, Paragraph) and isinstance(after, _FIGURES)
        found.append(replace(block, keep=True) if kept else block)
        after = after if isinstance(block, Code) else block
    yield from reversed(found)


def sections(found: Iterable) -> list[list]:
    """The blocks of one side of a sheet, parted before its headings;
    words before a first or a lower heading go with it."""
    parts: list[list] = [[]]
    level = 0
    for block in found:
        if isinstance(block, Heading):
            if block.level <= level or any(isinstance(b, _FIGURES | Items) for b in parts[-1]):
                parts.append([])
            level = block.level
        parts[-1].append(block)
    return parts


def _one_side(block, key: bool) -> Iterator:
    match block:
        case Ask():
            for inner in block.answer if key else block.question:
                yield from _one_side(inner, key)
        case Beside():
            yield Beside(*(inner for part in (block.left, block.right) for inner in _one_side(part, key)))
        case Table():
            columns = zip(*block.rows, strict=True)
            letters = [max((len(c.text) for c in column if isinstance(c, Asked)), default=0) for column in columns]
            yield replace(
                block,
                rows=tuple(
                    tuple(_cell(cell, key, n) for cell, n in zip(row, letters, strict=True)) for row in block.rows
                ),
            )
        case Formula() if block.asked is not None and not key:
            yield Formula(block.asked)
        case Heading() if block.asked and not key:
            yield replace(block, text=block.asked)
        case Paragraph(answer=True) if not key:
            pass
        case _:
            yield block


def _cell(cell: str | Asked, key: bool, letters: int):
    if not isinstance(cell, Asked):
        return cell
    return Answer(cell.text) if key else cell.instead or Blank(letters)
