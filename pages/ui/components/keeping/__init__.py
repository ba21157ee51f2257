"""What the browser keeps for its tab, and offers to a session that lacks it."""

from pages.ui.components.declare import declare

keeping = declare("keeping", "handed", "back")
