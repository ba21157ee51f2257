"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

from pages.ui import longwork, prunemoves, pruneparts, prunings
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(prunings.FIELDS)
def watch(place) -> None:
    """Everything that depends on the step. place : where the lesson's sentence stands, in the heading."""
    longwork.send(prunings.folds_missing(state()))
    present()
    pruneparts.says(place)
    pruneparts.moving()
    pruneparts.curves()


guard(__file__)
wrong = longwork.begin("pruning", prunings.FIELDS) + load(prunings.FIELDS)
wrong += prunemoves.mend(state())
pruneparts.sidebar()
watch(pruneparts.heading(wrong))
pruneparts.folding(wrong)
pruneparts.notes()
