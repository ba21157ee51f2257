"""Drawing points: what the reader does to them, the plane that one draws in, the tree that grows beside it."""

from dataclasses import dataclass

import streamlit as st

from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES, SIDE, Point
from dtlearn.data.synthetic import plane as drawn
from dtlearn.show.base.html import legend_html
from dtlearn.show.base.palette import OUTLINES, class_colour, class_sign
from dtlearn.show.plane.figure import plane_figure
from dtlearn.show.plane.view import partition_view, query_place
from dtlearn.show.tree.way import way, way_text
from pages.ui.components.plane import plane
from pages.ui.kit.charts import savable
from pages.ui.kit.escape import md
from pages.ui.kit.scene import Edits, bind_widget
from pages.ui.kit.session import begin_anew, memory, state
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk, follow
from pages.ui.regions import partition
from pages.ui.regions.link import MOST_POINTS

TOOLS = {"look": "Step", "add": "Draw", "label": "Relabel", "erase": "Erase"}
EDITS = ("add", "label", "erase")
_WHOLE = {"step": None, "node": "", "row": None, "pick": None, "open": None}  # the finished tree, nothing chosen in it
HEIGHT, CHART = 400, 390  # px of the plane; those across that a chart of it has about
HOW = """<p><b>Draw your own points.</b> Choose a class, then
<span class="dt-keys">click</span><span class="dt-fingers">tap</span> in the plane; the tree regrows
after every change. A second point on the same place counts too, also with another class.</p>
<p>Drag a point to move it; Relabel and Erase change and remove one.<span class="dt-keys"> Over a point, the keys A to D
change its class and Delete removes it; elsewhere they choose the class of the next point.</span> Or start from a shape.
The address of this page holds your points: share it.</p>"""
# What drawing adds to the page's keys, for its help.
KEYS = (
    ("A to D, 1 to 4", "class of the point under the mouse, else of the next one (B is then no black screen)"),
    ("Delete", "remove that point"),
    ("Ctrl + Z", "undo; with Shift redo"),
    ("arrows, Enter", "in the plane: move a cross, add a point"),
)


# ---- what the reader does


@dataclass
class Drawing(Edits):
    """The drawing of a session: points as they were. base : those before the drag, while a point is being dragged.

    seq : the number of the reader's last edit that the page contains.
    """

    base: tuple[Point, ...] | None = None
    seq: int = 0


def take_up(before: dict) -> None:
    """Another tool: who draws sees the whole tree, and nothing chosen in it; who steps begins before the first cut."""
    S = state()
    if editing(S):
        S.update(_WHOLE)
    elif editing(before):
        S["step"] = 0
        begin_anew()


def editing(S: dict) -> bool:
    """Whether a click in the plane changes the points: there is no step then, the tree is grown."""
    return S["tool"] in EDITS


def pick(k: int) -> None:
    """The class of the next point, chosen by key."""
    if k in range(len(PLANE_CLASSES)):
        state()["label"] = k


def change_points(edit: dict) -> None:
    """The reader has added, moved, relabelled or removed points; while one is dragged, none is final."""
    points, past = tuple((int(x), int(y), int(k)) for x, y, k in edit["points"]), memory(Drawing)
    past.seq = int(edit["seq"])
    inside = all(0 <= x <= SIDE and 0 <= y <= SIDE and 0 <= k < len(PLANE_CLASSES) for x, y, k in points)
    if not inside or len(points) > MOST_POINTS:
        return
    base = state()["points"] if past.base is None else past.base
    if edit["live"]:
        past.base = base
        _set_points(points)
    else:
        state()["points"], past.base = base, None
        put_points(points)


def put_points(points: tuple[Point, ...]) -> None:
    """Other points, with a way back."""
    before, past = state()["points"], memory(Drawing)
    if points != before:
        past.undo = [*past.undo, before][-100:]
        past.redo = []
    _set_points(points)


def _set_points(points: tuple[Point, ...]) -> None:
    """Other points; the tree is shown finished."""
    state().update(_WHOLE, points=points)


def travel(way: str) -> None:
    """Undo or redo the last edit."""
    if getattr(memory(Drawing), way):
        _set_points(memory(Drawing).travel(way, state()["points"]))


def clashes(points: tuple[Point, ...]) -> int:
    """At how many places points of several classes lie: there every tree is wrong (facts E12)."""
    places = [place for *place, _ in set(points)]
    return len({(x, y) for x, y in places if places.count([x, y]) > 1})


def dragging() -> bool:
    """Whether a point is being dragged: the URL is not written then."""
    return memory(Drawing).base is not None


def drop_drag(s: dict) -> None:
    """When the whole page is drawn, nothing is being dragged."""
    memory(Drawing).base = None


# ---- what is to be seen


def drawing() -> None:
    """The plane that one draws in, and the grown tree beside it."""
    S = state()
    steps, last = partition.steps_of(S), partition.last_of(S)
    pens()
    left, right = st.columns([4, 5], gap="medium")
    walk = steps and Walk(steps.trace.data)
    shown = walk and walk.down(steps.trace.tree, partition.view_of(S, last))
    with left:
        view = editor({"query": walk.row, "chosen": shown["lit"][-1]} if walk and walk.row else {})
    with right:
        if steps is None:
            st.html(HOW)  # there is nothing to grow from
            return
        tree(
            shown,
            "p_tree",
            HEIGHT + 40,
            S["present"],
            on_example=lambda row: follow(steps.trace.data, row),
            plays=(lambda: partition.document(S)) if partition.plays(S) else None,
            step=last,
        )
    st.html(legend_html(view["classes"], None))
    walk.draw()
    if S["drawn"] == "plotly":
        chart(last)


def pens() -> None:
    """The class of a new point, undo, redo, clear."""
    S = state()
    with st.container(horizontal=True, key="dt-pens", gap="xsmall", vertical_alignment="center"):
        st.radio(
            "Class of a new point",
            range(len(PLANE_CLASSES)),
            horizontal=True,
            width="content",
            label_visibility="collapsed",
            disabled=S["tool"] == "erase",
            format_func=lambda k: f"{class_sign(k)} {PLANE_CLASSES[k]}",
            **bind_widget("label"),
        )
        for way_, keys in (("undo", "Ctrl + Z"), ("redo", "Ctrl + Shift + Z")):
            st.button(
                way_.capitalize(),
                icon=f":material/{way_}:",
                on_click=travel,
                args=(way_,),
                disabled=not getattr(memory(Drawing), way_),
                help=f"{way_.capitalize()} ({keys})",
            )
        st.button(
            "Clear",
            icon=":material/delete:",
            on_click=put_points,
            args=((),),
            disabled=not S["points"],
            help="Remove all points",
        )


def editor(walks: dict) -> dict:
    """The plane that one draws in; returns its view. walks : where an example has come to, if one walks."""
    S, every = state(), range(len(PLANE_CLASSES))
    if S["points"]:
        view = partition.plane_of(S, partition.last_of(S))
    else:
        view = partition_view(None, drawn(((0, 0, 0),)), (0, 1), (), span=partition.span_of(S)) | {"points": []}
    plane(
        view
        | {
            "colours": [class_colour(k) for k in every],
            "shapes": OUTLINES[: len(every)],
            "palette": list(PLANE_CLASSES),
            "boxHeight": HEIGHT,
            "tall": S["present"],
            "tool": S["tool"],
            "pick": S["label"],
            **walks,
            "most": MOST_POINTS,
            "status": about_points(S),
            "seq": memory(Drawing).seq,
        },
        "plane",
        change_points,
        travel,
        pick,
    )
    return view


def chart(k: int) -> None:
    """The plane of a step as a chart of plotly's."""
    S, query = state(), ()
    step, view, free = partition.steps_of(S)[k], partition.plane_of(S, k), partition.free_of(S)
    if row := [float(value) for value in S["fresh"].split("_") if value]:
        nodes = way(step.trace.tree, row, step.decided)
        query = query_place(view, nodes[-1], [row[j] for j in free])
        st.caption(md(way_text(nodes, row, step.decided)))
    figure = plane_figure(view, step.trace.data, free, CHART, HEIGHT, S["node"], query)
    a, b = (axis["name"] for axis in view["axes"])
    said = f"Plane of {a} and {b}: {' '.join(region['title'] for region in view['regions'])}"
    st.plotly_chart(figure, key="p_chart", config=savable("regions-plane"), alt=said)


def about_points(S: dict) -> str:
    """What is special about the drawn points."""
    points = S["points"]
    if not points:
        return "No point yet: choose a class above, then a place in the plane."
    if shape := next((shape for shape in SHAPES.values() if shape.points == points), None):
        return f"{shape.title}. {shape.hard}"
    count, places = len(points), clashes(points)
    where = "One place holds" if places == 1 else f"{places} places hold"
    wrong = f" {where} points of several classes: no tree can tell those apart." if places else ""
    return f"{count} point{'' if count == 1 else 's'}.{wrong}"
