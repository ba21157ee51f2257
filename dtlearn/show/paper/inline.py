"""Words on a sheet: a small part of Markdown, read into runs of one style,
and into blocks where a person wrote more."""

import re
from dataclasses import dataclass
from urllib.parse import quote

from dtlearn.show.paper.blocks import Formula, Heading, Items, Paragraph, Table

_IN_URL = "%;/?:@&=+,#~*'[]"  # what an address holds beside letters, digits and -._; the rest could end it somewhere
MOST_TYPED = 80  # letters of an address that a reader of paper may type
JOINER = "\u2060"  # a sign that is not seen, and parts what stands around it
_SPECIAL = re.compile(r"([\\*`$\[\]_])")
# Code is left as it is: a picture in it is none.
_PICTURE = re.compile(
    r"(?P<code>`[^`\n]+`)|(?<!\\)!\[(?P<alt>(?:\\.|\[[^\[\]]*\]|[^\[\]\\])*)\](?:\([^()\n]*\)|\[[^\[\]\n]*\])"
)
_INLINE = re.compile(
    r"\\(?P<plain>[\\`*_{}\[\]()#+\-.!|$<>~&=^@:])"
    r"|\*\*(?P<bold>(?:\\.|[^*\\])+)\*\*"
    r"|\*(?P<italic>(?:\\.|[^*\\])+)\*"
    r"|`(?P<code>[^`]+)`"
    # as on a page: "$5 and $6" is words
    r"|(?P<dollars>\${1,2})(?=[^\s$])(?P<math>(?:\\.|[^$\\])+)(?<!\s)(?P=dollars)(?!\d)"
    r"|\[(?P<name>(?:\\.|[^\]\\])+)\]\((?:(?P<url>https?://[^\s()]+)|[a-z]+\?[^\s()]+)\)"
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


def without_pictures(markdown: str) -> str:
    """An author's Markdown that asks no server for a picture: its words stand in its place, or it is shown as written.

    >>> without_pictures("See ![a tree](https://x.org/tree.png), [here](https://x.org).")
    'See a tree, [here](https://x.org).'
    """
    said = _PICTURE.sub(lambda m: m["code"] or m["alt"], markdown)
    return said.replace("![", f"!{JOINER}[")  # whatever its brackets are, this begins no picture


def runs(text: str) -> list[Run]:
    """The words of a paragraph, parted where their style changes.

    >>> runs("gain **0.247** bits")
    [Run(text='gain ', kind='', url=''), Run(text='0.247', kind='bold', url=''), Run(text=' bits', kind='', url='')]
    """
    found: list[Run] = []

    def add(run: Run) -> None:
        if found and run.kind == found[-1].kind and run.kind in ("", "code"):
            run = Run(found.pop().text + run.text, run.kind)
        if run.text:
            found.append(run)

    end, text = 0, without_pictures(text)
    for match in _INLINE.finditer(text):
        add(Run(text[end : match.start()]))
        end, kind = match.end(), match.lastgroup
        match kind:
            case "plain":
                add(Run(match["plain"]))
            case "url":
                add(Run(_bare(match["name"]), "link", quote(match["url"], safe=_IN_URL)))
            case "name":  # a page of the app, which has no address on paper
                add(Run(_bare(match["name"])))
            case "bold" | "italic":
                add(Run(_bare(match[kind]), kind))
            case _:
                add(Run(match[kind], kind))
    add(Run(text[end:]))
    return found


def words(text: str) -> str:
    """The words of a paragraph, whatever their style.

    >>> words("gain **0.247** bits")
    'gain 0.247 bits'
    """
    return "".join(run.text for run in runs(text))


def _bare(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def prose(markdown: str) -> tuple:
    """Markdown that a person wrote, as blocks: headings, paragraphs, lists, tables and formulas of their own.

    >>> prose("Look at *Outlook*.\\n\\n- Sunny\\n- Rain")
    (Paragraph(text='Look at *Outlook*.', answer=False, keep=False), Items(items=('Sunny', 'Rain'), numbered=False))
    """
    found: list = []
    for part in re.split(r"\n\s*\n", markdown.strip()):
        lines = [line.strip() for line in part.splitlines() if line.strip()]
        if not lines:
            continue
        if formula := re.fullmatch(r"\$\$([^$]+)\$\$", " ".join(lines)):
            found.append(Formula((formula[1].strip(),)))
            continue
        for numbered, mark in ((False, r"[-*+]\s+"), (True, r"\d{1,3}[.)]\s+")):
            if all(re.match(mark, line) for line in lines):
                found.append(Items(tuple(re.sub(mark, "", line, count=1) for line in lines), numbered))
                break
        else:
            head = re.fullmatch(r"(#{1,3})\s+(.+)", lines[0])
            if head:
                found.append(Heading(words(head[2]), min(len(head[1]) + 1, 3)))
                lines = lines[1:]
            found += _with_tables(lines)
    return tuple(found)


_CELLS = re.compile(r"(?<!\\)\|")
_RULE = re.compile(r"\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?")


def _with_tables(lines: list[str]) -> list:
    """Lines of a paragraph, with a table from where a line of dashes says so: its cells are plain text."""
    for k in range(1, len(lines)):
        if "|" in lines[k - 1] and _RULE.fullmatch(lines[k]) and len(_cells(lines[k])) == len(_cells(lines[k - 1])):
            header = _cells(lines[k - 1])
            rows = [(*_cells(line), *[""] * len(header))[: len(header)] for line in lines[k + 1 :]]
            return [*_with_tables(lines[: k - 1]), Table(tuple(header), tuple(rows))]
    return [Paragraph(" ".join(lines))] if lines else []


def _cells(line: str) -> list[str]:
    line = line.removeprefix("|")
    line = line[:-1] if line.endswith("|") and not line.endswith("\\|") else line
    return [words(cell.strip()) for cell in _CELLS.split(line)]
