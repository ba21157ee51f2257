"""The page Explore: every page, and the lessons of Grow a tree."""
