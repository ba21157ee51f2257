"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

from pages.ui.forest import actions, more, scene, sections, trees
from pages.ui.kit import longwork
from pages.ui.kit.scene import fragment, guard, load, state
from pages.ui.kit.tools import present


@fragment(scene.FIELDS)
def watch() -> None:
    """Everything that depends on the number of trees, the point and the tree looked at."""
    longwork.send(trees.missing(state()) or more.missing(state()))
    sections.again()
    present()
    sections.moving()
    sections.trees()
    more.importances()
    more.experiment()


guard(__file__)
wrong = longwork.begin("forest", scene.FIELDS) + load(scene.FIELDS)
wrong += actions.mend(state())
sections.sidebar()
sections.growing(wrong)
wrong += actions.land(state())
sections.heading(wrong)
watch()
more.working(wrong)
sections.notes()
