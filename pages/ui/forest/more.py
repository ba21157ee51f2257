"""More of the page Forest, on demand: which features matter, how alike trees err for each k, BuildTree's experiment."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import isqrt

import streamlit as st

import dtlearn
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.importance import impurity_decrease, permutation
from dtlearn.forest.likeness import Likeness, likeness
from dtlearn.growing.errors import hold_out, losses
from pages.ui.forest import charts, correlation, data, trials
from pages.ui.forest.trials import DIVISIONS, FORESTS, LEAST, SEED, Trial
from pages.ui.kit import longwork
from pages.ui.kit.charts import savable
from pages.ui.kit.escape import md
from pages.ui.kit.kept import cached
from pages.ui.kit.lesson import Changed
from pages.ui.kit.scene import bind_widget, change
from pages.ui.kit.tables import is_large

REPEATS = 5
TESTED = 500  # test examples of a visitor's large table whose values are shuffled
TREES = 100
MOST_KS = 16  # numbers of features to draw that are compared
SLICE = 20  # trees between two looks at the clock
EXPERIMENTS = ("wine", "penguins", "congress_votes", "titanic")  # in which a node of 30 examples is small


def _do(says: str, parts: Iterator[float], **without) -> None:
    """Do what is asked for and missing, with its progress; Cancel sets what needs no such work.

    parts : does it, and yields the share that is done.
    """

    def work(tell: longwork.Tell) -> None:
        for share in parts:
            tell(share, f"{says}: {share:.0%}")

    longwork.run_job(work, partial(change, **without), f"fo-stop-{without}")


# ---- importances


@cached(24)
def _runs(*key) -> list[list[float]]:
    """Holds the runs of the permutation importance as far as someone has computed them."""
    return []


def _tested(s: dict) -> dtlearn.Dataset:
    """The test examples whose values are shuffled; of a visitor's large table some, drawn at random."""
    test = data.parts_of(s)[1]
    return hold_out(test, TESTED / len(test), 1)[1] if is_large(s["data"]) and len(test) > TESTED else test


def _shuffling(s: dict) -> Iterator[float]:
    """Computes the runs that are missing; yields the share that is done."""
    forest, test, runs = data.forest_of(s), _tested(s), _runs(*data.key_of(s))
    # Errors of numbers are squares of the target's unit.
    unit = (test.y.var() or 1.0) if test.schema.regression else 1.0
    while len(runs) < REPEATS:
        yield len(runs) / REPEATS
        run = len(runs)
        found = (permutation(forest, test, 1, seed=run)[0] / unit).tolist()
        if len(runs) == run:  # else another visitor was faster
            runs.append(found)


def asked(s: dict, ticketed: Changed) -> None:
    """Folded until one is asked for: which features matter, how alike the trees err.

    ticketed : what follows from a column more.
    """
    with st.expander("Which features matter? Why draw features?", expanded=s["matter"] or s["alike"]):
        st.toggle("Which features matter?", **bind_widget("matter"))
        if s["matter"]:
            _importances(s, ticketed)
        if len(_ks(s)) > 1:
            st.toggle("Why draw features? How alike the mistakes are, for each k", **bind_widget("alike"))
            if s["alike"]:
                _alike(s)


def _importances(s: dict, ticketed: Changed) -> None:
    """Impurity decrease beside permutation, and the column that knows nothing."""
    _do("Shuffling each feature of the test examples", _shuffling(s), matter=False)
    forest, test, runs = data.forest_of(s), _tested(s), _runs(*data.key_of(s))[:REPEATS]
    names = [feature.name for feature in forest.data.schema.features]
    impurity, numbers = impurity_decrease(forest).tolist(), forest.data.schema.regression
    left, right = st.columns([3, 2], gap="medium")
    left.plotly_chart(
        charts.importances_figure(names, impurity, runs, numbers),
        key="fo_importances",
        config=savable("forest-importances"),
        alt="Importance of each feature, in two ways",
    )
    with right:
        st.toggle("Add a ticket number: a column that knows nothing", **bind_widget("ticket", ticketed))
        st.markdown(md(trials.matter_text(names, impurity, runs, data.TICKET, numbers)))
        if len(test) < len(data.parts_of(s)[1]):
            st.caption(f"Shuffled are {len(test)} of the test examples, drawn at random.")


# ---- how alike the trees err


def _ks(s: dict) -> list[int]:
    """The numbers of features to draw that are compared; of very many only some."""
    d = len(data.parts_of(s)[0].schema.features)
    most = min(s["sub"] or d, d)
    if most <= MOST_KS:
        return list(range(1, most + 1))
    return sorted({round(most ** (i / (MOST_KS - 2))) for i in range(MOST_KS - 1)} | {min(data.k_of(s), most)})


@cached(24)
def _likes(by: str, *key) -> dict[int, Likeness]:
    """Holds k -> how alike the trees err, as far as someone has grown them."""
    return {}


def _likes_of(s: dict) -> dict[int, Likeness]:
    return _likes(s["by"], *data.key_of(s | {"features": 1}))


def _comparing(s: dict) -> Iterator[float]:
    """Grows a forest for each k that is missing; yields the share that is done."""
    found, test, ks = _likes_of(s), _tested(s), _ks(s)
    for i, k in enumerate(ks):
        if k not in found:
            other, held = s | {"features": k}, []
            for trees in data.growing(other, held):
                yield (i + trees / s["trees"]) / len(ks)
            found[k] = likeness(held[0], test, s["by"])


def _alike(s: dict) -> None:
    """How much the mistakes of two trees correlate, for each number of features that a node draws."""
    _do("Growing a forest for each k", _comparing(s), alike=False)
    rows, test = {k: _likes_of(s)[k] for k in _ks(s)}, _tested(s)
    k, regression = min(data.k_of(s), max(rows)), test.schema.regression
    left, right = st.columns([5, 4], gap="medium")
    left.html(correlation.table_of(rows, k, len(test), regression))
    with right:
        st.markdown(md(correlation.text_of(rows, len(test), regression)))
        st.latex(correlation.latex_of(rows, k))
        st.caption(correlation.WHAT[regression])


# ---- BuildTree's experiment


def _trying(done: list[Trial], name: str, seed: int, luck: int, limited: bool) -> Iterator[int]:
    """Grows one tree and one forest and adds what comes out to ``done``; yields how many trees there are so far.

    seed : of the division; luck : of the forest. limited : whether a node of few examples is a leaf.
    """
    at = len(done)
    train, test = hold_out(dtlearn.load(name), 0.4, seed)
    tree = replace(dtlearn.ALGORITHMS["CART"], criterion="info_gain", min_samples_split=LEAST if limited else 2)
    one = losses(dtlearn.grow(train, tree).tree, test)
    drawn = replace(tree, max_features=max(1, isqrt(len(train.schema.features))), seed=luck)
    forest = grow_forest(train, ForestSettings(SLICE, drawn))
    while len(forest) < TREES:
        yield len(forest)
        forest = forest.more(SLICE)
    many = forest.predict(test.X) != test.y
    if len(done) == at:  # else another visitor was faster
        done.append(Trial(len(test), int(one.sum()), int(many.sum()), int((one > many).sum()), int((many > one).sum())))


@cached(24)
def _trials(kind: str, name: str) -> list[Trial]:
    """Holds the results as far as someone has computed them."""
    return []


def _trying_all(kind: str, name: str) -> Iterator[float]:
    """Grows what is missing of five forests, or of many divisions; yields the share that is done."""
    if kind == "five":
        wanted = [(SEED, luck, limited) for limited in (True, False) for luck in range(1, FORESTS + 1)]
    else:
        wanted = [(division, 1, True) for division in range(SEED, SEED + DIVISIONS)]
    done = _trials(kind, name)
    while len(done) < len(wanted):
        at = len(done)
        for trees in _trying(done, name, *wanted[at]):
            yield (at + trees / TREES) / len(wanted)


def experiment(s: dict) -> None:
    """One tree of BuildTree against five forests, on a real data set; then on other divisions of it."""
    with st.expander(
        "An experiment of the lecture notes: one tree against five forests", expanded=s["trial_run"] != "no"
    ):
        st.markdown(trials.CLAIM)
        st.caption(trials.LEFT_OUT)
        titles = {name: dtlearn.load(name).title for name in EXPERIMENTS}
        st.selectbox(
            "Data set of the experiment",
            list(titles),
            format_func=titles.get,
            width=320,
            **bind_widget("trial", lambda before: change(trial_run="no")),  # nothing runs before it is asked for
        )
        if s["trial_run"] == "no":
            _run("Run: one tree, five forests", "five", type="primary")
            return
        _do("Growing forests", _trying_all("five", s["trial"]), trial_run="no")
        done = _trials("five", s["trial"])
        st.html(trials.five_html(done, s["criterion"]))
        st.markdown(md(trials.five_text(done)))
        if s["trial_run"] == "five":
            _run(f"{DIVISIONS} divisions of the data", "many")
            return
        _do("Growing forests", _trying_all("many", s["trial"]), trial_run="five")
        done = _trials("many", s["trial"])
        st.markdown(md(trials.many_text(done)))
        st.html(trials.many_html(done))


def _run(title: str, kind: str, **how) -> None:
    st.button(title, key=f"fo-ex-{kind}", on_click=change, kwargs={"trial_run": kind}, **how)
