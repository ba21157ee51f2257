"""What a pruning is told and what it minimises: f(T, m) of the generic procedure (UML 18.2.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import exp, lgamma, log

import numpy as np

from dtlearn.bound.bound import LOGS, penalty
from dtlearn.data.dataset import Dataset, is_number


@dataclass(frozen=True)
class Measure:
    """An f(T, m) of one tree and its examples,
    that is known from the leaves' losses added up and from the size of the tree.

    of : (loss, n_nodes, n_leaves) -> a number to compare, f times ``scale``: exact integers where f is a fraction.
    leaf : (wrong, n) -> the loss of one leaf, where it is not the number that it gets wrong; else None.
    """

    of: Callable[[float, int, int], float]
    scale: int | None = None
    leaf: Callable[[int, int], float] | None = None

    def value(self, key: float) -> float | Fraction:
        """f itself, from what ``of`` gives."""
        return key if self.scale is None else Fraction(key, self.scale)


def _bound(settings: "PruneSettings", d: int, K: int, m: int, nodes: int) -> Measure:
    """L_S + the complexity term of (18.1)."""
    sizes, m_bound = np.arange(nodes + 1), m * settings.times
    term = penalty(sizes, d + settings.more, m_bound, settings.delta, K, settings.logs).tolist()
    return Measure(lambda loss, n_nodes, n_leaves: loss / m + term[n_nodes])


def _per_leaf(settings: "PruneSettings", d: int, K: int, m: int, nodes: int) -> Measure:
    """L_S + c * leaves; L_S is the mean cost where errors cost differently."""
    price = settings.per_leaf if isinstance(settings.per_leaf, Fraction) else Fraction(str(settings.per_leaf))
    one, all_ = price.denominator, price.numerator * m
    return Measure(lambda loss, n_nodes, n_leaves: loss * one + n_leaves * all_, m * one)


def _pessimistic(settings: "PruneSettings", d: int, K: int, m: int, nodes: int) -> Measure:
    """C4.5's predicted errors: the sum over the leaves of n * U_CF(wrong, n)."""

    def predicted(wrong, n):
        return n * upper_limit(wrong, n, settings.confidence) if n else 0.0

    return Measure(lambda loss, n_nodes, n_leaves: round(loss, 9), leaf=predicted)  # float noise decides no tie


def _held_out(settings: "PruneSettings", d: int, K: int, m: int, nodes: int) -> Measure:
    """The share of the validation examples that the tree gets wrong, or what they cost per example."""
    return Measure(lambda loss, n_nodes, n_leaves: loss, m)


@dataclass(frozen=True)
class Objective:
    """An f(T, m) by its name.

    measure : (settings, questions, classes, examples that decide, nodes of the grown tree) -> Measure.
    reads : the fields of PruneSettings that it reads. held : it counts validation examples.
    """

    name: str
    measure: "Callable[[PruneSettings, int, int, int, int], Measure]"
    reads: tuple[str, ...] = ()
    held: bool = False


OBJECTIVES = {
    f.name: f
    for f in (
        Objective("bound", _bound, ("delta", "logs", "times", "more")),
        Objective("per_leaf", _per_leaf, ("per_leaf", "costs")),
        Objective("pessimistic", _pessimistic, ("confidence",)),
        Objective("held_out", _held_out, ("costs",), held=True),
    )
}


@lru_cache(maxsize=100_000)
def upper_limit(wrong: int, n: int, confidence: float = 0.25) -> float:
    """C4.5's U_CF(E, N): the error rate at which E wrong among N, or fewer, have the probability CF.

    The exact limit of the binomial. C4.5's program approximates it from E = 1 on: its book has U(1, 16) = 0.157.

    >>> [round(upper_limit(*pair), 3) for pair in [(0, 6), (0, 9), (0, 1), (1, 16)]]
    [0.206, 0.143, 0.75, 0.16]
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is {confidence}: choose a number between 0 and 1.")
    if not 0 <= wrong <= n or not n:
        raise ValueError(f"{wrong} wrong of {n}: give at least one example, and no more wrong ones than there are.")
    if wrong == 0:
        return 1 - confidence ** (1 / n)
    if wrong == n:
        return 1.0
    ways = lgamma(n + 1) - lgamma(wrong + 1) - lgamma(n - wrong + 1)
    low, high, p = 0.0, 1.0, (wrong + 0.5) / n
    for _ in range(100):
        top = exp(ways + wrong * log(p) + (n - wrong) * log(1 - p)) if 0 < p < 1 else 0.0
        odds, term, tail = (1 - p) / p, 1.0, 1.0
        for k in range(wrong, 0, -1):
            term *= k * odds / (n - k + 1)
            tail += term
            if term < 1e-17 * tail:
                break
        reached = top * tail if top > 0 else float(p < wrong / n)  # so far out that it is 0 or 1
        over = reached - confidence
        low, high = (p, high) if over > 0 else (low, p)
        # Newton's step while it stays inside, else halve: the probability falls as p grows.
        slope = (n - wrong) / (1 - p) * top
        step = p + over / slope if slope > 0 else -1.0
        new = step if low < step < high else (low + high) / 2
        if abs(new - p) <= 1e-12 * p:
            return new
        p = new
    return p


@dataclass(frozen=True)
class PruneSettings:
    """What a pruning procedure can be told; hashable. Each reads what concerns it.

    objective : f of the generic procedure, a name in OBJECTIVES. delta, logs : the bound's, see ``bounds.penalty``.
    times : as if every example stood there so often. more : as if there were so many more questions; both of the bound.
    per_leaf : the price c of a leaf in the objective "per_leaf". confidence : C4.5's CF in "pessimistic".
    prune_ties : reduced error prunes a node where that changes nothing; else only where the error falls.
    risk : R of the weakest link, "error" (the notes) or "impurity" (scikit-learn).
    at_once : all nodes at the least g in one step (Breiman); else one at a time, the first in preorder (the notes).
    threshold : a node with a smaller gain becomes a leaf, if its children are leaves.
    costs : what an example of each class costs where a tree gets it wrong, whole numbers; () for 1 each.
    """

    objective: str = "bound"
    delta: float = 0.05
    logs: str = "mixed"
    times: int = 1
    more: int = 0
    per_leaf: float | Fraction = 0.01
    confidence: float = 0.25
    prune_ties: bool = True
    risk: str = "error"
    at_once: bool = True
    threshold: float = 0.1
    costs: tuple[int, ...] = ()

    def __post_init__(self):
        for name, known in (("objective", tuple(OBJECTIVES)), ("logs", tuple(LOGS)), ("risk", ("error", "impurity"))):
            if getattr(self, name) not in known:
                raise ValueError(f"There is no {name} {getattr(self, name)!r}: choose one of {', '.join(known)}.")
        for name in ("delta", "confidence"):
            if not 0 < getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}: choose a number between 0 and 1.")
        for name, least in (("times", 1), ("more", 0)):
            if getattr(self, name) < least:
                raise ValueError(f"{name} is {getattr(self, name)}: choose {least} or more.")
        for name in ("per_leaf", "threshold"):
            if not 0 <= getattr(self, name) < float("inf"):
                raise ValueError(f"{name} is {getattr(self, name)}: choose 0 or more.")
        if not all(is_number(cost) and cost > 0 for cost in self.costs):
            raise ValueError(f"costs are {self.costs}: choose whole numbers, 1 or more.")

    def weights(self, K: int) -> np.ndarray:
        """(K,) the costs of the classes."""
        return np.array(self.costs or [1] * K)


DEFAULT = PruneSettings()


def validation(held: Dataset | None) -> Dataset:
    """The validation examples. Raises ValueError if there are none."""
    if held is None or not len(held):
        raise ValueError("There are no validation examples: hold some out of the data before the tree is grown.")
    return held
