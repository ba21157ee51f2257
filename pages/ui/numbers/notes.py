"""The notes, statement by statement: ``docs/notes.md`` read for the page, with a link to where each is seen."""

import re
from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from dtlearn.show.base.html import framed
from pages.ui.kit.contents import TITLES

HIGH = 620  # px; the list scrolls in it
# What is typed in the notes' rows -> what is set, in HTML.
SIGNS = {
    r"&lt;=": "≤",
    r"!=": "≠",
    r"=&gt;": "⇒",
    r"&gt;=": "≥",
    r"-&gt;": "→",
    r"\bsqrt\b": "√",
    r"\blog2\b": "log₂",
    r"\bdelta\b": "δ",
    r"\btheta(?=_|\b)": "θ",
    r"-inf\b": "−∞",
    r"\binf\b": "∞",
    r"(?<=[\s(])-(?=[\s\w])": "−",
    r"(?<=\d)-(?=a\b)": "−",
    r"_(\w+(?:\+\d)?(?:,\w)?)": r"<sub>\1</sub>",
    r"\^(\w+)": r"<sup>\1</sup>",
}
FILE = Path(__file__).parents[3] / "docs" / "notes.md"


class Statement(NamedTuple):
    """A row of docs/notes.md. section : the notes' own heading above it. link : where it is seen, or why nowhere."""

    id: str
    says: str
    link: str
    section: str

    @property
    def shown(self) -> bool:
        """Whether a page shows it."""
        return not self.link.startswith("not ")


@cache
def statements() -> dict[str, tuple[Statement, ...]]:
    """The statements of each set of notes, by its title, in its order."""
    found: dict[str, list[Statement]] = {}
    section = ""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            found[line[3:]], section = [], ""
        elif line.startswith("### "):
            section = line[4:]
        elif re.match(r"\| [A-Z]\d+ \|", line):
            id_, says, link, *_ = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
            found[[*found][-1]].append(Statement(id_, says.replace("\\|", "|"), link.strip("`"), section))
    return {title: tuple(rows) for title, rows in found.items()}


def formula_html(says: str) -> str:
    """A row of the notes as it would be printed.

    >>> formula_html("2^n >= theta_j,i - 1")
    '2<sup>n</sup> ≥ θ<sub>j,i</sub> − 1'
    """
    said = escape(says)
    for typed, printed in SIGNS.items():
        said = re.sub(typed, printed, said)
    return said


def link_html(says: str, link: str, write: Callable[[str], str] = escape) -> str:
    """A link that opens in this tab, in the colour of the text. write : says -> HTML."""
    look = "color: inherit; text-decoration-color: #80889280"
    return f'<a href="{escape(link)}" target="_self" style="{look}">{write(says)}</a>'


def links_html(rows: Iterable[tuple[str, str, str]]) -> str:
    """A list of links. rows : (what it says, the address or "", what is said behind it)."""
    said = ((link_html(says, link) if link else escape(says), escape(more)) for says, link, more in rows)
    return f"<ul>{''.join(f'<li>{what} <small>{more}</small></li>' for what, more in said)}</ul>"


def read_along() -> None:
    """The notes' statements in their order, each a link to its place on the screen: unfolded, a click fewer."""
    with st.container(height=HIGH, border=False):
        for title, every in statements().items():
            st.subheader(title)
            body = ""
            for section, rows in groupby(every, key=lambda row: row.section):
                body += f'<tr><th colspan="3" scope="rowgroup"><b>{escape(section)}</b></th></tr>' if section else ""
                for row in rows:
                    says, seen = f"{formula_html(row.says)} ({escape(row.link)})", ""
                    if row.shown:
                        says = link_html(row.says, row.link, formula_html)
                        seen = escape(TITLES[row.link.partition("?")[0]])
                    body += f"<tr><td>{row.id}</td><td>{says}</td><td>{seen}</td></tr>"
            # A phone has no room for the last column.
            style = "<style>@media(max-width:640px){.nu-notes :is(td,th)+:is(td,th)+:is(td,th){display:none}}</style>"
            heads = ("No.", "What they say, with a link to where it is seen", "Seen on")
            st.html(style + framed(heads, body, kind=" nu-notes"))
