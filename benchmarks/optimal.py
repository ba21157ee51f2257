"""CPU time and memory of the best trees of every size, and whether STreeD agrees: ``python -m benchmarks.optimal``.

Made data: d fair coins as features, a rule of four of them, 10 % of the labels wrong: no feature follows from another, so
all 3^d subcubes count. Seconds: the median of some runs. Memory: the peak that tracemalloc sees, without the data.
Longest wait: CPU seconds between two signs of life of ``search``; a page can be cancelled that often.

STreeD (van der Linden et al.) is an exact solver in C++, asked for one size at a time, in a venv of its own:

    python3.11 -m venv /tmp/streed && /tmp/streed/bin/pip install pystreed==1.4.0
    python -m benchmarks.optimal --python /tmp/streed/bin/python

It is 400 MB with what it needs, so the tests do without it: theirs is every tree there is, for few features.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path

from benchmarks.common import cpu, row

# isort: split
import numpy as np

from dtlearn import Dataset, Feature, Schema, load
from dtlearn.bound.bound import binarised
from dtlearn.exact.frontier import effort, frontier, search

TARGETS = {(10, 15): 0.5, (12, 15): 5.0}  # (d, nodes): CPU seconds
WAIT = 0.2  # seconds
WIDTHS = (24, 8, 7, 9, 9, 9, 8, 8)
HEAD = ("data", "nodes", "m", "subcubes", "CPU s", "guess s", "MB", "wait s")


def coins(d: int, m: int, seed: int = 0) -> Dataset:
    """A Dataset of d random 0/1 features."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (m, d))
    y = (X[:, 0] & X[:, 1]) | (X[:, 2] ^ X[:, d - 1])
    y = np.where(rng.random(m) < 0.1, 1 - y, y)
    features = tuple(Feature(f"x{j}", ("0", "1")) for j in range(d))
    return Dataset("coins", Schema(features, ("0", "1")), X.astype(np.float64), y)


def longest_wait(data: Dataset, most_nodes: int) -> float:
    """CPU seconds between two yields, the first and the last part included."""
    parts, last, longest = search(data, most_nodes), time.process_time(), 0.0
    for _ in parts:
        now = time.process_time()
        last, longest = now, max(longest, now - last)
    return max(longest, time.process_time() - last)


def peak(data: Dataset, most_nodes: int) -> float:
    tracemalloc.start()
    frontier(data, most_nodes)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found / 2**20


def measure(name: str, data: Dataset, most_nodes: int, rounds: int, target: float | None) -> tuple[str, float | None]:
    """One line of the table, and the seconds; None if it is refused."""
    cost = effort(data, most_nodes)
    start = (name, most_nodes, len(data), f"{cost.subcubes:,}")
    if cost.refusal:
        return row((*start, "refused", f"{cost.seconds:.1f}", f"{cost.bytes / 2**20:.0f}", ""), WIDTHS), None
    seconds = statistics.median(cpu(lambda: frontier(data, most_nodes)) for _ in range(rounds))
    wait = longest_wait(data, most_nodes)
    cells = (f"{seconds:.3f}", f"{cost.seconds:.3f}", f"{peak(data, most_nodes):.1f}", f"{wait:.3f}")
    verdict = "" if target is None else f"  target {target:g} s: {'met' if seconds <= target else 'MISSED'}"
    late = "" if wait <= WAIT else f"  waits longer than {WAIT:g} s"
    return row((*start, *cells), WIDTHS) + verdict + late, seconds


def against_streed(python: str, seeds: int, limit: int) -> None:
    cases = [coins(d, m, seed) for d in range(4, 11) for m in (60, 1000) for seed in range(seeds)]
    most = [7 if len(data.schema.features) <= 8 else 5 for data in cases]
    arrays = {f"X{i}": data.X.astype(np.int64) for i, data in enumerate(cases)}
    arrays |= {f"y{i}": data.y for i, data in enumerate(cases)}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sets.npz"
        np.savez(path, most=np.array(most), **arrays)
        script = str(Path(__file__).with_name("streed.py"))
        done = subprocess.run([python, script, str(path), str(limit)], capture_output=True, text=True)
    if done.returncode:
        print(f"STreeD did not finish within {limit} s: {done.stderr.strip()[-200:]}")
        return
    theirs = json.loads(done.stdout.splitlines()[-1])
    compared = different = 0
    spent: dict[int, list[tuple[float, float]]] = {}
    for data, splits, found in zip(cases, most, theirs, strict=True):
        errors = frontier(data, 2 * splits + 1).n_wrong.tolist()
        seconds = cpu(lambda data=data, splits=splits: frontier(data, 2 * splits + 1))
        compared += len(errors)
        different += sum(a != b for a, b in zip(errors, found["errors"], strict=True))
        spent.setdefault(len(data.schema.features), []).append((seconds, found["seconds"]))
    print(f"\nSTreeD: {compared} least errors compared, {different} different: {'met' if not different else 'MISSED'}")
    for d, times in spent.items():
        ours, peer = (statistics.median(column) for column in zip(*times, strict=True))
        print(
            f"  d = {d:>2}: all sizes {1000 * ours:8.1f} ms, STreeD one by one {1000 * peer:8.1f} ms: {peer / ours:.1f}x"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default="/tmp/streed/bin/python", help="the python of STreeD's venv")
    parser.add_argument("--limit", type=int, default=150, help="CPU seconds allowed to STreeD (default 150)")
    parser.add_argument("--quick", action="store_true", help="few features, once each, no STreeD")
    arguments = parser.parse_args()
    rounds, features = (1, (8, 10)) if arguments.quick else (3, (8, 10, 11, 12, 13, 14, 15, 16))
    print(row(HEAD, WIDTHS))
    times: dict[int, dict[int, float | None]] = {}
    for most_nodes in (7, 15, 31):
        for d in features:
            line, seconds = measure(f"{d} coins", coins(d, 2000), most_nodes, rounds, TARGETS.get((d, most_nodes)))
            times.setdefault(most_nodes, {})[d] = seconds
            print(line, flush=True)
    for d in (10,) if arguments.quick else (10, 12):
        for m in (200, 100_000):
            print(measure(f"{d} coins", coins(d, m), 15, rounds, TARGETS[d, 15])[0], flush=True)
    for name in ("play_tennis", "titanic", "contact_lenses", "restaurant_wait", "congress_votes"):
        data = binarised(load(name))
        print(measure(f"{name} d={len(data.schema.features)}", data, 15, rounds, None)[0], flush=True)
    for most_nodes, by_d in times.items():
        reach = {limit: max(d for d, s in by_d.items() if s is not None and s <= limit) for limit in (1, 10)}
        print(f"n <= {most_nodes}: within 1 s d <= {reach[1]}, within 10 s d <= {reach[10]}")
    if arguments.quick:
        return
    if not Path(arguments.python).exists():
        sys.exit(f"There is no {arguments.python}: STreeD was not asked. See --help.")
    against_streed(arguments.python, 3, arguments.limit)


if __name__ == "__main__":
    main()
