"""Partitions: every question about a number cuts the plane; the leaves are boxes."""

import streamlit as st

import dtlearn  # noqa: F401
from pages.ui.kit import heading, longwork
from pages.ui.kit.frame import care
from pages.ui.kit.player import playing
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
            sections.steps_player(steps, step)
    left, right = st.columns([4, 5], gap="medium")
    with left:
        sections.pens()
        view = sections.drawing(steps)
        sections.slice_(steps)
    with right:
        sections.growth_tree(steps, view)
    if step:
        sections.table(view, steps)
    if not playing() and not scene.dragging():
        save(scene.FIELDS)


guard(__file__)
wrong = longwork.begin("partitions", scene.FIELDS) + scene.arrive()
wrong += scene.mend(state())
sidebar.sidebar()
heading.say(wrong)
watch()
care("partitions", "E34")
