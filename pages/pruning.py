"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

import dtlearn  # noqa: F401
from pages.ui.kit import longwork
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears
from pages.ui.kit.tools import present
from pages.ui.pruning import scene, sections

hears("pruning", scene.FIELDS, scene.PLACE)
wrong = longwork.begin("pruning", scene.FIELDS) + load(scene.FIELDS, scene.mend, scene.OPENS)
sections.sidebar()
sections.heading(wrong)
present()
sections.moving()
sections.comparing()
sections.folding(wrong)
sections.notes()
save(scene.FIELDS)
