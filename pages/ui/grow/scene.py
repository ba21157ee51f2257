"""A growth on the screen: its fields, its cached trace and steps, and the sidebar that chooses them."""

import streamlit as st

import dtlearn
from dtlearn.growing.steps import detailed
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.teaching.figures_and_errata import Moment
from dtlearn.teaching.predict_first import options
from dtlearn.views.base.text import place
from dtlearn.views.growing.captions import marks
from dtlearn.views.tree.view import node_id, tree_view, with_examples
from dtlearn.views.tree.way import way, way_text
from pages.ui.kit import handout, longwork, tables
from pages.ui.kit.escape import md
from pages.ui.kit.fields import MOST, OWN, PREDICT, PRESENT, SPEED, STEP, VIEW, said
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import choice, defaults, drop, existing, link, state, whole, within
from pages.ui.kit.settings import SETTINGS, settings_of

PSEUDOCODE_OF = {"C4.5-style": "BuildTree"}  # the same procedure with another score
DETAIL_TITLES = {"node": "node by node", "detail": "in detail"}
FIELDS = (
    tables.field("data", "play_tennis"),
    *SETTINGS,
    choice("detail", [*DETAIL_TITLES], "node"),
    STEP,
    VIEW,
    choice("panel", ("examples", "pseudocode", "rules", "notes", "text", "code", "export", "words"), "examples"),
    SPEED,
    whole("pick", None, 0, MOST),
    whole("open", None, 0, MOST),
    whole("row", None, 0, MOST),  # the example whose way is shown
    PRESENT,
    PREDICT,
    said("said"),
    *handout.FIELDS,
)


def criteria_of(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the target of the scene's data: a class or a number."""
    return REGRESSION if tables.load(S["data"]).schema.regression else dtlearn.CRITERIA


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
    return f"criterion={old} does not fit data={tables.stem(S['data'])}"


def _fit_nominal(S: dict) -> str:
    """The algorithm's own nominal splits, if those chosen cannot be made of the data; answers why not."""
    try:
        steps_of(S)
    except dtlearn.DataError as error:
        S["nominal"] = OWN
        return str(error)
    return ""


@kept(150, of=lambda S: (S["data"], settings_of(S)))
def _grown(S: dict) -> dtlearn.Trace:
    return longwork.grow(S["data"], tables.load(S["data"]), settings_of(S))


def _detail(S: dict) -> str:
    return "question" if S["predict"] else S["detail"]


def _key(S: dict) -> tuple:
    return S["data"], settings_of(S), S["order"], _detail(S)


@kept(300, of=_key)
def steps_of(S: dict) -> dtlearn.Steps:
    """The growth that a scene describes, shared by everyone who looks at the same one."""
    trace, detail = _grown(S), _detail(S)
    return dtlearn.steps(trace, S["order"], "node" if detail == "detail" and not detailed(trace) else detail)


@kept(300, of=_key)
def _marks(S: dict) -> list[dict]:
    return marks(steps_of(S))


@kept(1000, of=lambda S: (S["step"], *_key(S)))
def view_of(S: dict) -> dict:
    """The tree view of the scene's step."""
    steps = steps_of(S)
    step = steps[S["step"]]
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = tree_view(step.trace.tree, step.decided, done, next_, steps.decisions)
    return with_examples(view, step.trace.tree, step.trace.data)


def way_of(S: dict) -> tuple[list[str], str]:
    """(ids of the nodes that the chosen example visits, the same in words), as far as the tree is decided; nothing without one."""
    if S["row"] is None:
        return [], ""
    steps = steps_of(S)
    step, data = steps[S["step"]], steps.trace.data
    row = data.X[S["row"]]
    visited = way(step.trace.tree, row, step.decided)
    return [node_id(node.path) for node in visited], f"Example {S['row'] + 1}: {way_text(visited, row, step.decided)}"


def missing(S: dict) -> bool:
    """A large table's tree is to be grown."""
    return tables.is_large(S["data"]) and not _grown.holds(S)


def marks_of(S: dict) -> list[dict]:
    """The marks for the scrubber; a learner who predicts sees none that lie ahead."""
    found = _marks(S)
    return [mark for mark in found if mark["k"] <= S["step"]] if S["predict"] else found


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
        S["row"] = S["row"] if S["data"] == before["data"] else None
        return
    st.session_state["cannot"] = _fit_nominal(S)
    old = steps_of(before)
    step, same = old[min(before["step"], len(old) - 1)], S["data"] == before["data"]
    # A learner who begins to predict is asked, not told.
    decided = step.done is not None and S["predict"] <= before["predict"]
    go(steps_of(S).nearest(step.node.path, decided) if same else 0)
    S["pick"] = None
    if not same:
        S["open"] = S["row"] = None
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
    wrong += within(S, "step", 0, len(steps) - 1)
    wrong += existing(
        S, pick=len(steps[S["step"]].candidates), open=len(steps.trace.data.schema.features), row=len(steps.trace.data)
    )
    tokens = {option.token for option in options(steps.trace)}
    said = tuple((at, token) for at, token in S["said"] if at < len(steps.order) and token in tokens)
    if said != S["said"]:
        wrong += drop(S, "said", said, "said= holds an answer that cannot be given")
    return wrong if st.query_params else []  # else another page left it so


def link_to(moment: Moment) -> str:
    """The address of the step where one of the notes' numbers arises."""
    S = defaults(FIELDS)
    S |= {"data": moment.data, "algorithm": moment.algorithm, "criterion": moment.criterion, "panel": "notes"}
    steps = steps_of(S)
    S["step"] = steps.nearest((), decided=True)
    if moment.feature is not None:
        S["pick"] = steps[S["step"]].candidates.feature.tolist().index(moment.feature)
    return link("grow", FIELDS, **S)
