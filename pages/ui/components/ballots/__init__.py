"""The trees of a forest to choose from: a component that draws their votes, or cards with a picture."""

from pages.ui.components.declare import declare

ballots = declare("ballots", "picked")
"""The trees of a view (``dtlearn.show.forest.words``); its listener gets the number of the one clicked."""
