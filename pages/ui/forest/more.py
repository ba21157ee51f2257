"""More of the page Forest, on demand: which features matter, how alike trees err for each k, BuildTree's experiment."""

from collections.abc import Iterator
from dataclasses import replace
from math import isqrt

import streamlit as st

import dtlearn
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.forest.importance import impurity_decrease, permutation
from dtlearn.forest.likeness import Likeness, likeness
from dtlearn.growing.errors import hold_out, losses
from dtlearn.views.forest import charts, correlation, trials
from dtlearn.views.forest.trials import FORESTS, Trial
from pages.ui.forest import actions, scene
from pages.ui.forest import trees as forests
from pages.ui.kit import longwork
from pages.ui.kit.charts import savable
from pages.ui.kit.escape import md
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import bind, change, save
from pages.ui.kit.session import state
from pages.ui.kit.tables import is_large

REPEATS = 5
TESTED = 500  # test examples of a visitor's large table whose values are shuffled
TREES = 100
DIVISIONS = 20
MOST_KS = 16  # numbers of features to draw that are compared
SLICE = 20  # trees between two looks at the clock


# ---- importances


@kept(24, of=lambda S: (scene.settings_of(S), *scene.parts_key(S)))
def _runs_of(S: dict) -> list[list[float]]:
    """Holds the runs of the permutation importance as far as someone has computed them."""
    return []


def _tested(S: dict) -> dtlearn.Dataset:
    """The test examples whose values are shuffled; of a visitor's large table some, drawn at random."""
    test = scene.parts_of(S)[1]
    return hold_out(test, TESTED / len(test), 1)[1] if is_large(S["data"]) and len(test) > TESTED else test


def _shuffling(S: dict) -> Iterator[float]:
    """Computes the runs that are missing; yields the share that is done."""
    forest, test, runs = forests.forest_of(S), _tested(S), _runs_of(S)
    unit = (
        (test.y.var() or 1.0) if test.schema.regression else 1.0
    )  # errors of numbers are squares of the target's unit
    while len(runs) < REPEATS:
        yield len(runs) / REPEATS
        run = len(runs)
        found = (permutation(forest, test, 1, seed=run)[0] / unit).tolist()
        if len(runs) == run:  # else another visitor was faster
            runs.append(found)


def asked() -> None:
    """Folded until one is asked for: which features matter, how alike the trees err."""
    S = state()
    with st.expander("Which features matter? Why draw features?", expanded=S["matter"] or S["alike"]):
        _importances()
        _alike()


def _importances() -> None:
    """Impurity decrease beside permutation, and the column that knows nothing."""
    S = state()
    st.toggle("Which features matter?", **bind("matter"))
    runs = _runs_of(S)
    if not S["matter"] or len(runs) < REPEATS:
        return
    forest, test = forests.forest_of(S), _tested(S)
    names = [feature.name for feature in forest.data.schema.features]
    impurity, numbers = impurity_decrease(forest).tolist(), forest.data.schema.regression
    left, right = st.columns([3, 2], gap="medium")
    left.plotly_chart(
        charts.importances_figure(names, impurity, runs[:REPEATS], numbers),
        key="fo_importances",
        config=savable("forest-importances"),
        alt="Importance of each feature, in two ways",
    )
    with right:
        st.toggle("Add a ticket number: a column that knows nothing", **bind("ticket", actions.other_data))
        st.markdown(md(trials.matter_text(names, impurity, runs[:REPEATS], scene.TICKET, numbers)))
        if len(test) < len(scene.parts_of(S)[1]):
            st.caption(f"Shuffled are {len(test)} of the test examples, drawn at random.")


# ---- how alike the trees err


def _ks(S: dict) -> list[int]:
    """The numbers of features to draw that are compared; of very many only some."""
    d = len(scene.parts_of(S)[0].schema.features)
    most = min(S["sub"] or d, d)
    if most <= MOST_KS:
        return list(range(1, most + 1))
    return sorted({round(most ** (i / (MOST_KS - 2))) for i in range(MOST_KS - 1)} | {min(scene.k_of(S), most)})


@kept(24, of=lambda S: (S["by"], scene.settings_of(S | {"features": 1}), *scene.parts_key(S)))
def _likes_of(S: dict) -> dict[int, Likeness]:
    """Holds k -> how alike the trees err, as far as someone has grown them."""
    return {}


def _comparing(S: dict) -> Iterator[float]:
    """Grows a forest for each k that is missing; yields the share that is done."""
    found, test, ks = _likes_of(S), _tested(S), _ks(S)
    for i, k in enumerate(ks):
        if k not in found:
            other, held = S | {"features": k}, []
            for trees in forests.growing(other, held):
                yield (i + trees / S["trees"]) / len(ks)
            found[k] = likeness(held[0], test, S["by"])


def _alike() -> None:
    """How much the mistakes of two trees correlate, for each number of features that a node draws."""
    S = state()
    ks = _ks(S)
    if len(ks) < 2:
        return
    st.toggle("Why draw features? How alike the trees err, for each k", **bind("alike"))
    found = _likes_of(S)
    if not S["alike"] or any(k not in found for k in ks):
        return
    k, test, schema = min(scene.k_of(S), ks[-1]), _tested(S), scene.parts_of(S)[0].schema
    rows = {each: found[each] for each in ks}
    left, right = st.columns([5, 4], gap="medium")
    left.html(correlation.table_of(rows, k, len(test), schema.regression))
    with right:
        st.markdown(md(correlation.text_of(rows, len(test), schema.regression)))
        st.latex(correlation.latex_of(rows, k))
        st.caption(correlation.WHAT[schema.regression])


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


def _again(before: dict) -> None:
    """Other data: nothing runs before it is asked for."""
    change(trial_run="no")


def experiment() -> None:
    """One tree of BuildTree against five forests, on a real data set; then on other divisions of it."""
    S = state()
    with st.expander("BuildTree's experiment: one tree against five forests", expanded=S["trial_run"] != "no"):
        st.markdown(trials.CLAIM)
        st.caption(trials.LEFT_OUT)
        one, two, three = st.columns(3, vertical_alignment="bottom")
        titles = {name: dtlearn.load(name).title for name in scene.EXPERIMENTS}
        one.selectbox("Data set of the experiment", list(titles), format_func=titles.get, **bind("trial", _again))
        two.number_input("A node with fewer examples is a leaf", 2, 200, **bind("trial_least", _again))
        three.number_input("Seed of the division", 0, 999, **bind("trial_seed", _again))
        if S["trial_run"] == "no":
            st.button(
                "Run: one tree, five forests",
                type="primary",
                key="fo-ex-five",
                on_click=change,
                kwargs={"trial_run": "five"},
            )
            return
        if not (done := _done("five")):
            return
        st.html(trials.five_html(done, S["trial_least"], S["criterion"]))
        st.markdown(md(trials.five_text(done)))
        if S["trial_run"] == "five":
            st.button(
                f"{DIVISIONS} divisions of the data", key="fo-ex-many", on_click=change, kwargs={"trial_run": "many"}
            )
        elif done := _done("many"):
            st.markdown(md(trials.many_text(done)))
            st.html(trials.many_html(done, S["trial_seed"]))


def _done(kind: str) -> list[Trial]:
    """The results; [] where they are not all there yet."""
    S = state()
    done = _trials(kind, S["trial"], S["trial_least"], S["trial_seed"])
    return done if len(done) == len(_runs(kind, S["trial_least"], S["trial_seed"])) else []


def _growing(kind: str) -> Iterator[float]:
    """Grows what is missing; yields the share that is done."""
    S = state()
    name, least, seed = S["trial"], S["trial_least"], S["trial_seed"]
    done, wanted = _trials(kind, name, least, seed), _runs(kind, least, seed)
    while len(done) < len(wanted):
        at = len(done)
        for trees in _trying(done, name, *wanted[at]):
            yield (at + trees / TREES) / len(wanted)


# ---- long work, outside of the fragment


def _work(S: dict) -> list[tuple[str, Iterator[float], dict]]:
    """What is asked for and missing: (what it is, the work itself, what Cancel sets)."""
    asked = {"no": (), "five": ("five",), "many": ("five", "many")}[S["trial_run"]]
    before = {"five": "no", "many": "five"}
    found = [("Growing forests", _growing(kind), {"trial_run": before[kind]}) for kind in asked if not _done(kind)]
    if S["matter"] and len(_runs_of(S)) < REPEATS:
        found.append(("Shuffling each feature of the test examples", _shuffling(S), {"matter": False}))
    if S["alike"] and len(ks := _ks(S)) > 1 and any(k not in _likes_of(S) for k in ks):
        found.append(("Growing a forest for each k", _comparing(S), {"alike": False}))
    return found


def missing(S: dict) -> bool:
    """There is work to do."""
    return forests.missing(S) or bool(_work(S))


def working(wrong: list[str]) -> None:
    """What is missing, with its progress and a way out; then the page once more with what came out.

    wrong : what to say once more of the link.
    """
    S = state()
    if not (work := _work(S)):
        return

    def begun() -> None:
        longwork.remember("forest", wrong)
        save(scene.FIELDS)

    for k, (says, parts, without) in enumerate(work):

        def do(tell: longwork.Tell, says=says, parts=parts) -> None:
            for share in parts:
                tell(share, f"{says}: {share:.0%}")

        longwork.do(do, lambda without=without: S.update(without), f"fo-stop-{k}", begun)
    begun()
    st.rerun()
