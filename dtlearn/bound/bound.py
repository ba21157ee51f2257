"""The bound (18.1): how far the true error of a tree can lie above its training error, given its size (UML (18.1))."""

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property

import numpy as np

from dtlearn.data.dataset import DataError, Dataset, Feature, Schema
from dtlearn.splitting.sorted_columns import midpoint
from dtlearn.trees.split import ORDERED, SUBSET, VALUE
from dtlearn.trees.tree import Tree

# Logarithm of the code's length, logarithm of the confidence. The notes' mixture holds, for bits >= nats (E28).
LOGS = {"mixed": (np.log2, np.log), "ln": (np.log, np.log), "log2": (np.log2, np.log2)}


def penalty(n, d: int, m, delta: float = 0.05, classes: int = 2, logs: str = "mixed"):
    """The complexity term sqrt(((n + 1) log2(d + K + 1) + ln(2 / delta)) / (2 m)); elementwise over n and m.

    n : nodes, inner ones and leaves. d : questions that a node may ask. m : examples. classes : K, 2 in UML.
    Raises ValueError unless 0 < delta < 1 and logs is in LOGS.

    >>> round(float(penalty(5, 10, 1000, 0.1)), 6)
    0.112246
    """
    if not 0 < delta < 1:
        raise ValueError(f"delta is {delta}: choose a number between 0 and 1.")
    if logs not in LOGS:
        raise ValueError(f"There are no logarithms {logs!r}: choose one of {', '.join(LOGS)}.")
    of_code, of_delta = LOGS[logs]
    return np.sqrt(((np.asarray(n) + 1) * of_code(d + classes + 1) + of_delta(2 / delta)) / (2 * np.asarray(m)))


@dataclass(frozen=True)
class Bound:
    """(18.1) for one tree, term by term: with probability 1 - delta, L_D <= L_S + penalty for every tree at once.

    n_wrong of m examples : what the tree gets wrong in training. n : its nodes. d, classes, delta, logs : see
        ``penalty``.
    """

    n_wrong: int
    m: int
    n: int
    d: int
    delta: float = 0.05
    classes: int = 2
    logs: str = "mixed"

    @property
    def error(self) -> Fraction:
        """L_S, exactly."""
        return Fraction(self.n_wrong, self.m)

    @property
    def symbols(self) -> int:
        """Different symbols of the code: d questions, K leaves, END."""
        return self.d + self.classes + 1

    @property
    def length(self) -> float:
        """Length of the code, (n + 1) blocks; in bits, or in nats where ``logs`` is "ln"."""
        return float((self.n + 1) * LOGS[self.logs][0](self.symbols))

    @property
    def confidence(self) -> float:
        """The term of delta: ln(2 / delta), or log2 where ``logs`` says so."""
        return float(LOGS[self.logs][1](2 / self.delta))

    @cached_property
    def penalty(self) -> float:
        return float(penalty(self.n, self.d, self.m, self.delta, self.classes, self.logs))

    @property
    def value(self) -> float:
        return self.n_wrong / self.m + self.penalty

    @property
    def vacuous(self) -> bool:
        """It says nothing: no error is above 1."""
        return self.value >= 1


def questions(schema: Schema, nominal: str = "multiway") -> int:
    """d of (18.1): how many questions a node may ask. A numeric feature counts as one: its thresholds are no theorem.

    nominal : how a nominal feature of more than two values is split, as in GrowSettings.
    Raises ValueError in regression: (18.1) is about wrong labels.

    >>> from dtlearn import load
    >>> [questions(load("play_tennis").schema, way) for way in ("multiway", "one_vs_rest")]
    [4, 8]
    """
    if schema.regression:
        raise ValueError("The bound (18.1) is about errors of classes: choose a data set with classes.")
    many = {
        "multiway": lambda v: 1,
        "one_vs_rest": lambda v: v,
        "ordered": lambda v: v - 1,
        "subset": lambda v: 2 ** (v - 1) - 1,
    }[nominal]
    return sum(many(len(f.values)) if len(f.values) > 2 else 1 for f in schema.features)


def bound_of(tree: Tree, delta: float = 0.05, logs: str = "mixed", times: int = 1, nominal: str = "multiway") -> Bound:
    """The bound of a tree on its training data.

    times : as if every example stood in the data so many times. nominal : what it was grown with, see ``questions``.
    Raises ValueError in regression, and for a tree that asks about single values unless ``nominal`` says so.

    >>> from dtlearn import grow, truth_table
    >>> round(bound_of(grow(truth_table("or", 2)).tree).value, 3)
    1.484
    """
    schema, m = tree.schema, int(tree.n[0])
    d = questions(schema, nominal)
    if nominal == "multiway" and np.isin(tree.kind, (VALUE, ORDERED, SUBSET)).any():
        raise ValueError("The tree asks about single values: say how with nominal, as its GrowSettings do.")
    return Bound(tree.n_wrong * times, m * times, len(tree), d, delta, len(schema.classes), logs)


class Standing(Enum):
    """What (18.1) is worth for trees over some features (E30)."""

    THEOREM = "a theorem"
    GENERAL = "a theorem in its general form"
    ILLUSTRATION = "an illustration only"


def standing(schema: Schema, nominal: str = "multiway", asked: Schema | None = None) -> tuple[Standing, str]:
    """(what the bound is worth for trees over these features, the reason as a sentence).

    nominal : see ``questions``. asked : the yes/no questions that ``binarised`` made of the features, if the trees ask
    these. Raises ValueError in regression.

    >>> from dtlearn import load
    >>> standing(load("iris").schema)[0]
    <Standing.ILLUSTRATION: 'an illustration only'>
    """
    questions(schema, nominal)  # refuses regression
    if any(feature.numeric for feature in schema.features):
        return (
            Standing.ILLUSTRATION,
            (
                "The thresholds are taken from the examples themselves, but the theorem wants its questions fixed"
                " before the examples are seen."
            ),
        )
    many = asked is None and nominal == "multiway" and any(len(feature.values) != 2 for feature in schema.features)
    if len(schema.classes) != 2 or many:
        return (
            Standing.GENERAL,
            (
                "The theorem is for yes/no questions and two classes. The same proof holds with K classes and more"
                " answers a question, if these are known beforehand: then the code has d + K + 1 symbols."
            ),
        )
    made = len(asked.features) if asked else questions(schema, nominal)
    if made > len(schema.features):
        return (
            Standing.THEOREM,
            (
                f"{len(schema.features)} features became {made} yes/no questions about their values, which are known"
                " before the examples are. So the theorem holds for trees over these questions."
            ),
        )
    return (
        Standing.THEOREM,
        (
            "Yes/no questions, two classes: what the theorem asks for, as long as the questions were fixed before the"
            " examples were seen."
        ),
    )


def binarised(data: Dataset, thresholds: bool = False) -> Dataset:
    """The data with a 0/1 feature "Outlook=Sunny" for every value of every nominal feature (one-hot).

    A feature with the values 0 and 1 stays as it is. thresholds : a numeric feature gives one "x < t" for every
    midpoint of its values, which makes (18.1) an illustration; without it DataError is raised.

    >>> from dtlearn import load
    >>> len(binarised(load("play_tennis")).schema.features)
    10
    """
    features, columns = [], []
    for j, feature in enumerate(data.schema.features):
        x = data.X[:, j]
        if feature.values == ("0", "1"):
            features.append(feature.name)
            columns.append(x)
        elif not feature.numeric:
            features += [f"{feature.name}={value}" for value in feature.values]
            columns += [x == code for code in range(len(feature.values))]
        elif thresholds:
            known = np.unique(x)
            cuts = midpoint(known[:-1], known[1:]).tolist()
            features += below(feature.name, cuts)
            columns += [x < t for t in cuts]
        else:
            raise DataError(f"{feature.name!r} is numeric, the bound wants yes/no questions: choose nominal features.")
    if not columns:
        raise DataError("No feature has two values: there is nothing to ask.")
    # "a" with the value "b=c" and "a=b" with "c" would share a name.
    seen = Counter()
    for i, name in enumerate(features):
        seen[name] += 1
        features[i] = name if seen[name] == 1 else f"{name} ({seen[name]})"
    schema = Schema(tuple(Feature(name, ("0", "1")) for name in features), data.schema.classes, data.schema.target)
    return Dataset(data.name, schema, np.array(columns, np.float64).T, data.y, data.card)


def below(name: str, cuts: list[float]) -> list[str]:
    """The questions "x<t" of a numeric feature, each t in its shortest form that tells it from the others."""
    short = [f"{t:.12g}" for t in cuts]
    return [f"{name}<{s if short.count(s) == 1 else repr(t)}" for s, t in zip(short, cuts, strict=True)]
