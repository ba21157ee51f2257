"""Colours and signs of the classes, looks of the errors' lines, the colour scale of numbers.

Colour never speaks alone: a sign or the number goes with it.
"""

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
    # For tables with more classes, all of Tol's: pink, mint, rose, pear, pale cyan, dark yellow, mauve, pale green,
    # magenta, light blue, sand.
    "#FFAABB",
    "#44BB99",
    "#CC6677",
    "#BBCC33",
    "#99DDFF",
    "#997700",
    "#AE76A3",
    "#CAE0AB",
    "#EE3377",
    "#6699CC",
    "#EECC66",
)
# The sign of a class in words, in drawings (relative to a place, which is their middle, about 5 px large) and in
# plotly.
# One more than colours, so that no two classes share both.
_SIGNS = (
    ("●", "m-4.5 0c0-2.5 2-4.5 4.5-4.5s4.5 2 4.5 4.5-2 4.5-4.5 4.5-4.5-2-4.5-4.5z", "circle"),
    ("■", "m-4-4h8v8h-8z", "square"),
    ("▲", "m0-5.2l4.8 8.8h-9.6z", "triangle-up"),
    ("◆", "m0-5.6l5.6 5.6-5.6 5.6-5.6-5.6z", "diamond"),
    ("✚", "m-1.8-5h3.6v3.2h3.2v3.6h-3.2v3.2h-3.6v-3.2h-3.2v-3.6h3.2z", "cross"),
    ("★", "m0-6l1.6 4 4.4 0.2-3.4 2.8 1.1 4.2-3.7-2.4-3.7 2.4 1.1-4.2-3.4-2.8 4.4-0.2z", "star"),
    ("▼", "m0 5.2l4.8-8.8h-9.6z", "triangle-down"),
    ("✕", "m-5-3.2l1.8-1.8 3.2 3.2 3.2-3.2 1.8 1.8-3.2 3.2 3.2 3.2-1.8 1.8-3.2-3.2-3.2 3.2-1.8-1.8 3.2-3.2z", "x"),
    (
        "○",
        (
            "m-4.5 0c0-2.5 2-4.5 4.5-4.5s4.5 2 4.5 4.5-2 4.5-4.5 4.5-4.5-2-4.5-4.5z"
            "m2.1 0c0 1.3 1.1 2.4 2.4 2.4s2.4-1.1 2.4-2.4-1.1-2.4-2.4-2.4-2.4 1.1-2.4 2.4z"
        ),
        "circle-open",
    ),
    ("□", "m-4.5-4.5h9v9h-9zm2 2v5h5v-5z", "square-open"),
    ("△", "m0-6l5.8 10h-11.6zm0 4l-2.5 4.2h5z", "triangle-up-open"),
    (
        "☆",
        (
            "m0-6.5l1.6 4.3 4.6 0.2-3.6 2.8 1.2 4.4-3.8-2.5-3.8 2.5 1.2-4.4-3.6-2.8 4.6-0.2zm0 4.3l-2 1.5 0.8"
            " 2.4h2.4l0.8-2.4z"
        ),
        "star-open",
    ),
    ("▽", "m0 6l-5.8-10h11.6zm0-4l2.5-4.2h-5z", "triangle-down-open"),
    ("◀", "m-5.2 0l8.8-4.8v9.6z", "triangle-left"),
    ("⬟", "m0-5.2l5 3.6-1.9 5.9h-6.2l-1.9-5.9z", "pentagon"),
    ("⬢", "m-2.6-4.6h5.2l2.6 4.6-2.6 4.6h-5.2l-2.6-4.6z", "hexagon2"),
    ("◢", "m4.2-4.2v8.4h-8.4z", "triangle-se"),
    ("◣", "m-4.2-4.2v8.4h8.4z", "triangle-sw"),
    ("◤", "m-4.2 4.2v-8.4h8.4z", "triangle-nw"),
    ("◥", "m4.2 4.2v-8.4h-8.4z", "triangle-ne"),
    ("⋈", "m-5-4l10 8v-8l-10 8z", "bowtie"),
)
CLASS_SIGNS, OUTLINES, SYMBOLS = zip(*_SIGNS, strict=True)


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
    "training": Look(CLASS_COLOURS[4], "circle", "solid"),
    "held out": _UNSEEN,
    "test": _UNSEEN,
    "validation": _UNSEEN,
    "true": Look(CLASS_COLOURS[2], "diamond", "dot"),
    "out-of-bag": _FOLDED,
    "folds": _FOLDED,
    "one tree": Look("#808892", "", "longdash"),
    "penalty": Look(CLASS_COLOURS[3], "", "longdashdot"),
    "greedy": Look(CLASS_COLOURS[0], "triangle-down", "dash"),
    "pruned": Look(CLASS_COLOURS[1], "triangle-up", "dashdot"),
    "exact": _BEST,
    "known": _BEST,
}


def class_colour(k: int) -> str:
    """Colour of class number k as "#rrggbb"; the colours repeat."""
    return CLASS_COLOURS[k % len(CLASS_COLOURS)]


def class_sign(k: int) -> str:
    """Sign of class number k, one character; the signs repeat."""
    return CLASS_SIGNS[k % len(CLASS_SIGNS)]


def class_outline(k: int) -> str:
    """The same sign as the path of a drawing, relative to a place."""
    return OUTLINES[k % len(OUTLINES)]


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
