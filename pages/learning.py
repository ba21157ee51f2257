"""Is learning possible?: what examples leave open, what a bias adds, and when it is wrong."""

from pages.ui import learning, learnparts, linkwarning
from pages.ui.scene import fragment, guard, load, state


@fragment(learning.FIELDS)
def watch() -> None:
    """Everything that depends on the training set, the bias and the target."""
    learnparts.heading()
    learnparts.choices()
    learnparts.moving()
    learnparts.panel()


guard(__file__)
wrong = load(learning.FIELDS)
wrong += learning.mend(state(), wrong)
linkwarning.say(wrong)
watch()
learnparts.sources()
