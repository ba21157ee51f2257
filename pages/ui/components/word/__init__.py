"""A code word: a component that shows its symbols as blocks and says which one was clicked."""

from pages.ui.components.declare import declare

word = declare("word", "go")
"""The blocks (``dtlearn.views.bound.code``) in a row that wraps; its listener gets the step of a block.

A pointer over a block marks its node in the tree beside it, and the other way round.
"""
