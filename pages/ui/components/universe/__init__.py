"""All concepts at once: a component that draws each as a small truth table and says which one was clicked."""

from pages.ui.components.declare import declare

universe = declare("universe", "picked")
"""The concepts of a view (``dtlearn.show.learning.tables``); its listener gets the number of a consistent one."""
