"""Blanks to fill in: a component with text fields and choices; Enter moves on and checks."""

from pages.ui.components.declare import declare

blanks = declare("blanks", "said", "next")
"""The blanks of a view (``dtlearn.show.practice.blanks``).

The first listener gets what has been typed, key of a blank ->
text; the second is called when the reader goes on."""
