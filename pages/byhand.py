"""Grow it yourself: choose the questions, see what each gains and costs, and beat the algorithm."""

from pages.ui import byhand, byhandmoves, byhandparts, linkwarning
from pages.ui.scene import fragment, guard, load, state


@fragment(byhand.FIELDS)
def watch() -> None:
    """Everything that depends on the tree."""
    byhandparts.warn()
    byhandparts.goal()
    byhandparts.moving()
    byhandparts.against()


guard(__file__)
wrong = load(byhand.FIELDS)
wrong += byhandmoves.mend(state())
byhandparts.sidebar()
byhandparts.heading()
linkwarning.keep(wrong)
watch()
byhandparts.notes()
