"""A table of one's own in words."""
