"""Slow Python that follows the notes' pseudocode line by line.

It imports nothing of ours and shares no code with the engine: the tests compare the two. It decides zero gains and ties
with exact numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations
from math import prod


@dataclass(frozen=True)
class Sample:
    """A training set S.

    examples : pairs (x, y); x is a tuple of value codes and numbers, y the code of the class.
    n_values : how many values each feature has; 0 for a numeric one.
    n_classes : K; 0 for regression, where y is a Fraction.
    """

    examples: tuple[tuple[tuple, int | Fraction], ...]
    n_values: tuple[int, ...]
    n_classes: int

    def __len__(self) -> int:
        return len(self.examples)

    @property
    def counts(self) -> tuple:
        """Examples of each class; for regression m, sum of y, sum of y^2."""
        if self.n_classes:
            return tuple(sum(y == c for _, y in self.examples) for c in range(self.n_classes))
        return tuple(sum(y**power for _, y in self.examples) for power in range(3))

    @property
    def pure(self) -> bool:
        return len({y for _, y in self.examples}) < 2

    @property
    def error(self) -> Fraction:
        """The share of the examples that the majority gets wrong; for regression their mean squared error."""
        if self.n_classes:
            return 1 - Fraction(max(self.counts), len(self))
        return sum((y - self.majority) ** 2 for _, y in self.examples) / len(self)

    @property
    def majority(self) -> int | Fraction:
        """The most frequent class, the first of them if several are; for regression the mean of y."""
        if self.n_classes:
            return self.counts.index(max(self.counts))
        return Fraction(self.counts[1], self.counts[0])


@dataclass(frozen=True)
class Question:
    """A test of one feature, as one of TESTS asks it.

    at : None for "which" and for all tests of that kind; a value, a threshold; the values of a set as bits.
    """

    feature: int
    at: float | None = None
    test: str = "which"


# The four kinds of split of Ch8 Fig. 8.2: which value is it? is it this one? does it come before this one, in
# the listed order or as a number? is it one of this set? In the words of dtlearn's GrowSettings.nominal.
TESTS = {"multiway": "which", "one_vs_rest": "is", "ordered": "before", "subset": "among"}
EVERY_SET = 8  # present values of which every set is asked about, 127 of them, though cuts would be enough


@dataclass(frozen=True)
class Leaf:
    """A leaf: its class or mean, the counts of its S, and why it is one, in the words of dtlearn's Stop."""

    label: int | Fraction
    counts: tuple
    reason: str


@dataclass(frozen=True)
class Split:
    """A node that asks, with a subtree for each answer. Yes comes before no."""

    feature: int
    at: float | None
    branches: "tuple[Leaf | Split, ...]"
    counts: tuple


def id3_uml(S: Sample, A: tuple[Question, ...], gain, parent=0) -> Leaf | Split:
    """ID3(S, A) (UML 18.2): each question once per path, no stop at zero gain.

    A : at the root ``questions(S, "one_vs_rest")``. gain : one of GAINS. parent : majority class above.
    """
    if not S.examples:
        return Leaf(parent, S.counts, "EMPTY")  # E22
    if S.pure:  # lines 3 and 4
        return Leaf(S.majority, S.counts, "PURE")
    tests = candidates(S, A, gain)
    if not tests:  # line 5
        return Leaf(S.majority, S.counts, "NO_FEATURE")
    j = max(tests, key=tests.get)  # line 7
    trees = tuple(id3_uml(S_b, without(A, j), gain, S.majority) for S_b in branches(S, j))
    return Split(j.feature, j.at, trees, S.counts)


def id3_cs181(D: Sample, X: tuple[Question, ...], gain) -> Leaf | Split:
    """ID3(D, X) (CS181 5 and 6): one branch per value, each feature once per path, stop at zero gain."""
    if D.pure:  # line 3
        return Leaf(D.majority, D.counts, "PURE")
    tests = candidates(D, X, gain)
    if not tests:  # line 6
        return Leaf(D.majority, D.counts, "NO_FEATURE")
    best = max(tests, key=tests.get)  # line 9
    if tests[best] == 0:  # line 10
        return Leaf(D.majority, D.counts, "NO_GAIN")
    trees = []
    for D_x in branches(D, best):  # line 14
        if not D_x.examples:  # line 16
            trees.append(Leaf(D.majority, D_x.counts, "EMPTY"))
        else:
            trees.append(id3_cs181(D_x, without(X, best), gain))
    return Split(best.feature, best.at, tuple(trees), D.counts)


def build_tree(S: Sample, A: tuple[Question, ...], gain, m=0, parent=0) -> Leaf | Split:
    """BuildTree(Data, m) (BuildTree 1): all features at every node, stop below m rows or at gain <= 0."""
    if not S.examples:
        return Leaf(parent, S.counts, "EMPTY")
    if S.pure:  # line 2
        return Leaf(S.majority, S.counts, "PURE")
    tests = candidates(S, A, gain)
    best = max(tests, key=tests.get, default=None)  # line 4
    if len(S) < m or best is None or tests[best] <= 0:  # line 5
        return Leaf(S.majority, S.counts, "TOO_FEW" if len(S) < m else "NO_GAIN")
    trees = tuple(build_tree(S_v, A, gain, m, S.majority) for S_v in branches(S, best))
    return Split(best.feature, best.at, trees, S.counts)


def cart(
    S: Sample, A: tuple[Question, ...], gain, max_depth=None, min_parent=2, min_leaf=1, enough=None, tolerated=0
) -> Leaf | Split:
    """BuildTree(D) (Ch8 Algorithms 8.1, 8.2): two branches, questions asked again freely, zero gains taken.

    A : ``questions(S, ...)`` of a kind with two branches; the largest gain is the smallest H' (8.2, line 9).
    enough : best gain, m -> bool, a gain threshold; None for none. tolerated : "sufficiently accurate", an error.
        Regression: ``gain`` is squared_error.
    """
    if S.pure:  # 8.1, line 4
        return Leaf(S.majority, S.counts, "PURE")
    if S.error <= tolerated:
        return Leaf(S.majority, S.counts, "ACCURATE")
    if max_depth == 0:
        return Leaf(S.majority, S.counts, "MAX_DEPTH")
    if len(S) < min_parent:
        return Leaf(S.majority, S.counts, "TOO_FEW")
    # A question with one answer has no D_L or no D_R: line 7 of 8.2 makes no such threshold.
    tests = {q: g for q, g in candidates(S, A, gain).items() if sum(map(bool, branches(S, q))) > 1}
    if not tests:
        return Leaf(S.majority, S.counts, "NO_FEATURE")
    fair = {q: g for q, g in tests.items() if all(len(S_b) >= min_leaf for S_b in branches(S, q))}
    if not fair:
        return Leaf(S.majority, S.counts, "MIN_LEAF")
    best = max(fair, key=fair.get)  # 8.2, line 10
    if enough and not enough(fair[best], len(S)):
        return Leaf(S.majority, S.counts, "SMALL_GAIN")
    deeper = None if max_depth is None else max_depth - 1
    trees = tuple(cart(S_b, A, gain, deeper, min_parent, min_leaf, enough, tolerated) for S_b in branches(S, best))
    return Split(best.feature, best.at, trees, S.counts)


def questions(S: Sample, nominal: str) -> tuple[Question, ...]:
    """A at the root: one question per feature, or one per value if a feature has more than two.

    nominal : a key of TESTS. A numeric feature, an order and sets of values stand for all their questions.
    """
    test = TESTS[nominal]
    return tuple(
        Question(j, at, test if n > 2 else "which" if n else "before")
        for j, n in enumerate(S.n_values)
        for at in (range(n) if test == "is" and n > 2 else (None,))
    )


def candidates(S: Sample, A: tuple[Question, ...], gain) -> dict[Question, object]:
    """The gain of every question that can be asked, in order: `max` takes the first of equals.

    An undefined gain (None) is no candidate (E19).
    """
    every = {"which": one, "is": one, "before": thresholds, "among": subsets}
    gains = {q: gain(S.counts, [S_b.counts for S_b in branches(S, q)]) for a in A for q in every[a.test](S, a)}
    return {q: g for q, g in gains.items() if g is not None}


def one(S: Sample, a: Question) -> Iterator[Question]:
    """A question that stands for itself."""
    yield a


def thresholds(S: Sample, a: Question) -> Iterator[Question]:
    """x_j < t for every midpoint t of two neighbouring values (Ch8 Algorithm 8.2); in a listed order,
    t is the upper."""
    values = sorted({x[a.feature] for x, _ in S.examples})
    for low, high in zip(values, values[1:], strict=False):
        t = high if S.n_values[a.feature] else low / 2 + high / 2
        yield Question(a.feature, t if low < t else high, a.test)  # E34


def subsets(S: Sample, a: Question) -> Iterator[Question]:
    """x_j in a set: every set of the present values, or the cuts of more than EVERY_SET where these are enough."""
    enough = S.n_classes <= 2 and len(_by_value(S, a.feature)) > EVERY_SET
    yield from (cuts if enough else all_subsets)(S, a)


def cuts(S: Sample, a: Question) -> Iterator[Question]:
    """x_j in a set, for Breiman's ordering of the values of two classes or of a number.

    Sorted by their share of the second class, or by their mean of y, the values need only be cut in two: no
    other set has a smaller remainder (Ch8 8.2). Equal sets of bits are one question: the first value's set.
    """
    mean = {v: sum(ys) / Fraction(len(ys)) for v, ys in _by_value(S, a.feature).items()}
    order = sorted(mean, key=lambda v: (mean[v], v))
    sets = [order[:i] if min(order) in order[:i] else order[i:] for i in range(1, len(order))]
    yield from (Question(a.feature, bits, a.test) for bits in sorted(sum(1 << v for v in part) for part in sets))


def all_subsets(S: Sample, a: Question) -> Iterator[Question]:
    """x_j in a set, for every way to part the present values in two: the set that holds the first of them."""
    first, *rest = sorted(_by_value(S, a.feature))
    sets = [part for size in range(len(rest)) for part in combinations(rest, size)]
    for bits in sorted((1 << first) + sum(1 << v for v in part) for part in sets):
        yield Question(a.feature, bits, a.test)


def _by_value(S: Sample, j: int) -> dict[int, list]:
    """The y of the examples with each value of feature j that is present."""
    return {v: [y for x, y in S.examples if x[j] == v] for v in {x[j] for x, _ in S.examples}}


def branches(S: Sample, q: Question) -> list[Sample]:
    """S parted by the answers to a question: the values in order, or yes and no."""
    answer = {
        "which": lambda v: v,
        "is": lambda v: int(v != q.at),
        "before": lambda v: int(v >= q.at),
        "among": lambda v: 1 - (q.at >> v & 1),
    }[q.test]
    parts = S.n_values[q.feature] if q.test == "which" else 2
    return [
        Sample(tuple(e for e in S.examples if answer(e[0][q.feature]) == b), S.n_values, S.n_classes)
        for b in range(parts)
    ]


def without(A: tuple[Question, ...], q: Question) -> tuple[Question, ...]:
    """A \\ {q}; a threshold never takes its numeric feature out of A."""
    return tuple(a for a in A if a != q)


def info_gain(counts, parts) -> Fraction:
    """2^(m gain) - 1, an exact fraction: zero, and ordered, as the information gain is.

    m H = m log m - sum_y m_y log m_y, so 2^(m H) = m^m / prod_y m_y^m_y needs no logarithm.

    >>> info_gain((1, 1), [(1, 0), (0, 1)])  # one bit, two examples
    Fraction(3, 1)
    """
    return _power(counts) / prod(map(_power, parts)) - 1


def gain_ratio(counts, parts) -> Decimal | None:
    """Information gain / split info to 40 digits; None if only one branch has examples (E19)."""
    split_info = _power([sum(part) for part in parts])
    if split_info == 1:
        return None
    with localcontext() as context:
        context.prec = 60
        # Digits beyond the 40th are rounding noise: equal ratios must be equal numbers.
        return round(_ln(info_gain(counts, parts) + 1) / _ln(split_info), 40)


def gini_gain(counts, parts) -> Fraction:
    """m times the Gini gain, where m G = m - sum_y m_y^2 / m."""
    return _gini(counts) - sum(map(_gini, parts))


def train_error_gain(counts, parts) -> int:
    """How many fewer training errors the branches' majorities make than the node's own."""
    return sum(counts) - max(counts) - sum(sum(part) - max(part) for part in parts)


def squared_error(counts, parts) -> Fraction:
    """m times the gain of regression: squared error about the mean, less that about the branches' means.

    counts, parts : m, sum of y, sum of y^2; sum (y - mean)^2 = sum y^2 - (sum y)^2 / m.

    >>> squared_error((2, 3, 5), [(1, 1, 1), (1, 2, 4)])
    Fraction(1, 2)
    """
    return _squares(counts) - sum(map(_squares, parts))


GAINS = {
    "info_gain": info_gain,
    "gain_ratio": gain_ratio,
    "gini_gain": gini_gain,
    "train_error_gain": train_error_gain,
}


def _power(counts) -> Fraction:
    return Fraction(sum(counts) ** sum(counts), prod(c**c for c in counts))


def _ln(f: Fraction) -> Decimal:
    return Decimal(f.numerator).ln() - Decimal(f.denominator).ln()


def _gini(counts) -> Fraction:
    m = sum(counts)
    return m - Fraction(sum(c * c for c in counts), max(m, 1))


def _squares(statistics) -> Fraction:
    m, total, squares = statistics
    return squares - Fraction(total * total, max(m, 1))
