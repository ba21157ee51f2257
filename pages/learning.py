"""Is learning possible?: what examples leave open, what a bias adds, and when it is wrong."""

import dtlearn  # noqa: F401
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.kit.session import state
from pages.ui.learning import scene, sections

wrong = load(scene.FIELDS)
wrong += scene.mend(state(), wrong)
heading.link_warning(wrong)
draw_as_fragment(scene.FIELDS, sections.heading, sections.choices, sections.moving, sections.panel)
sections.sources()
