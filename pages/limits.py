"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

import dtlearn  # noqa: F401
from pages.ui.kit.scene import live, load
from pages.ui.kit.tools import present
from pages.ui.limits import scene, sections

wrong = load(scene.FIELDS, scene.mend)
sections.sidebar()
sections.heading(wrong)
live(scene.FIELDS, present, sections.moving, sections.multiples)
sections.names()
