"""A tree as a picture: layout, SVG, DOT."""
