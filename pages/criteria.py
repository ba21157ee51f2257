"""Impurity measures."""

import dtlearn  # noqa: F401
from pages.ui.criteria.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
