"""What trees find easy and hard: one function line by line, leaves against n, all functions, greed, a slanted line."""

from pages.ui.hard import scene, sections
from pages.ui.kit import linkwarning
from pages.ui.kit.scene import fragment, guard, load, state


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the part and its choices."""
    sections.heading()
    sections.part()


guard(__file__)
wrong = load(scene.FIELDS)
wrong += scene.mend(state(), wrong)
linkwarning.say(wrong)
watch()
sections.sources()
