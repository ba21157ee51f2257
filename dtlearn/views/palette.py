"""Colours and signs of the classes. A sign goes with every colour, so that colour never speaks alone."""

from __future__ import annotations

# Okabe and Ito, "Color Universal Design" (2008), without black; then two of Paul Tol's "muted" (2021).
# Mid-tones: as a border each stands out on white and on near-black; as a fill each carries dark text.
CLASS_COLOURS = (
    "#E69F00",  # orange
    "#56B4E9",  # sky blue
    "#009E73",  # bluish green
    "#CC79A7",  # reddish purple
    "#0072B2",  # blue
    "#D55E00",  # vermilion
    "#F0E442",  # yellow
    "#44AA99",  # teal
    "#999933",  # olive
)
CLASS_SIGNS = ("●", "■", "▲", "◆", "✚", "★", "▼", "◖", "✖")


def class_colour(k: int) -> str:
    """"#rrggbb" of class number k; the colours repeat."""
    return CLASS_COLOURS[k % len(CLASS_COLOURS)]


def class_sign(k: int) -> str:
    """One character for class number k; the signs repeat."""
    return CLASS_SIGNS[k % len(CLASS_SIGNS)]
