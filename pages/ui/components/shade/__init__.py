"""The plane of a forest: a component that shades it by the trees' agreement and says which place was clicked."""

from pages.ui.components.declare import declare

shade = declare("shade", "at")
"""The shaded plane of a view (``dtlearn.views.forest.charts``); its listener gets the place that was chosen."""
