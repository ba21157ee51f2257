"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

import dtlearn  # noqa: F401
from pages.ui.kit import longwork
from pages.ui.kit.scene import live, load
from pages.ui.kit.tools import present
from pages.ui.pruning import scene, sections

wrong = longwork.begin("pruning", scene.FIELDS) + load(scene.FIELDS, scene.mend)
sections.sidebar()
place = sections.heading(wrong)
live(
    scene.FIELDS,
    longwork.sends(scene.folds_missing),
    present,
    lambda: sections.says(place),
    sections.moving,
    sections.curves,
)
sections.folding(wrong)
sections.notes()
