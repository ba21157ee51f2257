"""Regions: every question about a number cuts the plane; the leaves are boxes."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.regions.lesson import LESSON

show(LESSON)
