"""Partitions: every question about a number cuts the plane; the leaves are boxes."""

import streamlit as st

from dtlearn.views.captions import caption, marks
from dtlearn.views.html import table_html
from pages.ui import linkwarning, longwork, planechoices, planes, planeside
from pages.ui.player import player, playing
from pages.ui.scene import guard, save, state
from pages.ui.tools import present


@st.fragment
def watch() -> None:
    """Everything that depends on the step, the slice and the points."""
    S = state()
    present()
    planeside.heading()
    steps = planes.steps_of(S)
    step = steps[S["step"]] if steps else None
    with planeside.above():
        if step is None:
            planeside.how_to_draw()
        else:
            keys = planeside.KEYS if S["p_tool"] in planes.EDITS else ()
            player(len(steps) - 1, marks(steps), caption(step), ["node by node"], True, keys=keys)
    left, right = st.columns([4, 5], gap="medium")
    with left:
        planeside.pens()
        view = planeside.drawing(steps)
        planeside.slice_(steps)
    with right:
        planeside.growth_tree(steps, view)
    if step:
        st.html(planeside.legend(view))
        st.html(table_html(["Box", "The tree says", "Examples"], planeside.rows(view), planeside.boxes_are(steps)))
    if not playing() and not planes.dragging():
        save(planes.FIELDS)


guard(__file__)
wrong = longwork.begin("partitions", planes.FIELDS) + planes.arrive()
wrong += planes.mend(state())
planechoices.sidebar()
linkwarning.say(wrong)
watch()
