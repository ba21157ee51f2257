"""Forest: many trees on samples of the examples, their votes one by one, and what they know together."""

import dtlearn  # noqa: F401
from pages.ui.forest.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
