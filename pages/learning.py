"""Is learning possible?: what examples leave open, what a bias adds, and when it is wrong."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.learning.lesson import LESSON

show(LESSON)
