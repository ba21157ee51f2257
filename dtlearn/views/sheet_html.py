"""A sheet as one HTML file: nothing is loaded, nothing runs, it prints as it looks; formulas are MathML, trees SVG."""

from __future__ import annotations

from html import escape

from dtlearn.views.formula import mathml
from dtlearn.views.sheet import (
    SHORT,
    Answer,
    Beside,
    Blank,
    Break,
    Code,
    Drawing,
    Formula,
    Heading,
    Items,
    Paragraph,
    Picture,
    Room,
    Run,
    Sheet,
    Table,
    blocks,
    is_short,
    runs,
)
from dtlearn.views.svg import tree_svg

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
td.blank{height:1.7em}h1,h2,h3,h4{overflow-wrap:anywhere}
.compact{font-size:9.5pt}.scroll{overflow-x:auto}caption{text-align:left;font-style:italic}
.answer,td.given{color:#00694b}td.given{font-weight:bold}.answer{border-left:2pt solid #00694b;padding-left:.7em}
.beside{display:flex;gap:.8cm;align-items:flex-start;flex-wrap:wrap;break-inside:avoid}
math{font-size:1.08em}.sum{margin:.5em 0 .5em .6em;break-inside:avoid}.sum td{border:0;padding:.16em 0}.sum td:first-child{text-align:right;padding-right:.3em}
.blank{border-bottom:.7pt solid #333}span.blank{display:inline-block;width:3cm}
.line{height:.75cm;border-bottom:.5pt solid #777}.frame{border:.7pt solid #333;border-radius:4pt;margin:.5em 0;break-inside:avoid}
figure{margin:1em 0;text-align:center;break-inside:avoid}figure svg{max-width:100%;height:auto}figcaption{font-style:italic}
.keep,caption{break-after:avoid}.lines,.short,tr{break-inside:avoid}
footer{margin-top:2em;font-size:9pt;color:#444;overflow-wrap:anywhere}.break{break-before:page}code{font-size:.9em}a{color:#1a4f8b}
/* The drawings know dark screens; a sheet is paper. */
.sheet .dt-svg text{fill:#222831}.sheet .dt-svg .branch{stroke:#fff}.sheet .dt-svg .paper{fill:#fff}
.sheet .dt-svg .split{fill:#f0f2f6}
@page{margin:1.8cm 2cm}
@media print{td,th{overflow-wrap:anywhere}body{margin:0;max-width:none;padding:0}.scroll{overflow:visible}}
"""


def sheet_html(sheet: Sheet, key: bool, paper: str = "a4") -> str:
    """The worksheet, or its key, as a page that needs nothing else."""
    title = _text(sheet.title)
    size = {"a4": "A4", "us-letter": "letter"}[paper]
    badge = (
        '<span class="key">Answer key</span>'
        if key
        else f'<span class="points">____ / {sheet.points}</span>'
        if sheet.points
        else ""
    )
    who = "" if key else '<p class="who">Name <span></span> Date <span></span></p>'
    link = f'<a href="{escape(sheet.link)}">Open it, live, from this page on a screen</a>'
    if is_short(sheet.link):
        link = f'Open it, live: <a href="{escape(sheet.link)}">{_text(sheet.link)}</a>' if sheet.link else ""
    foot = "<br>".join(part for part in (f"Source: {_text(sheet.source)}" if sheet.source else "", link) if part)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}{": answer key" if key else ""}</title>'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
        '<meta name="viewport" content="width=device-width">'
        f'<style>{_STYLE}@page{{size:{size}}}</style></head><body class="sheet">'
        f'<div class="head"><h1>{title}{badge}</h1><p>{_text(sheet.subtitle)}</p>{who}</div>'
        f"{''.join(_block(block, key) for block in blocks(sheet, key))}<footer>{foot}</footer></body></html>\n"
    )


def _block(block, key: bool) -> str:
    match block:
        case Heading():
            worth = f"{block.points} point{'' if block.points == 1 else 's'}" if key else f"____ / {block.points}"
            points = f'<span class="points">{worth}</span>' if block.points else ""
            return f"<h{block.level + 1}><span>{_text(block.text)}</span>{points}</h{block.level + 1}>"
        case Paragraph():
            return f"<p{_classes(answer=block.answer, keep=block.keep)}>{_words(block.text)}</p>"
        case Items():
            tag = "ol" if block.numbered else "ul"
            return f"<{tag}>{''.join(f'<li>{_words(item)}</li>' for item in block.items)}</{tag}>"
        case Table():
            return _table(block)
        case Beside():
            return f'<div class="beside">{_block(block.left, key)}{_block(block.right, key)}</div>'
        case Formula():
            return mathml(list(block.lines))
        case Drawing():
            caption = f"<figcaption>{_text(block.caption)}</figcaption>" if block.caption else ""
            return f"<figure>{tree_svg(block.view)}{caption}</figure>"
        case Picture():
            return f'<figure role="img" aria-label="{_text(block.alt)}">{block.svg}</figure>'
        case Room():
            return (
                f'<div class="frame" style="height:{block.lines * 0.9:g}cm"></div>'
                if block.frame
                else '<div class="lines">' + '<div class="line"></div>' * block.lines + "</div>"
            )
        case Break():
            return '<div class="break"></div>'
        case Code():
            return ""
    raise TypeError(f"A sheet has no block {block!r}.")


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{_text(h)}</th>' for h in table.header)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.rows)
    caption = f"<caption>{_text(table.caption)}</caption>" if table.caption else ""
    classes = _classes(compact=table.compact, short=len(table.rows) <= SHORT)
    return f'<div class="scroll"><table{classes}>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _classes(**given: bool) -> str:
    names = " ".join(name for name, holds in given.items() if holds)
    return f' class="{names}"' if names else ""


def _cell(cell) -> str:
    match cell:
        case Blank():
            return f'<td class="blank" style="min-width:{min(max(0.28 * cell.letters, 1.6), 5):.1f}cm"></td>'
        case Answer():
            return f'<td class="given">{_text(cell.text)}</td>'
        case _:
            return f"<td>{_text(cell)}</td>"


def _words(text: str) -> str:
    return "".join(map(_run, runs(text)))


def _run(run: Run) -> str:
    text = _text(run.text)
    match run.kind:
        case "bold":
            return f"<strong>{text}</strong>"
        case "italic":
            return f"<em>{text}</em>"
        case "code":
            return f"<code>{text}</code>"
        case "math":
            return mathml(run.text, block=False)
        case "link":
            return f'<a href="{escape(run.url)}">{text}</a>'
        case "blank":
            return '<span class="blank"></span>'
        case _:
            return text


def _text(text: str) -> str:
    """Text for HTML; control codes, and marks that turn the direction of what follows, become spaces."""
    return escape("".join(ch if ch.isprintable() else " " for ch in text))
