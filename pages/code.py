"""Trees as bit strings: a tree and its prefix-free code word side by side, written and read symbol by symbol."""

import dtlearn  # noqa: F401
from pages.ui.code import scene, sections
from pages.ui.kit.scene import load, save
from pages.ui.kit.session import hears
from pages.ui.kit.tools import present

hears("code", scene.FIELDS, scene.PLACE)
wrong = load(scene.FIELDS, scene.mend, scene.OPENS)
sections.sidebar()
sections.heading(wrong)
present()
sections.choices()
sections.moving()
sections.panel()
sections.sources()
save(scene.FIELDS)
