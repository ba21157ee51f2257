"""The home page: a tree that grows, and three doors."""
