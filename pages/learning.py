"""Is learning possible?: what examples leave open, what a bias adds, and when it is wrong."""

from pages.ui.kit import linkwarning
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.learning import scene, sections


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the training set, the bias and the target."""
    sections.heading()
    sections.choices()
    sections.moving()
    sections.panel()


guard(__file__)
wrong = load(scene.FIELDS)
wrong += scene.mend(state(), wrong)
linkwarning.say(wrong)
watch()
sections.sources()
