"""CPU time of growing a tree, every candidate on record, against scikit-learn: ``python -m benchmarks.growth``.

Timed: ``dtlearn.grow(data, settings, keep)`` with nothing left to replay (the row "replay": keep=0, nothing recorded)
and ``DecisionTreeClassifier(...).fit(X, y)``, both to purity. Outside the clock on both sides: reading the data, building
the Dataset, making scikit-learn's float32 arrays. One thread, one process, alternating pairs after a warm-up (which also
fills tables that the engine keeps); tiny sets are repeated until one measurement takes 50 ms. Ratio: the median of the
ratios within the pairs.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.common import (
    EVERYTHING,
    Pairs,
    cart,
    cpu,
    dataset,
    loops_for,
    milliseconds,
    noisy,
    pairs,
    real_valued,
    row,
)

# isort: split
import numpy as np
from sklearn import datasets
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtlearn

OURS = {"entropy": "info_gain", "gini": "gini_gain", "squared_error": "mse"}


@dataclass(frozen=True)
class Case:
    """A set, scikit-learn's criterion, and the largest ratio we allow ourselves (None: only reported).

    keep : how many candidates grow() may keep on record.
    """

    name: str
    data: Callable[[], tuple[np.ndarray, np.ndarray]]
    criterion: str
    target: float | None = None
    large: bool = False
    keep: int = EVERYTHING


CASES = (
    Case("10,000 x 20, 2 classes", functools.partial(noisy, 10_000), "entropy", 0.3),
    Case("10,000 x 20, 2 classes", functools.partial(noisy, 10_000), "gini", 0.4),
    Case("10,000 x 20, 5 classes", functools.partial(noisy, 10_000, 5), "entropy"),
    Case("10,000 x 20, 5 classes", functools.partial(noisy, 10_000, 5), "gini"),
    Case("breast cancer 569 x 30", functools.partial(datasets.load_breast_cancer, return_X_y=True), "entropy", 0.6),
    Case("iris 150 x 4", functools.partial(datasets.load_iris, return_X_y=True), "entropy", 1.2),
    Case("digits 1,797 x 64", functools.partial(datasets.load_digits, return_X_y=True), "entropy", 1.5),
    Case("100,000 x 20, 2 classes", functools.partial(noisy, 100_000), "entropy", 0.3, large=True),
    Case("100,000 x 20, replay", functools.partial(noisy, 100_000), "entropy", large=True, keep=0),
    Case("10,000 x 20, regression", functools.partial(real_valued, 10_000), "squared_error"),
)
WIDTHS = (24, 14, 8, 8, 12, 12, 8, 8, 7, 7)
HEAD = ("set", "criterion", "target", "ratio", "dtlearn ms", "sklearn ms", "nodes", "sklearn", "acc.", "sklearn")


def measure(case: Case, rounds: int) -> tuple[Pairs, tuple[int, int], tuple[float, float]]:
    """Times, node counts and training accuracies (regression: share of examples fitted exactly), ours and theirs."""
    X, y = case.data()
    X = np.ascontiguousarray(X, np.float32)
    data, settings = dataset(X, y), cart(OURS[case.criterion])
    learner = DecisionTreeRegressor if case.criterion == "squared_error" else DecisionTreeClassifier
    model = learner(criterion=case.criterion, random_state=0)
    times = pairs(lambda: dtlearn.grow(data, settings, case.keep), lambda: model.fit(X, y), rounds)
    tree = dtlearn.grow(data, settings).tree
    fitted = tree.predict(data.X), model.predict(X)
    accuracy = tuple(float(np.isclose(predicted, y, rtol=0, atol=1e-9).mean()) for predicted in fitted)
    return times, (len(tree), model.tree_.node_count), accuracy


def play_tennis(rounds: int) -> str:
    """PlayTennis as ID3 (CS181) grows it: absolute, for nobody else grows this tree."""
    data, settings = dtlearn.load("play_tennis"), dtlearn.ALGORITHMS["ID3 (CS181)"]

    def call():
        return dtlearn.grow(data, settings)

    loops = loops_for(call)
    seconds = float(np.median([cpu(call, loops) for _ in range(rounds)]))
    tree = call().tree
    accuracy = 1 - tree.train_error
    cells = ("PlayTennis 14 x 4", "ID3 (CS181)", "0.5 ms", "", milliseconds(seconds), "", len(tree), "")
    return row((*cells, f"{accuracy:.4f}", ""), WIDTHS) + verdict(seconds <= 0.0005 and accuracy == 1)


def verdict(holds: bool) -> str:
    return "  met" if holds else "  MISSED"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7, help="alternating pairs for each set (default 7)")
    parser.add_argument("--quick", action="store_true", help="one pair each, without the largest set")
    parser.add_argument("--only", default="", help="only sets whose name contains this")
    arguments = parser.parse_args()
    rounds = 1 if arguments.quick else arguments.rounds
    print(row(HEAD, WIDTHS) + "  verdict")
    for case in CASES:
        if arguments.only not in case.name or (arguments.quick and case.large):
            continue
        times, nodes, accuracy = measure(case, rounds)
        target = "" if case.target is None else f"{case.target:.2f}"
        numbers = (target, f"{times.ratio:.2f}", *map(milliseconds, times.medians), *nodes)
        exact = accuracy == (1, 1)
        judged = "" if case.target is None and exact else verdict(exact and times.ratio <= case.target)
        print(row((case.name, case.criterion, *numbers, *(f"{a:.4f}" for a in accuracy)), WIDTHS) + judged, flush=True)
    if arguments.only in "PlayTennis":
        print(play_tennis(rounds))


if __name__ == "__main__":
    main()
