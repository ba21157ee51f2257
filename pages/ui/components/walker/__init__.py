"""A new example, set by hand: a component that says its values, and shows which way it went."""

from pages.ui.components.declare import declare

walker = declare("walker", "fresh")
"""``features`` (``dtlearn.show.documents.walkthrough``), ``fresh``, the values as links write them, ``said``, the ways
in words.

Its listener gets the values as text, "" for none, after every change.
"""
