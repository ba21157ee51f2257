"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

from pages.ui import longwork, overfits, overparts, overxor
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(overfits.FIELDS)
def watch() -> None:
    """Everything that depends on the size and on the XOR."""
    present()
    overparts.moving()
    overxor.section()


guard(__file__)
wrong = longwork.begin("overfitting", overfits.FIELDS) + load(overfits.FIELDS)
wrong += overfits.mend(state())
overparts.sidebar()
overparts.heading(wrong)
watch()
overparts.sources()
