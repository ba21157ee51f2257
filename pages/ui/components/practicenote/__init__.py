"""What is said as long as an answer has not been checked."""

from pages.ui.components.declare import declare

practicenote = declare("practicenote")
