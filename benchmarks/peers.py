"""CPU time of growing a tree, every candidate on record, against teaching implementations:
``python -m benchmarks.peers``.

They live in a venv of their own, for some want older libraries:

    python3.11 -m venv /tmp/peers
    /tmp/peers/bin/pip install -r benchmarks/requirements.txt
    /tmp/peers/bin/pip install --no-deps aima3==1.0.11    # its trees need none of what it asks for
    python -m benchmarks.peers --python /tmp/peers/bin/python

Ours and a peer are timed in turn: one ``dtlearn.growing.grow`` here, one fit in a fresh process there (warmed up if it
takes
less than a second), again and again. Nodes and training accuracy show that nobody saves time by growing less.
Ratio: median of the ratios peer / ours within the pairs.
"""

import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import EVERYTHING, Table, asked, by_peer, cpu, dataset, loops_for, milliseconds, noisy, verdict

# isort: split
import numpy as np
from sklearn.datasets import load_breast_cancer

import dtlearn
from dtlearn import ALGORITHMS, GrowSettings

# How many values the features of UCI's mushrooms have.
MUSHROOM = (6, 4, 10, 2, 9, 2, 2, 2, 12, 2, 5, 4, 4, 9, 9, 1, 4, 3, 5, 9, 6, 7)


@dataclass(frozen=True)
class Peer:
    """A teaching implementation: what it is made of, and the settings that make ours do the same work."""

    name: str
    function: str
    made_of: str
    settings: GrowSettings
    categorical_only: bool = False

    @property
    def compiled(self) -> bool:
        """Its inner loop is compiled, so the targets do not speak of it; it is only reported."""
        return self.made_of == "Cython"


PEERS = (
    Peer("entropytree 0.1.0", "entropytree", "numpy", ALGORITHMS["BuildTree"]),
    Peer("cartlet 0.8.0", "cartlet", "Python", GrowSettings(nominal="one_vs_rest", reuse=True)),
    Peer("cartlet 0.8.0 fast", "cartlet_fast", "Python", GrowSettings(nominal="one_vs_rest", reuse=True), True),
    Peer("ebele-entropy-tree 0.1.0", "ebele", "Python", ALGORITHMS["ID3 (CS181)"], True),
    Peer("aima3 1.0.11", "aima3", "Python", GrowSettings(stop_at_zero_gain=False), True),
    Peer("c45-decision-tree 1.0.2", "c45", "Python", GrowSettings(criterion="gain_ratio"), True),
    Peer("Orange3 3.40.0", "orange", "Cython", ALGORITHMS["BuildTree"]),
)


def mushrooms(m: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """X, y: nominal features with as many values as the mushrooms', some common and some rare; 5 % of labels wrong."""
    rng = np.random.default_rng(seed)
    X = np.empty((m, len(MUSHROOM)))
    for j, size in enumerate(MUSHROOM):
        share = 1 / np.arange(1, size + 1)
        X[:, j] = rng.choice(size, m, p=share / share.sum())
    odor, print_, population = X[:, 4], X[:, 19], X[:, 20]
    poisonous = (odor % 2 == 1) ^ ((print_ > 3) & (population < 2))
    return X, np.where(rng.random(m) < 0.05, ~poisonous, poisonous).astype(np.int64)


@dataclass(frozen=True)
class Set:
    """A data set, how much faster we must be on it, and the numbers of values of its features (numeric: ())."""

    name: str
    data: Callable[[], tuple[np.ndarray, np.ndarray]]
    target: int
    values: tuple[int, ...] = ()


def breast_cancer() -> tuple[np.ndarray, np.ndarray]:
    X, y = load_breast_cancer(return_X_y=True)
    return X.astype(np.float32), y


def sets(quick: bool) -> list[Set]:
    """Where to compare; with ``quick`` small ones."""
    m, n = (500, 500) if quick else (10_000, 8124)
    made = [
        Set(f"{m:,} x 20 numeric", lambda: noisy(m), 30),
        Set(f"mushroom-like {n:,} x 22", lambda: mushrooms(n), 30, MUSHROOM),
    ]
    return made if quick else [*made, Set("breast cancer 569 x 30", breast_cancer, 10)]


COLUMNS = {
    "peer": 25,
    "made of": 7,
    "ratio": 9,
    "ours ms": 9,
    "peer ms": 11,
    "nodes": 6,
    "peer's": 6,
    "acc.": 7,
    "peer's acc.": 7,
}


def compare(table: Table, peer: Peer, case: Set, X, y, said) -> None:
    """One line of the table."""
    data, sizes = dataset(X, y, case.values), np.array(case.values, int)

    def ours():
        return dtlearn.grow(data, peer.settings, EVERYTHING)

    loops, mine, theirs = loops_for(ours), [], []
    for _ in range(1 if said.quick else said.rounds):
        mine.append(cpu(ours, loops))
        try:
            found = by_peer(said.python, peer.function, said.limit, X=X.astype(np.float64), y=y, sizes=sizes)
        except RuntimeError as error:
            print(f"{peer.name:<25} {error}")
            return
        if found is None:  # a peer that runs out of time once is not asked again
            break
        theirs.append(found["seconds"])
    tree = ours().tree
    accuracy = f"{1 - tree.train_error:.4f}"
    if found is None:
        more, ratio, cells = "> ", said.limit / mine[0], (f"> {1000 * said.limit}", len(tree), "", accuracy, "")
    else:
        more, ratio = "", statistics.median(b / a for a, b in zip(mine, theirs, strict=True))
        spent = milliseconds(statistics.median(theirs))
        cells = (spent, len(tree), found["nodes"], accuracy, f"{found['accuracy']:.4f}")
    judged = "" if peer.compiled else verdict(ratio >= case.target)
    line = (peer.name, peer.made_of, f"{more}{ratio:.1f}x", milliseconds(statistics.median(mine)), *cells)
    table.row(*line, said=judged)


def main() -> None:
    said = asked(
        __doc__,
        "one pair each on small sets",
        python=("/tmp/peers/bin/python", "the python of the peers' venv"),
        rounds=(5, "alternating pairs for each peer"),
        limit=(60, "CPU seconds allowed to a peer's process"),
        only=("", "only peers whose name contains this"),
    )
    if not Path(said.python).exists():
        sys.exit(f"There is no {said.python}.\n\n{__doc__}")
    for case in sets(said.quick):
        X, y = case.data()
        print(f"\n{case.name}: at least {case.target} times faster than every peer that is not compiled")
        table = Table(COLUMNS)
        for peer in PEERS:
            if said.only in peer.name and (case.values or not peer.categorical_only):
                compare(table, peer, case, X, y, said)


if __name__ == "__main__":
    main()
