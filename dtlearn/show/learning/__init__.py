"""Concepts, hard functions and greed in words, tables and charts."""
