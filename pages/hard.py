"""What trees find easy and hard: one function line by line, leaves against n, all functions, greed, a slanted line."""

import dtlearn  # noqa: F401
from pages.ui.hard import scene, sections
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.kit.session import state

wrong = load(scene.FIELDS, opens=scene.OPENS)
wrong += scene.mend(state(), wrong)
heading.link_warning(wrong)
draw_as_fragment(scene.FIELDS, sections.heading, sections.part)
sections.sources()
