"""A partition on the screen: its fields, its points, its cached steps, and what the reader does to them."""

from dataclasses import replace
from math import ceil

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import PLANE_CLASSES, SIDE, Point, plane
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.trees.regions import asked_first, middle
from dtlearn.views.plane.view import partition_view
from dtlearn.views.stage.growth import candidate_walkthrough
from dtlearn.views.stage.partition import partition_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from dtlearn.views.tree.view import tree_view, with_examples
from pages.ui.kit import longwork, tables
from pages.ui.kit.clouds import ALONE, mend_axes
from pages.ui.kit.clouds import in_plane as fits
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.contents import query_of
from pages.ui.kit.documents import LONG, PART, PART_FIELD, Document, part_of
from pages.ui.kit.fields import ENLARGED, FRESH, MOST, OWN, PLAYED, fit_fresh
from pages.ui.kit.kept import cached
from pages.ui.kit.scene import clear_out_of_range, edits, land, reset_with_reason
from pages.ui.kit.session import state
from pages.ui.kit.settings import LIMITS, SETTINGS
from pages.ui.kit.settings import settings_of as grow_settings
from pages.ui.partitions import link

DRAWN = "drawn"  # the data set of the reader's own points
LARGE = 100  # examples; a tree of so many numbers has hundreds of leaves
START = 3  # the greatest depth of such a tree while nobody has limited it
MANY, LEAVES = 1000, 200  # with more examples than that a tree has at most so many leaves: the boxes are to be seen
TOOLS = {"look": "Step", "add": "Draw", "label": "Relabel", "erase": "Erase"}
EDITS = ("add", "label", "erase")
PANELS = ("", "examples", "rules", "notes", "boxes", "fresh")
_SET = ("algorithm", "criterion", "depth", "min_split", "min_leaf", "leaves", "nodes", "splits", "tolerated", "order")
_OWN_WAYS = {"nominal": OWN, "zero": OWN, "again": OWN}  # as the algorithm says in its notes

_PARTED = (
    tables.field("data", "iris", fits, more=(DRAWN,)),
    whole("x", None, 0, 9999),
    whole("y", None, ALONE, 9999),
    Field("slices", (), link.read_held, link.write_held),
    Field("points", (), link.read_points, link.write_points),
    *(field for field in SETTINGS if field.name in _SET),
)
_POINTLESS = "There is no tree without a point."
FIELDS = (
    *_PARTED,
    Field("node", "", link.read_node),
    choice("drawn", ("interactive", "plotly"), "interactive"),
    choice("tool", [*TOOLS], "look"),
    whole("label", 0, 0, len(PLANE_CLASSES) - 1),
    *PLAYED,  # None: at the last step
    choice("panel", PANELS, "", neutral=""),
    whole("pick", None, 0, MOST),
    whole("open", None, 0, MOST),
    whole("row", None, 0, MOST),  # the example whose way is shown
    FRESH,
    ENLARGED,
)
OPENS = {"step": 0, "depth": 3}  # two features and few boxes
QUESTION = "Where would you cut, so that each box holds {}?"
DO = "Press Next to see the tree's first cut."
ANSWER = "The tree cuts one box at a time, where a cut gains most, until a rule stops it."
# What the stage calls the place -> the fields that hold it.
PLACE = {name: name for name in ("step", "speed", "pick", "open", "row", "fresh", "panel", "large")} | {"node": "node"}


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """The settings of the scene; what is predicted decides which criteria there are."""
    settings, fits = grow_settings({name: S[name] for name in _SET} | _OWN_WAYS), criteria(S)
    if settings.criterion not in fits:
        settings = replace(settings, criterion=next(iter(fits)))
    if starts_small(S):
        settings = replace(settings, max_depth=START)
    return (
        replace(settings, max_leaf_nodes=min(S["leaves"] or LEAVES, LEAVES))
        if crowded(S) or tables.is_large(S["data"])
        else settings
    )


def starts_small(S: dict) -> bool:
    """Whether the tree is kept small because nobody has limited it: hundreds of means in as many boxes show nothing."""
    limited = any(S[field.name] != field.default for field in SETTINGS if field.name in LIMITS)
    return not limited and (crowded(S) or (criteria(S) is REGRESSION and len(tables.load(S["data"])) > LARGE))


def crowded(S: dict) -> bool:
    """Whether there are so many examples that they and a full tree's boxes could not be drawn in a moment."""
    return one_in(S) > 1


def one_in(S: dict) -> int:
    """The plane shows one example in so many."""
    return 1 if S["data"] == DRAWN else ceil(len(tables.load(S["data"])) / MANY)


def in_grow(S: dict) -> dict[str, str]:
    """The query of the page Grow a tree that shows this step with its gains."""
    settings = settings_of(S)
    shared = (*_SET, *(field.name for field in PLAYED))
    scene = {name: S[name] for name in shared} | {"data": S["data"], "criterion": settings.criterion}
    return query_of("grow", **scene | {"depth": settings.max_depth, "leaves": settings.max_leaf_nodes})


def criteria(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the scene's target: classes or numbers."""
    regression = S["data"] != DRAWN and tables.load(S["data"]).schema.regression
    return REGRESSION if regression else dtlearn.CRITERIA


@cached(100)
def _steps(data: str, points: tuple[Point, ...], settings: dtlearn.GrowSettings, order: str) -> dtlearn.Steps:
    found = plane(points) if data == DRAWN else tables.load(data)
    return dtlearn.steps(longwork.grow(data, found, settings), order)


def steps_of(S: dict) -> dtlearn.Steps | None:
    """The growth that the scene describes; None while no point is drawn."""
    points = S["points"] if S["data"] == DRAWN else ()
    if S["data"] == DRAWN and not points:
        return None
    return _steps(S["data"], points, settings_of(S), S["order"])


def free_of(S: dict, steps: dtlearn.Steps) -> tuple[int, ...]:
    """The features on the axes: the chosen ones, else the numeric ones that the tree asks about first."""
    if S["data"] == DRAWN:
        return 0, 1
    ranked = asked_first(steps.trace.tree)
    if S["x"] is None and S["y"] is None:
        return tuple(sorted(ranked[:2]))
    x = S["x"] if S["x"] is not None else next((j for j in ranked if j != S["y"]), ranked[0])
    y = S["y"] if S["y"] is not None else next((j for j in ranked if j != x), ALONE)
    return (x,) if y in (ALONE, x) else (x, y)


def held_of(S: dict, data: dtlearn.Dataset) -> list[float]:
    """(d,) where the slice lies: what was chosen, else the middle of the data."""
    return [dict(S["slices"]).get(j, value) for j, value in enumerate(middle(data))]


def span_of(S: dict) -> list[tuple[float, float]] | None:
    """The ends of the axes where they do not follow from the data."""
    return [(0, SIDE / 100)] * 2 if S["data"] == DRAWN else None


def view_of(S: dict) -> dict:
    """The tree of the scene's step, in the colours of the plane."""
    steps = steps_of(S)
    step = steps[S["step"]]
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = tree_view(step.trace.tree, step.decided, done, next_, steps.decisions, plane_of(S)["scale"], bags=True)
    return with_examples(view, step.trace.tree, step.trace.data)


def plane_of(S: dict) -> dict:
    """The plane of the scene's step."""
    steps = steps_of(S)
    step, data, free = steps[S["step"]], steps.trace.data, free_of(S, steps)
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = partition_view(step.trace.tree, data, free, held_of(S, data), step.decided, done, next_, span_of(S))
    return view | {"points": view["points"][:: one_in(S)]}


def walkthrough_of(S: dict, steps: dtlearn.Steps, part: range | None = None) -> Walkthrough:
    """The partition as one document. part : the frames to be held, of a large tree."""
    free, held = free_of(S, steps), held_of(S, steps.trace.data)
    return partition_walkthrough(steps, free, held, about=S["algorithm"], span=span_of(S), one_in=one_in(S), part=part)


def part_size(S: dict) -> int:
    """The frames of a part of the lesson; 0 of a lesson that comes whole."""
    return PART if len(steps_of(S)) > LONG else 0


def _document(S: dict) -> Walkthrough:
    """The partition as a document; of a long growth a part of it."""
    if S["data"] == DRAWN and not S["points"]:
        raise ValueError(_POINTLESS)
    steps = steps_of(S)
    return walkthrough_of(S, steps, part_of(S, part_size(S), len(steps)))


DOCUMENT = Document("partitions", (*_PARTED, PART_FIELD), _document)


def _candidate(S: dict) -> Walkthrough:
    """The arithmetic of one candidate, which the document of a partition may leave out."""
    if S["data"] == DRAWN and not S["points"]:
        raise ValueError(_POINTLESS)
    return candidate_walkthrough(steps_of(S).trace, S["node"], S["candidate"])


CANDIDATE = Document("cut", (*_PARTED, whole("node", 0, 0, MOST), whole("candidate", 0, 0, MOST)), _candidate)


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the tree into its range; returns what was wrong with the link."""
    st.session_state.pop("p_base", None)  # nothing is being dragged
    wrong: list[str] = []
    if S["criterion"] not in dtlearn.CRITERIA:  # left behind by the page on which a tree predicted numbers
        S["criterion"] = dtlearn.ALGORITHMS[S["algorithm"]].criterion
    if S["tool"] in EDITS and S["data"] != DRAWN:
        wrong += reset_with_reason(S, "tool", "look", "only drawn points can be edited")
    steps = steps_of(S)
    if steps is None:
        S.update(step=None, node="", row=None, fresh="", tool=S["tool"] if editing(S) else "add")
        return wrong
    last = len(steps) - 1
    wrong += mend_slice(S, steps.trace.data)
    wrong += land(S, last, lambda: last)  # who does not ask for a step sees the whole partition first
    if S["step"] < last:  # who draws sees the whole tree
        S["tool"] = "look"
    if S["node"] and node_of(S, steps) is None:
        wrong += reset_with_reason(S, "node", "", "node= does not exist in this tree")
    return wrong + clear_out_of_range(S, row=len(steps.trace.data)) + fit_fresh(S, steps.trace.data)


def mend_slice(S: dict, data: dtlearn.Dataset) -> list[str]:
    """Let go of axes and positions that the data do not have; returns what was wrong with the link."""
    features = data.schema.features
    wrong = mend_axes(S, [j for j, feature in enumerate(features) if feature.numeric])
    held = tuple((j, value) for j, value in S["slices"] if j < len(features) and _fits(data, j, value))
    if held != S["slices"]:
        wrong += reset_with_reason(S, "slices", held, "slices= holds a position that does not exist")
    return wrong


def _fits(data: dtlearn.Dataset, j: int, value: float) -> bool:
    values = data.schema.features[j].values
    if values:
        return value in range(len(values))
    return float(data.X[:, j].min()) <= value <= float(data.X[:, j].max())


def _path(node: str) -> tuple[int, ...]:
    return tuple(map(int, node.split(".")[1:]))


def node_of(S: dict, steps: dtlearn.Steps) -> dtlearn.Node | None:
    """The chosen node; None if there is none, or not in this tree."""
    found = steps.trace.tree.find(_path(S["node"])) if S["node"] else None
    return None if found is None else steps.trace.tree[found]


# ---- what the reader does


def take_up(before: dict) -> None:
    """Another tool: who draws sees the whole tree, and nothing chosen in it; who steps begins before the first cut."""
    S = state()
    if editing(S):
        S.update(step=None, node="", row=None, pick=None, open=None)
    elif editing(before):
        S["step"] = 0


def editing(S: dict) -> bool:
    """Whether a click in the plane changes the points: there is no step then, the tree is grown."""
    return S["tool"] in EDITS


def pick(k: int) -> None:
    """The class of the next point, chosen by key."""
    if k in range(len(PLANE_CLASSES)):
        state()["label"] = k


def change_points(edit: dict) -> None:
    """The reader has added, moved, relabelled or removed points; while one is dragged, none is final."""
    points = tuple((int(x), int(y), int(k)) for x, y, k in edit["points"])
    st.session_state["p_seq"] = int(edit["seq"])
    inside = all(0 <= x <= SIDE and 0 <= y <= SIDE and 0 <= k < len(PLANE_CLASSES) for x, y, k in points)
    if not inside or len(points) > link.MOST_POINTS:
        return
    base = st.session_state.pop("p_base", state()["points"])  # as before the drag
    if edit["live"]:
        st.session_state["p_base"] = base
        _set_points(points)
    else:
        state()["points"] = base
        put_points(points)


def put_points(points: tuple[Point, ...]) -> None:
    """Other points, with a way back."""
    before, past = state()["points"], edits("p_edits")["undo"]
    if points != before:
        past.append(before)
        del past[:-100]
        edits("p_edits")["redo"].clear()
    _set_points(points)


def _set_points(points: tuple[Point, ...]) -> None:
    """Other points; the tree is shown finished."""
    S = state()
    S.update(points=points, node="", row=None, pick=None, open=None)
    steps = steps_of(S)
    S["step"] = steps and len(steps) - 1


def travel(way: str) -> None:
    """Undo or redo the last edit."""
    if here := edits("p_edits")[way]:
        edits("p_edits")["redo" if way == "undo" else "undo"].append(state()["points"])
        _set_points(here.pop())


def clashes(points: tuple[Point, ...]) -> int:
    """At how many places points of several classes lie: there every tree is wrong (facts E12)."""
    places = [place for *place, _ in set(points)]
    return len({(x, y) for x, y in places if places.count([x, y]) > 1})


def dragging() -> bool:
    """Whether a point is being dragged: the URL is not written then."""
    return "p_base" in st.session_state


def seq() -> int:
    """The number of the reader's last edit that the page contains."""
    return st.session_state.get("p_seq", 0)
