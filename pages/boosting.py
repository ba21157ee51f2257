"""Boosting: weak trees one after another, each on what those before it got wrong."""

import dtlearn  # noqa: F401
from pages.ui.boosting.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
