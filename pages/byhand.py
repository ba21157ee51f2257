"""Grow it yourself: choose the questions, see what each gains and costs, and beat the algorithm."""

import dtlearn  # noqa: F401
from pages.ui.byhand import actions, scene, sections
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load

wrong = load(scene.FIELDS, actions.mend, scene.OPENS)
sections.sidebar()
sections.heading()
heading.defer_warning(wrong)
draw_as_fragment(scene.FIELDS, sections.warn, sections.goal, sections.moving, sections.against)
sections.notes()
