"""Data sets built on demand: truth tables of Boolean functions, examples drawn from one, and points in the plane."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod
from random import Random

import numpy as np

from dtlearn.data.dataset import Card, Dataset, Feature, Schema, from_arrays

# Each takes the tuple of input bits and answers 0 or 1.
BOOLEAN = {
    "or": any,
    "and": all,
    "parity": lambda bits: sum(bits) % 2,
    "majority": lambda bits: 2 * sum(bits) > len(bits),
}


def truth_table(function: str, n: int) -> Dataset:
    """The 2^n rows of a Boolean function of n bits X1..Xn, in counting order (Ch8 Fig. 8.1).

    ``parity`` of two bits is XOR. Raises ValueError for an unknown function or n outside 1..12.

    >>> truth_table("parity", 2).y.tolist()
    [0, 1, 1, 0]
    """
    _known(function)
    if not 1 <= n <= 12:
        raise ValueError(f"A truth table of {n} inputs is out of range: choose 1 to 12.")
    rows = list(product((0, 1), repeat=n))
    return boolean(
        rows, [BOOLEAN[function](bits) for bits in rows], f"{function}{n}", f"{_named(function)} of {n} bits"
    )


def boolean(rows, labels, name: str, title: str) -> Dataset:
    """Examples of a function f of bits X1, X2, ... rows : (m, n) bits; labels : (m,) of them."""
    X, y = np.array(rows, np.float64), np.array(labels, np.int64)
    schema = Schema(tuple(Feature(f"X{j + 1}", ("0", "1")) for j in range(X.shape[1])), ("0", "1"), "f")
    return Dataset(name, schema, X, y, Card(title))


def _known(function: str) -> None:
    if function not in BOOLEAN:
        raise ValueError(f"There is no function {function!r}: choose one of {', '.join(BOOLEAN)}.")


def _named(function: str) -> str:
    return function.upper() if function in ("or", "and") else function


@dataclass(frozen=True)
class Source:
    """Where examples come from when all is known: d fair coins, a function of the first k of them,
    a share of label noise.

    function : a name in BOOLEAN. noise : how likely a label is the other one, in percent, 0 to 50.
    Raises ValueError for an unknown function, k outside 1..d, d outside 1..16, noise outside 0..50.
    """

    function: str
    k: int
    d: int
    noise: int = 0

    def __post_init__(self):
        _known(self.function)
        if not 1 <= self.k <= self.d <= 16:
            raise ValueError(f"{self.k} of {self.d} bits are out of range: choose 1 or more of at most 16.")
        if not 0 <= self.noise <= 50:
            raise ValueError(f"{self.noise} percent of label noise is out of range: choose 0 to 50.")

    @cached_property
    def rows(self) -> np.ndarray:
        """(2^d, d) every row there is, each as likely as the others, in counting order."""
        return (np.arange(2**self.d)[:, None] >> np.arange(self.d)[::-1] & 1).astype(np.float64)

    @cached_property
    def labels(self) -> np.ndarray:
        """(2^d,) what the function says of each row."""
        known = [int(BOOLEAN[self.function](bits)) for bits in product((0, 1), repeat=self.k)]
        return np.repeat(known, 2 ** (self.d - self.k))

    def draw(self, m: int, seed: int) -> Dataset:
        """m examples, drawn independently of each other; the first of any longer draw with the same seed.

        >>> Source("parity", 2, 3).draw(4, seed=1).X.tolist()
        [[0.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0]]
        """
        which, luck = SeededRandom(seed).uniform(0, 1, m, 2).T
        row = (which * 2**self.d).astype(np.int64)
        return boolean(self.rows[row], self.labels[row] ^ (luck < self.noise / 100), "drawn", self.title)

    @property
    def title(self) -> str:
        what = "XOR" if (self.function, self.k) == ("parity", 2) else _named(self.function)
        return f"{what} of {self.k} {'bit' if self.k == 1 else 'bits'} among {self.d}"

    @cached_property
    def table(self) -> Dataset:
        """Every row once, with the label that the function gives it."""
        return boolean(self.rows, self.labels, "table", self.title)

    def error_of(self, n_wrong: int) -> Fraction:
        """L_D, exactly, of a tree that gets n_wrong rows of the table wrong: how likely it errs on a new example.

        >>> Source("or", 2, 5, noise=10).error_of(8)
        Fraction(3, 10)
        """
        wrong, noise = Fraction(n_wrong, 2**self.d), Fraction(self.noise, 100)
        return wrong * (1 - noise) + (1 - wrong) * noise

    def true_error(self, predict: Callable[[np.ndarray], np.ndarray]) -> Fraction:
        """The same of any prediction. predict : rows -> class numbers."""
        return self.error_of(int((predict(self.rows) != self.labels).sum()))


SIDE = 1000  # a plane is 10 by 10; its points have two decimals, so they are whole numbers of hundredths
PLANE_CLASSES = ("A", "B", "C", "D")

Point = tuple[int, int, int]  # x and y in hundredths, 0 .. SIDE; number of the class


def plane(points: Sequence[Point], name="drawn", card: Card | None = None) -> Dataset:
    """The data set of points in the plane, with the features x1 and x2; at least the classes A and B.

    >>> plane([(250, 500, 0), (750, 500, 1)]).X.tolist()
    [[2.5, 5.0], [7.5, 5.0]]
    """
    classes = PLANE_CLASSES[: max(2, 1 + max((k for *_, k in points), default=0))]
    rows = [(x / 100, y / 100) for x, y, _ in points]
    features = [Feature("x1"), Feature("x2")]
    return from_arrays(rows, [PLANE_CLASSES[k] for *_, k in points], features, classes, name, "class", card)


class SeededRandom:
    """Random numbers that are the same with every version of Python and numpy."""

    def __init__(self, seed: int | str):
        self._next = Random(seed).random

    def uniform(self, lo: float, hi: float, *shape: int) -> np.ndarray:
        return lo + (hi - lo) * np.array([self._next() for _ in range(prod(shape))]).reshape(shape)

    def normal(self, spread: float, *shape: int) -> np.ndarray:
        """By Box and Muller (1958)."""
        radius = np.sqrt(-2 * np.log(1 - self.uniform(0, 1, *shape)))
        return spread * radius * np.cos(self.uniform(0, 2 * np.pi, *shape))


@dataclass(frozen=True)
class Shape:
    """A way to scatter points over the plane. draw : dice -> (m, 2) coordinates and (m,) classes.

    hard : what a tree makes of it, and why.
    """

    title: str
    hard: str
    seed: int
    draw: Callable[[SeededRandom], tuple[np.ndarray, np.ndarray]]

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The points, always the same ones."""
        xy, label = self.draw(SeededRandom(self.seed))
        whole = np.clip(np.rint(xy * 100), 0, SIDE).astype(int)
        return tuple((int(x), int(y), int(k)) for (x, y), k in zip(whole, label, strict=True))


def _around(radius: np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Points at a distance and a direction from the middle of the plane."""
    return 5 + radius[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)


def _blobs(dice):
    label = np.repeat(np.arange(3), 25)
    return np.array([(2.5, 7.2), (7.3, 7.6), (5.4, 2.6)])[label] + dice.normal(0.75, 75, 2), label


def _rings(dice):
    label = np.repeat([0, 1], [35, 65])
    radius = np.where(label == 0, 2.6 * np.sqrt(dice.uniform(0, 1, 100)), dice.uniform(3.0, 4.6, 100))
    return _around(radius, dice.uniform(0, 2 * np.pi, 100)), label


def _xor(dice):
    xy = dice.uniform(0.3, 9.7, 100, 2)
    xy += np.where(np.abs(xy - 5) < 0.3, np.sign(xy - 5) * 0.3, 0)  # a clear gap at the middle
    return xy, ((xy[:, 0] < 5) != (xy[:, 1] < 5)).astype(int)


def _diagonal(dice):
    xy = dice.uniform(0.3, 9.7, 100, 2)
    return xy, (xy[:, 1] < xy[:, 0]).astype(int)


def _stripes(dice):
    xy = dice.uniform(0.3, 9.7, 90, 2)
    return xy, (xy[:, 0] // 2).astype(int) % 2


def _spiral(dice):
    label, turn = np.repeat([0, 1], 55), np.tile(np.linspace(0.5, 3.2, 55), 2) * np.pi
    return _around(0.45 * turn, turn + label * np.pi) + dice.normal(0.08, 110, 2), label


def _noisy(dice):
    xy = dice.uniform(0.3, 9.7, 80, 2)
    return xy, ((xy[:, 0] > 5) != (dice.uniform(0, 1, 80) < 0.12)).astype(int)


SHAPES = {
    "blobs": Shape("Clouds", "Easy: clouds side by side fall apart with one cut for each gap.", 1, _blobs),
    "rings": Shape(
        "Rings",
        "Harder: a circle has no straight side, so the tree frames it with boxes, and its corners take more and more"
        " cuts.",
        10,
        _rings,
    ),
    "xor": Shape(
        "XOR",
        "Hard for a greedy tree: no single first cut gains much, though two levels would do. See where it cuts first.",
        3,
        _xor,
    ),
    "diagonal": Shape(
        "Diagonal",
        "Hard: the boundary is x2 = x1. Each question looks at one feature, so a slanted line becomes a staircase.",
        4,
        _diagonal,
    ),
    "stripes": Shape(
        "Stripes", "Five stripes need four cuts of the same feature; a limit on the depth hurts at once.", 5, _stripes
    ),
    "spiral": Shape(
        "Spirals", "Very hard: two arms wound into each other; the tree learns the points, not the arms.", 6, _spiral
    ),
    "noise": Shape(
        "Noise",
        "One cut tells all there is to know, but some labels are wrong: a full tree cuts out every one.",
        1,
        _noisy,
    ),
}
