"""What every lesson uses, and which knows no lesson: fields and links, controls, tables, caches, long work."""
