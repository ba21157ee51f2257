"""A sheet as one HTML file: nothing is loaded, nothing runs, it prints as it looks; formulas are MathML, trees SVG."""

from html import escape

from dtlearn.views.base.text import escaped, many
from dtlearn.views.paper import blocks as b
from dtlearn.views.paper.blocks import SHORT, Sheet, blocks, sections
from dtlearn.views.paper.columns import MAY_BREAK, blank_width, cell_text, fitted, is_short_cell
from dtlearn.views.paper.inline import Run, is_short, runs
from dtlearn.views.paper.latex_reader import mathml
from dtlearn.views.tree.svg import PAD, tree_svg

_RULE = '<div class="line"></div>'
_LINE, _PAGE = 640, 860  # px of a line and of a page, with room for a heading
_STYLE = """
:root{color-scheme:light}
body{font:11pt/1.45 Georgia,"Times New Roman",serif;color:#111;background:#fff;max-width:17.5cm;margin:1.5cm auto;padding:0 .6cm}
h1,h2,h3,h4{font-family:system-ui,sans-serif;line-height:1.2;break-after:avoid;display:flex;justify-content:space-between;gap:1em}
h1{font-size:19pt;margin:0}h2{font-size:13.5pt;margin:1.3em 0 .5em}h3{font-size:12pt;margin:1.1em 0 .4em}h4{font-size:11pt;margin:1em 0 .4em}
.points{font:10pt Georgia,serif;white-space:nowrap}
.head{border-bottom:1.2pt solid #111;padding-bottom:.5em}.head p{margin:.2em 0}.who{display:flex;gap:.5em;margin-top:.8em!important}
.who span{flex:1;border-bottom:.7pt solid #444}.who span:last-child{flex:0 0 4cm}
.key{border:1.2pt solid #00694b;color:#00694b;border-radius:3pt;padding:.2em .5em;font-size:11pt;align-self:start}
table{border-collapse:collapse;margin:.4em 0}td,th{border:.6pt solid #777;padding:.18em .5em;text-align:left}th{background:#eee}
td.blank{height:1.7em}p{orphans:3;widows:3}h1,h2,h3,h4{overflow-wrap:anywhere}
p{margin:.6em 0}.compact{font-size:9.5pt;line-height:1.3}.compact td,.compact th{padding-block:.08em}.scroll{overflow-x:auto}caption{text-align:left;font-style:italic}
.answer,td.given{color:#00694b}td.given{font-weight:bold}.answer{border-left:2pt solid #00694b;padding-left:.7em}
.beside{display:flex;gap:.8cm;align-items:flex-start;flex-wrap:wrap;break-inside:avoid}
math{font-size:1.08em}.sum{margin:.5em 0 .5em .6em;break-inside:avoid}.sum td{border:0;padding:.16em 0}.sum td:first-child{text-align:right;padding-right:.3em}
.blank{border-bottom:.7pt solid #333}span.blank{display:inline-block;width:3cm}
.line{height:.75cm;border-bottom:.5pt solid #777}.frame{border:.7pt solid #333;border-radius:4pt;margin:.5em 0;break-inside:avoid}
figure{margin:1em 0;text-align:center;break-inside:avoid}figure svg{max-width:100%;height:auto}figcaption{font-style:italic}
.keep,caption{break-after:avoid}.lines,.short,tr{break-inside:avoid}
.part{break-inside:avoid}.head .about{margin-top:.8em;font-size:9pt;color:#444;overflow-wrap:anywhere}code{font-size:.9em}a{color:#1a4f8b}
/* The drawings know dark screens; a sheet is paper. */
.sheet .dt-svg text{fill:#222831}.sheet .dt-svg .branch{stroke:#fff}.sheet .dt-svg .paper{fill:#fff}
.sheet .dt-svg .split{fill:#f0f2f6}
@page{margin:1.8cm 2cm}
td.short{white-space:nowrap}.wide{overflow-x:auto}.wide svg{max-width:none}
@media screen and (max-width:600px){table.sum{display:block;overflow-x:auto}}
@media print{body{margin:0;max-width:none;padding:0}.scroll,.wide{overflow:visible}table[style]{font-size:var(--print)}figure:not(.wide) svg{max-height:21cm}
.wide{position:relative;width:var(--high);height:var(--long);margin:1em auto}.wide figcaption{display:none}
.wide svg{position:absolute;left:0;top:0;width:var(--long);height:var(--high);transform-origin:0 0;transform:translateY(var(--long)) rotate(-90deg)}}
"""


def sheet_html(sheet: Sheet, key: bool, paper: str = "a4") -> str:
    """The worksheet, or its key, as a page that needs nothing else."""
    title = escaped(sheet.title)
    size = {"a4": "A4", "us-letter": "letter"}[paper]
    badge = '<span class="key">Answer key</span>' if key else _points(sheet.points, key)
    who = "" if key else '<p class="who">Name <span></span> Date <span></span></p>'
    to = sheet.address(key)
    link = f'<a href="{escape(to)}">Open it, live, from this page on a screen</a>'
    if is_short(to):
        link = f'Open it, live: <a href="{escape(to)}">{escaped(to)}</a>' if to else ""
    about = "<br>".join(part for part in (f"Source: {escaped(sheet.source)}" if sheet.source else "", link) if part)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}{": answer key" if key else ""}</title>'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
        '<meta name="viewport" content="width=device-width">'
        f'<style>{_STYLE}@page{{size:{size}}}</style></head><body class="sheet">'
        f'<div class="head"><h1>{title}{badge}</h1><p>{escaped(sheet.subtitle)}</p>{who}<p class="about">{about}</p></div>'
        f"{''.join(_section(part, key) for part in sections(blocks(sheet, key)))}</body></html>\n"
    )


def _section(found: list, key: bool) -> str:
    """The blocks from one heading to the next; in print they stay together unless they are long."""
    whole = any(isinstance(block, b.Heading) and block.whole for block in found)
    classes = _classes(part=sum(map(_tall, found)) <= (25 if whole and not key else 12))
    return f"<div{classes}>{''.join(_block(block, key) for block in found)}</div>"


def _tall(block) -> float:
    """About how many cm of paper a block takes."""
    match block:
        case b.Paragraph():
            return 0.3 + 0.55 * (1 + len(block.text) // 95)
        case b.Table():
            return 1 + len(block.rows) * (0.55 if block.compact else 0.75)
        case b.Formula():
            return 0.4 + 0.95 * len(block.lines)
        case b.Beside():
            return max(_tall(block.left), _tall(block.right))
        case b.Room():
            return block.lines * (0.9 if block.frame else 0.75)
        case b.Drawing():
            return 1 + block.view["height"] / 38 * min(1, _LINE / block.view["width"])
        case b.Items():
            return 0.6 * len(block.items)
        case _:
            return 1.2


def _block(block, key: bool) -> str:
    match block:
        case b.Heading():
            tag = f"h{block.level + 1}"
            return f"<{tag}><span>{escaped(block.text)}</span>{_points(block.points, key)}</{tag}>"
        case b.Paragraph():
            return f"<p{_classes(answer=block.answer, keep=block.keep)}>{_words(block.text)}</p>"
        case b.Items():
            tag = "ol" if block.numbered else "ul"
            return f"<{tag}>{''.join(f'<li>{_words(item)}</li>' for item in block.items)}</{tag}>"
        case b.Table():
            return _table(block)
        case b.Beside():
            return f'<div class="beside">{_block(block.left, key)}{_block(block.right, key)}</div>'
        case b.Formula():
            return mathml(list(block.lines))
        case b.Drawing():
            caption = f"<figcaption>{escaped(block.caption)}</figcaption>" if block.caption else ""
            return f"<figure{_turned(block.view)}>{tree_svg(block.view)}{caption}</figure>"
        case b.Room():
            if block.frame:
                return f'<div class="frame" style="height:{block.lines * 0.9:g}cm"></div>'
            return f'<div class="lines">{_RULE * block.lines}</div>'
        case b.Code():
            return ""


def _points(n: int, key: bool) -> str:
    """What a question, or the sheet, is worth; room for a mark on the worksheet."""
    worth = many(n, "point") if key else f"____ / {n}"
    return f'<span class="points">{worth}</span>' if n else ""


def _turned(view: dict) -> str:
    """A tree that would be too small to read is turned on paper, and keeps its size on a screen."""
    wide, high = view["width"] + 2 * PAD, view["height"] + 2 * PAD
    if wide <= 1.5 * _LINE:
        return ""
    k = min(1, _PAGE / wide, _LINE / high)
    return f' class="wide" style="--long:{k * wide:.0f}px;--high:{k * high:.0f}px"'


def _table(table: b.Table) -> str:
    head = "".join(f'<th scope="col">{_cell_words(h)}</th>' for h in table.header)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.rows)
    caption = f"<caption>{escaped(table.caption)}</caption>" if table.caption else ""
    classes = _classes(compact=table.compact, short=len(table.rows) <= SHORT)
    usual = 9.5 if table.compact else 11
    size, _ = fitted(table, usual)
    style = f' style="--print:{size}pt"' if size < usual else ""
    return f'<div class="scroll"><table{classes}{style}>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _classes(**given: bool) -> str:
    names = " ".join(name for name, holds in given.items() if holds)
    return f' class="{names}"' if names else ""


def _cell(cell) -> str:
    match cell:
        case b.Blank():
            return f'<td class="blank" style="min-width:{blank_width(cell):.1f}cm"></td>'
        case b.Answer():
            return f'<td class="{"given short" if is_short_cell(cell.text) else "given"}">{_cell_words(cell.text)}</td>'
        case _:
            return f"<td{_classes(short=is_short_cell(cell))}>{_cell_words(cell)}</td>"


def _cell_words(text: str) -> str:
    """A cell's words; a line may end where it may in print."""
    return "<wbr>".join(map(escaped, cell_text(text).split(MAY_BREAK)))


def _words(text: str) -> str:
    return "".join(map(_run, runs(text)))


_RUNS = {
    "": "{}", "bold": "<strong>{}</strong>", "italic": "<em>{}</em>", "code": "<code>{}</code>", "link": '<a href="{url}">{}</a>',
    "blank": '<span class="blank"></span>',
}  # fmt: skip


def _run(run: Run) -> str:
    if run.kind == "math":
        return mathml(run.text, block=False)
    return _RUNS[run.kind].format(escaped(run.text), url=escape(run.url))
