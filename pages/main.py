"""The main script: what every run of a visitor does around its page."""

import gc
from copy import copy
from pathlib import Path

import streamlit as st

import dtlearn
from pages.ui.examples.bar import author_panel, deck_bar, redirect_to_slide
from pages.ui.grow import lesson as growth
from pages.ui.keeping import keeping
from pages.ui.kit.scene import defaults, detect_stale_query, mark_rendered, mend_link
from pages.ui.kit.session import state, turn_to
from pages.ui.lessons import CHAPTERS, NEXT
from pages.ui.own import along

UI = Path(__file__).parent / "ui"


@st.cache_resource(show_spinner=False)
def _warm() -> None:
    """Read every data set and grow the first lesson once, then keep what is loaded out of the collector's sight."""
    for name in dtlearn.names() + dtlearn.names(regression=True):
        dtlearn.load(name)
    growth.steps_of(defaults(growth.FIELDS))
    gc.freeze()


@st.cache_resource(show_spinner=False)
def _menus() -> dict:
    """Every page, by the menu that it stands in."""
    found = {"": [st.Page("home.py", title="Home", default=True)]}
    for chapter in CHAPTERS:
        pages = (st.Page(f"{e.name}.py", title=e.title, url_path=e.name) for e in chapter.entries)
        found.setdefault(chapter.menu, []).extend(pages)
    return found


st.set_page_config(page_title="dtlearn", page_icon="🌳", layout="wide")
_warm()
st.html(UI / "kit" / "style.css")
# A run needs pages of its own, for it marks the open one; to make them takes twenty times as long as to copy them.
menus = {menu: list(map(copy, pages)) for menu, pages in _menus().items()}
page = st.navigation(menus, position="top", expanded=True)
# Streamlit marks the open page, but not the group of the menu that holds it.
place = next((len(menus[""]) + k for k, name in enumerate(menus) if name and page in menus[name]), 0)
st.html(f"<style>[data-testid=stTopNav]>:nth-child({place}) [data-testid=stTopNavSection] *{{font-weight:600}}</style>")
above = st.container(key="dt-over-page")  # filled last: the page reads the link first
mend_link()
turn_to(page.url_path)
if keeping.wanted():
    with above:
        keeping.line(page.url_path)
        st.markdown("The link names what only a browser keeps: asking this one for it.")
        st.button("Go on without it")
    st.stop()
keeping.go()
detect_stale_query()
redirect_to_slide(page.url_path)
beside = author_panel()
along.bring(page.url_path)
page.run()
with above:
    keeping.line(page.url_path)
    along.note(page.url_path)
    deck_bar(page.url_path, beside)
if page.url_path in NEXT and not state()["deck"]:  # a worked example has a way of its own
    with st.container(key="dt-next"):
        onward = NEXT[page.url_path]
        st.page_link(f"{onward.name}.py", label=f"Next: {onward.title} →")
mark_rendered()
