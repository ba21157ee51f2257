"""One split: criteria, candidates with their gains, and the search of a whole level at once."""
