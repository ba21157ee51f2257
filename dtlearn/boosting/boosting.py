"""Boosting: weak trees one after another, each grown on what those before it got wrong, and their sum.

Classes: AdaBoost (Freund, Schapire 1997), of more than two SAMME (Zhu and others 2009): examples that a tree gets wrong
weigh more for the next one. Numbers: least squares (Friedman 2001): each tree is grown on what is left to explain.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from math import log
from numbers import Real

import numpy as np

from dtlearn.boosting.weak_trees import NEAR, WeakTrees, heaviest
from dtlearn.data.dataset import DataError, Dataset, ReadOnly, is_number, matched
from dtlearn.pictures import pictures
from dtlearn.splitting.criteria import CRITERIA
from dtlearn.trees.split import Split
from dtlearn.trees.tree import Tree


class End(Enum):
    """Why there are no more rounds."""

    ENOUGH = "as many rounds as were asked for"
    PERFECT = "the last tree gets nothing wrong, so no example would weigh more"
    GUESSING = "the last tree is no better than a guess, so it has no vote"
    LEFT_OUT = "the next tree is no better than a guess, so it is left out"
    EXPLAINED = "nothing is left to explain"


@dataclass(frozen=True)
class BoostSettings:
    """Everything that makes a boosting; hashable.

    rounds : how many trees at most. depth : of each; 1 is a stump. criterion : what a split is judged by, a name of
        CRITERIA; the train-error gain takes the split with the least weighted error. Numbers: the squared error.
    rate : what every vote, or every tree's number, is multiplied by, above 0 and at most 1 (the step nu, or shrinkage).
    """

    rounds: int = 50
    depth: int = 1
    criterion: str = "train_error_gain"
    rate: float = 1.0

    def __post_init__(self):
        for name in ("rounds", "depth"):
            if not is_number(value := getattr(self, name)) or value < 1:
                raise ValueError(f"{name} is {value!r}: choose a whole number from 1 on.")
        if self.criterion not in CRITERIA or CRITERIA[self.criterion].per_split_info:
            known = (one.name for one in CRITERIA.values() if not one.per_split_info)
            raise ValueError(f"criterion is {self.criterion!r}: choose one of {', '.join(known)}.")
        if not is_number(self.rate, Real) or not 0 < self.rate <= 1:
            raise ValueError(f"rate is {self.rate!r}: choose a number above 0, at most 1.")


@dataclass(frozen=True, eq=False)
class Round(ReadOnly):
    """One tree, what it was grown on, and what it is worth. Read-only.

    tree : of classes a leaf says the class with the most weight; of numbers the mean residual.
    weight : (m,) of the examples before this round, sum 1; of numbers 1/m each. target : (m,) the class codes, or the
    residuals. scores : (c,) of ``Boosting.questions`` at the root: what impurity is left, of the train-error gain the
    weighted error; of numbers the mean squared error. error : the tree's own weighted error, or mean squared error.
    vote : what its answer counts (alpha); of numbers the rate; 0.0 where it is no better than a guess.
    said : (m,) what the tree says of the examples.
    """

    tree: Tree
    weight: np.ndarray
    target: np.ndarray
    scores: np.ndarray
    error: float
    vote: float
    said: np.ndarray


@dataclass(frozen=True, eq=False)
class Boosting(ReadOnly):
    """The rounds of a boosting, at least one, and their sum. Read-only.

    questions : (c,) the splits that the root of every tree can choose from. end : why there are no more rounds.
    start : of numbers the mean, which the trees are added to; 0.0 of classes.
    """

    data: Dataset
    settings: BoostSettings
    rounds: tuple[Round, ...]
    questions: tuple[Split, ...]
    end: End
    start: float = 0.0

    def __len__(self) -> int:
        return len(self.rounds)

    def __repr__(self) -> str:
        return f"Boosting({self.data.name!r}: {len(self)} round{'s' * (len(self) > 1)}, {self.end.value})"

    def chosen(self, t: int) -> int | None:
        """Which of ``questions`` the tree of round t, from 0 on, asks at its root; None if it is a leaf."""
        split = self.rounds[t].tree[0].split
        return None if split is None else self.questions.index(split)

    @property
    def bound(self) -> np.ndarray | None:
        """(T,) what the training error of the first 1, 2, ..., T rounds cannot exceed: prod 2 sqrt(e (1 - e)).

        A tree without an error has a vote of 1 and multiplies it by e^(-1/2). Two classes at a rate of 1; else None.
        """
        if len(self.data.schema.classes) != 2 or self.settings.rate != 1:
            return None
        e = np.array([one.error for one in self.rounds])
        return np.where(e > 0, 2 * np.sqrt(e * (1 - e)), np.exp(-0.5)).cumprod()

    @property
    def heaviest_example(self) -> tuple[float, ...]:
        """The codes (d,) of the example that weighs most in the last round; of numbers, of which most is left."""
        last = self.rounds[-1]
        by = np.abs(last.target) if self.data.schema.regression else last.weight
        return tuple(self.data.X[int(by.argmax())].tolist())

    def votes(self, X) -> np.ndarray:
        """(T, n) what each tree says of each row of X (n, d): class codes, or numbers."""
        return np.array([one.tree.predict(X) for one in self.rounds])

    def sums(self, X) -> Iterator[np.ndarray]:
        """What the first 1, 2, ..., T rounds add up to: (n, K) the votes for each class, or (n,) numbers."""
        total, of_class = self.start, np.eye(len(self.data.schema.classes))
        for one, said in zip(self.rounds, self.votes(X), strict=True):
            total = total + one.vote * (said if self.data.schema.regression else of_class[said])
            yield total

    def running(self, X) -> Iterator[np.ndarray]:
        """(n,) what the first 1, 2, ..., T rounds together say of each row of X (n, d); ties go to the first class."""
        for total in self.sums(X):
            yield total if self.data.schema.regression else heaviest(total)

    def predict(self, X) -> np.ndarray:
        """(n,) class codes, or numbers, by all rounds."""
        return list(self.running(X))[-1]

    def losses(self, data: Dataset) -> np.ndarray:
        """(T, m) what the first 1, 2, ..., T rounds lose on each example: 1 where wrong; of numbers the square."""
        data = matched(data, self.data.schema)
        wrong = [said - data.y if data.schema.regression else said != data.y for said in self.running(data.X)]
        return np.square(np.array(wrong, np.float64))

    def walkthrough(self, x=None):
        """The rounds as a page that plays, a ``Walkthrough``: ``boosting.walkthrough().save("lesson.html")``.

        x : the codes (d,) of an example that walks down every tree; by default ``heaviest_example``."""
        return pictures().boosting_walkthrough(self, self.heaviest_example if x is None else tuple(map(float, x)))

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return {"text/plain": repr(self), "text/html": self.walkthrough().frame_html()}


def boost(data: Dataset, settings: BoostSettings = BoostSettings()) -> Boosting:
    """Boosts weak trees on a data set; ``vote_of`` says when that ends. Raises DataError where no feature can split it.

    >>> from dtlearn import load
    >>> found = boost(load("seven_points"), BoostSettings(2))
    >>> [(one.tree[0].split.title(found.data.schema), round(one.error, 3)) for one in found.rounds]
    [('X1', 0.286), ('X2', 0.3)]
    """
    weak = WeakTrees(data, settings.criterion)
    if not weak.root.splits:
        raise DataError(f"{data.name!r} has no feature with two different values: there is nothing to ask.")
    rounds, end, start = (_numbers if data.schema.regression else _classes)(weak, settings)
    return Boosting(data, settings, tuple(rounds), tuple(weak.root.splits), end, start)


def _classes(weak: WeakTrees, settings: BoostSettings) -> tuple[list[Round], End, float]:
    y, K, rounds = weak.data.y, max(len(weak.data.schema.classes), 2), []
    weight = np.full(len(y), 1 / len(y))
    while len(rounds) < settings.rounds:
        tree, scores = weak.tree(y, weight, settings.depth)
        said = tree.predict(weak.data.X)
        wrong = said != y
        error = float(weight[wrong].sum())
        vote = vote_of(error, K, settings.rate)
        rounds.append(Round(tree, weight, y, scores, error, vote, said))
        if not error:
            return rounds, End.PERFECT, 0.0
        if not vote:
            return rounds, End.GUESSING, 0.0
        weight = reweighted(weight, wrong, vote)
    return rounds, End.ENOUGH, 0.0


def vote_of(error: float, K: int, rate: float = 1.0) -> float:
    """The vote of a tree with a weighted error: rate (ln((1 - e) / e) + ln(K - 1)); 1.0 without an error, 0.0 where it
    is no better than a guess among K classes.

    >>> round(vote_of(0.25, 2), 3)
    1.099
    """
    if not error:
        return 1.0
    if error >= 1 - 1 / K - NEAR:
        return 0.0
    return rate * (log((1 - error) / error) + log(K - 1))


def reweighted(weight: np.ndarray, wrong: np.ndarray, vote: float) -> np.ndarray:
    """(m,) the next round's weights: those of the wrong examples times e^vote, then all divided by their sum."""
    found = np.where(wrong, weight * np.exp(vote), weight)
    return found / found.sum()


def _numbers(weak: WeakTrees, settings: BoostSettings) -> tuple[list[Round], End, float]:
    y = weak.data.y
    weight, start = np.full(len(y), 1 / len(y)), float(y.mean().clip(y.min(), y.max()))
    noise, total, rounds = NEAR * float(np.square(y - start).mean()), np.full(len(y), start), []
    while len(rounds) < settings.rounds:
        left = y - total
        if rounds and float(np.square(left).mean()) <= noise:
            return rounds, End.EXPLAINED, start
        tree, scores = weak.tree(left, weight, settings.depth)
        said = tree.predict(weak.data.X)
        rounds.append(Round(tree, weight, left, scores, float(np.square(left - said).mean()), settings.rate, said))
        total = total + settings.rate * said
    return rounds, End.ENOUGH, start
