"""Size limits: one limit moves, and with it the tree, its partition, the training and the held-out error."""

import dtlearn  # noqa: F401
from pages.ui.kit.shell import show
from pages.ui.limits.lesson import LESSON

show(LESSON)
