"""Impurity measures: the curves C(a), a split as chords below them, where criteria disagree, and the gain ratio."""

import dtlearn  # noqa: F401
from pages.ui.criteria import sections
from pages.ui.kit import heading
from pages.ui.kit.scene import draw_as_fragment, load

wrong = load(sections.FIELDS, opens=sections.OPENS)
heading.link_warning(wrong)
draw_as_fragment(sections.FIELDS, sections.heading, sections.topic)
