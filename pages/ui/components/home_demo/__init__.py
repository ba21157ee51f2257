"""A tree whose first question is picked: what it would make, then a lesson's own steps, drawn by the stage's tree."""

from pages.ui.components.declare import declare

home_demo = declare("home_demo")
"""address : of the lesson. firsts : by the number of the root's candidate, the tree view that it would make (None of
the lesson's own) and what is said of it. begins : what is said before. present : whether it has the window to itself.

Buttons step it, let it grow by itself and pause it.
"""
