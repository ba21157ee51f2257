"""Forests and unstable trees in words and charts."""
