"""The sidebar of a growth: data set, algorithm, criterion, limits; how it is walked and drawn."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

import dtlearn
from dtlearn.steps import detailed
from pages.ui import byhand, growth, own
from pages.ui.escape import md
from pages.ui.fields import MOST, OWN
from pages.ui.scene import bind, state

FOLLOWS = {
    "ID3 (UML)": "Understanding Machine Learning, ch. 18: yes/no questions, each once on a path; it splits even at gain 0.",
    "ID3 (CS181)": "CS181, lecture 6: one branch per value; an empty branch gets its parent's majority; it stops at gain 0.",
    "BuildTree": "BuildTree (project notes): one branch per value; it stops when pure, below m examples, or at gain ≤ 0.",
    "C4.5-style": "BuildTree's gain ratio. C4.5 itself also asks for at least the average gain.",
    "CART": "Ch8, Alg. 8.1 and 8.2: yes/no questions, thresholds at midpoints; it splits even at gain 0.",
}
NOMINAL_TITLES = {
    "multiway": "one branch per value",
    "one_vs_rest": "one value against the rest",
    "ordered": "before a value or from it on",
    "subset": "some values against the others",
}
_NOMINAL = """Ch8, Fig. 8.2: four ways to split a feature of more than two values. *Before a value or from it on* takes the
values in their listed order. *Some values against the others*: with two classes, or a number to predict, the values
sorted by their share of the second class, or their mean, need only be cut in two (Breiman); with more classes every set is tried."""
# Field: its name on the page, the least value, what the notes and scikit-learn call it.
LIMITS = {
    "depth": ("Greatest depth", 0, "The root is at depth 0. Ch8: depth. scikit-learn: `max_depth`."),
    "min_split": ("Least examples to split (m, minParent)", 2,
                  "A node with fewer becomes a leaf. BuildTree: m. Ch8: minParent. scikit-learn: `min_samples_split`."),
    "min_leaf": ("Least examples in a branch (minLeaf)", 1,
                 "Candidates with a smaller branch are left out. Ch8: minLeaf. scikit-learn: `min_samples_leaf`."),
    "min_gain": ("Gain threshold", 0.0,
                 "A node whose best score is smaller becomes a leaf. Ch8: gain threshold. scikit-learn's "
                 "`min_impurity_decrease` compares (n/m) × gain instead."),
    "leaves": ("Most leaves", 1, "Best first, up to so many. Ch8: number of leaves. scikit-learn: `max_leaf_nodes`."),
    "nodes": ("Most nodes", 1, "Best first, up to so many, leaves counted. UML's bound counts nodes. Not in scikit-learn."),
    "splits": ("Most splits (iterations)", 0,
               "Best first, up to so many. UML: number of iterations. scikit-learn: `max_leaf_nodes` less one, where splits "
               "have two branches."),
}  # fmt: skip


def sidebar() -> None:
    """The choices that make a growth: data set, algorithm, criterion, limits; how it is walked and drawn."""
    S = state()
    with st.sidebar:
        titles = {name: own.title(name) for name in own.names()}
        titles |= {name: f"Regression: {own.title(name)}" for name in own.names(regression=True)}
        st.selectbox("Data set", list(titles), format_func=titles.get, **bind("data", growth.keep_place))
        card = own.load(S["data"]).card
        about = f"{card.note} Source: {card.source}. Licence: {card.licence}." if card.source else card.note
        st.caption(md(card.story), help=md(about) or None)
        st.selectbox("Algorithm", list(dtlearn.ALGORITHMS), **bind("algorithm", growth.change_algorithm))
        st.caption(f"Follows {FOLLOWS[S['algorithm']]}")
        criteria = {name: c.title for name, c in growth.criteria_of(S).items()}
        st.selectbox("Criterion", list(criteria), format_func=criteria.get, disabled=len(criteria) == 1,
                     **bind("criterion", growth.keep_place))  # fmt: skip
        if len(criteria) == 1:
            target = own.load(S["data"]).schema.target
            st.caption(f"{md(target)} is a number, so a leaf predicts a mean and the squared error decides.")
        st.radio("Steps", list(growth.DETAIL_TITLES), format_func=growth.DETAIL_TITLES.get, horizontal=True,
                 disabled=S["predict"], **bind("detail", growth.keep_place))  # fmt: skip
        if S["detail"] == "detail" and not detailed(growth.steps_of(S).trace):
            st.caption("This tree is so large that it is walked node by node.")
        st.toggle("Predict first", **bind("predict", growth.keep_place))
        st.caption("The gains stay hidden until you have said what happens.")
        if byhand.usable(S["data"]):
            st.page_link("pages/byhand.py", label="Grow it yourself", query_params=byhand.query_from(S),
                         help="This data set and these settings; the limits stay behind.")  # fmt: skip
        with st.expander("Order, limits, drawing"):
            _more(S)


def limit(
    name: str, label: str, least: int, changed: Callable[[dict], None], none: str = "no limit", about=None
) -> None:
    """The choice of a limit, a whole number from ``least`` up; ``none`` says what an empty field means, if it may be."""

    def whole(before: dict) -> None:
        S = state()
        S[name] = None if S[name] is None else int(S[name])
        changed(before)

    # Without value=None an emptied field would go back to the least. Streamlit's whole numbers read 1e30 as 1.
    ways = {"value": None, "placeholder": none} if name in growth.MAY_LACK else {}
    st.number_input(label, float(least), float(MOST), step=1.0, format="%.0f", help=about, **ways,
                    **bind(name, whole))  # fmt: skip


def _more(S: dict) -> None:
    usual, notes = dtlearn.ALGORITHMS[S["algorithm"]], "as in the notes: {}".format
    st.selectbox(
        "Order of the nodes",
        list(dtlearn.ORDERS),
        format_func=growth.ORDER_TITLES.get,
        **bind("order", growth.keep_place),
    )
    zero = {True: "stop", False: "split all the same"}
    zero = {OWN: notes(zero[usual.stop_at_zero_gain])} | zero
    st.selectbox("When the best gain is 0", list(zero), format_func=zero.get, **bind("zero", growth.keep_place))
    nominal = {OWN: notes(NOMINAL_TITLES[usual.nominal])} | NOMINAL_TITLES
    st.selectbox(
        "Nominal features", list(nominal), format_func=nominal.get, help=_NOMINAL, **bind("nominal", growth.keep_place)
    )
    again = {True: "may be asked again", False: "once on a path"}
    again = {OWN: notes(again[usual.reuse])} | again
    st.selectbox("A nominal question", list(again), format_func=again.get, **bind("again", growth.keep_place))
    for name, (label, least, about) in LIMITS.items():
        if name == "min_gain":
            st.number_input(label, least, float(MOST), step=0.01, format="%g", help=about,
                            **bind(name, growth.keep_place))  # fmt: skip
        else:
            limit(name, label, least, growth.keep_place, about=about)
    views = {"interactive": "interactive", "graphviz": "Graphviz (print, export)"}
    st.radio("Tree drawn as", list(views), format_func=views.get, **bind("view"))
