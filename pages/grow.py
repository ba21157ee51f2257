"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

import dtlearn  # noqa: F401
from pages.ui.grow import scene, sections, sidebar
from pages.ui.kit import longwork
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears
from pages.ui.kit.tools import present

hears("grow", scene.FIELDS, scene.PLACE)
wrong = longwork.begin("grow", scene.FIELDS) + load(scene.FIELDS, scene.mend)
sidebar.sidebar()
sections.heading(wrong)
present()
sections.moving()
sections.below()
save(scene.FIELDS)
