"""The bytes of many walkthroughs, as hashes: written before a change of what makes them, compared after it.

    python -m benchmarks.same_bytes write FILE      in the old tree
    python -m benchmarks.same_bytes compare FILE    in the new one

Growths in every algorithm, order and detail, partitions, prunings, rows of trees, forests, code words and single
candidates; on the data sets of the collection, and on random tables of numbers, nominal values, ties and numeric
targets.
A difference is printed with its name. It exits with 1 if there is one.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from time import monotonic

import numpy as np

import dtlearn
from dtlearn.data.dataset import Dataset, Feature, Schema
from dtlearn.forest.forest import ForestSettings, grow_forest
from dtlearn.growing.errors import rows
from dtlearn.pruning.procedures import PRUNERS
from dtlearn.show.documents.growth import candidate_walkthrough, growth_walkthrough
from dtlearn.show.documents.partition import partition_walkthrough
from dtlearn.show.documents.pruning import pruning_walkthrough
from dtlearn.splitting.criteria import REGRESSION
from dtlearn.trees.pseudocode import PSEUDOCODE

SEED = 20261128
SIZES = [(20, 3)] * 80 + [(45, 4)] * 80 + [(80, 5)] * 60 + [(150, 4)] * 12 + [(300, 5)] * 3 + [(600, 4)]
Named = tuple[str, Callable]  # of a walkthrough, and what makes it


def table(k: int, m: int, d: int) -> Dataset:
    """Random table number k: numbers, rounded ones with ties, nominal and ordered features;
    every sixth a numeric target."""
    rng = np.random.default_rng([SEED, k])
    features, columns = [], []
    for j in range(d):
        kind = rng.choice(["number", "rounded", "nominal", "ordered"]) if j else "number"
        values = tuple(f"v{i}" for i in range(int(rng.integers(2, 6))))
        if kind in ("number", "rounded"):
            features.append(Feature(f"x{j}"))
            columns.append(np.round(rng.normal(size=m) * 3, 6 if kind == "number" else 0) + 0.0)
        else:
            features.append(Feature(f"n{j}", values, kind == "ordered"))
            columns.append(rng.integers(0, len(values), m).astype(float))
    X = np.stack(columns, axis=1)
    if k % 6 == 5:
        return Dataset(
            f"random {k}", Schema(tuple(features), (), "y"), X, np.round(X[:, 0] * 2 + rng.normal(size=m), 2)
        )
    n_classes = int(rng.integers(2, 5))
    y = (np.digitize(X[:, 0], [-2.0, 0.5, 3.0]) + rng.integers(0, 2, m) * (rng.random(m) < 0.4)) % n_classes
    y[:n_classes] = range(n_classes)
    return Dataset(f"random {k}", Schema(tuple(features), tuple(f"c{i}" for i in range(n_classes)), "y"), X, y)


def growths(name: str, data: Dataset, some: bool) -> Iterator[Named]:
    """Walkthroughs of one data set. some : not all algorithms, orders and details."""
    regression = data.schema.regression
    algorithms = ["CART"] if regression or some else [*dtlearn.ALGORITHMS]
    plans = [("depth_first", "node"), ("best_first", "question"), ("breadth_first", "detail")]
    for place, algorithm in enumerate(algorithms):
        settings = dtlearn.ALGORITHMS[algorithm]
        if regression:
            settings = replace(settings, criterion=next(iter(REGRESSION)))
        try:
            trace = dtlearn.grow(data, settings)
        except ValueError:
            continue
        called = "" if regression else algorithm if algorithm in PSEUDOCODE else ""
        for order, detail in plans:
            if detail == "detail" and len(trace.tree) > 120:
                continue
            steps = trace.steps(order, detail)
            yield f"{name}/{algorithm}/{order}/{detail}", lambda s=steps, c=called: growth_walkthrough(s, c)
        steps = trace.steps()
        half = range(len(steps) // 2, len(steps))
        yield f"{name}/{algorithm}/part", lambda s=steps, h=half: growth_walkthrough(s, "", "about", h)
        free = [j for j, feature in enumerate(data.schema.features) if feature.numeric][:2]
        if free:
            yield f"{name}/{algorithm}/plane", lambda s=steps, f=free: partition_walkthrough(s, f)
            yield f"{name}/{algorithm}/line", lambda s=steps, f=free[:1]: partition_walkthrough(s, f)
        if len(trace.candidates[0]):
            yield f"{name}/{algorithm}/candidate", lambda t=trace: candidate_walkthrough(t, 0, len(t.candidates[0]) - 1)
        if not regression and place == 0 and len(data) > 8:
            few = len(trace.tree) <= 150
            held = rows(data, np.arange(0, len(data), 3))
            for pruner, prune in PRUNERS.items() if few else ():
                yield f"{name}/{algorithm}/{pruner}", lambda p=prune, t=trace, h=held: pruning_walkthrough(p(t, held=h))
    if not some or len(data) <= 80:
        forest = ForestSettings(n_trees=5, tree=settings)
        yield f"{name}/forest", lambda: grow_forest(data, forest).walkthrough(data.X[0])


def pages() -> Iterator[Named]:
    """Every kind of document that a page has, at its own settings, on each data set that fits."""
    from pages.ui.kit.scene import defaults
    from pages.ui.kit.tables import TableField
    from pages.ui.serving.walkthroughs import DOCUMENTS

    for kind, document in DOCUMENTS.items():
        plain = defaults(document.fields)
        field = next(one for one in document.fields if isinstance(one, TableField))
        scenes = [(field.default, plain)] + [
            (name, plain | {field.name: name}) for name in field.known if name != field.default
        ]
        for name, scene in scenes:
            yield f"page {kind}/{name}", lambda make=document.make, scene=scene: make(scene)


def named() -> Iterator[Named]:
    for name in dtlearn.names() + dtlearn.names(regression=True):
        data = dtlearn.load(name)
        if len(data) <= 700:
            yield from growths(name, data, len(data) > 200)
    yield from pages()
    for k, (m, d) in enumerate(SIZES):
        yield from growths(f"random {k}", table(k, m, d), k % 4 > 0)


def digest(make: Callable) -> str:
    try:
        found = make()
    except Exception as error:  # of settings that do not fit together: the same afterwards
        return f"{type(error).__name__}: {error}"[:200]
    return "" if found is None else sha256(found.json().encode()).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("write", "compare"))
    parser.add_argument("file", type=Path)
    asked = parser.parse_args()
    begun, before, found = monotonic(), {}, {}
    if asked.what == "compare":
        before = json.loads(asked.file.read_text())
    different = 0
    for name, make in named():
        found[name] = digest(make)
        if before and name in before and before[name] != found[name]:
            different += 1
            print(f"different: {name}: {found[name][:80]}", flush=True)
    if asked.what == "write":
        asked.file.write_text(json.dumps(found, indent=0))
    missing = len(before.keys() - found.keys())
    print(f"{len(found)} walkthroughs, {different} different, {missing} no longer made, {monotonic() - begun:.0f} s")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
