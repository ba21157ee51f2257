"""Long pastes: what a text box cannot hold is handed on, and what is too long gets one sentence."""

from pages.ui.components.declare import declare

long_pastes = declare("paste", "taken")
"""Its listener gets a paste of more than ``shown`` and at most ``most`` characters instead of the box."""
