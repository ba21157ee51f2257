"""Regions: every question about a number cuts the plane. Two ways: step through a tree, or draw points."""

from dataclasses import replace
from functools import partial
from math import floor, log10
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.dataset import number
from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES
from dtlearn.growing.settings import ALGORITHM_TITLES
from dtlearn.show.base.text import listing, many
from dtlearn.show.documents.growth import candidate_walkthrough
from dtlearn.trees.regions import off_axes
from pages.ui.kit import clouds, tables
from pages.ui.kit.clouds import ALONE, in_plane
from pages.ui.kit.codec import Field, choice, whole
from pages.ui.kit.contents import query_of
from pages.ui.kit.escape import md
from pages.ui.kit.fields import ENLARGED, FRESH, MOST, NODE, PLAYED, PLAYED_AT
from pages.ui.kit.frame import scenarios
from pages.ui.kit.lesson import ALWAYS, BAR, MORE, Changed, Lesson, Setting
from pages.ui.kit.scene import bind_widget, change, clear_out_of_range, reset_with_reason, widget_args
from pages.ui.kit.session import asks_place, state
from pages.ui.kit.settings import growth, limit
from pages.ui.regions import drawing, link, partition
from pages.ui.regions.drawing import about_points, editing, put_points, take_up
from pages.ui.regions.partition import DRAWN

PANELS = ("", "examples", "rules", "notes", "boxes", "fresh")
DRAWN_AS = {"interactive": "interactive alone", "plotly": "Plotly too (exact values, notebooks)"}
OPENS = {"step": 0, "depth": 3}  # two features and few boxes
FIRST = "iris"  # the data set of the opening scene
_STYLE = Path(__file__).with_name("regions.css")


# ---- rules between settings


def fit(s: dict) -> list[str]:
    """Bring what depends on the data into its range; returns what was wrong."""
    wrong: list[str] = []
    if s["criterion"] not in dtlearn.CRITERIA and s["criterion"] not in partition.criteria(s):
        s["criterion"] = dtlearn.ALGORITHMS[s["algorithm"]].criterion  # of a data set whose target is a number
    wrong += partition.fit_slice(s)
    if "tool" not in s:  # of a document
        return wrong
    if editing(s) and _is_table(s):
        wrong += reset_with_reason(s, "tool", "look", "only drawn points can be edited")
    if not (_is_table(s) or s["points"] or editing(s)):
        s["tool"] = "add"  # there is nothing to step through
    return wrong


def arrives(s: dict) -> list[str]:
    """Let go of what a link says of a place that is none; returns what was wrong. Who asks for a step steps."""
    steps = partition.steps_of(s)
    if editing(s):
        if asks_place() and s["step"] is not None and s["step"] < partition.last_of(s):
            s["tool"] = "look"
        else:
            s["step"] = None
    if steps is None:
        return []
    wrong = clear_out_of_range(s, row=len(steps.trace.data))
    if s["node"] and steps.trace.tree.find(tuple(map(int, s["node"].split(".")[1:]))) is None:
        wrong += reset_with_reason(s, "node", "", "node= does not exist in this tree")
    return wrong


def _is_table(s: dict) -> bool:
    return s["data"] != DRAWN


# ---- controls of its own


def _data(setting: Setting, s: dict, changed: Changed) -> None:
    titles = {DRAWN: "Draw your own points"} | tables.titles(in_plane, numbers=True)
    tables.choose(titles, "data", partial(_other, changed=changed))
    if _is_table(s):
        st.caption(md(tables.load(s["data"]).card.story))


def _other(before: dict, changed: Changed) -> None:
    """Other data: drawn points are drawn on, others are stepped through from the beginning."""
    s = state()
    s["tool"] = "look" if _is_table(s) else "add"
    if editing(s) or editing(before):  # else the stage lets go of it
        s["fresh"] = ""
    take_up(before)
    changed(before)


def _shapes(setting: Setting, s: dict, changed: Changed) -> None:
    """The flowers that the page opens with, and the shapes that one can start from:
    their points take the place of the drawn ones."""
    other = partial(_other, changed=LESSON.changed(LESSON.settings[0]))

    def take(name: str) -> None:
        if name == FIRST:
            change(other, data=FIRST, depth=OPENS["depth"])
            return
        before = dict(s)
        s.update(data=DRAWN, depth=None, tool="add")  # the depth was that of the opening scene
        if _is_table(before):
            other(before)
        put_points(SHAPES[name].points)

    drawn = () if _is_table(s) else s["points"]
    now = next((name for name, shape in SHAPES.items() if shape.points == drawn), None)
    titles = {FIRST: tables.title(FIRST)} | {name: shape.title for name, shape in SHAPES.items()}
    scenarios(titles, FIRST if s["data"] == FIRST else now, take, "w_p_shape", 2)


def _tool(setting: Setting, s: dict, changed: Changed) -> None:
    """Step through the tree, or change the points."""
    with st.container(key="dt-tools", width="content"):
        st.radio(
            setting.title,
            list(drawing.TOOLS),
            format_func=drawing.TOOLS.get,
            horizontal=True,
            width="content",
            label_visibility="collapsed",
            **bind_widget("tool", take_up),
        )


def _axes(setting: Setting, s: dict, changed: Changed) -> None:
    clouds.axes(clouds.numeric(s["data"]), partition.free_of(s), changed)


def _depth(setting: Setting, s: dict, changed: Changed) -> None:
    none = f"{partition.START} unless you choose" if partition.starts_small(s) else "no limit"
    limit("depth", setting.title, 0, changed, none, setting.help)


def _crowded(s: dict) -> str:
    if not partition.crowded(s):
        return ""
    return (
        f"With more than {partition.MANY} examples the tree grows to {partition.LEAVES} leaves at most, and the plane"
        f" shows one example in {partition.one_in(s)}: more could not be told apart. *Grow a tree* has no such limit."
    )


def _slices(setting: Setting, s: dict, changed: Changed) -> None:
    slices(s)


def slices(s: dict, columns: int = 1) -> None:
    """Where the slice lies in the features that are not on the axes: those that the tree asks about."""
    trace, free = partition.steps_of(s).trace, partition.free_of(s)
    data, held, moved = trace.data, partition.held_of(s, trace.data), off_axes(trace.tree, free)
    others = [f.name for j, f in enumerate(data.schema.features) if j not in free and j not in moved]
    places = st.columns(min(len(moved), columns)) if moved else ()
    for k, j in enumerate(moved):
        with places[k % len(places)]:
            _position(j, data, held[j])
    if others and columns == 1:
        st.caption(md(f"The tree does not ask about {listing(others[:8])}{' and more' if len(others) > 8 else ''}."))


def _position(j: int, data: dtlearn.Dataset, value: float) -> None:
    """The slider or the choice that moves the slice along one feature."""
    feature, key = data.schema.features[j], f"w_p_held_{j}"

    def move(chosen: float) -> None:
        change(slices=tuple(sorted((dict(state()["slices"]) | {j: float(number(chosen))}).items())))

    if feature.values:
        codes = range(len(feature.values))
        st.selectbox(
            md(feature.name), codes, format_func=lambda c: feature.values[c], **widget_args(key, int(value), move)
        )
        return
    lo, hi = float(data.X[:, j].min()), float(data.X[:, j].max())
    if lo < hi:
        places = max(0, 2 - floor(log10(hi - lo)))
        st.slider(md(feature.name), lo, hi, step=10.0**-places, format=f"%.{places}f", **widget_args(key, value, move))


def _drawn_as(setting: Setting, s: dict, changed: Changed) -> None:
    st.radio(setting.title, list(DRAWN_AS), format_func=DRAWN_AS.get, **bind_widget("drawn", changed))


def _growth() -> tuple[Setting, ...]:
    """How the tree grows: always as in the notes, and a tree of very many examples to so many leaves."""
    own = {
        "criterion": {"at": MORE, "shown": lambda s: s["criterion"] in partition.criteria(s)},
        "depth": {"draw": _depth, "note": _crowded},
    }
    return tuple(
        replace(one, **own.get(one.name, {})) for one in growth(partition.criteria) if one.name in partition.GROWN
    )


# ---- the stage, or the plane that one draws in, and what stands around it


def heading(s: dict) -> tuple[str, str]:
    """The title, and how the tree grows."""
    settings = partition.settings_of(s)
    how = f"{ALGORITHM_TITLES[s['algorithm']]}, {partition.criteria(s)[settings.criterion].title}"
    depth = "" if settings.max_depth is None else f", depth ≤ {settings.max_depth}"
    return f"Regions: {tables.load(s['data']).title if _is_table(s) else 'your points'}", how + depth


def question(s: dict) -> str:
    if editing(s):
        return ""
    alike = _is_table(s) and tables.load(s["data"]).schema.regression
    return f"Where would you cut, so that each box holds {'numbers that are alike' if alike else 'one class'}?"


def answer(s: dict) -> str:
    """How the tree has cut, and of classes how many examples lie in a box of their own."""
    steps = partition.steps_of(s)
    how = "The tree cuts one box at a time, where a cut gains most"
    if steps is None or steps.trace.data.schema.regression:
        return f"{how}, until a rule stops it."
    tree = steps.trace.tree
    m = int(tree.n[0])
    return (
        f"{how}: {many(tree.n_leaves, 'leaf')}, and {m - tree.n_wrong} of {m} examples lie in a box of their own class."
    )


def below(s: dict) -> None:
    """Where there is no side, the slice; the chart for who asks."""
    st.html(_STYLE)
    if not editing(s):
        if s["present"] and _is_table(s):
            slices(s, 3)
        if s["drawn"] == "plotly":
            drawing.chart(_step(s))


def onward(s: dict) -> None:
    """The way to the gains of this step."""
    if _is_table(s):
        with st.container(key="dt-brings-place"):
            if st.button("This step in *Grow a tree*", icon=":material/arrow_forward:"):
                st.switch_page("grow.py", query_params=in_grow(s))


def _step(s: dict) -> int:
    last = partition.last_of(s)
    return last if s["step"] is None else min(s["step"], last)


def in_grow(s: dict) -> dict[str, str]:
    """The query of the page Grow a tree that shows the step that an event has brought, with its gains."""
    settings = partition.settings_of(s)
    same = {name: s[name] for name in ("data", *partition.GROWN, *(field.name for field in PLAYED))}
    grown = {"criterion": settings.criterion, "depth": settings.max_depth, "leaves": settings.max_leaf_nodes}
    return query_of("grow", **same | grown | {"step": _step(s)})


LESSON = Lesson(
    name="regions",
    title="Regions",
    about="Every question about a number cuts the plane. Draw points and watch the tree regrow.",
    needs="a numeric feature",
    settings=(
        Setting(tables.field("data", FIRST, in_plane, more=(DRAWN,)), "Data set", _data, begins=ALWAYS),
        Setting(
            Field("points", (), link.read_points, link.write_points),
            draw=_shapes,
            at=BAR,
            note=lambda s: "" if _is_table(s) or editing(s) else about_points(s),
        ),
        Setting(
            choice("tool", [*drawing.TOOLS], "look"),
            "What to do",
            _tool,
            BAR,
            shown=lambda s: not _is_table(s),
            view=True,
        ),
        Setting(whole("label", 0, 0, len(PLANE_CLASSES) - 1), view=True),
        Setting(whole("x", None, 0, 9999), "", _axes, MORE, shown=_is_table, reset_by=("data",), late=True),
        Setting(whole("y", None, ALONE, 9999), reset_by=("data",)),
        Setting(
            Field("slices", (), link.read_held, link.write_held),
            "",
            _slices,
            MORE,
            shown=lambda s: _is_table(s) and not s["present"],
            reset_by=("data",),
            late=True,
        ),
        *_growth(),
        Setting(choice("drawn", [*DRAWN_AS], "interactive"), "Plane drawn as", _drawn_as, MORE, view=True),
    ),
    place=(
        *PLAYED_AT,  # no step: the last one
        choice("panel", PANELS, "", neutral=""),
        whole("pick", None, 0, MOST),
        whole("open", None, 0, MOST),
        whole("row", None, 0, MOST),  # the example whose way is shown
        FRESH,
        NODE,
        ENLARGED,
    ),
    heading=heading,
    question=question,
    do="Press Next to see the tree's first cut.",
    answer=answer,
    fit=fit,
    arrives=arrives,
    body=lambda s: drawing.drawing if editing(s) else None,
    keys=lambda s: drawing.KEYS,
    busy=drawing.dragging,
    above=(drawing.drop_drag,),
    document=partition.document,
    part_size=partition.part_size,
    candidate=lambda s: candidate_walkthrough(partition.grown(s).trace, s["node"], s["candidate"]),
    stage=lambda s: {"follows": s["drawn"] == "plotly", "ends": True},
    walks=lambda s: (steps := partition.steps_of(s)) and steps.trace.data,
    last=partition.last_of,
    telling=partition.last_of,
    view=partition.view_of,
    picture=partition.picture,
    plays=partition.plays,
    opens=OPENS,
    begins_with=(),
    below=(below,),
    onward=(onward,),
    follows="Follows Ch8, Alg. 8.2: x < t goes left, x ≥ t right, so a point on a line belongs to the box at its right"
    " or above it.",
    slips=("E34",),
)
