"""Impurity measures: the curves C(a), a split as chords below them, where criteria disagree, and the gain ratio."""

import dtlearn  # noqa: F401
from pages.ui.criteria import sections
from pages.ui.kit import heading
from pages.ui.kit.scene import live, load

wrong = load(sections.FIELDS, opens=sections.OPENS)
heading.say(wrong)
live(sections.FIELDS, sections.heading, sections.topic)
