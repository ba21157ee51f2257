"""The button that copies the link of a set of exercises."""

from pages.ui.components.declare import declare

practicecopy = declare("practicecopy")
