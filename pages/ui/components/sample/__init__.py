"""The examples to change: a component with a row for each; labels are flipped and examples left out by a click."""

from pages.ui.components.declare import declare

sample = declare("sample", "sample")
"""The rows of a view (``dtlearn.show.forest.unstable``) in a box at most ``height`` px high, None for all of them.

Its listener gets all changes as text, as links write them, after every click or key.
"""
