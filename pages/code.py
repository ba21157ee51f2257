"""Trees as bit strings: a tree and its prefix-free code word side by side, written and read symbol by symbol."""

import dtlearn  # noqa: F401
from pages.ui.code.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
