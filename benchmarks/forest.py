"""CPU time and accuracy of a forest against scikit-learn's: ``python -m benchmarks.forest``.

Timed: ``grow_forest(data, settings)`` and ``RandomForestClassifier(...).fit(X, y)``: 100 trees to purity on bootstraps,
as many random features a node (the root of d). Nobody records candidates. One thread, one process, alternating pairs
after a warm-up. Ratio: the median of the ratios within the pairs. Accuracy: on the held-out half of five data sets, the
mean over seeds of ours minus theirs (the same halves), against the standard error of that difference.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from benchmarks.common import Pairs, cart, dataset, milliseconds, noisy, pairs, real_valued, row

# isort: split
import numpy as np
from sklearn import datasets
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.model_selection import train_test_split

from dtlearn.forest.forest import Forest, ForestSettings, grow_forest

OURS = {"entropy": "info_gain", "gini": "gini_gain", "squared_error": "mse"}


@dataclass(frozen=True)
class Case:
    """A set, scikit-learn's criterion, and the largest ratio we allow ourselves (None: only reported)."""

    name: str
    data: Callable[[], tuple[np.ndarray, np.ndarray]]
    criterion: str
    target: float | None = None


CASES = (
    Case("1,000 x 20, 2 classes", functools.partial(noisy, 1000), "entropy", 0.25),
    Case("1,000 x 20, 2 classes", functools.partial(noisy, 1000), "gini"),
    Case("1,000 x 20, 5 classes", functools.partial(noisy, 1000, 5), "entropy"),
    Case("breast cancer 569 x 30", functools.partial(datasets.load_breast_cancer, return_X_y=True), "entropy"),
    Case("iris 150 x 4", functools.partial(datasets.load_iris, return_X_y=True), "entropy"),
    Case("digits 1,797 x 64", functools.partial(datasets.load_digits, return_X_y=True), "entropy"),
    Case("1,000 x 20, regression", functools.partial(real_valued, 1000), "squared_error"),
    Case("10,000 x 20, 2 classes", functools.partial(noisy, 10_000), "entropy", 0.5),
)
ACCURACY = (
    ("breast cancer", functools.partial(datasets.load_breast_cancer, return_X_y=True)),
    ("iris", functools.partial(datasets.load_iris, return_X_y=True)),
    ("wine", functools.partial(datasets.load_wine, return_X_y=True)),
    ("digits", functools.partial(datasets.load_digits, return_X_y=True)),
    ("1,000 x 20, noisy", functools.partial(noisy, 1000)),
)
WIDTHS = (24, 14, 8, 8, 12, 12, 10, 10)
HEAD = ("set", "criterion", "target", "ratio", "dtlearn ms", "sklearn ms", "nodes", "sklearn")


def settings_for(d: int, criterion: str, trees: int = 100, seed: int = 0) -> ForestSettings:
    tree = replace(cart(OURS[criterion]), max_features=max(int(d**0.5), 1), seed=seed)
    return ForestSettings(trees, tree)


def theirs_for(criterion: str, seed: int, trees: int = 100):
    kind = RandomForestRegressor if criterion == "squared_error" else RandomForestClassifier
    return kind(trees, criterion=criterion, max_features="sqrt", random_state=seed, n_jobs=1)


def measure(case: Case, rounds: int) -> tuple[Pairs, Forest, object]:
    X, y = case.data()
    X = np.ascontiguousarray(X, np.float32)
    data, settings = dataset(X, y), settings_for(X.shape[1], case.criterion)
    model = theirs_for(case.criterion, 0)
    times = pairs(lambda: grow_forest(data, settings), lambda: model.fit(X, y), rounds)
    return times, grow_forest(data, settings), model


def difference(load: Callable, seeds: int) -> tuple[float, float, float, float]:
    """(our accuracy, theirs, ours minus theirs, its standard error) over seeds."""
    X, y = load()
    X = np.ascontiguousarray(X, np.float32)
    found = []
    for seed in range(seeds):
        a, b, ya, yb = train_test_split(X, y, test_size=0.5, random_state=seed, stratify=y)
        forest = grow_forest(dataset(a, ya), settings_for(X.shape[1], "entropy", seed=seed))
        model = theirs_for("entropy", seed).fit(a, ya)
        found.append(((forest.predict(b, by="means") == yb).mean(), (model.predict(b) == yb).mean()))
    ours, theirs = np.array(found).T
    gap = ours - theirs
    return ours.mean(), theirs.mean(), gap.mean(), gap.std(ddof=1) / seeds**0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="alternating pairs for each set (default 5)")
    parser.add_argument("--seeds", type=int, default=20, help="forests for each accuracy; 0 for none (default 20)")
    parser.add_argument("--only", default="", help="only sets whose name contains this")
    arguments = parser.parse_args()
    print(row(HEAD, WIDTHS) + "  verdict")
    for case in CASES if arguments.rounds else ():
        if arguments.only not in case.name:
            continue
        times, forest, model = measure(case, arguments.rounds)
        nodes = sum(map(len, forest.trees)), sum(e.tree_.node_count for e in model.estimators_)
        target = "" if case.target is None else f"{case.target:.2f}"
        cells = (case.name, case.criterion, target, f"{times.ratio:.2f}", *map(milliseconds, times.medians), *nodes)
        judged = "" if case.target is None else "  met" if times.ratio <= case.target else "  MISSED"
        print(row(cells, WIDTHS) + judged, flush=True)
    for name, load in ACCURACY if arguments.seeds else ():
        if arguments.only in name:
            ours, theirs, gap, error = difference(load, arguments.seeds)
            judged = "met" if abs(gap) <= error else "beyond one standard error"
            print(
                f"{name:24} accuracy {ours:.4f}, sklearn {theirs:.4f}: {gap:+.4f} +- {error:.4f}  {judged}", flush=True
            )


if __name__ == "__main__":
    main()
