"""Your own data: a table given, read, understood column by column, and used on every page."""

import dtlearn  # noqa: F401
from pages.ui.kit import tables
from pages.ui.kit.scene import draw_as_fragment, load
from pages.ui.own import sections

wrong = load(tables.FIELDS)
sections.heading()
draw_as_fragment(tables.FIELDS, lambda: sections.prepare(wrong))
