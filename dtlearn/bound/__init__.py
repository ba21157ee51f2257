"""The bound (UML (18.1)) and its prefix-free code."""
