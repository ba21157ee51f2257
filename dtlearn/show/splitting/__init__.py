"""One split in words and curves: criteria, thresholds, what the search costs."""
