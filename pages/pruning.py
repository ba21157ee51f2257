"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

from pages.ui.kit import longwork
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.kit.tools import present
from pages.ui.pruning import actions, scene, sections


@fragment(scene.FIELDS)
def watch(place) -> None:
    """Everything that depends on the step. place : where the lesson's sentence stands, in the heading."""
    longwork.send(scene.folds_missing(state()))
    present()
    sections.says(place)
    sections.moving()
    sections.curves()


guard(__file__)
wrong = longwork.begin("pruning", scene.FIELDS) + load(scene.FIELDS)
wrong += actions.mend(state())
sections.sidebar()
watch(sections.heading(wrong))
sections.folding(wrong)
sections.notes()
