"""What a visitor's table can be used for: a link to each page that fits, its files, why other pages do not fit."""

from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.data import packing, plans
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.criteria import REGRESSION
from pages.ui.grow.lesson import LESSON as GROW
from pages.ui.kit import tables
from pages.ui.kit.codec import encode
from pages.ui.kit.escape import md
from pages.ui.kit.lesson import Lesson
from pages.ui.lessons import LESSONS
from pages.ui.own import words
from pages.ui.own.work import Work

STORED = (
    "Too large to travel in a link: this server holds it, in its memory. As long as it does, whoever has the link has "
    "the table. This tab of your browser keeps it too, and hands it to a server that lacks it; save the two files, and "
    "open both together here another time."
)
FIRST = 2  # pages that are named beside the growth; the others are folded
USES = tuple(lesson for lesson in LESSONS.values() if lesson.needs)


def scene_of(lesson: Lesson, name: str) -> dict | None:
    """The values of a lesson that takes a table where it shows the data set of a name; None if it does not fit."""
    field = next(field for field in lesson.fields if isinstance(field, tables.TableField))
    try:
        data = tables.load(name)
    except dtlearn.DataError:
        data = None  # a cloud, or another source of examples that the page knows by its name
    if name not in field.known and (data is None or not field.fits(data)):
        return None
    found = lesson.start(data)
    return None if found is None else lesson.scene(**found | {field.name: name})


def query_of(lesson: Lesson, name: str, **change) -> dict[str, str] | None:
    """The query of a link that shows a visitor's table; None if it does not fit. change : other values."""
    if (scene := scene_of(lesson, name)) is None:
        return None
    # Without a step the link leads to a telling one.
    said = tuple(field for field in lesson.fields if field.name != "step" or scene["step"] != field.default)
    return encode(said, scene | change)


def uses(name: str, ordered: bool) -> None:
    """Where a table leads. ordered : its values may be asked in their order."""
    data = tables.load(name)
    st.success(md(f"“{tables.title(name)}” is now in the list of data sets on every page that can use it."), icon=None)
    others = [use for use in USES if use is not GROW]
    links = [(use, query) for use in others if (query := query_of(use, name))]
    with st.container(horizontal=True, key="own-uses"):
        with st.container(key="own-grow", width="content"):
            st.page_link(
                "grow.py", label="Grow a tree on it", icon=":material/account_tree:", query_params=query_of(GROW, name)
            )
        for use, query in links[:FIRST]:
            st.page_link(f"{use.name}.py", label=use.title, query_params=query)
    stored = tables.is_stored(name)  # then its files alone open it whenever and wherever
    with st.expander("More pages, and its files", expanded=stored):
        with st.container(horizontal=True, key="own-more"):
            if ordered:
                st.page_link(
                    "grow.py", label="Grow, values in their order", query_params=query_of(GROW, name, nominal="ordered")
                )
            for use, query in links[FIRST:]:
                st.page_link(f"{use.name}.py", label=use.title, query_params=query)
        fitting = [use for use, _ in links]
        if unfit := [f"{use.title} ({use.needs})" for use in others if use not in fitting]:
            st.caption(f"These pages need another kind of table: {'; '.join(unfit)}.")
        stem = tables.file_stem(name)
        with st.container(horizontal=True):
            for ending, make in (
                ("csv", lambda data: packing.spreadsheet(packing.write_csv(data))),
                ("toml", packing.write_card),
            ):
                st.download_button(
                    f"Save .{ending}",
                    lambda make=make: make(data),
                    f"{stem}.{ending}",
                    "text/plain",
                    on_click="ignore",
                    key=f"own-{ending}-{name if stored else ''}",
                )
    st.caption(STORED if stored else words.link_text(name))


def grown(made: Work) -> dict | None:
    """The tree of a small table as a tree view; None if it is too large to be grown at every change."""
    if made.done.rows * len(made.plan.features) > tables.LARGE:
        return None
    data = made.made or plans.apply(made.sheet, made.plan, made.title, made.found)
    settings = dtlearn.ALGORITHMS[GROW.scene()["algorithm"]]
    if data.schema.regression:
        settings = replace(dtlearn.ALGORITHMS["CART"], criterion=next(iter(REGRESSION)))
    return tree_view(dtlearn.grow(data, settings).tree)
