"""Slow Python that boosts as the papers do: AdaBoost and SAMME on weights, least squares on residuals.

It shares no code with the engine and decides with exact numbers; its questions are those of ``tests.support.textbook``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from tests.support.textbook import Question, Sample, branches, candidates, questions

Words = tuple[Question | int | Fraction, ...]  # a tree from its root on, yes before no; a leaf is what it says


@dataclass(frozen=True)
class Round:
    """One tree and what it was grown on.

    weight, target, said : of each example; target is its class, or its residual. scores : of each question of the root,
    what impurity it leaves. tree : its words. odds : e to the power of its vote; None of a tree without an error, or of
    numbers.
    """

    weight: tuple[Fraction, ...]
    target: tuple[int | Fraction, ...]
    scores: dict[Question, Fraction | Decimal]
    tree: Words
    said: tuple[int | Fraction, ...]
    error: Fraction
    odds: Fraction | None = None


def adaboost(S: Sample, rounds: int, depth: int, impurity: Callable) -> tuple[list[Round], str]:
    """(the rounds, why there are no more of them): AdaBoost.M1 (Freund, Schapire 1997), SAMME if K > 2 (Zhu 2009).

    impurity : one of IMPURITIES.
    """
    w, found = (Fraction(1, len(S)),) * len(S), []
    while len(found) < rounds:
        found.append(one := on_weights(S, w, depth, impurity))
        if not one.error:
            return found, "PERFECT"
        if one.odds == 1:
            return found, "GUESSING"
        w = [v * one.odds if a != b else v for v, a, b in zip(w, one.said, one.target, strict=True)]
        whole = sum(w)
        w = tuple(v / whole for v in w)
    return found, "ENOUGH"


def on_weights(S: Sample, w: tuple[Fraction, ...], depth: int, impurity: Callable) -> Round:
    """A round: the odds are (1 - e) / e (K - 1), and 1 if the tree is no better than a guess."""
    y, K = tuple(label for _, label in S.examples), max(S.n_classes, 2)

    def per_class(who):
        return [sum((w[i] for i in who if y[i] == k), Fraction(0)) for k in range(K)]

    tree, said, scores = weak(
        S, y, depth, lambda parts: impurity(list(map(per_class, parts))), lambda who: first_largest(per_class(who))
    )
    e = sum((v for v, a, b in zip(w, said, y, strict=True) if a != b), Fraction(0))
    return Round(w, y, scores, tree, said, e, max((1 - e) / e * (K - 1), Fraction(1)) if e else None)


def least_squares(S: Sample, rounds: int, depth: int, rate: Fraction) -> tuple[list[Round], str]:
    """(the rounds, why there are no more of them): LS_Boost (Friedman 2001, Algorithm 2) with a rate.

    The first tree is grown in any case.
    """
    mean = sum((y for _, y in S.examples), Fraction(0)) / len(S)
    left, found = tuple(y - mean for _, y in S.examples), []
    while len(found) < rounds:
        if found and not any(left):
            return found, "EXPLAINED"
        found.append(one := on_residuals(S, left, depth))
        left = tuple(a - rate * b for a, b in zip(left, one.said, strict=True))
    return found, "ENOUGH"


def on_residuals(S: Sample, left: tuple[Fraction, ...], depth: int) -> Round:
    """A round: a leaf says the mean of its residuals."""
    m = len(S)

    def mean(who):
        return sum((left[i] for i in who), Fraction(0)) / len(who)

    def squares(parts):
        return sum((left[i] - mean(who)) ** 2 for who in parts for i in who) / m

    tree, said, scores = weak(S, left, depth, squares, mean)
    return Round(
        (Fraction(1, m),) * m, left, scores, tree, said, sum((a - b) ** 2 for a, b in zip(left, said, strict=True)) / m
    )


def weak(S: Sample, target, depth: int, impurity: Callable, answer: Callable) -> tuple[Words, tuple, dict]:
    """(the words of a tree, what it says of each example, the scores of the root's questions).

    impurity : the numbers of the examples in each part -> what impurity is left. answer : of those in a leaf -> what it
        says.
    """
    # Each example is a class of its own, so the counts of a part tell which examples are in it.
    own = Sample(tuple((x, i) for i, (x, _) in enumerate(S.examples)), S.n_values, len(S))
    A, words, said = questions(own, "one_vs_rest"), [], {}

    def remainder(_, parts):
        members = [[i for i, count in enumerate(part) if count] for part in parts]
        return impurity(members) if sum(map(bool, members)) > 1 else None

    def ask(D):
        return candidates(D, A, remainder)

    def grow(D, depth):
        here = [i for _, i in D.examples]
        scores = ask(D) if depth and len({target[i] for i in here}) > 1 else {}
        if not scores:
            words.append(answer(here))
            said.update(dict.fromkeys(here, words[-1]))
            return
        words.append(best := min(scores, key=scores.get))
        for part in branches(D, best):
            grow(part, depth - 1)

    grow(own, depth)
    return tuple(words), tuple(said[i] for i in range(len(S))), ask(own)


def votes(rounds: list[Round], K: int) -> Iterator[list[list[Decimal]]]:
    """What the first 1, 2, ... rounds give each class, of each example, to 40 digits: equal sums are equal numbers."""
    product = [[Fraction(1)] * K for _ in rounds[0].said]
    for one in rounds:
        for of_class, label in zip(product, one.said, strict=True):
            of_class[label] *= one.odds or 1
        perfect = one.odds is None  # the last one: its vote is 1
        yield [
            [ln(p) + (perfect and k == label) for k, p in enumerate(of_class)]
            for of_class, label in zip(product, one.said, strict=True)
        ]


def first_largest(values) -> int:
    """The place of the largest value, the first of equals."""
    return max(range(len(values)), key=lambda k: values[k])


def ln(f: Fraction) -> Decimal:
    """ln f to 40 digits."""
    with localcontext() as context:
        context.prec = 60
        return round(Decimal(f.numerator).ln() - Decimal(f.denominator).ln(), 40)


def entropy(parts) -> Decimal:
    """The sum of W H = sum_k w_k log2 (W / w_k), rounded after all is added up: equal sums are equal numbers."""
    with localcontext() as context:
        context.prec = 60
        logs = [Decimal(v.numerator) / v.denominator * ln(sum(w) / v) for w in parts for v in map(Fraction, w) if v]
        return round(sum(logs, Decimal(0)) / ln(Fraction(2)), 35)


def gini(parts) -> Fraction:
    """The sum of W G = W - sum_k w_k^2 / W."""
    return sum(sum(w) - sum(v * v for v in w) / sum(w) for w in parts)


def error(parts) -> Fraction:
    """The sum of W E = W - max_k w_k."""
    return sum(sum(w) - max(w) for w in parts)


# What the engine's criteria take for the impurity that a split leaves, from the weights w of the classes in each of its
# parts, which add up to W.
IMPURITIES = {"train_error_gain": error, "gini_gain": gini, "info_gain": entropy}
