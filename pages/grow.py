"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

import dtlearn  # noqa: F401
from pages.ui.grow import scene, sections, sidebar
from pages.ui.kit import longwork
from pages.ui.kit.scene import guard, live, load
from pages.ui.kit.tools import present

guard(__file__)
wrong = longwork.begin("grow", scene.FIELDS) + load(scene.FIELDS, scene.mend)
sidebar.sidebar()
sections.heading(wrong)
live(scene.FIELDS, longwork.sends(scene.missing), present, sections.moving)
