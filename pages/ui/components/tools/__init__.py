"""The row of tools of a page without a stage, and their keys."""

from pages.ui.components.declare import declare
from pages.ui.components.saves import SAVES

tools = declare("tools", "present", "example", "pose", SAVES=SAVES)
