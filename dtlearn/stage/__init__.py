"""The player of a walkthrough: scripts and styles, what some documents have in ``parts``, tools to draw in ``base``."""
