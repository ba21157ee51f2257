"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.kit.tools import present
from pages.ui.limits import scene, sections


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the limit and its value."""
    present()
    sections.moving()
    sections.multiples()


guard(__file__)
wrong = load(scene.FIELDS)
wrong += scene.mend(state())
sections.sidebar()
sections.heading(wrong)
watch()
sections.names()
