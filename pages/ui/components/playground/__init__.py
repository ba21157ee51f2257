"""The playground: points to drag, sliders, and at once the tree, its regions and both errors."""

from pages.ui.components.declare import declare

playground = declare("playground", "rested")
"""The picture comes from the server's address ``playground``, one answer at a time, without a run of the page.

data : query (the state as a link says it), sliders ([field, label, low, high, unit, what the end says] each), presets
({name: title}), palette (the classes' names), signs, most (points).
The listener gets the query when the reader has let go.
"""
