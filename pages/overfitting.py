"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

import dtlearn  # noqa: F401
from pages.ui.kit import longwork
from pages.ui.kit.scene import live, load
from pages.ui.kit.tools import present
from pages.ui.overfitting import scene, sections, xor

wrong = longwork.begin("overfitting", scene.FIELDS) + load(scene.FIELDS, scene.mend)
sections.sidebar()
sections.heading(wrong)
live(scene.FIELDS, present, sections.moving, xor.section)
sections.sources()
