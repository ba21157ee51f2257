"""Hand-outs: one document of blocks, one writer a format."""
