"""Explore: the playground, then every page and the lessons of Grow a tree."""

import dtlearn  # noqa: F401
from pages.ui.explore import lessons, scene, sections
from pages.ui.kit import heading
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import state

wrong = load(scene.FIELDS)
sections.playing()
heading.link_warning(wrong)
if not state()["present"]:  # a lecture hall is shown the playground alone
    lessons.gallery()
save(scene.FIELDS)
