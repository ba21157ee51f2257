"""Colours and signs of the classes, looks of the errors' lines, the colour scale of numbers. Colour never speaks alone: a sign or the number goes with it."""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Look:
    """How a line and its points are drawn. symbol, dash : plotly's names, told apart without colours; "" for none."""

    colour: str
    symbol: str
    dash: str


# Of each kind of error, on every page; Okabe and Ito. Examples that trees were not grown on are dashed, and those whose
# source is known dotted. Behind them the bound's penalty and its sums, by the ways to find trees.
_UNSEEN = Look(CLASS_COLOURS[5], "square", "dash")
_FOLDED = Look(CLASS_COLOURS[3], "triangle-up", "dashdot")
_BEST = Look(CLASS_COLOURS[5], "square", "longdash")
LOOKS = {
    "training": Look(CLASS_COLOURS[4], "circle", "solid"), "held out": _UNSEEN, "test": _UNSEEN, "validation": _UNSEEN,
    "true": Look(CLASS_COLOURS[2], "diamond", "dot"), "out-of-bag": _FOLDED, "folds": _FOLDED,
    "one tree": Look("#808892", "", "longdash"),
    "penalty": Look(CLASS_COLOURS[3], "", "longdashdot"), "greedy": Look(CLASS_COLOURS[0], "triangle-down", "dash"),
    "pruned": Look(CLASS_COLOURS[1], "triangle-up", "dashdot"), "exact": _BEST, "known": _BEST,
}  # fmt: skip


def class_colour(k: int) -> str:
    """Colour of class number k as "#rrggbb"; the colours repeat."""
    return CLASS_COLOURS[k % len(CLASS_COLOURS)]


def class_sign(k: int) -> str:
    """Sign of class number k, one character; the signs repeat."""
    return CLASS_SIGNS[k % len(CLASS_SIGNS)]


# Dark blue to yellow; told apart with every kind of colour vision (Nunez, Anderton and Renslow, "cividis", 2018).
_SCALE = ("#00224e", "#35456c", "#666970", "#948e77", "#c8b866", "#fee838")
SHADES = 26  # steps of the colour scale


def shade(k: int) -> str:
    """Colour k of the scale as "#rrggbb", from 0, the lowest number, to SHADES - 1."""
    x = k / (SHADES - 1) * (len(_SCALE) - 1)
    i = min(int(x), len(_SCALE) - 2)
    a, b = (tuple(int(c[p : p + 2], 16) for p in (1, 3, 5)) for c in _SCALE[i : i + 2])
    return "#" + "".join(f"{round(u + (v - u) * (x - i)):02x}" for u, v in zip(a, b, strict=True))


def shade_of(y: float, lo: float, hi: float) -> int:
    """Number of the colour of y on a scale from lo to hi.

    >>> shade_of(1, 1, 8), shade_of(8, 1, 8), shade_of(3, 3, 3)
    (0, 25, 13)
    """
    return round(min(max((y - lo) / (hi - lo), 0), 1) * (SHADES - 1)) if hi > lo else SHADES // 2
