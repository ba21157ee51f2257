"""The examples of the page Pruning: data sets made for a lesson, what is held out; and the scenes worth looking at."""

from itertools import product

import streamlit as st

import dtlearn
from dtlearn.data.dataset import Card, Feature
from dtlearn.growing.errors import hold_out
from pages.ui.kit import known_source, tables
from pages.ui.kit.frame import Preset
from pages.ui.kit.kept import cached
from pages.ui.kit.known_source import SOURCE

HELD = 30  # % that are held out where validation examples are needed


def _bits(rows, labels, title: str, story: str) -> dtlearn.Dataset:
    features = [Feature(f"X{j + 1}", ("0", "1")) for j in range(len(rows[0]))]
    return dtlearn.from_arrays(rows, labels, features, ("0", "1"), "made", "f", Card(title=title, story=story))


def _xor(times: int) -> dtlearn.Dataset:
    cube = list(product((0, 1), repeat=3))
    return _bits(
        cube * times,
        [b ^ c for _, b, c in cube] * times,
        f"XOR and a distractor, m = {8 * times}",
        (
            f"f = X2 XOR X3; X1 has no say. Each of the eight rows stands there {times} times."
            if times > 1
            else "f = X2 XOR X3; X1 has no say. Each of the eight rows stands there once."
        ),
    )


def _noisy() -> dtlearn.Dataset:
    cells = {(0, 0): (95, 5), (0, 1): (90, 10), (1, 0): (10, 90), (1, 1): (40, 60)}
    rows = [(cell, k) for cell, counts in cells.items() for k in (0, 1) for _ in range(counts[k])]
    return _bits(
        [list(row) for row, _ in rows],
        [k for _, k in rows],
        "Noisy bits, m = 400",
        "Two bits, 400 examples: X1 tells nearly all, X2 changes no prediction.",
    )


# The eight validation rows of the example for reduced-error pruning: X1, X2, X3, f.
_VALIDATION = ("0000", "0010", "0110", "0100", "0110", "1101", "1111", "1111")


def _majority() -> tuple[dtlearn.Dataset, dtlearn.Dataset]:
    rows = [[int(bit) for bit in row] for row in _VALIDATION]
    title, story = ("majority of 3 bits", "The truth table to grow on, and eight validation rows of its own.")
    cube = list(product((0, 1), repeat=3))
    train = _bits(cube, [int(sum(row) > 1) for row in cube], title, story)
    return train, _bits([row[:3] for row in rows], [row[3] for row in rows], title, story)


MADE = {
    "xor-8": lambda: (_xor(1), None),
    "xor-80": lambda: (_xor(10), None),
    "xor-800": lambda: (_xor(100), None),
    "noisy-400": lambda: (_noisy(), None),
    "majority-8": _majority,
}


def fits(data: dtlearn.Dataset) -> bool:
    """Whether a data set's trees can be pruned here: they have classes, and there is an example to hold out."""
    return bool(data.schema.classes) and len(data) > 1


def whole_of(*drawn) -> tuple[dtlearn.Dataset, dtlearn.Dataset | None]:
    """(examples before any are held out, the validation examples that they come with or None) of ``drawn_of``."""
    return MADE[drawn[0]]() if drawn[0] in MADE else (known_source.examples_of(*drawn), None)


@cached(60)
def parts_of(held: int, seed: int, *drawn) -> tuple[dtlearn.Dataset, dtlearn.Dataset | None]:
    """(training examples, validation examples or None). held : the share of these, in %, drawn by a seed."""
    whole = whole_of(*drawn)
    return hold_out(whole[0], held / 100, seed) if held else whole


@st.cache_resource(show_spinner=False)
def _made_titles() -> dict[str, str]:
    return {name: make()[0].title for name, make in MADE.items()}


def titles() -> dict[str, str]:
    """Every data set by its title, those made for a lesson first, the visitor's own last."""
    return known_source.TITLES | _made_titles() | tables.titles(fits)


# ---- scenes worth looking at


_UML = {"algorithm": "ID3 (UML)"}
_GENERIC = _UML | {"procedure": "generic"}


def _asks(title: str, says: str, ends: str, scene: dict | None = None) -> Preset:
    """A scene that opens unsolved. says : its question; ends : its answer, "" where the page counts it."""
    return Preset(title, says, scene or {}, begins={"step": 0}, ends=ends)


PRESETS = {
    "helps": _asks(
        "Which cuts help?",
        "The tree gets 29 of 30 training examples right, but only 20 of 30 kept aside for validation. What would you"
        " cut?",
        "",
        _UML
        | {
            "data": SOURCE,
            "function": "and",
            "k": 2,
            "d": 5,
            "m": 60,
            "noise": 10,
            "held": 50,
            "seed": 7,
            "procedure": "reduced_error",
        },
    ),
    "seven": _asks(
        "What does a cut cost?",
        "A cut adds errors but removes leaves: g is how much error it adds per leaf. Which node has the smallest g?",
        "The first cut is free (α = 0): it adds no error. Each later one does.",
        _UML | {"data": "seven_points", "once": False},
    ),
    "rep": _asks(
        "What if it is a tie?",
        "On the validation examples a leaf is often just as good as its subtree. Which of the two is kept?",
        "Four of five nodes are cut, three of them after a tie: if a leaf is no worse, the subtree is cut.",
        _UML | {"data": "majority-8", "procedure": "reduced_error"},
    ),
    "costs": _asks(
        "What if one error is worse?",
        "To take a poisonous plant for a nutritious one costs as much as five other errors. Which subtrees are worth"
        " keeping now?",
        "5 leaves stay, and the branch without examples says No. If every error costs 1, it says Yes, and all is cut"
        " down to one leaf.",
        {"data": "nutritious", "held": HELD, "seed": 2, "procedure": "reduced_error", "cost": "5:No"},
    ),
    "xor": _asks(
        "Can a subtree move up?",
        "X1 is useless, yet the root asks about it. Does a cut make f, the bound on the true error, smaller?",
        "X1 is useless. Every cut would hurt, except at the root: there one half of the tree can replace the whole.",
        _GENERIC | {"data": "xor-800"},
    ),
    "greedy": _asks(
        "Where does greed fail?",
        "The XOR tree of 7 nodes has f = 1.234, the bound on its true error. Can cutting node by node find it?",
        "It ends at one leaf, f = 1.244, though the 7-node XOR tree has f = 1.234. Both are above 1, so neither tells"
        " us anything.",
        _GENERIC | {"data": "xor-8"},
    ),
    "trap": _asks(
        "Why the root first?",
        "The weakest link is cut first: the node where each leaf removed adds the fewest errors. Which one is it?",
        "The root is the weakest link, so the path jumps from 5 leaves to 1.",
    ),
    "noisy": _asks(
        "Which splits do nothing?",
        "Three splits, 400 examples. Which of them make f, the bound on the true error, larger than it need be?",
        "X2 changes no prediction, so its splits add nodes and help nowhere.",
        _GENERIC | {"data": "noisy-400"},
    ),
    "known": _asks(
        "Which tree is truly best?",
        "15 % of the labels are wrong, and the full tree learns them. Which size has the smallest true error?",
        "The smallest true error, 0.150, is the label noise alone: the tree of 6 leaves has it, and validation takes"
        " that one.",
        _UML | {"data": SOURCE, "held": HELD},
    ),
    "votes": _asks(
        "Can nothing be cut?",
        "A split that gains too little is taken back, from the bottom up. How many of 13 leaves remain?",
        "The last splits separate their few examples well, so their gains are large and none is taken back."
        " Validation keeps 2 of 13"
        " leaves.",
        _UML | {"data": "congress_votes", "held": HELD, "procedure": "gain_threshold"},
    ),
}
