"""What a reader takes away from a page: a hand-out with its key, the tree in words and code, all gains, the data."""

import re
from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

import streamlit as st

from dtlearn.data import packing
from dtlearn.growing.grow import PLAYED
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.growing.steps import Step, Steps
from dtlearn.show.base import text
from dtlearn.show.documents.walkthrough import Walkthrough
from dtlearn.show.growing import tables
from dtlearn.show.paper import growth, write_markdown, write_notebook, write_pdf
from dtlearn.show.paper.blocks import PAPERS, Sheet
from dtlearn.show.paper.node import BLANKS
from dtlearn.splitting.criteria import criterion_of
from dtlearn.teaching.figures_and_errata import notes_for
from pages.ui.components.saves import ALONE, lesson_files
from pages.ui.kit.codec import Field, encode
from pages.ui.kit.scene import bind_widget
from pages.ui.kit.session import state

KINDS = {"gains": "Gains, then the tree", "steps": "Every step"}
FORMATS = {"pdf": "PDF", "md": "Markdown", "ipynb": "Notebook"}
MIME = {
    "pdf": "application/pdf",
    "md": "text/markdown",
    "ipynb": "application/x-ipynb+json",
    "zip": "application/zip",
}


USUAL = {"kind": "gains", "blanks": "working", "format": "pdf", "paper": "a4"}


def takeaway(
    steps: Steps, step: Step, name: str, link: str, asking: bool, plays: Callable[[], Walkthrough] | None
) -> None:
    """What can be downloaded at a step of a growth beside what Save has; each file is made when it is asked for.

    name : how the files' names begin. link : the address of this step. asking : nothing may be given away.
    plays : makes the lesson, if there can be a page that plays.
    """
    S, trace = _chosen(), step.trace
    if S["predict"]:
        st.caption("There is no hand-out while you predict first, because its key gives the answers away.")
    else:
        about, blanks = f"{ALGORITHM_TITLES[S['algorithm']]}, {criterion_of(S['criterion']).title}", S["blanks"]
        node = step.node.i if len(step.candidates) else 0
        begin = re.sub(r"(?<=[?&])step=\d+", "step=0", link)  # a worksheet shows no decision
        if S["kind"] == "steps":
            hand_out(lambda: growth.steps_sheet(steps, about, blanks, link, begin), f"{name}-steps")
        else:
            notes = notes_for(trace, S["algorithm"], node)
            hand_out(lambda: growth.gain_sheet(trace, about, node, blanks, link, notes, begin), f"{name}-gains")
        if said := growth.limits(trace.data, S["blanks"], S["kind"] == "steps"):
            st.caption(said)
    if plays:
        page = lesson_files(plays, step.k)["html"]
        _row(
            "Lesson",
            f"{name}-lesson",
            {
                "Page that plays": ("html", page),
                "Package for your course platform (SCORM 1.2)": ("zip", lambda: plays().scorm()),
            },
        )
        st.caption(
            "One file that plays every step in any browser, without a server. With *Predict first* it asks before it"
            " shows, and the package gives your course platform the score."
        )
    else:
        st.caption(
            f"This tree has {len(trace.tree)} nodes: a page that plays is made of {PLAYED} at most. Limit its depth."
        )
    at = f"{name}-step-{step.k}"
    _row(
        "Tree",
        at,
        {
            "Text": ("txt", lambda: text.tree_text(trace.tree, step.decided)),
            "Code": ("py", lambda: text.tree_function(trace.tree, step.decided)),
        },
    )
    if len(step.candidates) and not asking:
        _row("Gains", f"{at}-candidates", _spreadsheets(lambda: tables.gain_csv(step)))
    _row("Data", name, _spreadsheets(lambda: tables.data_csv(trace.data)))
    st.caption(
        "`S` saves the tree and the tables on the screen. The address of this page opens it again at this very step: "
        "copy it to share what you see."
    )


def hand_out(make: Callable[[], Sheet], name: str, kinds: bool = True) -> None:
    """The choices of a hand-out and its two buttons; kinds : there is a choice of contents and blanks."""
    st.markdown("**Hand-out**: a worksheet to fill in, and its key with all the arithmetic")
    with st.container(horizontal=True, vertical_alignment="bottom", key="dt-handout"):
        choices(kinds)
        buttons(make, name)
    warn_of_name()


def choices(kinds: bool) -> None:
    """How a hand-out is made."""
    S = _chosen()
    if kinds:
        st.selectbox("Contents", list(KINDS), format_func=KINDS.get, width=185, **bind_widget("kind"))
        st.selectbox("Left blank", list(BLANKS), format_func=BLANKS.get, width=150, **bind_widget("blanks"))
    st.selectbox("Format", list(FORMATS), format_func=FORMATS.get, width=135, **bind_widget("format"))
    if S["format"] == "pdf":
        st.selectbox("Paper", list(PAPERS), format_func=PAPERS.get, width=120, **bind_widget("paper"))


def warn_of_name() -> None:
    """Files outlive this screen: a name that only this computer understands is of no use in them."""
    name = re.sub(r":\d+$", "", urlsplit(st.context.url or "").netloc)
    if name in ALONE:
        st.caption(
            "Links in these files work only on this computer. For links that students can open, first open the app at"
            " its network address."
        )


def _chosen() -> dict:
    """The scene with the choices, which no link carries: the page keeps them for the session."""
    S = state()
    S.update(USUAL | S)
    return S


def buttons(make: Callable[[], Sheet], name: str) -> None:
    """The worksheet and its key. make : the sheet; it is called later, outside of the visitor's run."""
    S = _chosen()
    suffix, paper = S["format"], S["paper"]
    for label, key, icon in (("Worksheet", False, "print"), ("Answer key", True, "key")):
        side = "key" if key else "worksheet"
        st.download_button(
            label,
            lambda key=key: written(make(), key, suffix, paper),
            f"{name}-{side}.{suffix}",
            MIME[suffix],
            on_click="ignore",
            key=f"get_{name}_{side}",
            icon=f":material/{icon}:",
        )


def address(fields: tuple[Field, ...], s: dict) -> str:
    """The page's address with a scene; "" while the browser has not said where it is."""
    url = st.context.url
    return f"{url}?{urlencode(encode(fields, s))}" if url else ""


def written(sheet: Sheet, key: bool, suffix: str, paper: str) -> str | bytes:
    """A side of a sheet in the format of a file's ending."""
    if suffix == "pdf":
        return write_pdf.sheet_pdf(sheet, key, paper)
    return {"md": write_markdown.sheet_markdown, "ipynb": write_notebook.sheet_notebook}[suffix](sheet, key)


def _spreadsheets(make: Callable[[], str]) -> dict:
    return {
        "CSV": ("csv", lambda: packing.spreadsheet(make())),
        "CSV with ;": ("csv", lambda: packing.spreadsheet(make(), semicolons=True)),
    }


def _row(title: str, name: str, files: dict) -> None:
    """Buttons for the formats of one thing."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"**{title}**", width=90)
        for label, (suffix, make) in files.items():
            st.download_button(
                label,
                make,
                f"{name}.{suffix}",
                MIME.get(suffix, "text/plain"),
                on_click="ignore",
                key=f"get_{title}_{label}",
                help=f"{title}: {label}",
            )
