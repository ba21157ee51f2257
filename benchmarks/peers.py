"""CPU time of growing a tree, every candidate on record, against teaching implementations: ``python -m benchmarks.peers``.

They live in a venv of their own, for some want older libraries:

    python3.11 -m venv /tmp/peers
    /tmp/peers/bin/pip install -r benchmarks/requirements.txt
    /tmp/peers/bin/pip install --no-deps aima3==1.0.11      # it asks for jupyter and networkx 1.11, its trees need neither
    python -m benchmarks.peers --python /tmp/peers/bin/python

Ours and a peer are timed in turn: one ``dtlearn.growing.grow`` here, one fit in a fresh process there (warmed up if it takes
less than a second), again and again. Both get the data in their own form before the clock starts. Ours follows the
peer's rules as far as it can (kind of split, criterion, when to stop), so the trees are about the same size; nodes and
training accuracy show that nobody saves time by growing less. Ratio: median of the ratios peer / ours within the pairs.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import EVERYTHING, cpu, dataset, loops_for, milliseconds, noisy, row

# isort: split
import numpy as np
from sklearn.datasets import load_breast_cancer

import dtlearn
from dtlearn import ALGORITHMS, Dataset, GrowSettings

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


def mushrooms(m: int = 8124, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
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


SETS = (
    Set("10,000 x 20 numeric", lambda: noisy(10_000), 30),
    Set("mushroom-like 8,124 x 22", mushrooms, 30, MUSHROOM),
    Set("breast cancer 569 x 30", breast_cancer, 10),
)
QUICK = (
    Set("500 x 20 numeric", lambda: noisy(500), 30),
    Set("mushroom-like 500 x 22", lambda: mushrooms(500), 30, MUSHROOM),
)
WIDTHS = (25, 7, 9, 9, 11, 6, 6, 7, 7)
HEAD = ("peer", "made of", "ratio", "ours ms", "peer ms", "nodes", "peer", "acc.", "peer")


def fit(python: str, peer: Peer, path: Path, limit: int) -> dict | None:
    """What peer.py measured; None if it did not finish within the limit. Raises RuntimeError if the peer fails."""
    script = str(Path(__file__).with_name("peer.py"))
    done = subprocess.run([python, script, peer.function, str(path), str(limit)], capture_output=True, text=True)
    if done.returncode < 0:  # ended by the system's CPU limit
        return None
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout.splitlines()[-1])


def compare(python: str, peer: Peer, data: Dataset, path: Path, target: int, rounds: int, limit: int) -> str:
    """One line of the table."""

    def ours():
        return dtlearn.grow(data, peer.settings, EVERYTHING)

    loops, mine, theirs = loops_for(ours), [], []
    for _ in range(rounds):
        mine.append(cpu(ours, loops))
        try:
            found = fit(python, peer, path, limit)
        except RuntimeError as error:
            return f"{peer.name:<25} {error}"
        if found is None:
            break
        theirs.append(found["seconds"])
    tree = ours().tree
    accuracy = f"{1 - tree.train_error:.4f}"
    if found is None:  # a peer that runs out of time once is not asked again
        ratio, cells = limit / mine[0], (f"> {1000 * limit}", len(tree), "", accuracy, "")
    else:
        ratio = statistics.median(b / a for a, b in zip(mine, theirs, strict=True))
        spent = milliseconds(statistics.median(theirs))
        cells = (spent, len(tree), found["nodes"], accuracy, f"{found['accuracy']:.4f}")
    more = "> " if found is None else ""
    judged = "" if peer.compiled else "  met" if ratio >= target else "  MISSED"
    line = (peer.name, peer.made_of, f"{more}{ratio:.1f}x", milliseconds(statistics.median(mine)), *cells)
    return row(line, WIDTHS) + judged


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default="/tmp/peers/bin/python", help="the python of the peers' venv")
    parser.add_argument("--rounds", type=int, default=5, help="alternating pairs for each peer (default 5)")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds allowed to a peer's process (default 60)")
    parser.add_argument("--quick", action="store_true", help="one pair each on small sets")
    parser.add_argument("--only", default="", help="only peers whose name contains this")
    arguments = parser.parse_args()
    if not Path(arguments.python).exists():
        sys.exit(f"There is no {arguments.python}.\n\n{__doc__}")
    for case in QUICK if arguments.quick else SETS:
        X, y = case.data()
        data = dataset(X, y, case.values)
        print(f"\n{case.name}: at least {case.target} times faster than every peer that is not compiled")
        print(row(HEAD, WIDTHS) + "  verdict")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "set.npz"
            np.savez(path, X=X.astype(np.float64), y=y, sizes=np.array(case.values, int))
            for peer in PEERS:
                if arguments.only in peer.name and (case.values or not peer.categorical_only):
                    rounds = 1 if arguments.quick else arguments.rounds
                    print(compare(arguments.python, peer, data, path, case.target, rounds, arguments.limit), flush=True)


if __name__ == "__main__":
    main()
