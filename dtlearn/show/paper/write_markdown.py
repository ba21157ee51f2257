"""A sheet as Markdown: formulas between dollars, trees as pictures inside the text and as an outline."""

import re
from base64 import b64encode
from collections.abc import Iterable

from dtlearn.show.base.text import printable
from dtlearn.show.paper import blocks as b
from dtlearn.show.paper.blocks import Sheet, blocks
from dtlearn.show.paper.inline import JOINER, Run, runs
from dtlearn.show.paper.latex_reader import tame
from dtlearn.show.tree.svg import tree_svg

# Anywhere; what begins a heading or a list; at the end, where a link may follow, what would make a picture of it.
_SPECIAL = re.compile(r"([\\`*_\[\]|$<>~&]|^[#+=-]|^[0-9]+(?=[.)])|!$)")
# What a reader takes for more than words in spite of escapes is parted by a sign that is not seen: an address swallows
# the escape that follows it; a notebook typesets what stands between dollars once more, when the escapes are gone.
_PARTED = re.compile(r"\\\\(?=[A-Za-z])|:(?=//)|www(?=\.)", re.IGNORECASE)


def sheet_markdown(sheet: Sheet, key: bool) -> str:
    """The worksheet, or its key, as one Markdown file."""
    said = filter(None, map(markdown, blocks(sheet, key)))
    return "\n\n".join([*opening(sheet, key), *said, *closing(sheet, key)]) + "\n"


def opening(sheet: Sheet, key: bool) -> list[str]:
    who = "**Answer key**" if key else f"Name: {_BLANK} Date: {_BLANK}"
    return [f"# {plain(sheet.title)}", plain(sheet.subtitle), who]


def closing(sheet: Sheet, key: bool) -> list[str]:
    link = f"Open it, live: <{address}>" if (address := sheet.address(key)) else ""
    return [text for text in ("---", f"Source: {plain(sheet.source)}" if sheet.source else "", link) if text]


_BLANK = r"\_" * 10


def markdown(block) -> str:
    """One block; "" for what Markdown does not show."""
    match block:
        case b.Heading():
            return (
                f"{'#' * (block.level + 1)}"
                f" {plain(block.text)}{f' ({block.points} points)' if block.points > 1 else ''}"
            )
        case b.Paragraph():
            words = _words(block.text)
            return f"> {words}" if block.answer else words
        case b.Items():
            marks = (f"{k}." if block.numbered else "-" for k in range(1, len(block.items) + 1))
            return "\n".join(f"{mark} {_words(item)}" for mark, item in zip(marks, block.items, strict=True))
        case b.Table():
            caption = f"{plain(block.caption)}\n\n" if block.caption else ""
            return caption + pipe_table(map(plain, block.header), [map(_cell, row) for row in block.rows])
        case b.Beside():
            return f"{markdown(block.left)}\n\n{markdown(block.right)}"
        case b.Formula():
            lines = " \\\\\n".join(_blanks(line) for line in block.lines)
            return f"$$\n\\begin{{aligned}}\n{lines}\n\\end{{aligned}}\n$$"
        case b.Drawing():
            caption = f"\n\n{plain(block.caption)}" if block.caption else ""
            svg = b64encode(tree_svg(block.view).encode()).decode()
            return f"![Decision tree](data:image/svg+xml;base64,{svg})\n\n{_outline(block.view)}{caption}"
        case b.Room():
            return "\n".join(["<br>"] * min(block.lines, 12))
        case b.Code():
            return ""


def pipe_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown; the cells are Markdown already."""
    header = list(header)
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plain(text: str) -> str:
    """Any text as Markdown that shows it letter for letter.

    >>> print(plain("a|b <i> $x$"))
    a\\|b \\<i\\> \\$x\\$
    """
    said = _SPECIAL.sub(lambda m: f"{m[0]}\\" if m[0].isdigit() else f"\\{m[0]}", _line(text))
    return _PARTED.sub(lambda m: m[0] + JOINER, said)


def _line(text: str) -> str:
    return " ".join(printable(text).split())


def _cell(cell) -> str:
    match cell:
        case b.Blank():
            return "&nbsp;"
        case b.Answer():
            return f"**{plain(cell.text)}**" if cell.text.strip() else ""
        case _:
            return plain(cell)


def _words(text: str) -> str:
    return "".join(map(_run, runs(text)))


_RUNS = {"bold": "**{}**", "italic": "*{}*", "link": "[{}]({url})", "blank": _BLANK}


def _run(run: Run) -> str:
    match run.kind:
        case "code":
            return f"`{code}`" if (code := _line(run.text)) else ""
        case "math":
            return f"${_blanks(run.text)}$"
        case "":
            # Spaces at the ends part it from its neighbours.
            ends = re.fullmatch(r"(\s*)(.*?)(\s*)", run.text, re.DOTALL)
            return f"{' ' if ends[1] else ''}{plain(ends[2])}{' ' if ends[3] else ''}"
        case kind:
            return _RUNS[kind].format(plain(run.text), url=run.url)


def _blanks(latex: str) -> str:
    return re.sub(r"\\blank\{(\d*)\}", lambda m: rf"\underline{{\hspace{{{m[1] or 4}em}}}}", _line(tame(latex)))


def _outline(view: dict) -> str:
    """The tree in letters, for readers that show no pictures."""
    lines = []
    by_path = sorted(view["nodes"], key=lambda node: [int(part) for part in node["id"].split(".")[1:]])
    for node in by_path:
        depth = node["id"].count(".")
        said = " ".join(f"{node['title']} ({', '.join(node['lines'])})".split()) if node["title"] else "______"
        branch = f"{' '.join(node['branch'].split())}: " if node["branch"] else ""
        lines.append("  " * depth + ("- " if depth else "") + branch + said)
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", "\n".join(lines))), 3)
    return "\n".join([f"{fence}text", *lines, fence])
