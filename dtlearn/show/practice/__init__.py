"""Exercises in words: questions, hints, working, mistakes."""
