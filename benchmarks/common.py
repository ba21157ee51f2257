"""What the benchmarks share: the command line, tables, seeded data, CPU clocks, peers.

Import it before numpy: one thread.
"""

import argparse
import gc
import json
import os
import subprocess
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402

from dtlearn import Dataset, Feature, Schema  # noqa: E402

NOISE = 0.2
EVERYTHING = 10**12  # grow(keep=...): the record has no budget, nothing is left to replay


def asked(doc: str, quick: str = "", **options: tuple[object, str]) -> argparse.Namespace:
    """What the command line says. quick : what --quick does. options : name=(default, help)."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    if quick:
        parser.add_argument("--quick", action="store_true", help=quick)
    for name, (default, help_) in options.items():
        if default is False:
            parser.add_argument(f"--{name}", action="store_true", help=help_)
        else:
            parser.add_argument(f"--{name}", type=type(default), default=default, help=f"{help_} (default {default})")
    return parser.parse_args()


class Table:
    """A table printed line by line: the first two columns to the left, numbers to the right.

    columns : heading -> width.
    """

    def __init__(self, columns: dict[str, int]):
        self.widths = list(columns.values())
        self.row(*columns, said="verdict")

    def row(self, *cells, said: str = "") -> None:
        sides = "<<" + ">" * (len(cells) - 2)
        line = (f"{c:{side}{w}}" for c, side, w in zip(cells, sides, self.widths, strict=True))
        print(*line, f" {said}", flush=True)


def verdict(holds: bool) -> str:
    return "met" if holds else "MISSED"


def milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.3g}" if seconds < 1 else f"{1000 * seconds:.0f}"


# ---- what grows


def signal(X: np.ndarray) -> np.ndarray:
    """The rule behind the made data: one feature counts alone, two only together, the others never."""
    return X[:, 0] + X[:, 1] * X[:, 2]


def noisy(m: int, n_classes: int = 2, d: int = 20, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """X, y: classes of equal size cut from the signal, then 20 % of the labels made wrong;
    of 0 classes the signal, noisy.
    """
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)).astype(np.float32)
    score = signal(X)
    if not n_classes:
        return X, score + rng.normal(size=m)
    y = np.searchsorted(np.quantile(score, np.arange(1, n_classes) / n_classes), score)
    wrong = rng.random(m) < NOISE
    return X, np.where(wrong, (y + rng.integers(1, n_classes, m)) % n_classes, y)


def dataset(X: np.ndarray, y: np.ndarray, values: Sequence[int] = ()) -> Dataset:
    """A Dataset of numeric features, or of nominal ones with so many ``values``; real y means regression."""
    features = tuple(
        Feature(f"x{j}", tuple(f"v{v}" for v in range(values[j])) if values else ()) for j in range(X.shape[1])
    )
    real = y.dtype.kind == "f"
    classes = () if real else tuple(str(k) for k in range(int(y.max()) + 1))
    return Dataset("benchmark", Schema(features, classes), X.astype(np.float64), y if real else y.astype(np.int64))


# ---- clocks


def cpu(call: Callable[[], object], loops: int = 1) -> float:
    """CPU seconds of one call of this process, the mean of ``loops`` calls in a row."""
    gc.collect()
    start = time.process_time()
    for _ in range(loops):
        call()
    return (time.process_time() - start) / loops


def loops_for(call: Callable[[], object], seconds: float = 0.05) -> int:
    """How many calls in a row take about ``seconds``, so that the clock's grain does not matter; warms up."""
    spent = cpu(call)
    if spent < 1:  # the first call was the warm-up
        spent = cpu(call)
    return max(1, round(seconds / max(spent, 1e-6)))


def peak(call: Callable[[], object]) -> float:
    """MiB of one call at the most, as tracemalloc sees them."""
    tracemalloc.start()
    call()
    found = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    return found


def by_peer(python: str, name: str, limit: int, **arrays: np.ndarray) -> dict | None:
    """What peer.py found with the python of another venv; None after ``limit`` CPU seconds,
    RuntimeError if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.npz"
        np.savez(path, **arrays)
        command = [python, str(Path(__file__).with_name("peer.py")), name, str(path), str(limit)]
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode > 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout.splitlines()[-1]) if not done.returncode else None
