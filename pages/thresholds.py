"""Thresholds: where a threshold on a number comes from, and what it costs to find the best one."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.thresholds.lesson import LESSON

show(LESSON)
