"""The pages and the lessons of the page Explore: a lesson is a scene of a page, with a small picture of its tree."""

from dataclasses import dataclass

import streamlit as st

from dtlearn.show.tree.svg import tree_svg
from pages.ui.grow import lesson as growth
from pages.ui.kit import frame
from pages.ui.kit.codec import encode
from pages.ui.kit.lesson import Lesson
from pages.ui.kit.scene import defaults
from pages.ui.lessons import CHAPTERS, Page


@dataclass(frozen=True)
class GrowPreset(frame.Preset):
    """A way into the page Grow a tree. picture : the step in the picture."""

    picture: int = -1


LESSONS = (
    GrowPreset("PlayTennis, ID3", "Fourteen days, four questions: the classic, one decision at a time."),
    GrowPreset(
        "Predict first",
        "PlayTennis again, but you guess the best feature before you see the gains.",
        {"predict": True},
        0,
    ),
    GrowPreset(
        "The seven points",
        "Entropy on seven points that no tree can learn without error, and the misprints in the lecture notes.",
        {"data": "seven_points", "algorithm": "CART", "criterion": "info_gain", "panel": "notes"},
    ),
    GrowPreset(
        "Every rule and every score",
        "PlayTennis in detail: each stop rule, each candidate, then the choice.",
        {"detail": "detail"},
        10,
    ),
    GrowPreset(
        "XOR: no gain, and yet",
        "Every first question gains nothing. This ID3 goes on and wins; now choose plain ID3, which stops.",
        {"data": "xor", "algorithm": "ID3 (UML)", "panel": "notes"},
    ),
    GrowPreset(
        "Greedy is not best",
        "The question with the largest gain comes first, and the tree gets deeper than it need be.",
        {"data": "uml_ex18_2", "algorithm": "ID3 (UML)", "panel": "notes"},
    ),
    GrowPreset("An empty branch", "No example reaches a branch: what should its leaf predict?", {"data": "nutritious"}),
    GrowPreset(
        "Too many values",
        "The Day column gains the most and explains nothing. Does the gain ratio help?",
        {"data": "play_tennis_day", "algorithm": "C4.5-style", "criterion": "gain_ratio", "panel": "notes"},
    ),
    GrowPreset(
        "Thresholds: iris",
        "Numbers instead of words: every midpoint is a candidate.",
        {"data": "iris", "algorithm": "CART", "criterion": "gini_gain"},
    ),
    GrowPreset(
        "Sets of values",
        "PlayTennis with yes/no questions: Sunny or Rain against Overcast, the best way to part three values in two.",
        {"algorithm": "CART", "nominal": "subset"},
    ),
    GrowPreset(
        "A number to predict",
        "Regression: a leaf answers with a mean, and the squared error decides.",
        {"data": "regression_1d", "algorithm": "CART", "criterion": "mse", "depth": 1},
    ),
    GrowPreset(
        "Best first",
        "The same tree in another order: the largest weighted gain is split next.",
        {"data": "best_first", "algorithm": "CART", "criterion": "gini_gain", "order": "best_first"},
        2,
    ),
)


def scene_of(lesson: GrowPreset) -> dict:
    """All values of a lesson's scene."""
    return defaults(growth.FIELDS) | lesson.scene


@st.cache_resource(max_entries=50, show_spinner=False)
def _picture(number: int) -> str:
    lesson = LESSONS[number]
    S = scene_of(lesson)
    steps = growth.steps_of(S)
    return tree_svg(growth.view_of(S, range(len(steps))[lesson.picture]))


# All of it below the playground in two screens.
_COMPACT = """<style>@media (min-width:641px){
[class*=st-key-dt-gallery]{grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:.5rem}
[class*=st-key-dt-gallery]>*{padding:.3rem .7rem!important;gap:.1rem!important}
[class*=st-key-dt-gallery] img{height:64px}
[class*=st-key-dt-gallery] p{font-size:.85rem;line-height:1.3}}</style>"""


def gallery() -> None:
    """Cards, as many in a row as fit, chapter by chapter; after the first come the lessons."""
    st.html(_COMPACT)
    for number, chapter in enumerate(chapter for chapter in CHAPTERS if chapter.question):
        st.html(f"<h2 class='dt-chapter'>{chapter.question}</h2>")
        with st.container(key=f"dt-gallery-{number}"):
            for entry in chapter.entries:
                _page(entry)
        if number == 0:
            with st.expander("Lessons: trees to watch as they grow"), st.container(key="dt-gallery-lessons"):
                for k, lesson in enumerate(LESSONS):
                    _lesson(k, lesson)


def _lesson(k: int, lesson: GrowPreset) -> None:
    with st.container(border=True):
        st.image(_picture(k), width="stretch", alt=f"The tree of the lesson {lesson.title}")
        query = encode(growth.FIELDS, scene_of(lesson))
        st.page_link("grow.py", label=f"**{lesson.title}**", query_params=query)
        st.caption(lesson.says)


def _page(entry: Page | Lesson) -> None:
    with st.container(border=True):
        st.page_link(f"{entry.name}.py", label=f"**{entry.title}**")
        st.caption(entry.about)
