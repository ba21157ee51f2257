"""Generalisation bound: training error falls with the size of a tree, the penalty rises; where is their sum least?"""

import dtlearn  # noqa: F401
from pages.ui.bound.lesson import LESSON
from pages.ui.kit.shell import show

show(LESSON)
