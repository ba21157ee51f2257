"""dtlearn: watch a decision tree learn. Run with ``streamlit run app.py``."""

import gc
from pathlib import Path

import streamlit as st

import dtlearn
from pages.ui import growth
from pages.ui.deckbar import bar, desk, travel
from pages.ui.reconnect import reconnect

PAGES = Path(__file__).parent / "pages"


@st.cache_resource(show_spinner=False)
def _warm() -> None:
    """Read every data set and grow the first lesson once, then keep what is loaded out of the collector's sight."""
    for name in dtlearn.names() + dtlearn.names(regression=True):
        dtlearn.load(name)
    growth.steps_of({field.name: field.default for field in growth.FIELDS})
    gc.freeze()


st.set_page_config(page_title="dtlearn", page_icon="🌳", layout="wide")
_warm()
st.html(PAGES / "ui" / "style.css")
page = st.navigation(
    {
        "": [st.Page(PAGES / "home.py", title="Lessons", default=True)],
        "Grow": [
            st.Page(PAGES / "grow.py", title="Grow a tree", url_path="grow"),
            st.Page(PAGES / "byhand.py", title="Grow it yourself", url_path="byhand"),
            st.Page(PAGES / "criteria.py", title="Criteria", url_path="criteria"),
            st.Page(PAGES / "thresholds.py", title="Thresholds", url_path="thresholds"),
            st.Page(PAGES / "partitions.py", title="Partitions", url_path="partitions"),
        ],
        "How big?": [
            st.Page(PAGES / "limits.py", title="Size limits", url_path="limits"),
            st.Page(PAGES / "overfitting.py", title="Overfitting", url_path="overfitting"),
            st.Page(PAGES / "pruning.py", title="Pruning", url_path="pruning"),
            st.Page(PAGES / "bound.py", title="The bound", url_path="bound"),
            st.Page(PAGES / "code.py", title="The code", url_path="code"),
        ],
        "Why learn, why many?": [
            st.Page(PAGES / "learning.py", title="Is learning possible?", url_path="learning"),
            st.Page(PAGES / "unstable.py", title="One tree is unstable", url_path="unstable"),
            st.Page(PAGES / "hard.py", title="Easy and hard", url_path="hard"),
            st.Page(PAGES / "forest.py", title="Forest", url_path="forest"),
        ],
        "For class": [
            st.Page(PAGES / "own.py", title="Your own data", url_path="own"),
            st.Page(PAGES / "examples.py", title="Worked examples", url_path="examples"),
            st.Page(PAGES / "practice.py", title="Practice", url_path="practice"),
            st.Page(PAGES / "numbers.py", title="The notes' numbers", url_path="numbers"),
        ],
    },
    position="top",
)
st.session_state["_frame"] = True
travel()
above, beside = st.container(), desk()  # filled last: the page reads the link first
page.run()
with above:
    bar(page.url_path, beside)
reconnect()
