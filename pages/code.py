"""The code: a tree and its prefix-free code word side by side, written and read symbol by symbol."""

from pages.ui.code import scene, sections
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.kit.tools import present


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the word and the step."""
    present()
    sections.moving()
    sections.panel()


guard(__file__)
wrong = load(scene.FIELDS)
wrong += scene.mend(state())
sections.sidebar()
sections.heading(wrong)
watch()
