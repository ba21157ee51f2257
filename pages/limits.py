"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

import dtlearn  # noqa: F401
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears
from pages.ui.kit.tools import present
from pages.ui.limits import scene, sections

hears("limits", scene.FIELDS, scene.PLACE)
wrong = load(scene.FIELDS, scene.mend, scene.OPENS)
sections.heading(wrong)
present()
sections.choices()
sections.sidebar()
sections.moving()
sections.multiples()
sections.names()
save(scene.FIELDS)
