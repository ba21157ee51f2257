"""A growth on the screen: its fields, its cached trace and steps, and the sidebar that chooses them."""

from __future__ import annotations

import re
from dataclasses import replace

import streamlit as st

import dtlearn
from dtlearn.criteria import REGRESSION, Criterion
from dtlearn.nominal import NOMINAL
from dtlearn.quiz import options
from dtlearn.steps import detailed
from dtlearn.views.captions import marks
from dtlearn.views.model import tree_view
from dtlearn.views.text import place
from dtlearn.worked import Moment
from pages.ui import handout, longwork, own
from pages.ui.escape import md
from pages.ui.fields import ALGORITHM_IDS, MOST, OWN, PREDICT, PRESENT, SPEED, said
from pages.ui.kept import kept
from pages.ui.scene import Field, choice, link, state, whole

ORDER_TITLES = {
    "depth_first": "depth first (the recursion)",
    "breadth_first": "level by level",
    "best_first": "best first",
}
DETAIL_TITLES = {"node": "node by node", "detail": "in detail"}
DATA = dtlearn.names() + dtlearn.names(regression=True)
# Fields that limit the tree, and what GrowSettings calls them.
LIMITS = {
    "depth": "max_depth", "min_split": "min_samples_split", "min_leaf": "min_samples_leaf", "min_gain": "min_gain",
    "leaves": "max_leaf_nodes", "nodes": "max_nodes", "splits": "max_splits",
}  # fmt: skip
MAY_LACK = ("depth", "leaves", "nodes", "splits")  # None is no limit


def _read_gain(text: str) -> float:
    if not re.fullmatch(r"\d{1,9}(\.\d{1,12})?", text, re.ASCII):
        raise ValueError(f"min_gain={text[:20]!r} is not a number from 0 up")
    return float(text)


def _write_gain(gain: float) -> str:
    return f"{gain:.12f}".rstrip("0").rstrip(".") if gain else ""


FIELDS = (
    own.field("data", DATA, "play_tennis"),
    choice("algorithm", ALGORITHM_IDS, "ID3 (CS181)"),
    choice("criterion", [*dtlearn.CRITERIA, *REGRESSION], "info_gain"),
    choice("nominal", [*NOMINAL], OWN, neutral=OWN),
    choice("zero", {"stop": True, "split": False}, OWN, neutral=OWN),
    choice("again", {"yes": True, "no": False}, OWN, neutral=OWN),
    whole("depth", None, 0, MOST),
    whole("min_split", 2, 2, MOST, neutral=2),
    whole("min_leaf", 1, 1, MOST, neutral=1),
    Field("min_gain", 0.0, _read_gain, _write_gain),
    whole("leaves", None, 1, MOST),
    whole("nodes", None, 1, MOST),
    whole("splits", None, 0, MOST),
    choice("order", [*dtlearn.ORDERS], "depth_first"),
    choice("detail", [*DETAIL_TITLES], "node"),
    whole("step", 0, 0, MOST),
    choice("view", ("interactive", "graphviz"), "interactive"),
    choice("panel", ("examples", "pseudocode", "rules", "notes", "text", "code", "export", "words"), "examples"),
    SPEED,
    whole("pick", None, 0, MOST),
    whole("open", None, 0, MOST),
    PRESENT,
    PREDICT,
    said("said"),
    *handout.FIELDS,
)


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """The settings of a scene: the algorithm's own, with what the visitor changed.

    A page need not have all the limits.
    """
    own = dtlearn.ALGORITHMS[S["algorithm"]]
    ways = {"nominal": S["nominal"], "stop_at_zero_gain": S["zero"], "reuse": S["again"]}
    return replace(
        own,
        criterion=S["criterion"],
        **{name: S[field] for field, name in LIMITS.items() if field in S},
        **{name: value for name, value in ways.items() if value != OWN},
    )


def criteria_of(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the target of the scene's data: a class or a number."""
    return REGRESSION if own.load(S["data"]).schema.regression else dtlearn.CRITERIA


def _fit_criterion(S: dict) -> str:
    """A criterion that fits the target, of a class the one that was chosen last; answers what did not fit."""
    if S["criterion"] in criteria_of(S):
        return ""
    old, class_criterion = S["criterion"], st.session_state.get("class_criterion")
    if criteria_of(S) is REGRESSION:
        st.session_state["class_criterion"] = old
        S["criterion"] = next(iter(REGRESSION))
    else:
        S["criterion"] = class_criterion or dtlearn.ALGORITHMS[S["algorithm"]].criterion
    return f"criterion={old} does not fit data={own.stem(S['data'])}"


def _fit_nominal(S: dict) -> str:
    """The algorithm's own nominal splits, if those chosen cannot be made of the data; answers why not."""
    try:
        steps_of(S)
    except dtlearn.DataError as error:
        S["nominal"] = OWN
        return str(error)
    return ""


@kept(150)
def _grown(data: str, settings: dtlearn.GrowSettings) -> dtlearn.Trace:
    return longwork.grow(data, own.load(data), settings)


@kept(300)
def _steps(data: str, settings: dtlearn.GrowSettings, order: str, detail: str) -> dtlearn.Steps:
    trace = _grown(data, settings)
    return dtlearn.steps(trace, order, "node" if detail == "detail" and not detailed(trace) else detail)


@kept(300)
def _marks(*key) -> list[dict]:
    return marks(_steps(*key))


@kept(1000)
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


def missing(S: dict) -> bool:
    """A large table's tree is to be grown."""
    return own.is_large(S["data"]) and not _grown.holds(S["data"], settings_of(S))


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
    _fit_criterion(S)
    if missing(S) or missing(before):  # that lasts: on the page, where it can be cancelled
        if S["data"] != before["data"] or S["order"] != before["order"] or settings_of(S) != settings_of(before):
            S.update(step=0, pick=None, open=None, said=())
        return
    st.session_state["cannot"] = _fit_nominal(S)
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
    """Bring what depends on the data and the growth into its range; answers what was wrong with the link."""
    unfit, cannot = _fit_criterion(S), _fit_nominal(S)
    wrong = [unfit] if unfit and "criterion" in st.query_params else []
    wrong += [cannot.rstrip(".")] if cannot else []
    steps = steps_of(S)
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
    return wrong if st.query_params else []  # else another page left it so


def link_to(moment: Moment) -> str:
    """The address of the step where one of the notes' numbers arises."""
    S = {field.name: field.default for field in FIELDS}
    S |= {"data": moment.data, "algorithm": moment.algorithm, "criterion": moment.criterion, "panel": "notes"}
    steps = steps_of(S)
    S["step"] = steps.nearest(moment.path, decided=True)
    if moment.feature is not None:
        S["pick"] = steps[S["step"]].candidates.feature.tolist().index(moment.feature)
    return link("grow", FIELDS, **S)
