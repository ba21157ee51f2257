"""Fragments of HTML for a page. Every text from data is escaped here, once, on its way out."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape
from os.path import commonprefix

from dtlearn.data.dataset import load
from dtlearn.show.base.palette import SHADES, class_colour, class_sign, shade
from dtlearn.show.base.text import fixed
from dtlearn.teaching.figures_and_errata import Erratum, Figure, Moment

MARKED = ' class="dt-marked"'
RINGS = {"light": "just decided", "bold": "examined next", "open": "open"}


def title_html(title: str, subtitle: str, asks: str = "") -> str:
    """The heading of a lesson; asks : what it asks, said beside it where one line has room."""
    heading = f'<h1 class="dt-title">{escape(title)} <small>{escape(subtitle)}</small></h1>'
    return f'<div class="dt-asking">{heading}<div><p>{escape(asks)}</p></div></div>' if asks else heading


def legend_html(classes: Sequence[str], scale: Mapping | None = None, rings: Mapping[str, str] = RINGS) -> str:
    """What the marks of the tree mean; with the ``scale`` of a tree view, its colours stand for numbers.

    rings : how a ring around a node looks -> what it means.
    """
    labels = " ".join(class_html(label, k) for k, label in enumerate(classes))
    if scale:  # the colours with their ends
        colours = ",".join(map(shade, range(SHADES)))
        bar = f'<i style="display:inline-block;width:8em;height:.8em;background:linear-gradient(90deg,{colours})"></i>'
        labels = f"<span>{escape(classes[0])}: {scale['texts'][0]} {bar} {scale['texts'][1]}</span>"
    marks = (f'<span><i class="dt-ring dt-{look}"></i> {means}</span>' for look, means in rings.items())
    return f'<p class="dt-legend">{" ".join([labels, *marks])}</p>'


VERDICTS = {"agrees": "✓ agrees", "rounded": "≈ rounded on the way", "misprint": "✎\u00a0a\u00a0misprint"}
LONG, DIGITS = 10, 4  # characters from which on a number is cut in its middle; of its end


def true_text(figure: Figure) -> str:
    """The true value with the printed number of digits, one more where the two differ."""
    digits = len(figure.printed.partition(".")[2])
    return fixed(figure.value(), digits if figure.verdict == "agrees" else digits + 1)


def verdict_text(figure: Figure) -> str:
    """Whether a printed figure is right, and if not, how that came."""
    if figure.slip:
        return f"✎ has the slip {figure.slip}"
    return f"≈ {figure.how}" if figure.how else VERDICTS[figure.verdict]


def figures_html(figures: Sequence[Figure], link: Callable[[Figure], str], at: str = "") -> str:
    """Every printed figure beside its true value, the verdict, and a link to where it arises, which says what it opens.

    A row unfolds its sum. Digits that differ are underlined. There are remarks only where there is one. at : the figure
    one comes from.
    """
    body, remarks = "", any(f.note for f in figures)
    for f in figures:
        where = (
            f'<a href="{escape(link(f))}" target="_self">{escape(opens(f.moment))}</a>' if f.moment else "in this row"
        )
        exact = true_text(f) if len(f.printed) > LONG else f"{float(f.value()):.16g}"
        body += (
            f'<tr class="dt-{f.verdict}{" dt-spoilt" * bool(f.slip)}{" dt-asked" * (f.id == at)}"><th'
            f' scope="row">{f.id}</th>'
            f"<td>{escape(f.source)}</td><td><details{' open' * (f.id == at)}><summary>{escape(f.what)}</summary>"
            f"{escape(sum_text(f))}</details></td>"
            f'<td title="{escape(f.printed)}">{_digits(f.printed, true_text(f), f)}</td>'
            f'<td title="{exact}">{_digits(true_text(f), f.printed, f)}</td>'
            f"<td>{verdict_text(f)}</td><td>{where}</td>{f'<td>{escape(f.note)}</td>' if remarks else ''}</tr>"
        )
    heads = ("No.", "Notes", "What", "Printed", "Computed", "Verdict", "Worked out", *["Remark"] * remarks)
    return framed(heads, body, kind=" dt-figures")


def sum_text(figure: Figure) -> str:
    """The sum of a figure with the numbers put in, and its result."""
    result = true_text(figure)
    return f"{figure.value.text()} {'=' if Fraction(result) == figure.value() else '≈'} {cut(result)}"


def figure_html(figure: Figure, back: str) -> str:
    """The figure that a link asked for, said where it arises. back : the address of its row."""
    it = f", it is {true_text(figure)}" * (figure.verdict != "agrees")
    return (
        f'<p class="dt-asked" data-value="{float(figure.value())}"><b>{figure.id}</b>, {escape(figure.what)}: the notes'
        f' print <b>{escape(figure.printed)}</b>{it}. <a href="{escape(back)}" target="_self">Back to the notes\''
        " numbers</a></p>"
    )


def _digits(number: str, other: str, figure: Figure) -> str:
    """A number as it stands beside another one: its point below the others',
    the digits from which on it differs underlined."""
    text, beside = (f"0{one}" if one.startswith(".") else one for one in (number, other))
    shown = cut(number)
    differs = len(text) - len(commonprefix([text, beside]))
    if differs and figure.verdict != "agrees":
        shown = f"{shown[:-differs]}<u>{shown[-differs:]}</u>"
    return f"\u2007{shown}" if text != number else shown


def cut(number: str) -> str:
    """A number of many digits, as much of both its ends as leaves room beside it.

    >>> cut("0.8333333333333334"), cut("0.8212121")
    ('0.833…3334', '0.8212121')
    """
    return number if len(number) < LONG else f"{number[:5]}…{number[-DIGITS:]}"


def opens(moment: Moment) -> str:
    """What is to be seen at a moment, in a few words."""
    data = load(moment.data)
    if moment.finished:
        return f"{data.title}, the tree"
    return f"{data.title}, {'the root' if moment.feature is None else data.schema.features[moment.feature].name}"


def errata_html(errata: Sequence[Erratum]) -> str:
    """Every slip, with what is true."""
    rows = [[e.id, e.source, e.says, e.true] for e in errata]
    return table_html(["", "Notes", "They say", "True is"], rows, "What they say, and what is true")


def table_html(header: Sequence[str], rows: Sequence[Sequence[str]], caption: str, marked: int | None = None) -> str:
    """A table with a caption; column ``marked`` is emphasised; the first cell of a row is its heading."""
    mark = [MARKED if j == marked else "" for j in range(len(header))]
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td{m}>{escape(cell)}</td>" for cell, m in zip(row[1:], mark[1:], strict=True))
        + "</tr>"
        for row in rows
    )
    return framed(header, body, caption, marked)


def framed(header: Sequence[str], body: str, caption: str = "", marked: int | None = None, kind: str = "") -> str:
    """The same around rows that are HTML already. kind : further classes of the table."""
    head = "".join(f'<th scope="col"{MARKED * (j == marked)}>{escape(h)}</th>' for j, h in enumerate(header))
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="dt-scroll"><table class="dt-table{kind}">{said}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def row(id_: str, name: str, cells: Sequence[tuple[str, str]], bar: float | None, **more) -> dict:
    """A row as the table component takes it.

    cells : (text, what hovering says). bar : its length, 0 to 1. more : what is not as usual.
    """
    return {
        "id": id_,
        "name": name,
        "cells": [text for text, _ in cells],
        "exact": [exact for _, exact in cells],
        "bar": bar and round(bar, 4),
        "badges": [],
        "selected": False,
        "muted": False,
        "hidden": False,
        "now": False,
        "level": 0,
        "expanded": None,
        "title": "",
    } | more


def class_html(label: str, k: int) -> str:
    """A class label with its sign and colour."""
    return f'<span class="dt-class" style="border-color:{class_colour(k)}">{class_sign(k)} {escape(label)}</span>'


def examples_html(counts: Sequence[int]) -> str:
    """A mark for each example, by class; not for a screen reader: the numbers are told beside it."""
    marks = (
        f'<i style="background:{class_colour(k)}">{class_sign(k)}</i>' for k, n in enumerate(counts) for _ in range(n)
    )
    return f'<div class="dt-examples" aria-hidden="true">{"".join(marks)}</div>'
