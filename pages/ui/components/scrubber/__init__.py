"""The scrub bar of the step player, with its speed, help and clock, and every key of the page."""

from pages.ui.components.declare import declare
from pages.ui.components.saves import SAVES

scrubber = declare("scrubber", "go", "toggle", "speed", "present", SAVES=SAVES)
"""The bar of the steps 0 .. last; it asks for a step by its number, so that quick presses add up.

data : k, last, ticks, meanings, counter, caption, playing, speed, seconds, present, help.
"""
