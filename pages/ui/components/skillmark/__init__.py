"""How far the reader has come with the skill of an exercise; the browser keeps what an answer was worth."""

from pages.ui.components.declare import declare

skillmark = declare("skillmark")
"""data : skill, title, result; result is {skill, good, id} of the exercise that was just decided, or None."""
