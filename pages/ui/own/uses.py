"""What a visitor's table can be used for: a link to each page that fits, its files, why other pages do not fit."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

import dtlearn
from dtlearn.data import packing, plans
from dtlearn.show.tree.svg import tree_svg
from dtlearn.show.tree.thumbnail import thumbnail_svg
from dtlearn.show.tree.view import tree_view
from dtlearn.splitting.criteria import REGRESSION
from pages.ui.grow import lesson as growth
from pages.ui.kit import tables
from pages.ui.kit.codec import encode
from pages.ui.kit.contents import TITLES, fields_of
from pages.ui.kit.escape import md
from pages.ui.kit.lesson import Lesson
from pages.ui.kit.scene import defaults
from pages.ui.lessons import LESSONS
from pages.ui.own import words
from pages.ui.own.work import Work

STORED = (
    "Too large to travel in a link: this server holds it, in its memory. As long as it does, whoever has the link has "
    "the table. This tab of your browser keeps it too, and hands it to a server that lacks it; save the two files, and "
    "open both together here another time."
)
FIRST = 2  # pages that are named beside the growth; the others are folded
WIDEST, SMALL = 900, (420, 120)  # px: of a tree that is drawn with its words, of the picture of a wider one


@dataclass(frozen=True)
class Use:
    """A page that takes a table.

    needs : what it asks of one. scene : data set, None where the page draws its examples -> what else the link asks
    for, where it begins above all; None if nothing can be.
    goes_along : whether the menu, too, opens the page at the table that a visitor has chosen.
    """

    page: str
    needs: str
    scene: Callable[[dtlearn.Dataset | None], dict | None] = lambda data: {}
    goes_along: bool = True

    def scene_of(self, name: str) -> dict | None:
        """The values of the page where it shows the data set of a name; None if it does not fit."""
        fields = fields_of(self.page)
        field = next(field for field in fields if isinstance(field, tables.TableField))
        try:
            data = tables.load(name)
        except dtlearn.DataError:
            data = None  # a cloud, or another source of examples that the page knows by its name
        if name not in field.known and (data is None or not field.fits(data)):
            return None
        found = self.scene(data)
        return None if found is None else defaults(fields) | found | {field.name: name}

    def query(self, name: str, **change) -> dict[str, str] | None:
        """The query of a link that shows a visitor's table; None if it does not fit. change : other values."""
        if (scene := self.scene_of(name)) is None:
            return None
        fields = fields_of(self.page)
        # Without a step the link leads to a telling one.
        said = tuple(field for field in fields if field.name != "step" or scene["step"] != field.default)
        return encode(said, scene | change)


def _use(lesson: Lesson) -> Use:
    return Use(lesson.name, lesson.needs, lesson.start, lesson.goes_along)


GROW = _use(growth.LESSON)
USES = tuple(_use(one) for one in LESSONS.values() if one.needs and one is not growth.LESSON)
EVERY_USE = (GROW, *USES)


def uses(name: str, ordered: bool) -> None:
    """Where a table leads. ordered : its values may be asked in their order."""
    data = tables.load(name)
    st.success(md(f"{tables.title(name)} can be chosen as a data set."), icon=None)
    links = [(use, query) for use in USES if (query := use.query(name))]
    with st.container(horizontal=True, key="own-uses"):
        with st.container(key="own-grow", width="content"):
            st.page_link(
                "grow.py", label="Grow a tree on it", icon=":material/account_tree:", query_params=GROW.query(name)
            )
        for use, query in links[:FIRST]:
            st.page_link(f"{use.page}.py", label=TITLES[use.page], query_params=query)
    stored = tables.is_stored(name)  # then its files alone open it whenever and wherever
    with st.expander("More pages, and its files", expanded=stored):
        with st.container(horizontal=True, key="own-more"):
            if ordered:
                st.page_link(
                    "grow.py", label="Grow, values in their order", query_params=GROW.query(name, nominal="ordered")
                )
            for use, query in links[FIRST:]:
                st.page_link(f"{use.page}.py", label=TITLES[use.page], query_params=query)
        fitting = {use for use, _ in links}
        if others := [f"{TITLES[use.page]} ({use.needs})" for use in USES if use not in fitting]:
            st.caption(f"These pages need another kind of table: {'; '.join(others)}.")
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


def picture(made: Work) -> str:
    """The tree of a small table as an ``<svg>`` element; "" if it is too large to be drawn at every change."""
    if made.done.rows * len(made.plan.features) > tables.LARGE:
        return ""
    data = made.made or plans.apply(made.sheet, made.plan, made.title, made.found)
    settings = dtlearn.ALGORITHMS[defaults(growth.FIELDS)["algorithm"]]
    if data.schema.regression:
        settings = replace(dtlearn.ALGORITHMS["CART"], criterion=next(iter(REGRESSION)))
    view = tree_view(dtlearn.grow(data, settings).tree, brief=True)
    return tree_svg(view) if view["width"] <= WIDEST else thumbnail_svg(view, *SMALL)
