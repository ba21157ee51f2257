"""The example that a forest's page shows first."""

from dtlearn import ALGORITHMS, grow, load
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.growing.errors import hold_out
from dtlearn.show.forest.votes import telling


def test_the_first_example_is_one_that_the_forest_gets_right_and_the_tree_wrong():
    train, test = hold_out(load("iris"), 0.4, 1)
    forest, one = grow_forest(train, ForestSettings(9)), grow(train, ALGORITHMS["CART"]).tree
    better = (forest.predict(test.X) == test.y) & (one.predict(test.X) != test.y)
    assert better.any()
    assert better[telling(forest, one, test)]
