"""A growth on the screen: its fields, its cached trace and steps, and the sidebar that chooses them."""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.nominal import NOMINAL
from dtlearn.quiz import options
from dtlearn.views.captions import marks
from dtlearn.views.model import tree_view
from dtlearn.views.text import place
from dtlearn.worked import Moment
from pages.ui.escape import md
from pages.ui.scene import Field, bind, choice, link, state, switch, whole

# What links say; a name on a page may change, these may not.
ALGORITHM_IDS = {
    "id3-uml": "ID3 (UML)", "id3-cs181": "ID3 (CS181)", "buildtree": "BuildTree", "c45": "C4.5-style", "cart": "CART",
}  # fmt: skip
FOLLOWS = {
    "ID3 (UML)": "Understanding Machine Learning, ch. 18: yes/no questions, each once on a path; it splits even at gain 0.",
    "ID3 (CS181)": "CS181, lecture 6: one branch per value; an empty branch gets its parent's majority; it stops at gain 0.",
    "BuildTree": "BuildTree (project notes): one branch per value; it stops when pure, below m examples, or at gain ≤ 0.",
    "C4.5-style": "BuildTree's gain ratio. C4.5 itself also asks for at least the average gain.",
    "CART": "Ch8, Alg. 8.1 and 8.2: yes/no questions, thresholds at midpoints; it splits even at gain 0.",
}
ORDER_TITLES = {
    "depth_first": "depth first (the recursion)",
    "breadth_first": "level by level",
    "best_first": "best first",
}
DETAIL_TITLES = {"node": "node by node", "detail": "in detail"}
_WAYS = ("one branch per value", "one value against the rest", "before a value or from it on", "some values against the others")
NOMINAL_TITLES = dict(zip(NOMINAL, _WAYS, strict=True))
MOST = 999_999_999
OWN = "own"  # as the algorithm says in its notes


def _read_said(text: str) -> tuple[tuple[int, str], ...]:
    """Answers by place in the order of the nodes, "0:f2,1:pure"; the first answer at a place counts."""
    if not re.fullmatch(r"\d{1,5}:[a-z0-9_.]{1,20}(,\d{1,5}:[a-z0-9_.]{1,20}){0,999}", text, re.ASCII):
        raise ValueError("said= is not a list of answers")
    found: dict[int, str] = {}
    for at, token in (part.split(":") for part in text.split(",")):
        found.setdefault(int(at), token)
    return tuple(found.items())


def _write_said(said: tuple[tuple[int, str], ...]) -> str:
    return ",".join(f"{at}:{token}" for at, token in said)


def _same(values) -> dict:
    return {value: value for value in values}


FIELDS = (
    choice("data", _same(dtlearn.names()), "play_tennis"),
    choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    choice("criterion", _same(dtlearn.CRITERIA), "info_gain"),
    choice("nominal", _same(NOMINAL), OWN, neutral=OWN),
    choice("zero", {"stop": True, "split": False}, OWN, neutral=OWN),
    choice("again", {"yes": True, "no": False}, OWN, neutral=OWN),
    whole("depth", None, 0, MOST),
    whole("min_split", 2, 2, MOST, neutral=2),
    whole("min_leaf", 1, 1, MOST, neutral=1),
    whole("leaves", None, 1, MOST),
    choice("order", _same(dtlearn.ORDERS), "depth_first"),
    choice("detail", _same(DETAIL_TITLES), "node"),
    whole("step", 0, 0, MOST),
    choice("view", _same(("interactive", "graphviz")), "interactive"),
    choice("panel", _same(("examples", "pseudocode", "rules", "notes", "text", "code", "export", "words")), "examples"),
    choice("speed", {"0.5": 0.5, "1": 1, "2": 2, "4": 4}, 1),
    whole("pick", None, 0, MOST),
    whole("open", None, 0, MOST),
    switch("present"),
    switch("predict"),
    Field("said", (), _read_said, _write_said),
)


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """The settings of a scene: the algorithm's own, with what the visitor changed."""
    own = dtlearn.ALGORITHMS[S["algorithm"]]
    ways = {"nominal": S["nominal"], "stop_at_zero_gain": S["zero"], "reuse": S["again"]}
    return replace(
        own,
        criterion=S["criterion"],
        max_depth=S["depth"],
        min_samples_split=S["min_split"],
        min_samples_leaf=S["min_leaf"],
        max_leaf_nodes=S["leaves"],
        **{name: value for name, value in ways.items() if value != OWN},
    )


@st.cache_resource(max_entries=150, show_spinner="Growing the tree …")
def _grown(data: str, settings: dtlearn.GrowSettings) -> dtlearn.Trace:
    return dtlearn.grow(dtlearn.load(data), settings)


@st.cache_resource(max_entries=300, show_spinner=False)
def _steps(data: str, settings: dtlearn.GrowSettings, order: str, detail: str) -> dtlearn.Steps:
    return dtlearn.steps(_grown(data, settings), order, detail)


@st.cache_resource(max_entries=300, show_spinner=False)
def _marks(*key) -> list[dict]:
    return marks(_steps(*key))


@st.cache_resource(max_entries=1000, show_spinner=False)
def _view(k: int, *key) -> dict:
    steps = _steps(*key)
    step = steps[k]
    done, next_ = (node and node.i for node in (step.done, step.next))
    return tree_view(step.trace.tree, step.decided, done, next_, steps.decisions)


def _key(S: dict) -> tuple:
    return S["data"], settings_of(S), S["order"], "question" if S["predict"] else S["detail"]


def steps_of(S: dict) -> dtlearn.Steps:
    """The growth that a scene describes, shared by everyone who looks at the same one."""
    return _steps(*_key(S))


def marks_of(S: dict) -> list[dict]:
    """The marks for the scrubber; a learner who predicts sees none that lie ahead."""
    found = _marks(*_key(S))
    return [mark for mark in found if mark["k"] <= S["step"]] if S["predict"] else found


def view_of(S: dict) -> dict:
    """The tree view of the scene's step."""
    return _view(S["step"], *_key(S))


def go(k: int) -> None:
    """Move to step k; a candidate chosen at the old step is forgotten."""
    S = state()
    if k != S["step"]:
        S["step"], S["pick"] = k, None


def keep_place(before: dict) -> None:
    """After a change of settings: stay at the same node of the tree, or its nearest ancestor that is left."""
    S = state()
    old = steps_of(before)
    step, same = old[min(before["step"], len(old) - 1)], S["data"] == before["data"]
    # A learner who begins to predict is asked, not told.
    decided = step.done is not None and S["predict"] <= before["predict"]
    go(steps_of(S).nearest(step.node.path, decided) if same else 0)
    S["pick"] = None
    if not same:
        S["open"] = None
    elif steps_of(S)[S["step"]].node.path != step.node.path:
        st.toast(md(f"This tree has no node {place(step.node)}: shown is the nearest above it."))
    if settings_of(before) != settings_of(S) or not same or before["order"] != S["order"]:
        S["said"] = ()


def change_algorithm(before: dict) -> None:
    """An algorithm brings its own ways with it, and its own criterion unless another was chosen."""
    S = state()
    if before["criterion"] == dtlearn.ALGORITHMS[before["algorithm"]].criterion:
        S["criterion"] = dtlearn.ALGORITHMS[S["algorithm"]].criterion
    S["nominal"] = S["zero"] = S["again"] = OWN
    keep_place(before)


def mend(S: dict) -> list[str]:
    """Bring what depends on the growth into its range; answers what was wrong."""
    steps, wrong = steps_of(S), []
    last = len(steps) - 1
    if S["step"] > last:
        wrong.append(f"step={S['step']} is outside 0 to {last}")
        S["step"] = last
    limits = {"pick": len(steps[S["step"]].candidates), "open": len(steps.trace.data.schema.features)}
    for name, limit in limits.items():
        if S[name] is not None and S[name] >= limit:
            wrong.append(f"{name}={S[name]} does not exist here")
            S[name] = None
    tokens = {option.token for option in options(steps.trace)}
    said = tuple((at, token) for at, token in S["said"] if at < len(steps.order) and token in tokens)
    if said != S["said"]:
        wrong.append("said= holds an answer that cannot be given")
        S["said"] = said
    return wrong


def sidebar() -> None:
    """The choices that make a growth: data set, algorithm, criterion, limits; how it is walked and drawn."""
    S = state()
    with st.sidebar:
        titles = {name: dtlearn.load(name).title for name in dtlearn.names()}
        st.selectbox("Data set", sorted(titles, key=titles.get), format_func=titles.get, **bind("data", keep_place))
        card = dtlearn.load(S["data"]).card
        st.caption(md(card.story), help=md(" ".join((card.note, f"Source: {card.source}. Licence: {card.licence}."))))
        st.selectbox("Algorithm", list(dtlearn.ALGORITHMS), **bind("algorithm", change_algorithm))
        st.caption(f"Follows {FOLLOWS[S['algorithm']]}")
        criteria = {name: c.title for name, c in dtlearn.CRITERIA.items()}
        st.selectbox("Criterion", list(criteria), format_func=criteria.get, **bind("criterion", keep_place))
        st.radio("Steps", list(DETAIL_TITLES), format_func=DETAIL_TITLES.get, horizontal=True,
                 disabled=S["predict"], **bind("detail", keep_place))  # fmt: skip
        st.toggle("Predict first", **bind("predict", keep_place))
        st.caption("The gains stay hidden until you have said what happens.")
        with st.expander("Order, limits, drawing"):
            _more(S)


def _more(S: dict) -> None:
    own, notes = dtlearn.ALGORITHMS[S["algorithm"]], "as in the notes: {}".format
    st.selectbox("Order of the nodes", list(dtlearn.ORDERS), format_func=ORDER_TITLES.get, **bind("order", keep_place))
    zero = {True: "stop", False: "split all the same"}
    zero = {OWN: notes(zero[own.stop_at_zero_gain])} | zero
    st.selectbox("When the best gain is 0", list(zero), format_func=zero.get, **bind("zero", keep_place))
    nominal = {OWN: notes(NOMINAL_TITLES[own.nominal])} | NOMINAL_TITLES
    st.selectbox("Nominal features", list(nominal), format_func=nominal.get, **bind("nominal", keep_place))
    again = {True: "may be asked again", False: "once on a path"}
    again = {OWN: notes(again[own.reuse])} | again
    st.selectbox("A nominal question", list(again), format_func=again.get, **bind("again", keep_place))
    st.number_input("Greatest depth", 0, placeholder="no limit", **bind("depth", keep_place))
    st.number_input("Least examples to split (m, minParent)", 2, **bind("min_split", keep_place))
    st.number_input("Least examples in a branch (minLeaf)", 1, **bind("min_leaf", keep_place))
    st.number_input("Most leaves", 1, placeholder="no limit", **bind("leaves", keep_place))
    views = {"interactive": "interactive", "graphviz": "Graphviz (print, export)"}
    st.radio("Tree drawn as", list(views), format_func=views.get, **bind("view"))


def link_to(moment: Moment) -> str:
    """The address of the step where one of the notes' numbers arises."""
    S = {field.name: field.default for field in FIELDS}
    S |= {"data": moment.data, "algorithm": moment.algorithm, "criterion": moment.criterion, "panel": "notes"}
    steps = steps_of(S)
    S["step"] = steps.nearest(moment.path, decided=True)
    if moment.feature is not None:
        S["pick"] = steps[S["step"]].candidates.feature.tolist().index(moment.feature)
    return link("grow", FIELDS, **S)
