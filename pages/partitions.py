"""Regions: every question about a number cuts the plane; the leaves are boxes."""

import dtlearn  # noqa: F401
from pages.ui.kit import longwork
from pages.ui.kit.frame import errata_fold
from pages.ui.kit.scene import draw_as_fragment, load, save
from pages.ui.kit.session import hears, state
from pages.ui.kit.tools import present
from pages.ui.partitions import scene, sections, sidebar

hears("partitions", scene.FIELDS, scene.PLACE)
wrong = longwork.mark_full_run("partitions", scene.FIELDS) + load(scene.FIELDS, scene.mend, scene.OPENS)
sidebar.sidebar()
sections.heading(wrong)
if scene.editing(state()):
    draw_as_fragment(scene.FIELDS, sections.drawing, busy=scene.dragging)
else:
    present()
    sections.moving()
errata_fold("partitions", "E34")
sections.onward()
save(scene.FIELDS)
