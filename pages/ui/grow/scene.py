"""A growth on the screen: its fields, its cached trace and steps, and the sidebar that chooses them."""

import streamlit as st

import dtlearn
from dtlearn.growing.steps import detailed
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.teaching.figures_and_errata import Moment
from dtlearn.teaching.predict_first import options
from dtlearn.views.base.text import place
from dtlearn.views.stage.growth import candidate_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.view import tree_view, with_examples
from pages.ui.kit import handout, longwork, tables
from pages.ui.kit.codec import choice, whole
from pages.ui.kit.documents import LONG, PART, PART_FIELD, Document, part_of
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ENLARGED, FRESH, MOST, NODE, OWN, PREDICT, PRESENT, SPEED, STEP, VIEW, fit_fresh, said
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import defaults, drop, existing, link, within
from pages.ui.kit.session import state
from pages.ui.kit.settings import SETTINGS, settings_of

# What the stage calls the place -> the fields that hold it.
PLACE = {name: name for name in ("step", "speed", "pick", "open", "row", "fresh", "node", "panel", "said", "large")}
PSEUDOCODE_OF = {"C4.5-style": "BuildTree"}  # the same procedure with another score
# "": the first that there is, folded where there is little room.
PANELS = ("", "examples", "pseudocode", "rules", "notes", "fresh")
DETAIL_TITLES = {"node": "node by node", "detail": "in detail"}
_GROWS = (tables.field("data", "play_tennis"), *SETTINGS, choice("detail", [*DETAIL_TITLES], "node"))


FIELDS = (
    *_GROWS,
    STEP,
    VIEW,
    choice("panel", PANELS, "", neutral=""),
    choice("below", ("", "export", "words"), "", neutral=""),
    SPEED,
    whole("pick", None, 0, MOST),
    whole("open", None, 0, MOST),
    whole("row", None, 0, MOST),  # the example whose way is shown
    FRESH,
    NODE,
    PRESENT,
    PREDICT,
    said("said"),
    ENLARGED,  # chosen by a slide
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


@kept(1000, of=lambda S: (S["step"], *_key(S)))
def view_of(S: dict) -> dict:
    """The tree view of the scene's step."""
    steps = steps_of(S)
    step = steps[S["step"]]
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = tree_view(step.trace.tree, step.decided, done, next_, steps.decisions, bags=True)
    return with_examples(view, step.trace.tree, step.trace.data)


def part_size(S: dict) -> int:
    """The frames of a part of the lesson; 0 of a lesson that comes whole."""
    return PART if len(steps_of(S)) > LONG else 0


def _walkthrough(S: dict) -> Walkthrough:
    """The growth as a document; of a long one a part of it."""
    steps = steps_of(S)
    return played(steps, S["algorithm"], part_of(S, part_size(S), len(steps)))


def played(steps: dtlearn.Steps, algorithm: str, part: range | None = None) -> Walkthrough:
    """The document of an algorithm's steps, beside its pseudocode. part : as of ``growth_walkthrough``."""
    return steps.walkthrough(PSEUDOCODE_OF.get(algorithm, algorithm), algorithm, part)


DOCUMENT = Document("grow", (*_GROWS, PREDICT, PART_FIELD), _walkthrough)


def _candidate(S: dict) -> Walkthrough:
    """The arithmetic of one candidate, which the document of a growth may leave out."""
    return candidate_walkthrough(_grown(S), S["node"], S["candidate"])


CANDIDATE = Document("candidate", (*_GROWS, whole("node", 0, 0, MOST), whole("candidate", 0, 0, MOST)), _candidate)


def missing(S: dict) -> bool:
    """A large table's tree is to be grown."""
    return tables.is_large(S["data"]) and not _grown.holds(S)


def keep_place(before: dict) -> None:
    """After a change of settings: stay at the same node of the tree, or its nearest ancestor that is left."""
    S = state()
    _fit_criterion(S)
    if missing(S) or missing(before):  # that lasts: on the page, where it can be cancelled
        if S["data"] != before["data"] or S["order"] != before["order"] or settings_of(S) != settings_of(before):
            S.update(step=0, pick=None, open=None, said=(), node="")
        if S["data"] != before["data"]:
            S.update(row=None, fresh="")
        return
    st.session_state["cannot"] = _fit_nominal(S)
    old = steps_of(before)
    step, same = old[min(before["step"], len(old) - 1)], S["data"] == before["data"]
    # A learner who begins to predict is asked, not told.
    decided = step.done is not None and S["predict"] <= before["predict"]
    S.update(step=steps_of(S).nearest(step.node.path, decided) if same else 0, pick=None, node="")
    if not same:
        S.update(open=None, row=None, fresh="")
    elif steps_of(S)[S["step"]].node.path != step.node.path:
        st.toast(md(f"This tree has no node {place(step.node)}: shown is the nearest above it."))
    if settings_of(before) != settings_of(S) or not same or before["order"] != S["order"] or not S["predict"]:
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
    wrong += fit_fresh(S, steps.trace.data)
    tokens = {option.token for option in options(steps.trace)}
    said = tuple((at, token) for at, token in S["said"] if at < len(steps.order) and token in tokens)
    if said != S["said"]:
        wrong += drop(S, "said", said, "said= holds an answer that cannot be given")
    return wrong if st.query_params else []  # else another page left it so


def link_to(moment: Moment) -> str:
    """The address of the step where one of the notes' numbers arises."""
    S = defaults(FIELDS)
    S |= {"data": moment.data, "algorithm": moment.algorithm, "criterion": moment.criterion}
    steps = steps_of(S)
    S["step"] = len(steps) - 1 if moment.finished else steps.nearest((), decided=True)
    if moment.feature is not None:
        S["pick"] = steps[S["step"]].candidates.feature.tolist().index(moment.feature)
    return link("grow", FIELDS, **S)
