"""Overfitting: error against size as a tree grows, the definition put to the numbers, and XOR three ways."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.overfitting.lesson import LESSON

show(LESSON)
