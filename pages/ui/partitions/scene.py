"""A partition on the screen: its fields, its points, its cached steps, and what the reader does to them."""

from dataclasses import replace
from math import ceil, log10

import streamlit as st

import dtlearn
from dtlearn.data.dataset import number
from dtlearn.data.synthetic import PLANE_CLASSES, SIDE, Point, plane
from dtlearn.splitting.criteria import REGRESSION, Criterion
from dtlearn.trees.regions import asked_first, middle
from dtlearn.views.stage.partition import partition_walkthrough
from dtlearn.views.stage.walkthrough import Walkthrough
from pages.ui.kit import longwork, tables
from pages.ui.kit.clouds import ALONE, mend_axes
from pages.ui.kit.clouds import in_plane as fits
from pages.ui.kit.contents import query_of
from pages.ui.kit.fields import OWN, PRESENT, SPEED, STEP, VIEW
from pages.ui.kit.kept import kept
from pages.ui.kit.scene import Field, choice, drop, edits, state, whole
from pages.ui.kit.settings import LIMITS, SETTINGS
from pages.ui.kit.settings import settings_of as grow_settings
from pages.ui.partitions import link

DRAWN = "drawn"  # the data set of the reader's own points
LARGE = 100  # examples; a tree of so many numbers has hundreds of leaves
START = 3  # the greatest depth of such a tree while nobody has limited it
MANY, LEAVES = 1000, 200  # with more examples than that a tree has at most so many leaves: the boxes are to be seen
TOOLS = {"look": "Look", "classify": "Classify", "add": "Draw", "label": "Relabel", "erase": "Erase"}
EDITS = ("add", "label", "erase")
_SHARED = (
    "algorithm", "criterion", "depth", "min_split", "min_leaf", "leaves", "nodes", "splits", "min_gain", "order", "step",
    "speed", "present", "view",
)  # fmt: skip
_OWN_WAYS = {"nominal": OWN, "zero": OWN, "again": OWN}  # as the algorithm says in its notes


FIELDS = (
    tables.field("p_data", "iris", fits, more=(DRAWN,)),
    whole("p_x", None, 0, 9999),
    whole("p_y", None, ALONE, 9999),
    Field("p_held", (), link.read_held, link.write_held),
    Field("p_node", "", link.read_node),
    Field("p_query", (), link.read_query, link.write_query),
    choice("p_drawn", ("interactive", "plotly"), "interactive"),
    choice("p_tool", [*TOOLS], "look"),
    whole("p_class", 0, 0, len(PLANE_CLASSES) - 1),
    Field("p_points", (), link.read_points, link.write_points),
    *(field for field in (*SETTINGS, STEP, SPEED, PRESENT, VIEW) if field.name in _SHARED),
)  # fmt: skip


def settings_of(S: dict) -> dtlearn.GrowSettings:
    """The settings of the scene; what is predicted decides which criteria there are."""
    settings, fits = grow_settings({name: S[name] for name in _SHARED} | _OWN_WAYS), criteria(S)
    if settings.criterion not in fits:
        settings = replace(settings, criterion=next(iter(fits)))
    if starts_small(S):
        settings = replace(settings, max_depth=START)
    return (
        replace(settings, max_leaf_nodes=min(S["leaves"] or LEAVES, LEAVES))
        if crowded(S) or tables.is_large(S["p_data"])
        else settings
    )


def starts_small(S: dict) -> bool:
    """Whether the tree is kept small because nobody has limited it: hundreds of means in as many boxes show nothing."""
    limited = any(S[field.name] != field.default for field in SETTINGS if field.name in LIMITS)
    return not limited and (crowded(S) or (criteria(S) is REGRESSION and len(tables.load(S["p_data"])) > LARGE))


def crowded(S: dict) -> bool:
    """Whether there are so many examples that they and a full tree's boxes could not be drawn in a moment."""
    return one_in(S) > 1


def one_in(S: dict) -> int:
    """The plane shows one example in so many."""
    return 1 if S["p_data"] == DRAWN else ceil(len(tables.load(S["p_data"])) / MANY)


def in_grow(S: dict) -> dict[str, str]:
    """The query of the page Grow a tree that shows this step with its gains."""
    settings = settings_of(S)
    scene = {name: S[name] for name in _SHARED} | {"data": S["p_data"], "criterion": settings.criterion}
    return query_of("grow", **scene | {"depth": settings.max_depth, "leaves": settings.max_leaf_nodes})


def criteria(S: dict) -> dict[str, Criterion]:
    """The criteria that fit the scene's target: classes or numbers."""
    regression = S["p_data"] != DRAWN and tables.load(S["p_data"]).schema.regression
    return REGRESSION if regression else dtlearn.CRITERIA


@kept(100)
def _steps(data: str, points: tuple[Point, ...], settings: dtlearn.GrowSettings, order: str) -> dtlearn.Steps:
    found = plane(points) if data == DRAWN else tables.load(data)
    return dtlearn.steps(longwork.grow(data, found, settings), order)


def steps_of(S: dict) -> dtlearn.Steps | None:
    """The growth that the scene describes; None while no point is drawn."""
    points = S["p_points"] if S["p_data"] == DRAWN else ()
    if S["p_data"] == DRAWN and not points:
        return None
    return _steps(S["p_data"], points, settings_of(S), S["order"])


def free_of(S: dict, steps: dtlearn.Steps) -> tuple[int, ...]:
    """The features on the axes: the chosen ones, else the numeric ones that the tree asks about first."""
    if S["p_data"] == DRAWN:
        return 0, 1
    ranked = asked_first(steps.trace.tree)
    if S["p_x"] is None and S["p_y"] is None:
        return tuple(sorted(ranked[:2]))
    x = S["p_x"] if S["p_x"] is not None else next((j for j in ranked if j != S["p_y"]), ranked[0])
    y = S["p_y"] if S["p_y"] is not None else next((j for j in ranked if j != x), ALONE)
    return (x,) if y in (ALONE, x) else (x, y)


def held_of(S: dict, data: dtlearn.Dataset) -> list[float]:
    """(d,) where the slice lies: what was chosen, else the middle of the data."""
    return [dict(S["p_held"]).get(j, value) for j, value in enumerate(middle(data))]


def span_of(S: dict) -> list[tuple[float, float]] | None:
    """The ends of the axes where they do not follow from the data."""
    return [(0, SIDE / 100)] * 2 if S["p_data"] == DRAWN else None


def walkthrough_of(S: dict, steps: dtlearn.Steps) -> Walkthrough:
    """The partition as one document."""
    free, held = free_of(S, steps), held_of(S, steps.trace.data)
    return partition_walkthrough(steps, free, held, about=S["algorithm"], span=span_of(S), one_in=one_in(S))


def mend(S: dict) -> list[str]:
    """Bring what depends on the data and the tree into its range; answers what was wrong with the link."""
    st.session_state.pop("p_base", None)  # nothing is being dragged
    wrong: list[str] = []
    if S["criterion"] not in dtlearn.CRITERIA:  # left behind by the page on which a tree predicted numbers
        S["criterion"] = dtlearn.ALGORITHMS[S["algorithm"]].criterion
    if S["p_tool"] in EDITS and S["p_data"] != DRAWN:
        wrong += drop(S, "p_tool", "look", "only drawn points can be edited")
    steps = steps_of(S)
    if steps is None:
        S["step"], S["p_node"], S["p_query"] = 0, "", ()
        return wrong
    last = len(steps) - 1
    wrong += mend_slice(S, steps.trace.data)
    if "step" not in st.query_params:  # who does not ask for a step sees the whole partition first
        S["step"] = last
    if S["step"] > last:
        if st.query_params:  # else the step is the other page's
            wrong.append(f"step={S['step']} is outside 0 to {last}")
        S["step"] = last
    if S["p_node"] and node_of(S, steps) is None:
        wrong += drop(S, "p_node", "", "p_node= does not exist in this tree")
    if S["p_query"] and not _inside(steps.trace.data, free_of(S, steps), S["p_query"]):
        wrong += drop(S, "p_query", (), "p_query= lies outside the picture")
    return wrong


def mend_slice(S: dict, data: dtlearn.Dataset) -> list[str]:
    """Let go of axes and positions that the data do not have; answers what was wrong with the link."""
    features = data.schema.features
    wrong = mend_axes(S, "p", [j for j, feature in enumerate(features) if feature.numeric])
    held = tuple((j, value) for j, value in S["p_held"] if j < len(features) and _fits(data, j, value))
    if held != S["p_held"]:
        wrong += drop(S, "p_held", held, "p_held= holds a position that does not exist")
    return wrong


def _fits(data: dtlearn.Dataset, j: int, value: float) -> bool:
    values = data.schema.features[j].values
    if values:
        return value in range(len(values))
    return float(data.X[:, j].min()) <= value <= float(data.X[:, j].max())


def _inside(data: dtlearn.Dataset, free: tuple[int, ...], query: tuple[float, ...]) -> bool:
    for j, value in zip(free, query, strict=False):
        lo, hi = (0.0, SIDE / 100) if data.name == DRAWN else (float(data.X[:, j].min()), float(data.X[:, j].max()))
        room = (hi - lo) / 10 or 1.0
        if not lo - room <= value <= hi + room:
            return False
    return len(free) == len(query)


def _path(node: str) -> tuple[int, ...]:
    return tuple(map(int, node.split(".")[1:]))


def node_of(S: dict, steps: dtlearn.Steps) -> dtlearn.Node | None:
    """The chosen node; None if there is none, or not in this tree."""
    found = steps.trace.tree.find(_path(S["p_node"])) if S["p_node"] else None
    return None if found is None else steps.trace.tree[found]


# ---- what the reader does


def editing(S: dict) -> bool:
    """Whether a click in the plane changes the points."""
    return S["p_tool"] in EDITS and S["p_drawn"] == "interactive"


def pick(k: int) -> None:
    """The class of the next point, chosen by key."""
    if k in range(len(PLANE_CLASSES)):
        state()["p_class"] = k


def choose(node: str) -> None:
    """Choose a node, by its box or in the tree; once more lets it go."""
    S = state()
    S["p_node"] = "" if S["p_node"] == node else node
    S["p_query"] = ()


def drop_query(at: list[float]) -> None:
    """Classify the point at a place of the plane."""
    S = state()
    steps = steps_of(S)
    if steps is None:
        return
    free, query = free_of(S, steps), []
    for j, value in zip(free, at, strict=False):
        x = steps.trace.data.X[:, j]
        wide = SIDE / 100 if S["p_data"] == DRAWN else float(x.max() - x.min()) or 1.0
        query.append(round(value, max(0, 3 - ceil(log10(wide)))))
    S["p_query"], S["p_node"] = tuple(float(number(v)) for v in query), ""


def change_points(edit: dict) -> None:
    """The reader has added, moved, relabelled or removed points; while one is dragged, none is final."""
    points = tuple((int(x), int(y), int(k)) for x, y, k in edit["points"])
    st.session_state["p_seq"] = int(edit["seq"])
    inside = all(0 <= x <= SIDE and 0 <= y <= SIDE and 0 <= k < len(PLANE_CLASSES) for x, y, k in points)
    if not inside or len(points) > link.MOST_POINTS:
        return
    base = st.session_state.pop("p_base", state()["p_points"])  # as before the drag
    if edit["live"]:
        st.session_state["p_base"] = base
        _set_points(points)
    else:
        state()["p_points"] = base
        put_points(points)


def put_points(points: tuple[Point, ...]) -> None:
    """Other points, with a way back."""
    before, past = state()["p_points"], edits("p_edits")["undo"]
    if points != before:
        past.append(before)
        del past[:-100]
        edits("p_edits")["redo"].clear()
    _set_points(points)


def _set_points(points: tuple[Point, ...]) -> None:
    """Other points; the tree is shown finished unless the reader has stepped to a place on the way."""
    S = state()
    before = steps_of(S)
    finished = before is None or S["step"] in (0, len(before) - 1)
    S["p_points"] = points
    steps = steps_of(S)
    S["step"] = 0 if steps is None else len(steps) - 1 if finished else min(S["step"], len(steps) - 1)
    if S["p_node"] and (steps is None or node_of(S, steps) is None):
        S["p_node"] = ""


def travel(way: str) -> None:
    """Undo or redo the last edit."""
    if here := edits("p_edits")[way]:
        edits("p_edits")["redo" if way == "undo" else "undo"].append(state()["p_points"])
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
