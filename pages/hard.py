"""What trees find easy and hard: one function line by line, leaves against n, all functions, greed, a slanted line."""

from pages.ui import hard, hardparts, linkwarning
from pages.ui.scene import fragment, guard, load, state


@fragment(hard.FIELDS)
def watch() -> None:
    """Everything that depends on the part and its choices."""
    hardparts.heading()
    hardparts.part()


guard(__file__)
wrong = load(hard.FIELDS)
wrong += hard.mend(state(), wrong)
linkwarning.say(wrong)
watch()
hardparts.sources()
