"""Grow it yourself: choose the questions, see what each gains and costs, and beat the algorithm."""

from pages.ui.byhand import actions, scene, sections
from pages.ui.kit import linkwarning
from pages.ui.kit.scene import fragment, guard, load, state


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the tree."""
    sections.warn()
    sections.goal()
    sections.moving()
    sections.against()


guard(__file__)
wrong = load(scene.FIELDS)
wrong += actions.mend(state())
sections.sidebar()
sections.heading()
linkwarning.keep(wrong)
watch()
sections.notes()
