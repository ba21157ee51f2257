"""A growth in words: captions of steps, tables of gains, panels, growing by hand."""
