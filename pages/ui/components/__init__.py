"""Components with scripts of their own, a folder each; ``shared`` holds what they import."""
