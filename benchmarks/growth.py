"""CPU time of growing trees and forests against scikit-learn, and what a record costs: ``python -m benchmarks.growth``.

Timed: ``dtlearn.grow(data, settings, keep)`` and ``DecisionTreeClassifier(...).fit(X, y)``, both to purity; and forests
of 100 trees on bootstraps with as many random features a node (the root of d), where nobody records. Exponents: those
of the number of rows m with entropy, by least squares on logarithms; m^a, and (m log m)^b, where b = 1 is growth as m
log m.

Record: its bytes by the number of its candidates, and what tracemalloc sees grow() leave behind, the tree included;
replay: CPU time of ``record.build(0, replay=True)``, which reads nothing from the record. Then every node is built both
ways and compared bit by bit. Accuracy: on the held-out half, the mean over seeds of our forest's minus theirs (the same
halves), against the standard error of that difference.
"""

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from benchmarks.common import EVERYTHING, Pairs, Table, asked, cart, dataset, milliseconds, noisy, pairs, spent, verdict

# isort: split
import numpy as np
from sklearn import datasets
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtlearn
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.splitting.candidates import Candidates

OURS = {"entropy": "info_gain", "gini": "gini_gain", "squared_error": "mse"}
BYTES, REPLAY = 24, 1.0  # targets: bytes a candidate, milliseconds


@dataclass(frozen=True)
class Case:
    """A set of SETS, scikit-learn's criterion, and the largest ratio we allow ourselves (None: only reported).

    keep : how many candidates grow() may keep on record. trees : of a forest; 0 for a single tree.
    """

    name: str
    criterion: str
    target: float | None = None
    large: bool = False
    keep: int = EVERYTHING
    trees: int = 0


def read(name: str) -> Callable:
    """A loader of scikit-learn's data set."""
    return partial(getattr(datasets, f"load_{name}"), return_X_y=True)


SETS = {
    "1,000 x 20, 2 classes": partial(noisy, 1000),
    "1,000 x 20, 5 classes": partial(noisy, 1000, 5),
    "10,000 x 20, 2 classes": partial(noisy, 10_000),
    "10,000 x 20, 5 classes": partial(noisy, 10_000, 5),
    "100,000 x 20, 2 classes": partial(noisy, 100_000),
    "100,000 x 20, replay": partial(noisy, 100_000),
    "1,000 x 20, regression": partial(noisy, 1000, 0),
    "10,000 x 20, regression": partial(noisy, 10_000, 0),
    "breast cancer 569 x 30": read("breast_cancer"),
    "iris 150 x 4": read("iris"),
    "wine 178 x 13": read("wine"),
    "digits 1,797 x 64": read("digits"),
}
TREES = (
    Case("1,000 x 20, 2 classes", "entropy"),
    Case("10,000 x 20, 2 classes", "entropy", 0.3),
    Case("10,000 x 20, 2 classes", "gini", 0.4),
    Case("10,000 x 20, 5 classes", "entropy"),
    Case("10,000 x 20, 5 classes", "gini"),
    Case("breast cancer 569 x 30", "entropy", 0.6),
    Case("iris 150 x 4", "entropy", 1.15),
    Case("digits 1,797 x 64", "entropy", 1.5),
    Case("100,000 x 20, 2 classes", "entropy", 0.3, large=True),
    Case("100,000 x 20, replay", "entropy", large=True, keep=0),
    Case("10,000 x 20, regression", "squared_error"),
)
FORESTS = (
    Case("1,000 x 20, 2 classes", "entropy", 0.25, trees=100),
    Case("1,000 x 20, 2 classes", "gini", trees=100),
    Case("1,000 x 20, 5 classes", "entropy", trees=100),
    Case("breast cancer 569 x 30", "entropy", trees=100),
    Case("iris 150 x 4", "entropy", trees=100),
    Case("digits 1,797 x 64", "entropy", trees=100),
    Case("1,000 x 20, regression", "squared_error", trees=100),
    Case("10,000 x 20, 2 classes", "entropy", 0.5, large=True, trees=100),
)
ACCURACY = ("breast cancer 569 x 30", "iris 150 x 4", "wine 178 x 13", "digits 1,797 x 64", "1,000 x 20, 2 classes")
COLUMNS = {
    "set": 24,
    "criterion": 14,
    "target": 8,
    "ratio": 8,
    "dtlearn ms": 12,
    "sklearn ms": 12,
    "nodes": 8,
    "sklearn": 8,
}


def grower(case: Case, X, y, seed: int = 0) -> Callable:
    """What grows our tree or forest."""
    data, settings = dataset(X, y), cart(OURS[case.criterion])
    if not case.trees:
        return lambda: dtlearn.grow(data, settings, case.keep)
    tree = replace(settings, max_features=max(int(X.shape[1] ** 0.5), 1), seed=seed)
    return lambda: grow_forest(data, ForestSettings(case.trees, tree))


def theirs(case: Case, seed: int = 0):
    """scikit-learn's learner."""
    real, options = case.criterion == "squared_error", {"criterion": case.criterion, "random_state": seed}
    if not case.trees:
        return (DecisionTreeRegressor if real else DecisionTreeClassifier)(**options)
    kind = RandomForestRegressor if real else RandomForestClassifier
    return kind(case.trees, max_features="sqrt", n_jobs=1, **options)


def measure(table: Table, case: Case, rounds: int) -> Pairs:
    """Print one line of the table: a single tree must fit its examples exactly."""
    X, y = SETS[case.name]()
    X = np.ascontiguousarray(X, np.float32)
    grow, model = grower(case, X, y), theirs(case)
    times, found, exact = pairs(grow, lambda: model.fit(X, y), rounds), grow(), True
    if case.trees:
        nodes = sum(map(len, found.trees)), sum(e.tree_.node_count for e in model.estimators_)
    else:
        nodes = len(found.tree), model.tree_.node_count
        exact = all(np.allclose(p, y, rtol=0, atol=1e-9) for p in (found.tree.predict(X), model.predict(X)))
    target = "" if case.target is None else f"{case.target:.2f}"
    cells = (case.name, case.criterion, target, f"{times.ratio:.2f}", *map(milliseconds, times.medians), *nodes)
    judged = "" if case.target is None and exact else verdict(exact and times.ratio <= (case.target or 0))
    table.row(*cells, said=judged)
    return times


def exponents(times: dict[int, tuple[float, float]]) -> None:
    """Of median CPU seconds (ours, theirs) by numbers of rows."""
    sizes = np.array(list(times), float)
    for name, column in zip(("dtlearn", "scikit-learn"), np.array(list(times.values())).T, strict=True):
        a, b = (np.polyfit(np.log(x), np.log(column), 1)[0] for x in (sizes, sizes * np.log(sizes)))
        print(f"{name}: m^{a:.2f}, (m log m)^{b:.2f}")


def play_tennis(table: Table, rounds: int) -> None:
    """PlayTennis as ID3 (CS181) grows it: absolute, for nobody else grows this tree."""
    data, settings = dtlearn.load("play_tennis"), dtlearn.ALGORITHMS["ID3 (CS181)"]
    median, tree = spent(lambda: dtlearn.grow(data, settings), rounds), dtlearn.grow(data, settings).tree
    cells = ("PlayTennis 14 x 4", "ID3 (CS181)", "0.5 ms", "", f"{median:.3g}", "", len(tree), "")
    table.row(*cells, said=verdict(median <= 0.5 and not tree.train_error))


def same(a: Candidates, b: Candidates) -> bool:
    """Whether two sets of candidates agree in every bit."""
    arrays = [(x, getattr(b, name)) for name, x in vars(a).items() if isinstance(x, np.ndarray)]
    return all(x.dtype == y.dtype and x.tobytes() == y.tobytes() for x, y in arrays)


def record(m: int, rounds: int) -> None:
    data, settings = dataset(*noisy(m)), cart("info_gain")
    dtlearn.grow(data, settings, EVERYTHING)  # tables that the engine keeps are not this record's
    gc.collect()
    tracemalloc.start()
    trace = dtlearn.grow(data, settings, EVERYTHING)
    gc.collect()
    left, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    count, kept = len(trace.candidates), trace.candidates.nbytes
    print(
        f"{m:,} x 20: {count:,} candidates on record, {kept / count:.2f} bytes each (target {BYTES}):"
        f" {verdict(kept <= BYTES * count)}; {left / count:.2f} with the tree, peak {peak / 1e6:.1f} MB"
    )
    found = dtlearn.grow(dataset(*noisy(1000)), settings).candidates
    median = spent(lambda: found.build(0, replay=True), rounds)
    print(f"replay of 1,000 rows x 20: {median:.2f} ms CPU (target {REPLAY:g}): {verdict(median <= REPLAY)}")
    scored = np.flatnonzero(found.segment >= 0)
    wrong = sum(not same(found.build(i), found.build(i, replay=True)) for i in scored)
    print(f"nodes replayed to other bits than recorded: {wrong} of {len(scored)}: {verdict(not wrong)}")


def difference(name: str, seeds: int) -> None:
    X, y = SETS[name]()
    X, case, found = np.ascontiguousarray(X, np.float32), Case(name, "entropy", trees=100), []
    for seed in range(seeds):
        a, b, ya, yb = train_test_split(X, y, test_size=0.5, random_state=seed, stratify=y)
        forest, model = grower(case, a, ya, seed)(), theirs(case, seed).fit(a, ya)
        found.append(((forest.predict(b, by="means") == yb).mean(), (model.predict(b) == yb).mean()))
    ours, peers = np.array(found).T
    gap, error = (ours - peers).mean(), (ours - peers).std(ddof=1) / seeds**0.5
    judged = "met" if abs(gap) <= error else "beyond one standard error"
    print(f"{name:24} accuracy {ours.mean():.4f}, sklearn {peers.mean():.4f}: {gap:+.4f} +- {error:.4f}  {judged}")


def main() -> None:
    said = asked(
        __doc__,
        "one pair each, without the largest sets",
        rounds=(7, "alternating pairs for each set"),
        only=("", "only sets whose name contains this"),
        forests=(False, "forests instead of trees"),
        seeds=(20, "forests for each accuracy; 0 for none"),
    )
    rounds, scaling, table = 1 if said.quick else said.rounds, {}, Table(COLUMNS)
    for case in FORESTS if said.forests else TREES:
        if said.only not in case.name or (said.quick and case.large):
            continue
        times = measure(table, case, rounds)
        if case.name.endswith("2 classes") and case.criterion == "entropy":
            scaling[int(case.name.split()[0].replace(",", ""))] = times.medians
    if said.forests:
        for name in ACCURACY if said.seeds and not said.quick else ():
            if said.only in name:
                difference(name, said.seeds)
        return
    if len(scaling) > 1:
        exponents(scaling)
    if said.only in "PlayTennis":
        play_tennis(table, rounds)
    if said.only in "record":
        record(1000 if said.quick else 10_000, rounds)


if __name__ == "__main__":
    main()
