"""The truth table of a function: a component whose outputs are clicked; beside each, what a tree answers."""

from pages.ui.components.declare import declare

outputs = declare("outputs", "outputs")
"""The rows of a view (``dtlearn.show.learning.one_function``); its listener gets all outputs as text after every click
or key."""
