"""Grow a tree: one decision at a time, with every candidate's gain and its arithmetic."""

import dtlearn  # noqa: F401
from pages.ui.grow.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
