"""The sidebar of a growth: data set, algorithm, criterion, limits; how it is walked and drawn."""

import streamlit as st

import dtlearn
from dtlearn.growing.steps import detailed
from pages.ui.grow import scene as growth
from pages.ui.kit import tables
from pages.ui.kit.contents import query_of, takes
from pages.ui.kit.controls import predict_first, select
from pages.ui.kit.escape import md
from pages.ui.kit.fields import MOST
from pages.ui.kit.frame import more_settings
from pages.ui.kit.scene import bind
from pages.ui.kit.session import state
from pages.ui.kit.settings import FOLLOWS, ORDER_TITLES, limit, ways_of

_NOMINAL = """Ch8, Fig. 8.2: four ways to split a feature of more than two values. *Before a value or from it on* takes the
values in their listed order. *Some values against the others*: every set is tried. Of more than eight values, with two classes
or a number to predict, those sorted by their share of the second class, or their mean, need only be cut in two (Breiman)."""
# Field: its name on the page, the least value, what the notes and scikit-learn call it.
LIMITS = {
    "depth": ("Max. depth", 0, "The root is at depth 0. Ch8: depth. scikit-learn: `max_depth`."),
    "min_split": (
        "Min. examples to split (m, minParent)",
        2,
        "A node with fewer becomes a leaf. BuildTree: m. Ch8: minParent. scikit-learn: `min_samples_split`.",
    ),
    "min_leaf": (
        "Min. examples per leaf (minLeaf)",
        1,
        "Candidates with a smaller branch are left out. Ch8: minLeaf. scikit-learn: `min_samples_leaf`.",
    ),
    "tolerated": (
        "Tolerated error",
        0.0,
        "A node whose own training error is no larger becomes a leaf. Ch8: sufficiently accurate. Not in scikit-learn.",
    ),
    "leaves": ("Max. leaves", 1, "Best first, up to so many. Ch8: number of leaves. scikit-learn: `max_leaf_nodes`."),
    "nodes": (
        "Max. nodes",
        1,
        "Best first, up to so many, leaves counted. UML's bound counts nodes. Not in scikit-learn.",
    ),
    "splits": (
        "Max. splits (iterations)",
        0,
        (
            "Best first, up to so many; that is ours. Each of UML's iterations looks at a single leaf and may leave it"
            " as it is. scikit-learn: `max_leaf_nodes` less one, where splits have two branches."
        ),
    ),
}


def sidebar() -> None:
    """The choices that make a growth: data set, algorithm, criterion, limits; how it is walked and drawn."""
    S = state()
    about = "It hides the gains until you have said what happens: each node is asked for first."
    predict = predict_first(about, growth.keep_place)
    with st.sidebar:
        titles = {name: tables.title(name) for name in tables.names()}
        titles |= {name: f"Regression: {tables.title(name)}" for name in tables.names(regression=True)}
        tables.choose(titles, "data", growth.keep_place)
        card = tables.load(S["data"]).card
        about = f"{card.note} Source: {card.source}. Licence: {card.licence}." if card.source else card.note
        st.caption(md(card.story), help=md(about) or None)
        st.selectbox(
            "Algorithm",
            list(dtlearn.ALGORITHMS),
            help=f"Follows {FOLLOWS[S['algorithm']]}",
            **bind("algorithm", growth.change_algorithm),
        )
        criteria = {name: c.title for name, c in growth.criteria_of(S).items()}
        select("Criterion", criteria, "criterion", growth.keep_place, disabled=len(criteria) == 1)
        if len(criteria) == 1:
            target = tables.load(S["data"]).schema.target
            st.caption(f"{md(target)} is a number, so a leaf predicts a mean and the squared error decides.")
        predict()
        if takes("byhand", "data", S["data"]):
            same = {name: S[name] for name in ("data", "algorithm", "criterion", "nominal", "zero", "again")}
            st.page_link(
                "byhand.py",
                label="Grow it yourself",
                query_params=query_of("byhand", **same),
                help="This data set and these settings; the limits stay behind.",
            )
        # What is folded would take every run's time: it is there once it is unfolded.
        more = more_settings(on_change="rerun")
        if more.open:
            with more:
                _more(S)


def _more(S: dict) -> None:
    st.radio(
        "Steps",
        list(growth.DETAIL_TITLES),
        format_func=growth.DETAIL_TITLES.get,
        horizontal=True,
        disabled=S["predict"],
        **bind("detail", growth.keep_place),
    )
    if S["detail"] == "detail" and not detailed(growth.steps_of(S).trace):
        st.caption("This tree is so large that it is walked node by node.")
    select("Order of the nodes", ORDER_TITLES, "order", growth.keep_place)
    ways = ways_of(S["algorithm"])
    select("When the best gain is 0", ways["zero"], "zero", growth.keep_place)
    select("Nominal features", ways["nominal"], "nominal", growth.keep_place, help=_NOMINAL)
    select("A nominal question", ways["again"], "again", growth.keep_place)
    for name, (label, least, about) in LIMITS.items():
        if name == "tolerated":
            st.number_input(
                label, least, float(MOST), step=0.01, format="%g", help=about, **bind(name, growth.keep_place)
            )
        else:
            limit(name, label, least, growth.keep_place, about=about)
