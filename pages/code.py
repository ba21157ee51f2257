"""The code: a tree and its prefix-free code word side by side, written and read symbol by symbol."""

import dtlearn  # noqa: F401
from pages.ui.code import scene, sections
from pages.ui.kit.scene import guard, live, load
from pages.ui.kit.tools import present

guard(__file__)
wrong = load(scene.FIELDS, scene.mend)
sections.sidebar()
sections.heading(wrong)
live(scene.FIELDS, present, sections.moving, sections.panel)
sections.sources()
