"""Criteria: how impure a set of class counts is, and what a split gains.

A criterion is one impurity function and one entry of CRITERIA. Class counts are integers; whether a gain is zero and
whether two gains tie is decided from them exactly (``exact``), never by float noise.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

TOLERANCE = 1e-9  # two float gains closer than this are compared exactly


def proportions(counts):
    """p_y = n_y / n of each class along the last axis; an empty set has all zeros."""
    counts = np.asarray(counts, dtype=np.float64)
    return counts / np.maximum(counts.sum(axis=-1, keepdims=True), 1)


def entropy(counts):
    """H(p) = -sum_y p_y log2 p_y in bits, with 0 log 0 = 0 (CS181 6; Ch8 "Score functions").

    counts : (..., K) int -> (...) float64.

    >>> float(entropy([1, 1]))
    1.0
    """
    p = proportions(counts)
    return 0.0 - (p * np.log2(np.where(p > 0, p, 1.0))).sum(axis=-1)


def gini(counts):
    """Gini impurity 1 - sum_y p_y^2 (Ch8); for two classes 2a(1-a) (UML 18.2.1). (..., K) -> (...).

    >>> float(gini([2, 2]))
    0.5
    """
    p = proportions(counts)
    return np.where(p.sum(axis=-1) > 0, 1.0 - (p * p).sum(axis=-1), 0.0)


def train_error(counts):
    """Training error of the majority label, 1 - max_y p_y; min(a, 1-a) for two classes (UML 18.2.1).

    >>> float(train_error([1, 3]))
    0.25
    """
    p = proportions(counts)
    return np.where(p.sum(axis=-1) > 0, 1.0 - p.max(axis=-1), 0.0)


@cache
def _log2_prime(p: int) -> int:
    """log2 p as an integer multiple of 2^-120."""
    with localcontext() as context:
        context.prec = 60
        return int((Decimal(p).ln() / Decimal(2).ln() * 2**120).to_integral_value())


@cache
def _log2(n: int) -> int:
    """log2 n as the sum over its prime factors: equal products give equal integers, so ties are exact."""
    total, p = 0, 2
    while p * p <= n:
        while n % p == 0:
            n //= p
            total += _log2_prime(p)
        p += 1
    return total + (_log2_prime(n) if n > 1 else 0)


@cache
def log_table(size: int) -> tuple[np.ndarray, np.ndarray, int]:
    """(size,) int64, n log2 n for n < size as multiples of 2^-bits; its rise from each n to the next; and those bits.

    The logarithm of a prime is rounded once, every other one is a sum of them: an equation between products of counts
    is the same equation between these integers.
    """
    bits = 59 - int(np.ceil(np.log2(max(size * np.log2(size), 1))))
    log, prime = np.zeros(size, np.int64), np.ones(size, bool)
    for p in range(2, int(size**0.5) + 1):
        if prime[p]:
            prime[p * p :: p] = False
            value, power = np.int64(np.rint(np.log2(p) * 2.0**bits)), p
            while power < size:
                log[power::power] += value
                power *= p
    # At most one prime above the root divides a number: all of them in one sweep over the cofactor.
    large = np.flatnonzero(prime)
    large = large[large > size**0.5]
    value = np.rint(np.log2(large) * 2.0**bits).astype(np.int64)
    for k in range(1, (size - 1) // int(large[0]) + 1 if len(large) else 1):
        fits = np.searchsorted(large * k, size)
        log[large[:fits] * k] += value[:fits]
    log *= np.arange(size)
    rise = np.diff(log)
    log.setflags(write=False)
    rise.setflags(write=False)
    return log, rise, bits


def exact_entropy(counts) -> Fraction:
    """n H(p): n log2 n - sum_y n_y log2 n_y, with logarithms built from those of the primes."""
    return Fraction(sum(counts) * _log2(max(sum(counts), 1)) - sum(c * _log2(c) for c in counts if c), 2**120)


def exact_gini(counts) -> Fraction:
    """n (1 - sum_y p_y^2) as a fraction."""
    n = sum(counts)
    return Fraction(n * n - sum(c * c for c in counts), max(n, 1))


def exact_train_error(counts) -> Fraction:
    """n (1 - max_y p_y): the number of examples that the majority label gets wrong."""
    return Fraction(sum(counts) - max(counts))


def _entropy_worked(counts) -> str:
    n = sum(counts)
    return " ".join(rf"-\tfrac{{{c}}}{{{n}}}\log_2\tfrac{{{c}}}{{{n}}}" for c in counts if c) or "0"


def _gini_worked(counts) -> str:
    n = sum(counts)
    return "1" + "".join(rf"-\left(\tfrac{{{c}}}{{{n}}}\right)^2" for c in counts if c)


def _train_error_worked(counts) -> str:
    return rf"1-\tfrac{{{max(counts)}}}{{{sum(counts)}}}"


@dataclass(frozen=True)
class Criterion:
    """A rule that scores a split: what it is called, how it is computed, how it is written.

    impurity : (..., K) int counts -> (...) float64, 0 for a pure or empty set.
    exact : counts (a tuple of int) -> n * impurity as a Fraction, or None: then gains closer than TOLERANCE are ties
        and smaller than TOLERANCE are zero.
    symbol, formula : the impurity in LaTeX. worked : counts -> LaTeX with the numbers put in.
    rational : the impurity is a fraction of integers and can be printed as one.
    per_split_info : the score is gain / split info (gain ratio).
    concave : the impurity is strictly concave: a split gains 0 only if every branch has the parent's shares, and along
        a run of one class only an end can win.
    """

    name: str
    title: str
    impurity: Callable
    impurity_title: str
    symbol: str
    formula: str
    worked: Callable
    source: str
    exact: Callable | None = None
    unit: str = ""
    rational: bool = False
    per_split_info: bool = False
    concave: bool = False

    @property
    def score_title(self) -> str:
        return "gain ratio" if self.per_split_info else "gain"


_ENTROPY = {
    "impurity": entropy,
    "impurity_title": "entropy",
    "symbol": "H",
    "exact": exact_entropy,
    "formula": r"H(p)=-\sum_y p_y\log_2 p_y",
    "worked": _entropy_worked,
    "unit": "bits",
    "concave": True,
}

CRITERIA = {
    c.name: c
    for c in (
        Criterion("info_gain", "information gain", **_ENTROPY, source="UML 18.2.1, CS181 6, Ch8"),
        Criterion("gain_ratio", "gain ratio", **_ENTROPY, source="BuildTree", per_split_info=True),
        Criterion(
            "gini_gain",
            "Gini gain",
            gini,
            "Gini impurity",
            "G",
            r"G(p)=1-\sum_y p_y^2",
            _gini_worked,
            "UML 18.2.1, Ch8",
            exact_gini,
            rational=True,
            concave=True,
        ),
        Criterion(
            "train_error_gain",
            "train-error gain",
            train_error,
            "training error",
            "E",
            r"E(p)=1-\max_y p_y",
            _train_error_worked,
            "UML 18.2.1",
            exact_train_error,
            rational=True,
        ),
    )
}

# Where the target is a number, statistics are not counts: the impurity is the node's own mean squared error.
REGRESSION = {
    "mse": Criterion(
        "mse",
        "reduction of the squared error",
        None,
        "mean squared error",
        "\\mathrm{MSE}",
        r"\mathrm{MSE}=\frac1n\sum_i(y_i-\bar y)^2",
        None,
        "Ch8",
    )
}


def criterion_of(name: str) -> Criterion:
    """A criterion of CRITERIA or REGRESSION."""
    return CRITERIA.get(name) or REGRESSION[name]


def gain(criterion: Criterion, parent, branches) -> float:
    """Impurity of the parent minus the weighted impurity of the branches (the remainder).

    parent : (K,) int counts; branches : (B, K) int counts. Exactly 0.0 where the gain is zero.

    >>> round(gain(CRITERIA["info_gain"], [5, 9], [[3, 2], [0, 4], [2, 3]]), 3)
    0.247
    """
    sizes = np.asarray(branches).sum(axis=1)
    remainder = (sizes * criterion.impurity(branches)).sum() / max(sizes.sum(), 1)
    return settle(criterion, float(criterion.impurity(parent) - remainder), parent, branches)


def split_info(sizes) -> float:
    """Entropy of the branch sizes, in bits: the denominator of the gain ratio (BuildTree)."""
    return float(entropy(sizes))


def score(criterion: Criterion, parent, branches) -> float:
    """What the criterion compares: the gain, or for the gain ratio gain / split info; 0.0 where that is undefined."""
    value = gain(criterion, parent, branches)
    if not criterion.per_split_info:
        return value
    info = split_info(np.asarray(branches).sum(axis=1))
    return value / info if info else 0.0


def settle(criterion: Criterion, value: float, parent, branches) -> float:
    """A float gain cleaned of rounding noise near zero: exactly 0.0 if it is mathematically zero."""
    if abs(value) > TOLERANCE:
        return value
    if criterion.exact is None:
        return 0.0
    return float(exact_gain(criterion, parent, branches)) / max(sum(map(int, parent)), 1)


def exact_gain(criterion: Criterion, parent, branches, n: int = 1) -> Fraction:
    """n * gain as an exact number, for comparing; only for criteria that have ``exact``. n : what it is divided by."""
    above, below = _exact(criterion.exact, _ints(parent)).as_integer_ratio()
    for counts in branches:
        taken, of = _exact(criterion.exact, _ints(counts)).as_integer_ratio()
        above, below = above * of - taken * below, below * of  # reduced once, at the end
    return Fraction(above, below * n)


def exact_score(criterion: Criterion, parent, branches) -> Fraction:
    """What decides between candidates of one node: n * gain, over n * split info for the gain ratio."""
    value = exact_gain(criterion, parent, branches)
    if not criterion.per_split_info:
        return value
    return value / exact_entropy(tuple(sum(map(int, b)) for b in branches))


def _ints(counts) -> tuple[int, ...]:
    return tuple(map(int, counts))


@lru_cache(maxsize=100_000)  # the same few counts come up again and again, in every visitor's tree
def _exact(exact, counts: tuple[int, ...]) -> Fraction:
    return exact(counts)
