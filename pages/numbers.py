"""The notes' numbers: every printed figure beside the one computed now."""

import dtlearn  # noqa: F401
from pages.ui.grow.scene import link_to
from pages.ui.kit import heading, tools
from pages.ui.kit.scene import load, save
from pages.ui.numbers import sections

wrong = load(tools.FIELDS)
heading.with_tools("The notes' numbers", "printed and computed")
heading.say(wrong)
sections.figures(link_to)
sections.errata()
sections.words()
save(tools.FIELDS)
