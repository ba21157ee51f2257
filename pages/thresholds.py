"""Thresholds: where a threshold on a number comes from, and what it costs to find the best one."""

import dtlearn  # noqa: F401
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.thresholds import sections

wrong = load(sections.FIELDS, opens=sections.OPENS)
sections.sidebar()
sections.heading(wrong)
draw_as_fragment(sections.FIELDS, sections.part)
