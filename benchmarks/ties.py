"""Ties against exact arithmetic, over 10,000 random nodes: ``python -m benchmarks.ties``.

For every node that the engine scored, the candidates with the largest score are found again from their class counts and
compared with the engine's ``best``; so is which gains are zero. A disagreement is a node where either differs.

- Information gain and gain ratio: sums of integers times logarithms of primes, one over the other; a / b and c / d are
  equal if a d - c b is zero coefficient by coefficient, and different if a hundred digits say so; one of the two must
  hold, or the program says that it does not know.
- Gini gain: n x remainder is n less the sum of n_by^2 / n_b, a fraction.
"""

import sys
from collections import Counter
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache

import numpy as np

from benchmarks.common import asked
from dtlearn import Dataset, Feature, GrowSettings, Schema, grow

CRITERIA = ("info_gain", "gini_gain", "gain_ratio")


# --- exact scores of one node's candidates ------------------------------------------------------------


@cache
def primes(n: int) -> Counter:
    """The prime factors of n with their exponents."""
    found, p = Counter(), 2
    while p * p <= n:
        while n % p == 0:
            n //= p
            found[p] += 1
        p += 1
    if n > 1:
        found[n] += 1
    return found


def n_log_n(n: int) -> Counter:
    """n log n, as the coefficients of the logarithms of the primes."""
    return Counter({p: n * e for p, e in primes(n).items()})


def entropy(counts) -> Counter:
    """n x entropy of integer counts, as coefficients of logarithms of primes."""
    total = Counter(n_log_n(sum(counts)))
    for c in counts:
        total.subtract(n_log_n(c))
    return Counter({p: e for p, e in total.items() if e})


@cache
def log(p: int) -> Decimal:
    with localcontext() as context:
        context.prec = 120
        return Decimal(p).ln()


def digits(form: Counter) -> Decimal:
    with localcontext() as context:
        context.prec = 120
        return sum((e * log(p) for p, e in form.items()), Decimal(0))


class Ratio:
    """A sum of logarithms over another, by their coefficients, compared exactly."""

    def __init__(self, above: Counter, below: Counter):
        self.above, self.below = above, below
        with localcontext() as context:
            context.prec = 110
            self.value = digits(above) / digits(below)

    def __eq__(self, other) -> bool:
        if abs(self.value - other.value) > Decimal(10) ** -90:
            return False
        products = Counter()
        for sign, a, d in ((1, self.above, other.below), (-1, other.above, self.below)):
            for p, e in a.items():
                for q, f in d.items():
                    products[min(p, q), max(p, q)] += sign * e * f
        if any(products.values()):
            raise ArithmeticError("Two scores agree to 90 digits, and no equation says why.")
        return True

    def __lt__(self, other) -> bool:
        return self.value < other.value and self != other


def info_score(parent, branches) -> Ratio:
    """- n x remainder, in bits."""
    left = Counter()
    for branch in branches:
        left.subtract(entropy(branch))
    return Ratio(left, Counter({2: 1}))


def ratio_score(parent, branches) -> Ratio:
    gain = entropy(parent)
    for branch in branches:
        gain.subtract(entropy(branch))
    return Ratio(gain, entropy([sum(b) for b in branches]))


def gini_score(parent, branches) -> Fraction:
    return sum((Fraction(sum(c * c for c in b), sum(b)) for b in branches if sum(b)), Fraction(0))


SCORE = {"info_gain": info_score, "gini_gain": gini_score, "gain_ratio": ratio_score}


def best_by_hand(criterion: str, parent, candidates) -> list[bool]:
    """Which candidates (each a list of branches' counts) have the largest score; none of an undefined one."""
    defined = [criterion != "gain_ratio" or sum(sum(b) > 0 for b in bs) > 1 for bs in candidates]
    scores = [SCORE[criterion](parent, bs) if ok else None for bs, ok in zip(candidates, defined, strict=True)]
    top = max((score for score in scores if score is not None), default=None)
    return [score is not None and score == top for score in scores]


def zero_by_hand(criterion: str, parent, branches) -> bool:
    """The gain is zero: the branches together are as impure as the parent."""
    score = gini_score if criterion == "gini_gain" else info_score
    return score(parent, branches) == score(parent, [parent])


# --- random nodes ---------------------------------------------------------------------------------------


def random_data(rng, large=False) -> Dataset:
    """A data set in which ties and near ties abound: few values, columns that repeat others in disguise."""
    n = int(rng.integers(1000, 6000) if large else rng.integers(2, 40))
    k = int(rng.integers(2, 5))
    y = rng.integers(0, k, n) if rng.random() < 0.5 else np.arange(n) * k // n
    features, columns = [], []
    for _ in range(int(rng.integers(2, 5))):
        values = int(rng.integers(2, 6))
        x = rng.integers(0, values, n)
        if rng.random() < 0.3:  # it says something about the class
            x = np.where(rng.random(n) < 0.4, y % values, x)
        for _ in range(int(rng.integers(1, 4))):
            numeric = rng.random() < 0.5
            features.append(Feature(f"x{len(features)}", () if numeric else tuple("abcdef"[:values])))
            columns.append(x)
            x = disguise(rng, x, y, values)
    order = rng.permutation(len(features))
    schema = Schema(tuple(features[i] for i in order), tuple("pqrs"[:k]))
    return Dataset("random", schema, np.column_stack([columns[i] for i in order]).astype(float), y)


def disguise(rng, x, y, values):
    """The column with its values renamed, turned round, dealt out anew inside the classes, or two cells swapped."""
    match rng.integers(0, 4):
        case 0:
            return rng.permutation(values)[x]
        case 1:
            return values - 1 - x
        case 2:
            x = x.copy()
            for c in range(int(y.max()) + 1):
                x[y == c] = rng.permutation(x[y == c])
            return x
        case _:
            x, (a, b) = x.copy(), rng.integers(0, len(x), 2)
            x[[a, b]] = x[[b, a]]
            return x


# --- splits that all but tie ----------------------------------------------------------------------------


def thresholds_of(parent, lefts) -> Dataset:
    """Two-valued features, one for each pair of counts on the left of a node with two classes."""
    y = np.repeat([0, 1], parent)
    X = np.ones((sum(parent), len(lefts)))
    for j, (a, b) in enumerate(lefts):
        X[:a, j] = 0
        X[parent[0] : parent[0] + b, j] = 0
    schema = Schema(tuple(Feature(f"x{j + 1}") for j in range(len(lefts))), ("no", "yes"))
    return Dataset("close", schema, X, y)


def closest(rng, parent, how_many: int, criterion: str, tried=1_000_000) -> list:
    """Pairs of splits (left counts of the two classes) of a node whose scores differ by next to nothing.

    Out of ``tried`` random splits, or of all if there are fewer; equal scores, as far as floats tell, are left out.
    """
    p, q = parent
    every = (p + 1) * (q + 1)
    cell = np.arange(1, every - 1) if every <= tried else rng.integers(1, every - 1, tried)
    a, b = np.divmod(cell, q + 1)
    n = np.arange(1, p + q + 1)
    table = np.concatenate([[0], n * np.log2(n)])

    def impurity(x, y):
        return 2.0 * x * y / (x + y) if criterion == "gini_gain" else table[x + y] - table[x] - table[y]

    score = impurity(p, q) - impurity(a, b) - impurity(p - a, q - b)
    if criterion == "gain_ratio":
        score /= table[p + q] - table[a + b] - table[p + q - a - b]
    order = np.argsort(score, kind="stable")
    gaps = np.diff(score[order])
    near = np.flatnonzero(gaps > 1e-15 * impurity(p, q))
    pairs = near[np.argsort(gaps[near], kind="stable")][:how_many]
    return [[(int(a[order[i + side]]), int(b[order[i + side]])) for side in (0, 1)] for i in pairs]


def close_calls(rng, parent, how_many: int, criterion: str) -> tuple[int, list]:
    """How many close pairs were grown, each in both orders, and the disagreements."""
    pairs, wrong = closest(rng, parent, how_many, criterion), []
    for lefts in pairs:
        for turned in (lefts, lefts[::-1]):
            trace = grow(thresholds_of(parent, turned), GrowSettings(criterion, max_depth=1))
            wrong += disagreements(criterion, trace)
    return 2 * len(pairs), wrong


# --- the count ------------------------------------------------------------------------------------------


def scored(trace):
    """(parent's counts, branches of every candidate, best, gain) of every node that was scored."""
    for node in range(len(trace.tree)):
        found = trace.candidates[node]
        if len(found):
            branches = [found.branches(c).tolist() for c in range(len(found))]
            yield trace.tree[node].counts, branches, found.best.tolist(), found.gain.tolist()


def disagreements(criterion: str, trace) -> list:
    """(counts, candidates) of every node on which the engine and the exact scores differ."""
    return [
        (parent, branches)
        for parent, branches, best, gain in scored(trace)
        if best != best_by_hand(criterion, parent, branches)
        or [g == 0 for g in gain] != [zero_by_hand(criterion, parent, bs) for bs in branches]
    ]


def settings(rng, criterion: str, large: bool) -> GrowSettings:
    nominal = str(rng.choice(["multiway", "one_vs_rest"]))
    return GrowSettings(criterion, nominal, stop_at_zero_gain=bool(rng.random() < 0.5), max_depth=2 if large else None)


def run(nodes: int, share_large: float, seed=0) -> dict:
    """Counts of nodes, of nodes with a tie for the best, of examples in the largest node, and what differed."""
    rng = np.random.default_rng(seed)
    count = {c: {"nodes": 0, "tied": 0, "large": 0, "candidates": 0, "wrong": []} for c in CRITERIA}
    for criterion, row in count.items():
        while row["nodes"] < nodes:
            large = bool(row["large"] < share_large * row["nodes"])
            data = random_data(rng, large)
            trace = grow(data, settings(rng, criterion, large))
            for parent, branches, best, _ in scored(trace):
                row["nodes"] += 1
                row["tied"] += sum(best) > 1
                row["large"] += sum(parent) >= 500
                row["candidates"] += len(branches)
            row["wrong"] += disagreements(criterion, trace)
    return count


def main() -> None:
    arguments = asked(__doc__, nodes=(10_000, "at least so many nodes for each criterion"), seed=(0, "of all draws"))
    wrong = 0
    for criterion, row in run(arguments.nodes, 0.05, arguments.seed).items():
        wrong += len(row["wrong"])
        print(
            f"{criterion:10}  {row['nodes']:6} nodes, {row['candidates']:7} candidates, {row['large']:5} nodes of 500 "
            f"examples or more, {row['tied']:5} with a tie for the best, {len(row['wrong'])} disagreements"
        )
    print("The closest pairs of splits out of a million, one against the other:")
    rng = np.random.default_rng(arguments.seed)
    for criterion in CRITERIA:
        for parent in ((40, 61), (700, 900), (2500, 4500), (12000, 18000)):
            nodes, different = close_calls(rng, parent, 50, criterion)
            wrong += len(different)
            print(f"{criterion:10}  {nodes:4} nodes of {sum(parent):5} examples, {len(different)} disagreements")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
