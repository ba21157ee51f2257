"""The parts of a partition on the screen: its title and tools, the stage, the plane that one draws in, its chart."""

from pathlib import Path

import streamlit as st

import dtlearn
from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES
from dtlearn.data.synthetic import plane as drawn
from dtlearn.growing.grow import PLAYED
from dtlearn.views.base.html import legend_html, title_html
from dtlearn.views.base.palette import OUTLINES, class_colour, class_sign
from dtlearn.views.plane.figure import plane_figure
from dtlearn.views.plane.view import partition_view, query_place
from dtlearn.views.tree.way import way, way_text
from pages.ui.components.plane import plane
from pages.ui.kit import tables
from pages.ui.kit.charts import savable
from pages.ui.kit.escape import md
from pages.ui.kit.heading import link_warning, question_line
from pages.ui.kit.scene import bind_widget, edits
from pages.ui.kit.session import state
from pages.ui.kit.stage import stage
from pages.ui.kit.tools import tools
from pages.ui.kit.trees import tree
from pages.ui.kit.walks import Walk, follow
from pages.ui.partitions import scene, sidebar
from pages.ui.partitions.link import MOST_POINTS

HEIGHT, CHART = 400, 390  # px of the plane; those across that a chart of it has about
STYLE = Path(__file__).with_name("partitions.css")
HOW = """<p><b>Draw your own points.</b> Choose a class, then <span class="dt-keys">click</span><span class="dt-fingers">tap</span> in the
plane; the tree regrows after every change. A second point on the same place counts too, also with another class.</p>
<p>Drag a point to move it; Relabel and Erase change and remove one.<span class="dt-keys"> Over a point, the keys A to D change its
class and Delete removes it; elsewhere they choose the class of the next point.</span> Or start from a shape. The address of this page holds your points: share it.</p>"""
# What drawing adds to the page's keys, for its help.
KEYS = (
    ("A to D, 1 to 4", "class of the point under the mouse, else of the next one (B is then no black screen)"),
    ("Delete", "remove that point"),
    ("Ctrl + Z", "undo; with Shift redo"),
    ("arrows, Enter", "in the plane: move a cross, add a point"),
)


def heading(wrong: list[str]) -> None:
    """The title; of drawn points, what a click in the plane does;
    one sentence if the link could not be followed to the letter."""
    S = state()
    st.html(STYLE)
    yours = S["data"] == scene.DRAWN
    name = "your points" if yours else tables.load(S["data"]).title
    settings = scene.settings_of(S)
    how = f"{S['algorithm']}, {scene.criteria(S)[settings.criterion].title}"
    if settings.max_depth is not None:
        how += f", depth ≤ {settings.max_depth}"
    title = f"Regions: {name}"
    with st.container(horizontal=True, key="dt-tools", vertical_alignment="center", horizontal_alignment="distribute"):
        st.html(title_html(title, how), width="stretch")
        if yours:
            _tool()
    link_warning(wrong)
    if not scene.editing(S):
        alike = not yours and tables.load(S["data"]).schema.regression
        question = scene.QUESTION.format("numbers that are alike" if alike else "one class")
        question_line(question, scene.DO, len(scene.steps_of(S)) - 1, scene.ANSWER)
    sidebar.shapes()


def _tool() -> None:
    """Step through the tree, or change the points."""
    st.radio(
        "What to do",
        list(scene.TOOLS),
        format_func=scene.TOOLS.get,
        horizontal=True,
        width="content",
        label_visibility="collapsed",
        **bind_widget("tool", scene.take_up),
    )


def moving() -> None:
    """The stage, which steps in the browser; what is beside it of the same step."""
    S = state()
    steps = scene.steps_of(S)
    if S["data"] == scene.DRAWN:
        st.caption(md(about_points(S)))
    plays = (lambda: scene.walkthrough_of(S, steps)) if len(steps.trace.tree) <= PLAYED else None
    candidate, follows = scene.CANDIDATE.address(S | {"node": 0, "candidate": 0}), S["drawn"] == "plotly"
    stage(scene.DOCUMENT, S, scene.view_of, plays, candidate=candidate, follows=follows, parts=scene.part_size(S))
    if S["present"]:  # which has no side
        sidebar.slices(steps, 3)
    if S["drawn"] == "plotly":
        chart(scene.plane_of(S), steps)


def onward() -> None:
    """The way to the gains of this step."""
    S = state()
    if S["data"] != scene.DRAWN and st.button("This step in *Grow a tree*", icon=":material/arrow_forward:"):
        st.switch_page("grow.py", query_params=scene.in_grow(S))


def drawing() -> None:
    """The plane that one draws in, and the grown tree beside it."""
    steps = scene.steps_of(state())
    pens()
    left, right = st.columns([4, 5], gap="medium")
    walk = steps and Walk(steps.trace.data)
    shown = walk and walk.down(steps.trace.tree, scene.view_of(state()))
    with left:
        view = editor(steps, {"query": walk.row, "chosen": shown["lit"][-1]} if walk and walk.row else {})
    with right:
        if steps is None:
            st.html(HOW)  # there is nothing to grow from
            return
        tree(
            shown,
            "p_tree",
            HEIGHT + 40,
            state()["present"],
            on_example=lambda row: follow(steps.trace.data, row),
            plays=lambda: scene.walkthrough_of(state(), steps),
            step=state()["step"],
        )
    st.html(legend_html(view["classes"], None))
    walk.draw()
    if state()["drawn"] == "plotly":
        chart(view, steps)


def pens() -> None:
    """The class of a new point, undo, redo, clear; the tools that a page without a stage has."""
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
                on_click=scene.travel,
                args=(way_,),
                disabled=not edits("p_edits")[way_],
                help=f"{way_.capitalize()} ({keys})",
            )
        st.button(
            "Clear",
            icon=":material/delete:",
            on_click=scene.put_points,
            args=((),),
            disabled=not S["points"],
            help="Remove all points",
        )
        tools(*KEYS)


def editor(steps: dtlearn.Steps | None, walks: dict) -> dict:
    """The plane that one draws in; returns its view. walks : where an example has come to, if one walks."""
    S, every = state(), range(len(PLANE_CLASSES))
    if steps is None:
        view = partition_view(None, drawn(((0, 0, 0),)), (0, 1), (), span=scene.span_of(S)) | {"points": []}
    else:
        view = scene.plane_of(S)
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
            "seq": scene.seq(),
        },
        "plane",
        scene.change_points,
        scene.travel,
        scene.pick,
    )
    return view


def chart(view: dict, steps: dtlearn.Steps) -> None:
    """The plane as a chart of plotly's."""
    S, query = state(), ()
    free, row = scene.free_of(S, steps), [float(value) for value in S["fresh"].split("_") if value]
    if row:
        step = steps[S["step"]]
        nodes = way(step.trace.tree, row, step.decided)
        query = query_place(view, nodes[-1], [row[j] for j in free])
        st.caption(md(way_text(nodes, row, step.decided)))
    drawing = plane_figure(view, steps.trace.data, free, CHART, HEIGHT, S["node"], query)
    a, b = (axis["name"] for axis in view["axes"])
    said = f"Plane of {a} and {b}: {' '.join(region['title'] for region in view['regions'])}"
    st.plotly_chart(drawing, key="p_chart", config=savable("partitions-plane"), alt=said)


def about_points(S: dict) -> str:
    """What is special about the drawn points."""
    points = S["points"]
    if not points:
        return "No point yet: choose a class above, then a place in the plane."
    if shape := next((shape for shape in SHAPES.values() if shape.points == points), None):
        return f"{shape.title}. {shape.hard}"
    count, clashes = len(points), scene.clashes(points)
    where = "One place holds" if clashes == 1 else f"{clashes} places hold"
    wrong = f" {where} points of several classes: no tree can tell those apart." if clashes else ""
    return f"{count} point{'' if count == 1 else 's'}.{wrong}"
