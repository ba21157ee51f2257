"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

import dtlearn  # noqa: F401
from pages.ui.forest import actions, more, scene, sections
from pages.ui.kit import longwork
from pages.ui.kit.scene import live, load, state
from pages.ui.kit.tools import present

wrong = longwork.begin("forest", scene.FIELDS) + load(scene.FIELDS, actions.mend)
sections.sidebar()
sections.growing(wrong)
wrong += actions.land(state())
sections.heading(wrong)
live(
    scene.FIELDS,
    longwork.sends(more.missing), sections.again, present,
    sections.moving, sections.trees, more.importances, more.alike, more.experiment,
)  # fmt: skip
more.working(wrong)
sections.notes()
