"""A tree as a partition of the plane."""
