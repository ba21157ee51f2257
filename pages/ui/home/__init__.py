"""The home page: a tree that grows, and four doors."""
