"""More of the page Forest: which features matter, and BuildTree's experiment, both on demand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt

import streamlit as st

import dtlearn
from dtlearn.evaluate import hold_out, losses
from dtlearn.forest import ForestSettings, grow_forest
from dtlearn.importance import impurity_decrease, permutation
from dtlearn.views import forest_pictures, forest_trials
from dtlearn.views.forest_trials import FORESTS, Trial
from pages.ui import forestdata, forestmoves, forests
from pages.ui.escape import md
from pages.ui.scene import bind, save, state

REPEATS = 5
TREES = 100
DIVISIONS = 20
SLICE = 20  # trees between two looks at the clock


# ---- importances


@st.cache_resource(max_entries=24, show_spinner=False)
def _shuffled(*all_) -> list[list[float]]:
    """Holds a run of the permutation importance as soon as someone has computed it."""
    return []


def importances() -> None:
    """Impurity decrease beside permutation, and the column that knows nothing."""
    S = state()
    st.toggle("Which features matter?", **bind("fo_matter"))
    if not S["fo_matter"]:
        return
    forest, (_, test) = forests.forest_of(S), forestdata.parts_of(S)
    runs = _shuffled(forestdata.settings_of(S), *forestdata.parts_key(S))
    place = st.empty()
    while len(runs) < REPEATS:
        place.progress(len(runs) / REPEATS, "Shuffling each feature of the test examples …")
        run = len(runs)
        found = permutation(forest, test, 1, seed=run)[0].tolist()
        if len(runs) == run:  # else another visitor was faster
            runs.append(found)
    place.empty()
    names = [feature.name for feature in forest.data.schema.features]
    impurity = impurity_decrease(forest).tolist()
    left, right = st.columns([3, 2], gap="medium")
    left.plotly_chart(forest_pictures.importances_figure(names, impurity, runs[:REPEATS]), key="fo_importances",
                      config={"displayModeBar": False}, alt="Importance of each feature, in two ways")  # fmt: skip
    with right:
        st.toggle("Add a ticket number: a column that knows nothing", on_change=_ticket, key=_ticket_key())
        st.markdown(md(forest_trials.matter_text(names, impurity, runs[:REPEATS], forestdata.TICKET)))


def _ticket_key() -> str:
    st.session_state["w_fo_ticket"] = state()["fo_ticket"]
    return "w_fo_ticket"


def _ticket() -> None:
    before = dict(state())
    state()["fo_ticket"] = st.session_state["w_fo_ticket"]
    forestmoves.other_data(before)


# ---- BuildTree's experiment


def _trying(done: list[Trial], name: str, least: int, seed: int, luck: int, limited: bool) -> Iterator[int]:
    """Grows one tree and one forest and adds what comes out to ``done``; yields how many trees there are so far."""
    at = len(done)
    train, test = hold_out(dtlearn.load(name), 0.4, seed)
    tree = replace(dtlearn.ALGORITHMS["CART"], criterion="info_gain", min_samples_split=least if limited else 2)
    one = losses(dtlearn.grow(train, tree).tree, test)
    drawn = replace(tree, max_features=max(1, isqrt(len(train.schema.features))), seed=luck)
    forest = grow_forest(train, ForestSettings(SLICE, drawn))
    while len(forest) < TREES:
        yield len(forest)
        forest = forest.more(SLICE)
    many = forest.predict(test.X) != test.y
    if len(done) == at:  # else another visitor was faster
        done.append(Trial(len(test), int(one.sum()), int(many.sum()), int((one > many).sum()), int((many > one).sum())))


@st.cache_resource(max_entries=24, show_spinner=False)
def _trials(kind: str, name: str, least: int, seed: int) -> list[Trial]:
    """Holds the results as far as someone has computed them."""
    return []


def _runs(kind: str, least: int, seed: int) -> list[tuple]:
    """What each trial is: (least, seed of the division, seed of the forest, whether the trees are limited)."""
    if kind == "five":
        return [(least, seed, luck, limited) for limited in (True, False) for luck in range(1, FORESTS + 1)]
    return [(least, division, 1, True) for division in range(seed, seed + DIVISIONS)]


def experiment() -> None:
    """One tree of BuildTree against five forests, on a real data set; then on other divisions of it."""
    S = state()
    with st.expander("BuildTree's experiment: one tree against five forests", expanded=S["fo_ex_run"] != "no"):
        st.markdown(forest_trials.CLAIM)
        one, two, three = st.columns(3, vertical_alignment="bottom")
        titles = {name: dtlearn.load(name).title for name in forestdata.EXPERIMENTS}
        one.selectbox("Data set of the experiment", list(titles), format_func=titles.get, **bind("fo_ex", _again))
        two.number_input("A node with fewer examples is a leaf", 2, 200, **bind("fo_ex_least", _again))
        three.number_input("Seed of the division", 0, 999, **bind("fo_ex_seed", _again))
        if S["fo_ex_run"] == "no":
            st.button("Run: one tree, five forests", type="primary", on_click=_run, args=("five",), key="fo-ex-five")
            return
        if not (done := _growing("five")):
            return
        st.html(forest_trials.five_html(done, S["fo_ex_least"]))
        st.markdown(md(forest_trials.five_text(done)))
        if S["fo_ex_run"] == "five":
            st.button(f"{DIVISIONS} divisions of the data", on_click=_run, args=("many",), key="fo-ex-many")
        elif done := _growing("many"):
            st.markdown(md(forest_trials.many_text(done)))
            st.html(forest_trials.many_html(done, S["fo_ex_seed"]))


def _run(kind: str) -> None:
    state()["fo_ex_run"] = kind


def _again(before: dict) -> None:
    """Other data: nothing runs before it is asked for."""
    state()["fo_ex_run"] = "no"


def _growing(kind: str) -> list[Trial]:
    """The results; where they are not there yet, their progress and a way out."""
    S = state()
    name, least, seed = S["fo_ex"], S["fo_ex_least"], S["fo_ex_seed"]
    done, wanted = _trials(kind, name, least, seed), _runs(kind, least, seed)
    if len(done) < len(wanted):
        save(forestdata.FIELDS)  # else Cancel would find a link that is still to be read
        place = st.empty()
        with place.container():
            bar = st.progress(len(done) / len(wanted), "Growing forests …")
            st.button("Cancel", on_click=_run, args=("no",), key=f"fo-ex-cancel-{kind}")
        while len(done) < len(wanted):
            at = len(done)
            for trees in _trying(done, name, *wanted[at]):
                share = (at + trees / TREES) / len(wanted)
                bar.progress(share, f"Growing forests: {at} of {len(wanted)}")
        place.empty()
    return done
