"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

from pages.ui.kit import linkwarning
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.practice import scene, sections


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on an answer."""
    linkwarning.warn()
    sections.body()


guard(__file__)
wrong = load(scene.FIELDS)
wrong += scene.mend(state())
sections.heading()
linkwarning.keep(wrong)
sections.sidebar()
watch()
sections.sources()
