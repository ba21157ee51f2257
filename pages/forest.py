"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

import dtlearn  # noqa: F401
from pages.ui.forest import actions, more, scene, sections
from pages.ui.kit import longwork
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears, state
from pages.ui.kit.tools import present

hears("forest", scene.FIELDS, scene.PLACE)
wrong = longwork.begin("forest", scene.FIELDS) + load(scene.FIELDS, actions.mend, scene.OPENS)
places = sections.sidebar()
sections.growing(wrong)
wrong += actions.land(state())
sections.heading(wrong)
present()
sections.asking(*places)
sections.moving()
sections.trees()
more.asked()
more.experiment()
more.working(wrong)
sections.notes()
save(scene.FIELDS)
