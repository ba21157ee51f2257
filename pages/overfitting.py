"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

from pages.ui.kit import longwork
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.kit.tools import present
from pages.ui.overfitting import scene, sections, xor


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the size and on the XOR."""
    present()
    sections.moving()
    xor.section()


guard(__file__)
wrong = longwork.begin("overfitting", scene.FIELDS) + load(scene.FIELDS)
wrong += scene.mend(state())
sections.sidebar()
sections.heading(wrong)
watch()
sections.sources()
