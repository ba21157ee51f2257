"""The lessons of the home page: each a scene of a page, with a small picture of its tree."""

from __future__ import annotations

from dataclasses import dataclass, field

import streamlit as st

from dtlearn.views.svg import tree_svg
from pages.ui import growth
from pages.ui.scene import encode


@dataclass(frozen=True)
class Lesson:
    """A way into a page. scene : what it sets; the rest stays at its default. picture : the step in the picture."""

    title: str
    about: str
    scene: dict = field(default_factory=dict)
    picture: int = -1


LESSONS = (
    Lesson("PlayTennis, ID3", "Fourteen days, four questions: the classic, one decision at a time."),
    Lesson("Predict first", "PlayTennis again, but you say which feature wins before you see the gains.", {"predict": True}, 0),
    Lesson("The seven points", "Entropy on seven points that no tree can learn without error, and the misprints in the notes.",
           {"data": "seven_points", "algorithm": "CART", "criterion": "info_gain", "panel": "notes"}),
    Lesson("Every rule and every score", "PlayTennis in detail: each stop rule, each candidate, then the choice.",
           {"detail": "detail"}, 10),
    Lesson("XOR: no gain, and yet", "Every first question gains nothing. UML's ID3 goes on and wins; now choose CS181's, which stops.",
           {"data": "xor", "algorithm": "ID3 (UML)", "panel": "notes"}),
    Lesson("Greedy is not best", "The question with the largest gain comes first, and the tree gets deeper than it need be.",
           {"data": "uml_ex18_2", "algorithm": "ID3 (UML)", "panel": "notes"}),
    Lesson("An empty branch", "No example comes down a branch: what should the leaf say?", {"data": "nutritious"}),
    Lesson("Too many values", "The Day column gains the most and explains nothing. Does the gain ratio help?",
           {"data": "play_tennis_day", "algorithm": "C4.5-style", "criterion": "gain_ratio", "panel": "notes"}),
    Lesson("Thresholds: iris", "Numbers instead of words: every midpoint is a candidate.",
           {"data": "iris", "algorithm": "CART", "criterion": "gini_gain"}),
    Lesson("Sets of values", "PlayTennis with yes/no questions: Sunny or Rain against Overcast, the best way to part three values in two.",
           {"algorithm": "CART", "nominal": "subset"}),
    Lesson("A number to predict", "Regression: a leaf answers with a mean, and the squared error decides.",
           {"data": "regression_1d", "algorithm": "CART", "criterion": "mse", "depth": 1}),
    Lesson("Best first", "The same tree in another order: the largest weighted gain is split next.",
           {"data": "best_first", "algorithm": "CART", "criterion": "gini_gain", "order": "best_first"}, 2),
)  # fmt: skip


def scene_of(lesson: Lesson) -> dict:
    """All values of a lesson's scene."""
    return {f.name: f.default for f in growth.FIELDS} | lesson.scene


@st.cache_resource(max_entries=50, show_spinner=False)
def _picture(number: int) -> str:
    lesson = LESSONS[number]
    S = scene_of(lesson)
    steps = growth.steps_of(S)
    return tree_svg(growth.view_of(S | {"step": range(len(steps))[lesson.picture]}))


def gallery() -> None:
    """Cards, as many in a row as fit."""
    with st.container(key="dt-gallery"):
        for number, lesson in enumerate(LESSONS):
            with st.container(border=True):
                st.image(_picture(number), width="stretch", alt=f"The tree of the lesson {lesson.title}")
                query = encode(growth.FIELDS, scene_of(lesson))
                st.page_link("pages/grow.py", label=f"**{lesson.title}**", query_params=query)
                st.caption(lesson.about)
        with st.container(border=True):
            st.html("<div class='dt-poster'>● ■ ■ ¦ ● ● ●<br>x &lt; θ</div>")
            st.page_link("pages/thresholds.py", label="**Thresholds**")
            st.caption(
                "Sweep a threshold over one number: counts, every gain as it is drawn, and what the search costs."
            )
        with st.container(border=True):
            st.html("<div class='dt-poster'>H ≥ 2G ≥ 2E</div>")
            st.page_link("pages/criteria.py", label="**Criteria**")
            st.caption("Entropy, Gini and training error as curves: drag a split and see what each of them gains.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>x₁ &lt; 2.45 ┃ x₁ ≥ 2.45</div>")
            st.page_link("pages/partitions.py", label="**Partitions**")
            st.caption("Every question about a number cuts the plane. Draw points and watch the tree regrow.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>▁▂▃▅▇█<br>too small · fits · too large</div>")
            st.page_link("pages/limits.py", label="**Size limits**")
            st.caption("Depth, leaves, minLeaf and the others: move one, and watch trees underfit, then overfit.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>training ↘ ↘ ↘<br>test ↘ → ↗</div>")
            st.page_link("pages/overfitting.py", label="**Overfitting**")
            st.caption(
                "Error against size on training and test examples: which trees overfit, and why pruning finds XOR."
            )
        with st.container(border=True):
            st.html("<div class='dt-poster'>error ↘ + penalty ↗<br>= bound ⌣</div>")
            st.page_link("pages/bound.py", label="**The bound**")
            st.caption("How large a tree can the examples pay for? Greedy, pruned and the very best, side by side.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>x₁? x₂? ● ■ ■ END<br>000 001 010 011 011 100</div>")
            st.page_link("pages/code.py", label="**The code**")
            st.caption("A tree as a word of 0s and 1s, symbol by symbol: write one, read one, break one.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>0.151 ≈ 0.152<br>.881 ✎ .811</div>")
            st.page_link("pages/numbers.py", label="**The notes' numbers**")
            st.caption("Every figure the lecture notes print, recomputed before your eyes: why you can trust the rest.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>5 leaves ✂ 1 leaf<br>g = 5/56</div>")
            st.page_link("pages/pruning.py", label="**Pruning**")
            st.caption("A grown tree made smaller, node by node: four procedures, what each weighs, how they compare.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>0 ? ? ? 1 ? ? 1<br>16 of 32</div>")
            st.page_link("pages/learning.py", label="**Is learning possible?**")
            st.caption("Fill in a truth table: the examples alone leave every other row open, a bias decides.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>X₃? ✗ ID3: 8 leaves<br>you: 4?</div>")
            st.page_link("pages/byhand.py", label="**Grow it yourself**")
            st.caption("Choose every question, see what it gains and what you give up, and beat the algorithm.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>■ ● ● ■ ●<br>3 : 2</div>")
            st.page_link("pages/forest.py", label="**Forest**")
            st.caption("A hundred trees on samples of the examples vote one by one: bagging, subspace, random forest.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>gain = ____<br>✓ 0.247 ✗ 0.171: nats?</div>")
            st.page_link("pages/practice.py", label="**Practice**")
            st.caption(
                "Exercises with new numbers every time, graded, with the arithmetic; and a check of your own code's tree."
            )
        with st.container(border=True):
            st.html("<div class='dt-poster'>OR: n + 1 leaves<br>XOR: 2<sup>n</sup></div>")
            st.page_link("pages/hard.py", label="**Easy and hard**")
            st.caption(
                "Type a Boolean function: its smallest tree, ID3's tree, and what greed and stop rules make of it."
            )
        with st.container(border=True):
            st.html("<div class='dt-poster'>Outlook? → Wind?<br>1 label of 14 flipped</div>")
            st.page_link("pages/unstable.py", label="**One tree is unstable**")
            st.caption("Flip a label, leave an example out or resample: which nodes change? Then a thousand times.")
        with st.container(border=True):
            st.html("<div class='dt-poster'>.csv ⟶ 🌳<br>12,5;sunny;?;yes</div>")
            st.page_link("pages/own.py", label="**Your own data**")
            st.caption(
                "Open, paste or type a table, say what each column is: its link carries the data to the lessons."
            )
