"""What a link says of a plane: drawn points, positions of the slice, a node. Anything else is refused."""

import re
from math import isfinite

from dtlearn.data.dataset import number
from dtlearn.data.synthetic import PLANE_CLASSES, SHAPES, SIDE, Point
from dtlearn.show.base.text import shorten
from pages.ui.kit.codec import Clamped

MOST_POINTS = 300
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_points(points: tuple[Point, ...]) -> str:
    """Points as text for a link: each has two digits in base 36 for x, two for y, one for the class.

    The points of a shape, untouched, are written as its name: the code of a list ends in a digit, no name does.
    """
    name = next((name for name, shape in SHAPES.items() if shape.points == points), None)
    return name or "".join(
        DIGITS[x // 36] + DIGITS[x % 36] + DIGITS[y // 36] + DIGITS[y % 36] + str(k) for x, y, k in points
    )


def _not(name: str, text: str, what: str) -> ValueError:
    """One sentence about a value that is not what its name says."""
    return ValueError(f"{name}={shorten(text, 20)!r} is not {what}")


def read_points(text: str, name: str = "points") -> tuple[Point, ...]:
    """The points of a link; raises ValueError with one sentence. Of too many, the first are kept."""
    if text in SHAPES:
        return SHAPES[text].points
    if len(text) % 5 or not re.fullmatch(rf"([0-9a-z]{{4}}[0-{len(PLANE_CLASSES) - 1}])*", text):
        raise _not(name, text, "a list of points")
    points = tuple(
        (int(text[i : i + 2], 36), int(text[i + 2 : i + 4], 36), int(text[i + 4])) for i in range(0, len(text), 5)
    )
    if any(max(x, y) > SIDE for x, y, _ in points):
        raise ValueError(f"{name}= holds a point outside the plane")
    if len(points) > MOST_POINTS:
        raise Clamped(f"{name}= holds {len(points)} points, more than {MOST_POINTS}", points[:MOST_POINTS])
    return points


def _number(text: str, name: str) -> float:
    """A number as links write it, never infinite."""
    if not re.fullmatch(r"-?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,3})?", text, re.ASCII) or not isfinite(float(text)):
        raise _not(name, text, "a number")
    return float(text) + 0.0


def read_held(text: str) -> tuple[tuple[int, float], ...]:
    pairs = [part.partition(":") for part in text.split(",")]
    if len(pairs) > 200 or not all(re.fullmatch(r"\d{1,4}", j, re.ASCII) for j, *_ in pairs):
        raise _not("slices", text, "a list of positions")
    return tuple(sorted({int(j): _number(value, "slices") for j, _, value in pairs}.items()))


def write_held(held: tuple[tuple[int, float], ...]) -> str:
    return ",".join(f"{j}:{number(value)}" for j, value in held)
