"""The curves of two-class impurities with handles to drag: a share, or a split with its chords."""

from pages.ui.components.declare import declare

curve = declare("curve", "moved")
"""A view of ``dtlearn.show.splitting.curves`` with boxHeight (px) and present, whether all is to be seen at once; its
listener gets the row that was let go at."""
