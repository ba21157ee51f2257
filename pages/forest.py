"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

from pages.ui import forestdata, forestmore, forestmoves, forestparts, forests, longwork
from pages.ui.scene import fragment, guard, load, state
from pages.ui.tools import present


@fragment(forestdata.FIELDS)
def watch() -> None:
    """Everything that depends on the number of trees, the point and the tree looked at."""
    longwork.send(forests.missing(state()) or forestmore.missing(state()))
    forestparts.again()
    present()
    forestparts.moving()
    forestparts.trees()
    forestmore.importances()
    forestmore.experiment()


guard(__file__)
wrong = longwork.begin("forest", forestdata.FIELDS) + load(forestdata.FIELDS)
wrong += forestmoves.mend(state())
forestparts.sidebar()
forestparts.growing(wrong)
wrong += forestmoves.land(state())
forestparts.heading(wrong)
watch()
forestmore.working(wrong)
forestparts.notes()
