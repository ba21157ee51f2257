"""A sheet as PDF, set by Typst: nothing but bytes goes in and comes out, no file is written.

The document is one JSON value; ``sheet.typ`` reads it. So no text from data is ever Typst code.
"""

import json
from functools import cache
from pathlib import Path

from dtlearn.show.base.text import printable, shorten
from dtlearn.show.paper import blocks as b
from dtlearn.show.paper.blocks import SHORT, Sheet, blocks, sections
from dtlearn.show.paper.columns import blank_width, breakable, cell_text, fitted
from dtlearn.show.paper.inline import is_short, runs
from dtlearn.show.paper.latex_reader import lines_of, parse

_TEMPLATE = Path(__file__).with_name("sheet.typ")
# Both come with Typst; letters of other scripts are taken from the machine's own fonts.
_FONTS = ["Libertinus Serif", "DejaVu Sans Mono"]


def sheet_pdf(sheet: Sheet, key: bool, paper: str = "a4") -> bytes:
    """The worksheet, or its key, as PDF with the fonts inside; the same sheet gives the same bytes."""
    import typst

    document = {"fonts": _FONTS, **_document(sheet, key), "paper": paper}
    return typst.compile(
        _TEMPLATE.read_bytes(),
        root=_TEMPLATE.parent,
        format="pdf",
        font_paths=_fonts(),
        timestamp=0,
        sys_inputs={"doc": json.dumps(document)},
    )


@cache
def _fonts():
    import typst

    return typst.Fonts()


def _document(sheet: Sheet, key: bool) -> dict:
    link = sheet.address(key)
    return {
        "title": printable(sheet.title),
        "subtitle": printable(sheet.subtitle),
        "source": shorten(printable(sheet.source), 200),
        "link": link,
        "shown": breakable(printable(link), 70) if is_short(link) else "",
        "key": key,
        "points": sheet.points,
        "foot": printable(f"{sheet.title}{': answer key' if key else ''}"),
        "sections": [_section(part) for part in sections(blocks(sheet, key))],
    }


def _section(found: list) -> dict:
    """The blocks from one heading to the next. whole : they stay together if a page can hold them."""
    heads = [block for block in found if isinstance(block, b.Heading)]
    return {
        "blocks": [_block(block) for block in found if not isinstance(block, b.Code)],
        "whole": any(head.whole for head in heads),
        "level": heads[0].level if heads else 0,
    }


def _block(block) -> dict:
    """A block as JSON: its own fields, its texts in words that Typst can set."""
    said = {"kind": type(block).__name__.lower()}
    match block:
        case b.Heading():
            return said | vars(block) | {"text": breakable(shorten(printable(block.text), 120), 50)}
        case b.Paragraph():
            return said | {"runs": _runs(block.text), "answer": block.answer, "sticky": block.keep}
        case b.Items():
            return said | {"items": [_runs(item) for item in block.items], "numbered": block.numbered}
        case b.Table():
            size, widths = fitted(block, 9 if block.compact else 10)
            return said | {
                "header": [cell_text(h) for h in block.header],
                "rows": [[_cell(cell) for cell in row] for row in block.rows],
                "caption": printable(block.caption),
                "compact": block.compact,
                "whole": len(block.rows) <= SHORT,
                "size": size,
                "widths": widths,
            }
        case b.Beside():
            return said | {"parts": [_block(block.left), _block(block.right)]}
        case b.Formula():
            return said | {"lines": lines_of(list(block.lines)), "alt": printable("; ".join(block.lines))}
        case b.Drawing():
            alt = printable(". ".join(node["label"].rstrip(".") for node in block.view["nodes"]))
            return said | {"view": _view(block.view), "caption": printable(block.caption), "alt": alt}
        case b.Room():
            return said | vars(block)


def _runs(text: str) -> list[dict]:
    said = []
    for run in runs(text):
        math = parse(run.text) if run.kind == "math" else None
        said.append(vars(run) | {"text": breakable(printable(run.text), 60), "math": math})
    return said


def _cell(cell):
    match cell:
        case b.Blank():
            return {"blank": blank_width(cell)}
        case b.Answer():
            return {"answer": cell_text(cell.text)}
        case _:
            return cell_text(cell)


def _view(view: dict) -> dict:
    """What the drawing needs of a tree view."""
    names = ("id", "parent", "x", "y", "w", "h", "kind", "title", "lines", "counts", "cls", "branch")
    said = {name: view[name] for name in ("width", "height", "colours", "signs")}
    return said | {"nodes": [{name: _shown(node[name]) for name in names} for node in view["nodes"]]}


def _shown(value):
    """A value of a node, its texts without what a PDF may not hold."""
    if isinstance(value, list):
        return [_shown(one) for one in value]
    return printable(value) if isinstance(value, str) else value
