"""Colours and signs of the classes. A sign goes with every colour, so that colour never speaks alone."""

from __future__ import annotations

# Okabe and Ito, "Color Universal Design" (2008), their yellow late and black left out; olive and grey are
# from Paul Tol, "Colour schemes" (2021). Mid-tones: each carries dark text, and stands out on near-black.
CLASS_COLOURS = (
    "#E69F00",  # orange
    "#56B4E9",  # sky blue
    "#009E73",  # bluish green
    "#CC79A7",  # reddish purple
    "#0072B2",  # blue
    "#D55E00",  # vermilion
    "#999933",  # olive
    "#F0E442",  # yellow
    "#BBBBBB",  # grey
)
CLASS_SIGNS = ("●", "■", "▲", "◆", "✚", "★", "▼", "✕", "○")


def class_colour(k: int) -> str:
    """Colour of class number k as "#rrggbb"; the colours repeat."""
    return CLASS_COLOURS[k % len(CLASS_COLOURS)]


def class_sign(k: int) -> str:
    """Sign of class number k, one character; the signs repeat."""
    return CLASS_SIGNS[k % len(CLASS_SIGNS)]
