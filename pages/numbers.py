"""The notes' numbers: every printed figure beside the one computed now."""

import dtlearn  # noqa: F401
from pages.ui.grow.lesson import link_to
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.numbers import sections

wrong = load(sections.FIELDS)
heading.with_tools("The notes' numbers", "printed and computed")
heading.link_warning(wrong)
draw_as_fragment(sections.FIELDS, lambda: sections.figures(link_to))
sections.errata()
sections.words()
