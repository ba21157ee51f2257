"""Practice: exercises with graded answers, a worked example that fades, a tree that somebody's own code grew."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.practice.lesson import LESSON

show(LESSON)
