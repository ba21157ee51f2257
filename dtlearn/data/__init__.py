"""Data sets: the collection, tables of one's own (encoding, numerals, types, links), synthetic ones."""
