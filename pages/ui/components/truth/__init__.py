"""The truth table: a component whose cells are clicked to fill in a training set; it shows the vote on every row."""

from pages.ui.components.declare import declare

truth = declare("truth", "labels", "turned")
"""The rows of a view (``dtlearn.show.learning.words``).

The first listener gets all labels as text, "-" for none, after
every click or key; the second the row whose target the reader turns round."""
