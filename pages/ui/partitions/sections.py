"""The parts of a partition on the screen: its choices, the tools, the plane, the slice, the tree beside it."""

from collections.abc import Callable, Sequence
from math import floor, log10
from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.dataset import number
from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES
from dtlearn.data.synthetic import plane as drawn
from dtlearn.growing.grow import PLAYED
from dtlearn.trees.regions import off_axes
from dtlearn.views.base import text
from dtlearn.views.base.html import legend_html, table_html, title_html
from dtlearn.views.base.palette import class_colour, class_sign
from dtlearn.views.growing.captions import caption, marks
from dtlearn.views.plane.figure import plane_figure
from dtlearn.views.plane.view import OUTLINES, partition_view, query_place, slice_words
from dtlearn.views.tree.view import node_id, tree_view
from dtlearn.views.tree.way import way, way_text
from pages.ui.components.plane import plane
from pages.ui.kit import tables
from pages.ui.kit.charts import savable
from pages.ui.kit.escape import md
from pages.ui.kit.player import player
from pages.ui.kit.scene import bind, change, edits, shows, state
from pages.ui.kit.trees import tree
from pages.ui.partitions import scene
from pages.ui.partitions.link import MOST_POINTS

HEIGHT, CHART = 400, 390  # px of the plane; those across that a chart of it has about
ONLY = "A click says nothing to this drawing: classify and draw in the interactive one."
# px that a row above or below takes from the plane or the tree, so that a projector shows everything
ROW = {"pens": 50, "sliders": 80, "scale": 24, "grow": 44}
STYLE = Path(__file__).with_name("partitions.css")
HOW = """<p><b>Draw your own points.</b> Choose a class, then <span class="dt-keys">click</span><span class="dt-fingers">tap</span> in the
plane; the tree regrows after every change. A second point on the same place counts too, also with another class.</p>
<p>Drag a point to move it; Relabel and Erase change and remove one.<span class="dt-keys"> Over a point, the keys A to D change its
class and Delete removes it; elsewhere they choose the class of the next point.</span> Or start from a shape, <span class="dt-keys">at the left</span><span
class="dt-fingers">in the menu » above</span>. The address of this page holds your points: share it.</p>"""
# What drawing adds to the player's keys, for its help.
KEYS = (
    ("A to D, 1 to 4", "class of the point under the mouse, else of the next one (B is then no black screen)"),
    ("Delete", "remove that point"),
    ("Ctrl + Z", "undo; with Shift redo"),
    ("arrows, Enter", "in the plane: move a cross, add a point"),
)


def heading() -> None:
    """The title, and at its side what a click in the plane does."""
    S = state()
    st.html(STYLE)
    name = "your points" if S["p_data"] == scene.DRAWN else tables.load(S["p_data"]).title
    settings = scene.settings_of(S)
    how = f"{S['algorithm']}, {scene.criteria(S)[settings.criterion].title}"
    if settings.max_depth is not None:
        how += f", depth ≤ {settings.max_depth}"
    offered = [tool for tool in scene.TOOLS if S["p_data"] == scene.DRAWN or tool not in scene.EDITS]
    with st.container(horizontal=True, key="dt-tools", vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(title_html(f"Partitions: {name}", how), width="stretch")
        st.radio("What a click does", offered, format_func=scene.TOOLS.get, horizontal=True, width="content",
                 label_visibility="collapsed", disabled=S["p_drawn"] == "plotly", **bind("p_tool"))  # fmt: skip


def moving() -> None:
    """Everything that depends on the step, the slice and the points."""
    S = state()
    steps = scene.steps_of(S)
    # Of one height while there are points to draw.
    when = "-edit" if S["p_tool"] in scene.EDITS else "-drawn" if S["p_data"] == scene.DRAWN else ""
    with st.container(key=f"dt-above{when}"):
        if steps is None:
            st.html(HOW)  # there is nothing to grow from
        else:  # the keys of the pens while one of them edits
            keys = KEYS if scene.editing(S) else ()
            player(len(steps) - 1, caption(steps[S["step"]]), marks(steps), keys=keys)
    left, right = st.columns([4, 5], gap="medium")
    with left:
        pens()
        view = drawing(steps)
        slice_(steps)
    with right:
        growth_tree(steps, view)
    if steps:
        st.html(legend(view))
        st.html(table_html(["Box", "The tree says", "Examples"], rows(view), boxes_are(steps)))


def pens() -> None:
    """For drawn points: the class of a new one, undo, redo, clear."""
    S = state()
    if S["p_data"] != scene.DRAWN:
        return
    idle = not scene.editing(S)
    with st.container(horizontal=True, key="dt-pens", gap="xsmall", vertical_alignment="center"):
        st.radio(
            "Class of a new point", range(len(PLANE_CLASSES)), horizontal=True, width="content", label_visibility="collapsed",
            disabled=idle or S["p_tool"] == "erase",
            format_func=lambda k: f"{class_sign(k)} {PLANE_CLASSES[k]}", **bind("p_class"),
        )  # fmt: skip
        for way_, keys in (("undo", "Ctrl + Z"), ("redo", "Ctrl + Shift + Z")):
            st.button(way_.capitalize(), icon=f":material/{way_}:", on_click=scene.travel, args=(way_,),
                      disabled=idle or not edits("p_edits")[way_], help=f"{way_.capitalize()} ({keys})")  # fmt: skip
        st.button("Clear", icon=":material/delete:", on_click=scene.put_points, args=((),),
                  disabled=idle or not S["p_points"], help="Remove all points")  # fmt: skip


def drawing(steps: dtlearn.Steps | None) -> dict:
    """The plane at the scene's step; answers its view, with the nodes of the way that is lit."""
    S = state()
    yours = S["p_data"] == scene.DRAWN
    span = scene.span_of(S)
    row, lit, status = None, [], ""
    if steps is None:
        view = partition_view(None, drawn(((0, 0, 0),)), (0, 1), (), span=span) | {"points": []}
        status = "No point yet: choose a class above, then a place in the plane."
    else:
        step, data = steps[S["step"]], steps.trace.data
        free = scene.free_of(S, steps)
        done, next_ = (node and node.i for node in (step.done, step.next))
        row = scene.held_of(S, data)
        view = partition_view(step.trace.tree, data, free, row, step.decided, done, next_, span)
        shape = next((s for s in SHAPES.values() if yours and s.points == S["p_points"]), None)
        status = f"{shape.title}. {shape.hard}" if shape else view["note"] or hint(steps)
    if scene.crowded(S):
        view["points"] = view["points"][:: scene.one_in(S)]
    query = None
    if S["p_query"]:
        for j, value in zip(free, S["p_query"], strict=True):
            row[j] = value
        nodes = way(step.trace.tree, row, step.decided)
        query, status = query_place(view, nodes[-1], S["p_query"]), way_text(nodes, row)
        lit = [node_id(node.path) for node in nodes]
    elif S["p_node"]:
        chosen = scene.node_of(S, steps)
        lit = [node_id(chosen.path[:k]) for k in range(len(chosen.path) + 1)]
        status = chosen_words(view, chosen, step.decided)
    if yours:
        every = range(len(PLANE_CLASSES))
        view |= {"colours": [class_colour(k) for k in every], "shapes": OUTLINES[: len(every)]}
    if S["p_drawn"] == "plotly":
        chart(view, steps, query or ())
        st.caption(md(f"{status} {ONLY}"))
        return view | {"lit": lit}
    plane(
        view | {
            "boxHeight": height(steps), "tall": S["present"], "below": 1.25 * (HEIGHT - height(steps)), "tool": S["p_tool"], "pick": S["p_class"],
            "palette": list(PLANE_CLASSES) if yours else [], "most": MOST_POINTS, "chosen": S["p_node"],
            "query": query, "status": status, "seq": scene.seq(),
        },
        "plane", scene.choose, scene.drop_query, scene.change_points, scene.travel, scene.pick,
    )  # fmt: skip
    return view | {"lit": lit}


def chart(view: dict, steps: dtlearn.Steps | None, query: Sequence[float]) -> None:
    """The plane as a chart of plotly's."""
    S = state()
    data, free = (steps.trace.data, scene.free_of(S, steps)) if steps else (drawn(((0, 0, 0),)), (0, 1))
    drawing = plane_figure(view, data, free, CHART, height(steps), S["p_node"], query)
    a, b = (axis["name"] for axis in view["axes"])
    said = f"Plane of {a} and {b}: {' '.join(region['title'] for region in view['regions'])}"
    st.plotly_chart(drawing, key="p_chart", config=savable("partitions-plane"), alt=said)


def hint(steps: dtlearn.Steps) -> str:
    """What to do next, or what is special about the points; said while nothing is pointed at."""
    S = state()
    if not S["step"]:
        return "Nothing is cut yet: the whole plane is one box. Press Next: the first question cuts it."
    if S["p_data"] == scene.DRAWN:
        count, clashes = len(S["p_points"]), scene.clashes(S["p_points"])
        where = "One place holds" if clashes == 1 else f"{clashes} places hold"
        wrong = f" {where} points of several classes: no tree can tell those apart." if clashes else ""
        return f"{count} point{'' if count == 1 else 's'}.{wrong}"
    if S["p_tool"] == "classify":
        return "Click in the plane: that point is classified, and its way lights up in the tree."
    if S["step"] == len(steps) - 1:
        return (
            "Each leaf of the tree is a box. Point at one to see its way; press Play to see the cuts come one by one."
        )
    return ""


def chosen_words(view: dict, node: dtlearn.Node, decided) -> str:
    """The chosen node, and whether this slice meets it."""
    said = text.verdict(node, decided)
    where = f"{text.place(node)}: {said}."
    if node_id(node.path) not in view["nodes"]:
        open_ = any(k not in decided for k in node.line()[:-1])
        where += " It is not grown yet." if open_ else " It lies outside this slice."
    return where


def height(steps: dtlearn.Steps | None) -> int:
    """px of the plane: what the rows above and below it leave."""
    rows = {
        "pens": state()["p_data"] == scene.DRAWN,
        "sliders": asked(steps),
        "scale": steps and steps.trace.data.schema.regression,
    }
    return HEIGHT - sum(ROW[name] for name, there in rows.items() if there)


def asked(steps: dtlearn.Steps | None) -> list[int]:
    """The features that the tree asks about and the axes do not show."""
    return off_axes(steps.trace.tree, scene.free_of(state(), steps)) if steps else []


def slice_(steps: dtlearn.Steps | None) -> None:
    """Where the slice lies in the features that are not on the axes: those that the tree asks about."""
    if steps is None:
        return
    S, data, moved = state(), steps.trace.data, asked(steps)
    free, held = scene.free_of(S, steps), scene.held_of(S, data)
    others = [f.name for j, f in enumerate(data.schema.features) if j not in free and j not in moved]
    if moved:
        columns = st.columns(min(len(moved), 3))
        for k, j in enumerate(moved):
            with columns[k % len(columns)]:
                _position(j, data, held[j])
    if others:
        st.caption(
            md(f"The tree asks nothing about {text.listing(others[:8])}{' and more' if len(others) > 8 else ''}.")
        )


def _position(j: int, data: dtlearn.Dataset, value: float) -> None:
    """The slider or the choice that moves the slice along one feature."""
    feature, key = data.schema.features[j], f"w_p_held_{j}"

    def move(chosen: float) -> None:
        change(p_held=tuple(sorted((dict(state()["p_held"]) | {j: float(number(chosen))}).items())))

    if feature.values:
        codes = range(len(feature.values))
        st.selectbox(md(feature.name), codes, format_func=lambda c: feature.values[c], **shows(key, int(value), move))
        return
    lo, hi = float(data.X[:, j].min()), float(data.X[:, j].max())
    if lo < hi:
        places = max(0, 2 - floor(log10(hi - lo)))
        st.slider(md(feature.name), lo, hi, step=10.0**-places, format=f"%.{places}f", **shows(key, value, move))


def growth_tree(steps: dtlearn.Steps | None, plane_: dict) -> None:
    """The tree beside the plane, in its colours; a click chooses a node."""
    S = state()
    if steps is None:
        st.info("The tree grows as soon as there is a point.")
        return
    step = steps[S["step"]]
    done, next_ = (node and node.i for node in (step.done, step.next))
    view = tree_view(step.trace.tree, step.decided, done, next_, steps.decisions, plane_["scale"])
    grow = S["p_data"] != scene.DRAWN
    high = HEIGHT + 40 - (ROW["grow"] if grow else 0)
    tree(view | {"lit": plane_["lit"]}, "p_tree", high, S["present"], scene.choose, whole=True,
         plays=page_that_plays(steps))  # fmt: skip
    if grow:
        st.page_link("grow.py", label="This step in *Grow a tree*: every question and its gain", icon=":material/arrow_forward:",
                     query_params=scene.in_grow(S))  # fmt: skip


def page_that_plays(steps: dtlearn.Steps) -> Callable[[], str] | None:
    """Makes the page that plays this partition from here; of a large tree there is none."""
    S = state()
    return None if len(steps.trace.tree) > PLAYED else lambda: scene.walkthrough_of(S, steps).html(S["step"])


def legend(view: dict) -> str:
    """What the marks of the tree and the colours of the plane mean."""
    scale = view["scale"]
    return legend_html([f"mean of {scale['name']}"] if scale else view["classes"], scale)


def boxes_are(steps: dtlearn.Steps) -> str:
    """The caption of the table of boxes: of the plane, or of which slice."""
    data, free = steps.trace.data, scene.free_of(state(), steps)
    where = slice_words(steps.trace.tree, free, scene.held_of(state(), data))
    what = f"intervals of {data.schema.features[free[0]].name}" if len(free) == 1 else "boxes of the plane"
    return f"The {what} in this slice through the data, where {where}" if where else f"The {what}"


def rows(view: dict) -> list[list[str]]:
    """The boxes of the slice for a table."""
    return [[region["range"], *region["says"]] for region in view["regions"]]
