"""Partitions: every question about a number cuts the plane; the leaves are boxes."""

import streamlit as st

from dtlearn.views.base.html import table_html
from dtlearn.views.growing.captions import caption, marks
from pages.ui.kit import heading, longwork
from pages.ui.kit.player import player, playing
from pages.ui.kit.scene import guard, save, state
from pages.ui.kit.tools import present
from pages.ui.partitions import scene, sections, sidebar


@st.fragment
def watch() -> None:
    """Everything that depends on the step, the slice and the points."""
    S = state()
    present()
    sections.heading()
    steps = scene.steps_of(S)
    step = steps[S["step"]] if steps else None
    with sections.above():
        if step is None:
            sections.how_to_draw()
        else:
            keys = sections.KEYS if S["p_tool"] in scene.EDITS else ()
            player(len(steps) - 1, marks(steps), caption(step), ["node by node"], True, keys=keys)
    left, right = st.columns([4, 5], gap="medium")
    with left:
        sections.pens()
        view = sections.drawing(steps)
        sections.slice_(steps)
    with right:
        sections.growth_tree(steps, view)
    if step:
        st.html(sections.legend(view))
        st.html(table_html(["Box", "The tree says", "Examples"], sections.rows(view), sections.boxes_are(steps)))
    if not playing() and not scene.dragging():
        save(scene.FIELDS)


guard(__file__)
wrong = longwork.begin("partitions", scene.FIELDS) + scene.arrive()
wrong += scene.mend(state())
sidebar.sidebar()
heading.say(wrong)
watch()
