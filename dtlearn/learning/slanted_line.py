"""A slanted boundary, x1 + x2 > c in the unit square: what a tree of straight questions makes of it,
and how wrong it is."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

from dtlearn.data.dataset import Dataset, from_arrays
from dtlearn.growing.grow import ALGORITHMS, grow
from dtlearn.trees.regions import regions
from dtlearn.trees.tree import Tree

FINE = 1000  # coordinates are whole thousandths, so that a sum is exact
CLASSES = ("no", "yes")  # whether x1 + x2 > c


@dataclass(frozen=True)
class Slant:
    """m points drawn evenly from the unit square. c : the boundary is x1 + x2 = c, in hundredths, 1 to 199.

    The points of a smaller m are the first of a larger one. Raises ValueError for m below 1 or c outside its range.
    """

    m: int
    seed: int
    c: int = 100

    def __post_init__(self):
        if self.m < 1:
            raise ValueError(f"There are {self.m} points: give at least one.")
        if not 1 <= self.c <= 199:
            raise ValueError(f"c = {self.c / 100:g} leaves one class: choose 0.01 to 1.99.")

    @property
    def points(self) -> list[tuple[int, int]]:
        """The points in thousandths."""
        toss = Random(self.seed).random  # the same in every version of Python
        return [(int(FINE * toss()), int(FINE * toss())) for _ in range(self.m)]

    @property
    def _labels(self) -> list[str]:
        return [CLASSES[10 * self.c < x + y] for x, y in self.points]

    @property
    def data(self) -> Dataset:
        """The points as they are."""
        rows = [(x / FINE, y / FINE) for x, y in self.points]
        return from_arrays(rows, self._labels, ["x1", "x2"], CLASSES, "slant", "above")

    @property
    def turned(self) -> Dataset:
        """The same points turned by 45 degrees: u = (x1 + x2)/√2 along the slope, v = (x2 - x1)/√2 across.

        The slanted line is u = c/√2 here, so one question can tell the classes apart.
        """
        rows = [((x + y) / FINE / sqrt(2), (y - x) / FINE / sqrt(2)) for x, y in self.points]
        return from_arrays(rows, self._labels, ["u", "v"], CLASSES, "turned", "above")


def below(box, c: float | Fraction):
    """Area of the part of a box ((lo, hi), (lo, hi)) where x1 + x2 <= c: corners cut off a triangle.

    >>> below(((0, 1), (0, 1)), Fraction(1))
    Fraction(1, 2)
    """
    (x0, x1), (y0, y1) = box
    corners = product(((x0, 1), (x1, -1)), ((y0, 1), (y1, -1)))
    return sum(a * b * max(c - x - y, 0 * c) ** 2 / 2 for (x, a), (y, b) in corners)


def true_error(tree: Tree, c: int) -> Fraction:
    """How likely a tree over x1 and x2 errs on a new point of the square, exactly:
    the area between staircase and slope.

    c : in hundredths. Thresholds count as the decimals they are written with.
    """
    total, line = Fraction(0), Fraction(c, 100)
    for region in regions(tree, (0, 1), (0.0, 0.0)):
        box = [tuple(Fraction(repr(min(max(float(end), 0.0), 1.0))) for end in ends) for ends in region.box]
        area = (box[0][1] - box[0][0]) * (box[1][1] - box[1][0])
        no = below(box, line)
        total += no if tree.label[region.node] else area - no
    return total


def turned_error(tree: Tree, c: int) -> float:
    """The same of a tree of at most one question about u, over the turned points:
    the strip between two slanted lines."""
    square = ((0.0, 1.0), (0.0, 1.0))
    split = tree[0].split
    if split is None:
        no = below(square, c / 100)
        return no if tree.label[0] else 1 - no
    if split.feature or len(tree) > 3:
        raise ValueError(f"The tree has {tree.n_leaves} leaves: only one question about u is measured.")
    return abs(below(square, split.at * sqrt(2)) - below(square, c / 100))


@dataclass(frozen=True, eq=False)
class Slanted:
    """The trees of one sample: of the points as they are, and of the turned ones, with their true errors."""

    slant: Slant
    criterion: str
    tree: Tree
    turned: Tree
    error: Fraction
    turned_error: float


def slanted(slant: Slant, criterion: str) -> Slanted:
    """CART's trees, with any criterion, grown in full."""
    settings = replace(ALGORITHMS["CART"], criterion=criterion)
    tree, turned = (grow(data, settings).tree for data in (slant.data, slant.turned))
    return Slanted(slant, criterion, tree, turned, true_error(tree, slant.c), turned_error(turned, slant.c))
