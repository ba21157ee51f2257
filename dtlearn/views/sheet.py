"""A sheet: a document for paper as a list of blocks, from which a worksheet and its answer key are written.

What is asked stands in the blocks: ``Asked`` in a cell, ``asked`` lines of a formula, ``Ask`` around whole blocks.
``blocks(sheet, key)`` answers the plain blocks of one of the two, which the writers set.

Words of a ``Paragraph`` are a small part of Markdown: **bold**, *italic*, `code`, $formula$, [name](https address),
and three or more ``_`` for a blank to write in. Text from data goes through ``literal`` first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

PAPERS = {"a4": "A4", "us-letter": "US Letter"}
SHORT = 12  # rows of a table that is not parted between two pages
MOST_TYPED = 80  # letters of an address that a reader of paper may type


@dataclass(frozen=True)
class Heading:
    """points : what the question is worth, 0 where nothing is asked."""

    text: str
    level: int = 1
    points: int = 0


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
    r"""Lines of LaTeX under each other, aligned at ``&``. asked : what a worksheet shows instead, ``\blank{}`` in it."""

    lines: tuple[str, ...]
    asked: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Beside:
    """Two blocks next to each other."""

    left: Table
    right: Formula


@dataclass(frozen=True)
class Drawing:
    """A tree view (``views.model.tree_view``)."""

    view: dict
    caption: str = ""


@dataclass(frozen=True)
class Picture:
    """An SVG picture and what it shows, in words."""

    svg: str
    alt: str


@dataclass(frozen=True)
class Room:
    """Room to write on: so many lines, or a frame as high to draw in."""

    lines: int
    frame: bool = False


@dataclass(frozen=True)
class Break:
    """A new page."""


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
    """link : the address that opens it again, "" for none. source : where the example comes from."""

    title: str
    subtitle: str
    blocks: tuple
    source: str = ""
    link: str = ""

    def __post_init__(self):
        if self.link and not self.link.startswith(("http://", "https://")):
            raise ValueError(f"The link of a sheet begins with http: {self.link[:40]!r}.")

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


def blocks(sheet: Sheet, key: bool) -> Iterator:
    """The blocks of the worksheet or of its key: neither ``Ask`` nor ``Asked`` is in them, ``Blank`` and ``Answer`` are."""
    for block in sheet.blocks:
        yield from _one_side(block, key)


def _one_side(block, key: bool) -> Iterator:
    match block:
        case Ask():
            for inner in block.answer if key else block.question:
                yield from _one_side(inner, key)
        case Beside():
            yield Beside(*(inner for part in (block.left, block.right) for inner in _one_side(part, key)))
        case Table():
            letters = [
                max((len(cell.text) for cell in column if isinstance(cell, Asked)), default=0)
                for column in zip(*block.rows, strict=True)
            ]
            yield replace(block, rows=tuple(
                tuple(_cell(cell, key, n) for cell, n in zip(row, letters, strict=True)) for row in block.rows
            ))  # fmt: skip
        case Formula() if block.asked is not None and not key:
            yield Formula(block.asked)
        case Paragraph(answer=True) if not key:
            pass
        case _:
            yield block


def _cell(cell: str | Asked, key: bool, letters: int):
    if not isinstance(cell, Asked):
        return cell
    return Answer(cell.text) if key else cell.instead or Blank(letters)


# --- words ---------------------------------------------------------------------------------------------------

_SPECIAL = re.compile(r"([\\*`$\[\]_])")
_INLINE = re.compile(
    r"\\(?P<plain>[\\`*_{}\[\]()#+\-.!|$<>~&=^@:])"
    r"|\*\*(?P<bold>(?:\\.|[^*\\])+)\*\*"
    r"|\*(?P<italic>(?:\\.|[^*\\])+)\*"
    r"|`(?P<code>[^`]+)`"
    r"|\$(?P<math>(?:\\.|[^$\\])+)\$"
    r"|\[(?P<name>(?:\\.|[^\]\\])+)\]\((?P<url>https?://[^\s()]+)\)"
    r"|(?P<blank>_{3,})"
)


@dataclass(frozen=True)
class Run:
    """A stretch of words. kind : "", "bold", "italic", "code", "math" (text is LaTeX), "link", "blank"."""

    text: str
    kind: str = ""
    url: str = ""


def is_short(link: str) -> bool:
    """Whether a link is printed whole; a longer one is opened from the file itself."""
    return len(link) <= MOST_TYPED


def literal(text: str) -> str:
    r"""Any text as words that mean themselves.

    >>> print(literal("a*b $5"))
    a\*b \$5
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def runs(text: str) -> list[Run]:
    """The words of a paragraph, parted where their style changes.

    >>> runs("gain **0.247** bits")
    [Run(text='gain ', kind='', url=''), Run(text='0.247', kind='bold', url=''), Run(text=' bits', kind='', url='')]
    """
    found: list[Run] = []

    def add(run: Run) -> None:
        if found and run.kind == found[-1].kind == "":
            run = Run(found.pop().text + run.text)
        if run.text:
            found.append(run)

    end = 0
    for match in _INLINE.finditer(text):
        add(Run(text[end : match.start()]))
        end, kind = match.end(), match.lastgroup
        match kind:
            case "plain":
                add(Run(match["plain"]))
            case "url":
                add(Run(_bare(match["name"]), "link", match["url"]))
            case "bold" | "italic":
                add(Run(_bare(match[kind]), kind))
            case _:
                add(Run(match[kind], kind))
    add(Run(text[end:]))
    return found


def _bare(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def prose(markdown: str) -> tuple:
    """Markdown that a person wrote, as blocks: headings, paragraphs and lists.

    >>> prose("Look at *Outlook*.\\n\\n- Sunny\\n- Rain")
    (Paragraph(text='Look at *Outlook*.', answer=False, keep=False), Items(items=('Sunny', 'Rain'), numbered=False))
    """
    found: list = []
    for part in re.split(r"\n\s*\n", markdown.strip()):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        if not lines:
            continue
        for numbered, mark in ((False, r"[-*+]\s+"), (True, r"\d{1,3}[.)]\s+")):
            if all(re.match(mark, line) for line in lines):
                found.append(Items(tuple(re.sub(mark, "", line, count=1) for line in lines), numbered))
                break
        else:
            head = re.fullmatch(r"(#{1,3})\s+(.+)", lines[0])
            if head:
                found.append(Heading("".join(run.text for run in runs(head[2])), min(len(head[1]) + 1, 3)))
                lines = lines[1:]
            if lines:
                found.append(Paragraph(" ".join(lines)))
    return tuple(found)
