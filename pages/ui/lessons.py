"""Every lesson, by its name: who lists lessons asks here, and each lesson says the rest itself."""

from pages.ui.kit.lesson import Lesson
from pages.ui.limits.lesson import LESSON as LIMITS
from pages.ui.overfitting.lesson import LESSON as OVERFITTING

LESSONS: dict[str, Lesson] = {one.name: one for one in (LIMITS, OVERFITTING)}
