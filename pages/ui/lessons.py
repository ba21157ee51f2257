"""Every lesson, by its name: who lists lessons asks here, and each lesson says the rest itself."""

from pages.ui.bound.lesson import LESSON as BOUND
from pages.ui.kit.lesson import Lesson
from pages.ui.limits.lesson import LESSON as LIMITS

LESSONS: dict[str, Lesson] = {one.name: one for one in (BOUND, LIMITS)}
