"""Grow it yourself: choose the questions, see what each gains and costs, and beat the algorithm."""

import dtlearn  # noqa: F401
from pages.ui.byhand.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
