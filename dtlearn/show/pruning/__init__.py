"""Pruning in words, tables and charts; ``procedures`` holds the words of each procedure."""
