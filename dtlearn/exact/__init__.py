"""The best tree of every size, by dynamic programming over subcubes."""
