"""What a reader sees: engine objects in; text, tables, LaTeX, DOT, SVG and drawable trees out. Nothing here computes a
tree."""
