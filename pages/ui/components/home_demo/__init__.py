"""A tree that grows once by itself: a lesson's own steps, drawn by the stage's tree."""

from pages.ui.components.declare import declare

home_demo = declare("home_demo")
"""address : of the lesson; present, whether it has the window to itself.

Buttons step it, pause it and let it grow again.
"""
