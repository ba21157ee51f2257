"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

from pages.ui import linkwarning, practice, practiceparts
from pages.ui.scene import fragment, guard, load, state


@fragment(practice.FIELDS)
def watch() -> None:
    """Everything that depends on an answer."""
    linkwarning.warn()
    practiceparts.body()


guard(__file__)
wrong = load(practice.FIELDS)
wrong += practice.mend(state())
practiceparts.heading()
linkwarning.keep(wrong)
practiceparts.sidebar()
watch()
practiceparts.sources()
