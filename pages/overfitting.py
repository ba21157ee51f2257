"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

import dtlearn  # noqa: F401
from pages.ui.kit import longwork
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears, state
from pages.ui.kit.tools import present
from pages.ui.overfitting import scene, sections, xor

hears("overfitting", scene.FIELDS, scene.PLACE)
wrong = longwork.begin("overfitting", scene.FIELDS) + load(scene.FIELDS, scene.mend, scene.OPENS)
wrong += xor.mend(state())
sections.sidebar()
sections.heading(wrong)
present()
sections.moving()
sections.remarks()
xor.section()
sections.sources()
save(scene.FIELDS)
