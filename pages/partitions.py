"""Partitions: every question about a number cuts the plane; the leaves are boxes."""

import dtlearn  # noqa: F401
from pages.ui.kit import heading, longwork
from pages.ui.kit.frame import care
from pages.ui.kit.scene import live, load
from pages.ui.kit.tools import present
from pages.ui.partitions import scene, sections, sidebar

wrong = longwork.begin("partitions", scene.FIELDS) + load(scene.FIELDS, scene.mend)
sidebar.sidebar()
heading.say(wrong)
live(scene.FIELDS, present, sections.heading, sections.moving, busy=scene.dragging)
care("partitions", "E34")
