"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

from pages.ui import limitparts, limits
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(limits.FIELDS)
def watch() -> None:
    """Everything that depends on the limit and its value."""
    present()
    limitparts.moving()
    limitparts.multiples()


guard(__file__)
wrong = load(limits.FIELDS)
wrong += limits.mend(state())
limitparts.sidebar()
limitparts.heading(wrong)
watch()
limitparts.names()
