"""A tree as arrays: nodes, splits, regions, stacks of trees, sketches, and the notes' pseudocode."""
