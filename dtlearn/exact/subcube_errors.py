"""The least errors of all subcubes by dynamic programming, in blocks of rows.

A node of a tree over yes/no features is a subcube: some features answered, the others free. Let E_b(s) be the fewest
examples of subcube s that a tree with at most b splits gets wrong. Then E_0 is the leaf's error, and

    E_b(s) = min(E_(b-1)(s), min over features j free in s and i = 0 .. b-1 of E_i(s, x_j = 0) + E_(b-1-i)(s, x_j = 1)).

With a limit on the depth instead, both parts are of layer b - 1. Subcubes with few free features come first; the
examples enter only through the counts.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from dtlearn.data.dataset import DataError
from dtlearn.exact.subcubes import MOST_SUBCUBES, Subcubes
from dtlearn.trees.sketch import Sketch
from dtlearn.trees.split import Kind, Split

MOST_SECONDS = 30.0  # a search that would take longer is refused
MOST_BYTES = 256 * 2**20  # and one that would need more
BLOCK = 2**21  # values of a block of rows: long vectors, and still a few milliseconds between two yields


@dataclass(frozen=True)
class Way:
    """What limits a layer: layer b holds trees of at most b splits; or, where a split has a ``toll``,
    of depth b at most.

    A value is the error times ``scale`` plus the tolls, so ties go to the smaller tree.
    scale : 1, or more than the tolls of any tree worth trying.
    """

    layers: int
    scale: int = 1
    toll: int = 0

    @property
    def sums(self) -> int:
        """Pairs in all layers."""
        return self.layers - 1 if self.toll else self.layers * (self.layers - 1) // 2

    def pairs(self, b: int) -> list[tuple[int, int]]:
        """What layers the left and the right part of a split have, in a tree of layer b."""
        return [(b - 1, b - 1)] if self.toll else [(i, b - 1 - i) for i in range(b)]


@dataclass(frozen=True)
class Effort:
    """What a search costs. subcubes : those to solve. bytes : at its peak. seconds : of CPU, a rough guess.

    refusal : why it is refused and what to do, a sentence; "" if it is not.
    """

    subcubes: int
    bytes: int
    seconds: float
    refusal: str


def effort_of(space: Subcubes, way: Way) -> Effort:
    """What ``solve`` costs."""
    K = space.counts.shape[1]
    if space.too_many:
        return Effort(MOST_SUBCUBES, MOST_BYTES, float("inf"), _refusal(space, "too long"))
    subcubes = space.n_subcubes if space.too_large else int(space.mixed.sum()) * space.n_lanes
    cell, values = _cell(space, way).itemsize, subcubes * way.layers
    # The table; the counts, and their sums; a block of rows, its copy in another order, and the parts of its splits.
    memory = values * cell + space.bytes + min(BLOCK, values) * (4 * cell + 8 * (2 * K + 1) // way.layers)
    tests = [coordinate.n_tests for coordinate in space.coordinates]
    levels = 1 + sum(coordinate.n_patterns - 1 for coordinate in space.rows)
    blocks = levels + subcubes * way.layers // BLOCK
    # Constants as measured: a value, a sum of two, a call of numpy.
    seconds = float(
        subcubes * (18e-9 * way.layers + 0.3e-9 * way.sums * sum(n.mean() for n in tests))
        + 2e-6 * blocks * way.sums * sum(int(n.max()) for n in tests)
    )
    cost = "too long" if space.too_large or seconds > MOST_SECONDS else "too much memory" if memory > MOST_BYTES else ""
    return Effort(subcubes, memory, seconds, cost and _refusal(space, cost))


def _refusal(space: Subcubes, cost: str) -> str:
    features = len(space.data.schema.features)
    return (
        f"The best trees over these {features} features take {cost} to find: choose fewer features, or smaller trees."
    )


def _cell(space: Subcubes, way: Way) -> np.dtype:
    """The type of a value; no sum of two parts is above the leaf of the whole."""
    total = space.counts.sum(axis=0)
    return np.min_scalar_type((int(total.sum() - total.max()) + 1) * way.scale + way.toll)


class Table:
    """Values of all subcubes in every layer.

    E : (layers, 1 + mixed rows, L); place : (H,) of a row in it, 0 if not mixed.
    """

    def __init__(self, space: Subcubes, way: Way):
        self.space, self.way = space, way
        mixed = np.concatenate(space.order)
        self.place = np.zeros(space.n_rows, np.int64)
        self.place[mixed] = np.arange(1, len(mixed) + 1)
        self.E = np.zeros((way.layers, 1 + len(mixed), space.n_lanes), _cell(space, way))

    def value(self, b: int, place: Sequence[int]) -> int:
        """The value of the subcube at a place: its set of each coordinate."""
        row = lane = 0
        for i, coordinate in enumerate(self.space.coordinates):
            if i < len(self.space.rows):
                row = row * len(coordinate) + place[i]
            else:
                lane = lane * len(coordinate) + place[i]
        return int(self.E[b, self.place[row], lane])

    def root(self, b: int) -> int:
        """The value of all examples."""
        return int(self.E[b, self.place[-1], -1])

    def sketch(self, b: int) -> Sketch:
        """A tree that attains the value of the root."""
        whole = [len(coordinate) - 1 for coordinate in self.space.coordinates]
        return tuple(self._write(b, whole, np.arange(len(self.space.counts))))

    def _write(self, b: int, place: list[int], rows: np.ndarray) -> list[Split | int]:
        """The words of a subcube's tree. rows : the distinct rows in it."""
        value = self.value(b, place)
        while b and self.value(b - 1, place) == value:
            b -= 1
        if not b:
            return [int(self.space.counts[rows].sum(axis=0).argmax())]
        for feature, left, right in self._tests(place):
            for i, k in self.way.pairs(b):
                if self.value(i, left) + self.value(k, right) + self.way.toll == value:
                    answer = self.space.X[rows, feature] == 1
                    words = [Split(feature, Kind.MULTIWAY)]
                    return words + self._write(i, left, rows[~answer]) + self._write(k, right, rows[answer])
        raise AssertionError("a value has no tree")

    def _tests(self, place: list[int]) -> list[tuple[int, list[int], list[int]]]:
        """(feature, place of the left part, of the right part), the lowest feature first."""
        found = []
        for i, coordinate in enumerate(self.space.coordinates):
            for t in range(coordinate.n_tests[place[i]]):
                left, right = ([*place[:i], int(part), *place[i + 1 :]] for part in coordinate.parts(place[i], t))
                found.append((int(coordinate.feature[place[i], t]), left, right))
        return sorted(found)


def solve(space: Subcubes, way: Way) -> Generator[float, None, Table]:
    """The table, row by row; yields the share of rows that are done."""
    cost = effort_of(space, way)
    if cost.refusal:
        raise DataError(cost.refusal)
    table = Table(space, way)
    height, done = max(1, BLOCK // (way.layers * space.n_lanes)), 1
    for level in space.order:
        for start in range(0, len(level), height):
            rows = level[start : start + height]
            block = _across(table, rows)
            table.E[:, done : done + len(rows)] = _within(space, way, block).swapaxes(1, 2)
            done += len(rows)
            yield (done - 1) / (table.E.shape[1] - 1)
    return table


def _across(table: Table, rows: np.ndarray) -> np.ndarray:
    """(layers, h, L) the best of a leaf and of the splits that lead into other rows."""
    space, way, E = table.space, table.way, table.E
    block = np.empty((way.layers, len(rows), space.n_lanes), E.dtype)
    block[:] = space.leaf_errors(rows) * way.scale
    stride = space.n_rows
    for coordinate in space.rows:
        stride //= len(coordinate)
        at = rows // stride % len(coordinate)
        for t in range(coordinate.n_tests[at].max()):
            some = np.flatnonzero(coordinate.n_tests[at] > t)
            here = at[some]
            left, right = (
                E[:-1].take(table.place[rows[some] + (part - here) * stride], axis=1)
                for part in (coordinate.left[here, t], coordinate.right[here, t])
            )
            for b in range(1, way.layers):
                best = block[b, some]
                _least(best, left, right, way, b)
                block[b, some] = best
    return block


def _within(space: Subcubes, way: Way, block: np.ndarray) -> np.ndarray:
    """(layers, L, h) with the splits within the rows too."""
    block = np.ascontiguousarray(block.swapaxes(1, 2))
    behind, views = block.shape[1], []
    for coordinate in space.lanes:
        ahead = space.n_lanes // behind
        behind //= len(coordinate)
        grid = block.reshape(way.layers, ahead, len(coordinate), behind * block.shape[2])
        views += [(grid[:, :, s], grid[:, :, left], grid[:, :, right]) for s, left, right in coordinate.tests]
    for b in range(1, way.layers):
        for whole, left, right in views:
            _least(whole[b], left, right, way, b)
    return block


def _least(best: np.ndarray, left: np.ndarray, right: np.ndarray, way: Way, b: int):
    """The least sum of a left and a right part in layer b, or what ``best`` holds already."""
    total = np.empty(best.shape, best.dtype)
    for i, k in way.pairs(b):
        np.add(left[i], right[k], out=total)
        if way.toll:
            np.add(total, best.dtype.type(way.toll), out=total)
        np.minimum(best, total, out=best)
