"""CPU time and memory of the best trees of every size, and whether STreeD agrees: ``python -m benchmarks.optimal``.

Made data: d fair coins as features, a rule of four of them, 10 % of the labels wrong: no feature follows from another, so
all 3^d subcubes count. Seconds: the median of some runs. Memory: the peak that tracemalloc sees, without the data.
Longest wait: CPU seconds between two signs of life of ``search``; a page can be cancelled that often.

STreeD (van der Linden et al.) is an exact solver in C++, asked for one size at a time, in a venv of its own:

    python3.11 -m venv /tmp/streed && /tmp/streed/bin/pip install pystreed==1.4.0
    python -m benchmarks.optimal --python /tmp/streed/bin/python

It is 400 MB with what it needs, so the tests do without it: theirs is every tree there is, for few features.
"""

import statistics
import sys
import time
from pathlib import Path

from benchmarks.common import Table, asked, by_peer, cpu, dataset, peak, verdict

# isort: split
import numpy as np

from dtlearn import Dataset, load
from dtlearn.bound.bound import binarised
from dtlearn.exact.frontier import effort, frontier, search

TARGETS = {(10, 15): 0.5, (12, 15): 5.0}  # (d, nodes): CPU seconds
WAIT = 0.2  # seconds
COLUMNS = {"data": 24, "nodes": 8, "m": 7, "subcubes": 9, "CPU s": 9, "guess s": 9, "MB": 8, "wait s": 8}


def coins(d: int, m: int, seed: int = 0) -> Dataset:
    """A Dataset of d random 0/1 features."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (m, d))
    y = (X[:, 0] & X[:, 1]) | (X[:, 2] ^ X[:, d - 1])
    return dataset(X, np.where(rng.random(m) < 0.1, 1 - y, y), (2,) * d)


def longest_wait(data: Dataset, most_nodes: int) -> float:
    """CPU seconds between two yields, the first and the last part included."""
    parts, last, longest = search(data, most_nodes), time.process_time(), 0.0
    for _ in parts:
        now = time.process_time()
        last, longest = now, max(longest, now - last)
    return max(longest, time.process_time() - last)


def measure(table: Table, name: str, data: Dataset, most_nodes: int, rounds: int, target: float | None) -> float | None:
    """The seconds, after a line of the table; None if it is refused."""
    cost = effort(data, most_nodes)
    start = (name, most_nodes, len(data), f"{cost.subcubes:,}")
    if cost.refusal:
        table.row(*start, "refused", f"{cost.seconds:.1f}", f"{cost.bytes / 2**20:.0f}", "")
        return None
    seconds = statistics.median(cpu(lambda: frontier(data, most_nodes)) for _ in range(rounds))
    wait = longest_wait(data, most_nodes)
    judged = "" if target is None else f"target {target:g} s: {verdict(seconds <= target)}"
    late = "" if wait <= WAIT else f"  waits longer than {WAIT:g} s"
    cells = (f"{seconds:.3f}", f"{cost.seconds:.3f}", f"{peak(lambda: frontier(data, most_nodes)):.1f}", f"{wait:.3f}")
    table.row(*start, *cells, said=judged + late)
    return seconds


def against_streed(python: str, seeds: int, limit: int) -> None:
    cases = [coins(d, m, seed) for d in range(4, 11) for m in (60, 1000) for seed in range(seeds)]
    most = [7 if len(data.schema.features) <= 8 else 5 for data in cases]
    arrays = {f"X{i}": data.X.astype(np.int64) for i, data in enumerate(cases)}
    arrays |= {f"y{i}": data.y for i, data in enumerate(cases)}
    theirs = by_peer(python, "streed", limit, most=np.array(most), **arrays)
    if theirs is None:
        print(f"STreeD did not finish within {limit} s")
        return
    compared = different = 0
    spent: dict[int, list[tuple[float, float]]] = {}
    for data, splits, found in zip(cases, most, theirs, strict=True):
        errors = frontier(data, 2 * splits + 1).n_wrong.tolist()
        seconds = cpu(lambda data=data, splits=splits: frontier(data, 2 * splits + 1))
        compared += len(errors)
        different += sum(a != b for a, b in zip(errors, found["errors"], strict=True))
        spent.setdefault(len(data.schema.features), []).append((seconds, found["seconds"]))
    print(f"\nSTreeD: {compared} least errors compared, {different} different: {verdict(not different)}")
    for d, times in spent.items():
        ours, peer = (1000 * statistics.median(column) for column in zip(*times, strict=True))
        print(f"  d = {d:>2}: all sizes {ours:8.1f} ms, STreeD one by one {peer:8.1f} ms: {peer / ours:.1f}x")


def main() -> None:
    said = asked(
        __doc__, "few features, once each, no STreeD", python=("/tmp/streed/bin/python", "the python of STreeD's venv"),
        limit=(150, "CPU seconds allowed to STreeD"),
    )  # fmt: skip
    rounds, features = (1, (8, 10)) if said.quick else (3, (8, 10, 11, 12, 13, 14, 15, 16))
    table, times = Table(COLUMNS), {}
    for most_nodes in (7, 15, 31):
        times[most_nodes] = {
            d: measure(table, f"{d} coins", coins(d, 2000), most_nodes, rounds, TARGETS.get((d, most_nodes)))
            for d in features
        }
    for d in (10,) if said.quick else (10, 12):
        for m in (200, 100_000):
            measure(table, f"{d} coins", coins(d, m), 15, rounds, TARGETS[d, 15])
    for name in ("play_tennis", "titanic", "contact_lenses", "restaurant_wait", "congress_votes"):
        data = binarised(load(name))
        measure(table, f"{name} d={len(data.schema.features)}", data, 15, rounds, None)
    for most_nodes, by_d in times.items():
        reach = {limit: max(d for d, s in by_d.items() if s is not None and s <= limit) for limit in (1, 10)}
        print(f"n <= {most_nodes}: within 1 s d <= {reach[1]}, within 10 s d <= {reach[10]}")
    if said.quick:
        return
    if not Path(said.python).exists():
        sys.exit(f"There is no {said.python}: STreeD was not asked. See --help.")
    against_streed(said.python, 3, said.limit)


if __name__ == "__main__":
    main()
