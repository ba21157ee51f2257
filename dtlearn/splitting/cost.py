"""What it costs to find the best threshold: count every threshold anew, or sort once and sweep (UML 18.2.3).

Both searches are written as plainly as the notes tell them, for two classes and the Gini impurity; they
compare whole numbers, so they find the very threshold that ``grow`` finds.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf, log, log2
from time import thread_time

import numpy as np

from dtlearn.trees.tree import Tree

REPEATS = 5  # of a search that is over quickly; the shortest counts, it was disturbed least
QUICK = 0.03  # seconds


@dataclass(frozen=True)
class Operations:
    """What a search does: comparisons while sorting, other comparisons of two numbers, label look-ups."""

    sorting: int
    comparisons: int
    lookups: int

    @property
    def total(self) -> int:
        return self.sorting + self.comparisons + self.lookups


def naive_operations(m: int, d: int = 1) -> Operations:
    """Each of d m values is tried as a threshold, and each try looks at all m examples: O(d m^2).

    >>> naive_operations(1000).total
    2000000
    """
    return Operations(0, d * m * m, d * m * m)


def sorted_operations(m: int, d: int = 1) -> Operations:
    """One sort a feature, at most as many comparisons as merge sort needs, then one pass: O(d m log m).

    >>> sorted_operations(1000).total
    10975
    """
    return Operations(d * sorting_comparisons(m), d * (m - 1), d * (m - 1))


def sorting_comparisons(m: int) -> int:
    """m ceil(log2 m) - 2^ceil(log2 m) + 1: what merge sort needs at most for m values (Knuth, vol. 3, 5.2.4)."""
    levels = ceil(log2(m))
    return m * levels - 2**levels + 1


def split_sizes(tree: Tree) -> list[list[int]]:
    """The examples of each node that is split, level by level: as many levels as the tree is deep."""
    split = tree.n_children > 0
    return [tree.n[split & (tree.depth == level)].tolist() for level in range(int(tree.depth.max()))]


def sorting_work(sizes: Iterable[int], d: int) -> float:
    """d times the sum of m log2 m: what sorting d features of nodes with m examples each amounts to (Ch8).

    >>> sorting_work([4, 2, 1], 3)
    30.0
    """
    return d * sum(m * log2(m) for m in sizes)


@dataclass(frozen=True)
class Found:
    """The best threshold of a search: x_feature < at goes left; None where no value can be parted from another."""

    feature: int | None = None
    at: float | None = None


def naive_search(columns: Sequence[Sequence[float]], y: Sequence[int], deadline: float = inf) -> Found:
    """Try every value as a threshold and count anew each time.

    columns : d lists of m numbers; y : m labels 0 or 1. Raises TimeoutError when this thread's clock
    (``time.thread_time``) passes the deadline.

    >>> naive_search([[2, 3.5, 3.5, 5, 7]], [0, 0, 1, 1, 0])
    Found(feature=0, at=2.75)
    """
    m, ones = len(y), sum(y)
    best, feature, at = (1, 0), None, inf  # half of n times the remainder, as a fraction; 1/0 is worse than any
    for j, x in enumerate(columns):
        for theta in x:
            if thread_time() > deadline:
                raise TimeoutError
            n = k = 0
            for value, label in zip(x, y, strict=True):
                if value < theta:
                    n += 1
                    k += label
            remainder = _remainder(n, k, m, ones)
            # Values come in no order here: of two equally good thresholds the lower one must be looked for.
            tie = feature == j and theta < at and not _less(best, remainder)
            if n and (tie or _less(remainder, best)):
                best, feature, at = remainder, j, theta
    if feature is None:
        return Found()
    return Found(feature, _middle(max(value for value in columns[feature] if value < at), at))


def sorted_search(columns: Sequence[Sequence[float]], y: Sequence[int]) -> Found:
    """Sort once, labels and all, then let one example after the other change sides.

    >>> sorted_search([[2, 3.5, 3.5, 5, 7]], [0, 0, 1, 1, 0])
    Found(feature=0, at=2.75)
    """
    m, ones = len(y), sum(y)
    best, found = (1, 0), Found()
    for feature, x in enumerate(columns):
        k = 0
        for n, (i, next_) in enumerate(pairwise(sorted(range(m), key=x.__getitem__)), 1):
            k += y[i]
            if x[i] < x[next_]:
                remainder = _remainder(n, k, m, ones)
                if _less(remainder, best):
                    best, found = remainder, Found(feature, _middle(x[i], x[next_]))
    return found


def _remainder(n: int, k: int, m: int, ones: int) -> tuple[int, int]:
    """Half of n_L G(left) + n_R G(right) as (numerator, denominator): k of the n on the left are labelled 1."""
    return k * (n - k) * (m - n) + (ones - k) * (m - n - ones + k) * n, n * (m - n)


def _less(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] * b[1] < b[0] * a[1]


def _middle(low: float, high: float) -> float:
    """The midpoint; the upper value where the midpoint rounds down to the lower one."""
    middle = low / 2 + high / 2
    return middle if middle > low else high


def sample(m: int, d: int = 1) -> tuple[list[list[float]], list[int]]:
    """d features of m different random numbers, and labels that follow the first one, every fifth at random."""
    rng = np.random.default_rng(m)
    columns = rng.permuted(np.tile(np.arange(m) / m, (d, 1)), axis=1)
    y = np.where(rng.random(m) < 0.2, rng.integers(0, 2, m), columns[0] < 0.4)
    return columns.tolist(), y.astype(int).tolist()


@dataclass(frozen=True)
class Timing:
    """Seconds of processor time for m examples; ``naive`` is None where it was not run to its end."""

    m: int
    naive: float | None
    swept: float


def measure(sizes: Sequence[int], d: int = 1, limit: float = 1.0) -> Iterator[Timing]:
    """Both searches timed on samples of each size, smallest first; the naive ones get ``limit`` seconds in all."""
    for m in sorted(sizes):
        columns, y = sample(m, d)
        swept, _ = _shortest(lambda _, c=columns, y=y: sorted_search(c, y), inf)
        naive, spent = _shortest(lambda deadline, c=columns, y=y: naive_search(c, y, deadline), limit)
        limit -= spent
        yield Timing(m, naive, swept)


def _shortest(run: Callable[[float], object], limit: float) -> tuple[float | None, float]:
    """(seconds of the shortest of a few runs, or None if none came to its end, seconds spent in all)."""
    # The clock of this thread: that of the process would count what other visitors do meanwhile.
    begin, times = thread_time(), []
    for _ in range(REPEATS):
        start = thread_time()
        try:
            run(begin + limit)
        except TimeoutError:
            break
        times.append(thread_time() - start)
        if thread_time() - begin > min(QUICK, limit):
            break
    return min(times, default=None), thread_time() - begin


def slope(sizes: Sequence[int], amounts: Sequence[float]) -> float | None:
    """The exponent b of amounts = a m^b, by least squares on the logarithms; None for fewer than two sizes.

    >>> round(slope([10, 100, 1000], [3, 300, 30000]), 6)
    2.0
    """
    if len(set(sizes)) < 2:
        return None
    logs = [[log(v) for v in values] for values in (sizes, amounts)]
    return float(np.polyfit(*logs, 1)[0])
