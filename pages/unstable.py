"""One tree is unstable: a flipped label, an example left out or a resample, and the tree is another one."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.unstable.lesson import LESSON

show(LESSON)
