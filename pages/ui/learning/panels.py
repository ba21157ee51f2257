"""What stands below the truth table: the two ends, no free lunch, the counts, every labelling, grue."""

import streamlit as st

from dtlearn.learning.concepts import Known
from dtlearn.show.base.arithmetic import aligned
from dtlearn.show.base.errors_chart import Figure
from dtlearn.show.learning import spaces, tables, words
from dtlearn.show.learning.words import Lesson
from pages.ui.kit.charts import savable
from pages.ui.kit.controls import select
from pages.ui.kit.escape import md
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import change

GRUE = (
    "Call a thing *grue* if it is green before 1 January 2100 and blue from then on. The grass has always been green,"
    " so it will be green in a hundred years. But it has always been grue too, so it will be grue, and blue. The"
    " examples speak for both equally; only a bias makes us say “green” (Goodman). The moral: choose features"
    " that describe the thing itself, not an outer one such as the time."
)

THREE_POINTS = {"rows": "-00-0---", "bias": "none", "k": 3, "target": "none", "table": ""}


def _between(vote: Lesson, s: dict) -> None:
    known = vote.known
    st.latex(aligned(words.between_latex(known)))
    st.markdown(md(words.between_text(known)))
    st.caption(
        "Features side by side: all of them are 1; under a bar: it is 0. ∨ is or, ¬ is not. In words: the OR of the"
        " positive rows (label 1), and NOT the OR of the negative rows. (The lecture notes' formulas got lost: E38,"
        " below.)"
    )


def _lunch(vote: Lesson, s: dict) -> None:
    judged = tables.judged(vote)
    if not vote.known.unseen:
        st.info("No row is unseen: forget a label.")
        return
    if judged.vote.voters:
        unbiased = (
            "Without a bias every vote is a tie, so a learner that has one is judged. " if s["bias"] == "none" else ""
        )
        st.markdown(unbiased + tables.lunch_text(judged))
        left, right = st.columns([1, 1], gap="medium")
        with left:
            st.plotly_chart(
                _chart(s["rows"], s["bias"], s["k"]), key="le_lunch", config=savable("learning-no-free-lunch")
            )
        with right:
            st.latex(aligned(tables.lunch_latex(judged)))
    else:
        st.info("With this bias nobody votes, so there is no learner to judge. The others:")
    st.html(tables.lunch_html(vote.known, s["k"]))
    st.markdown(
        "The first column is **no free lunch**: if every target is as likely as any other, no learner beats a coin on"
        " what was not seen. The other columns are worlds that follow a bias: there nobody beats the learner who"
        " shares it."
    )


@cached(100)
def _chart(rows: str, bias: str, k: int) -> Figure:
    """For how many targets the learner is right so often."""
    return tables.lunch_figure(tables.judged(words.lesson(words.known_of(rows), bias, k)))


def _counts(vote: Lesson, s: dict) -> None:
    n = vote.known.n
    st.html(tables.counts_html(n))
    st.html(spaces.spaces_html(n, s["k"]))
    st.markdown(md(tables.example_text()))
    left, right = st.columns([1, 1], gap="medium")
    with left:
        st.markdown(
            "Trees of depth at most d that ask a feature once a path: a leaf 0 or 1, or a root and two subtrees."
        )
        st.latex(aligned(tables.trees_latex(n)))
        st.caption(
            "Why is this doubly exponential? One level more about squares"
            " the number, times n. Many trees predict the same: there are only 2^(2ⁿ) concepts."
        )
    with right:
        st.html(tables.sizes_html(n))


def _every_labelling(vote: Lesson, s: dict) -> None:
    known = vote.known
    st.markdown(spaces.shattering_text(known))
    with st.container(horizontal=True):
        st.button("The next labelling", disabled=not known.size, on_click=_relabel, args=(known,))
        st.button("3 points, 2 leaves", on_click=change, kwargs=THREE_POINTS)
    if known.size:
        st.html(spaces.shattering_html(known))
    st.markdown(
        "Trees of arbitrary size have **infinite VC dimension**: m different numbers"
        " can be labelled in every way by a tree of m leaves, whatever m. With n yes/no features there are only 2ⁿ"
        " points (E36 below). And trees with k leaves have VC dimension at least k (E35 below)."
    )


def _relabel(known: Known) -> None:
    """The next labelling of the known rows; a target would say otherwise, so there is none."""
    change(rows=words.text_of(spaces.following(known)), target="none")


def _grue(vote: Lesson, s: dict) -> None:
    st.markdown(GRUE)


PANELS = {
    "between": ("Most specific, most general", _between),
    "lunch": ("No free lunch", _lunch),
    "counts": ("How many", _counts),
    "vc": ("Every labelling", _every_labelling),
    "grue": ("Grue", _grue),
}


def panel(vote: Lesson, s: dict) -> None:
    """What stands below the table. vote : of its rows."""
    titles = {name: title for name, (title, _) in PANELS.items()}
    select("Below", titles, "panel", width=300, label_visibility="collapsed")
    PANELS[s["panel"]][1](vote, s)
