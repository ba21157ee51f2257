"""Pruning: a grown tree made smaller step by step, by one procedure or another, with what it weighs."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.pruning.lesson import LESSON

show(LESSON)
