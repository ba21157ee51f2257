"""What every feature scores at the root under every criterion,
and what becomes of a name of the row in larger tables."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

import numpy as np

from dtlearn.data.dataset import Dataset, Feature, load
from dtlearn.growing.grow import GrowSettings, grow
from dtlearn.splitting.criteria import CRITERIA, entropy, exact_gain


@dataclass(frozen=True)
class Score:
    """What a feature scores at the root.

    branches : (name, class counts) of each. exact : the score, exactly if that can be.
    """

    feature: str
    branches: list[tuple[str, tuple[int, ...]]]
    gain: float
    split_info: float
    score: float
    best: bool
    exact: Fraction | float


def root_scores(data: Dataset, criterion: str) -> list[Score]:
    """Every feature's score at the root, by growing one level; every feature is nominal and asked by value."""
    record = grow(data, GrowSettings(criterion=criterion, max_depth=1)).candidates[0]
    found, root = [], data.schema
    rule, parent = CRITERIA[criterion], np.bincount(data.y, minlength=len(root.classes)).tolist()
    for c in range(len(record)):
        split, counts = record.split(c), record.branches(c).tolist()
        branches = [(split.branch(root, b), tuple(row)) for b, row in enumerate(counts)]
        exact = exact_gain(rule, parent, counts) / sum(parent) if rule.rational else float(record.score[c])
        found.append(
            Score(
                root.features[split.feature].name,
                branches,
                float(record.gain[c]),
                float(record.split_info[c]),
                float(record.score[c]),
                bool(record.best[c]),
                exact,
            )
        )
    return found


def root_contest(data: Dataset) -> dict[str, list[Score]]:
    """The scores of ``root_scores`` under every criterion."""
    return {name: root_scores(data, name) for name in CRITERIA}


# --- a name of the row as a feature

DAY = "play_tennis_day"
COPIES = 7


def repeated(data: Dataset, times: int) -> Dataset:
    """The table ``times`` times over; the first feature, a name of the row, is numbered anew in every copy.

    >>> repeated(load("play_tennis_day"), 2).schema.features[0].values[-1]
    'D28'
    """
    first, *others = data.schema.features
    names = tuple(f"{first.values[0][:1]}{i + 1}" for i in range(len(data) * times))
    X = np.tile(data.X, (times, 1))
    X[:, 0] = np.arange(len(X))
    schema = replace(data.schema, features=(Feature(first.name, names), *others))
    return replace(data, schema=schema, X=X, y=np.tile(data.y, times))


@dataclass(frozen=True)
class Day:
    """PlayTennis with the Day column under the gain ratio. n : rows. entropy : H(Y). scores : at the root.

    ratios : the gain ratios of Day and of Outlook with 1, 2, ... COPIES copies of the table.
    """

    n: int
    entropy: float
    scores: list[Score]
    ratios: tuple[tuple[float, float], ...]

    @property
    def turning_point(self) -> float:
        """2^(H(Y) / gain ratio of Outlook): with more rows than this Day's gain ratio is the smaller one.

        >>> round(day().turning_point, 4)
        64.4898
        """
        return float(2 ** (self.entropy / self.ratios[0][1]))


@cache
def day() -> Day:
    data = load(DAY)
    found = [root_scores(repeated(data, times), "gain_ratio") for times in range(1, COPIES + 1)]
    ratios = tuple((first.score, outlook.score) for first, outlook, *_ in found)
    return Day(len(data), float(entropy(np.bincount(data.y))), found[0], ratios)
