"""Forests: growing them, their votes, importance, and how a tree changes with its examples."""

from dtlearn.forest.forest import Forest, ForestSettings, grow_forest

__all__ = ["Forest", "ForestSettings", "grow_forest"]
