"""What trees find easy and hard: one function line by line, leaves against n, all functions, greed, a slanted line."""

import dtlearn  # noqa: F401
from pages.ui.hard.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
