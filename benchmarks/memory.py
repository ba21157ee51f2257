"""What a recorded candidate costs, and how fast a node is replayed: ``python -m benchmarks.memory``.

Bytes: what the record keeps (and, as a check from outside, what tracemalloc sees grow() leave behind, the tree
included), by the number of candidates in it. Replay: CPU time of ``record.build(0, replay=True)``, which reads nothing
from the record: the root of 1,000 rows x 20 features. Then every node is built both ways and compared bit by bit.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import tracemalloc

from benchmarks.common import EVERYTHING, cart, cpu, dataset, loops_for, noisy

# isort: split
import numpy as np

import dtlearn
from dtlearn.splitting.candidates import Candidates

BYTES, MILLISECONDS = 24, 1.0  # the targets


def same(a: Candidates, b: Candidates) -> bool:
    """Whether two sets of candidates agree in every bit."""
    arrays = [(x, getattr(b, name)) for name, x in vars(a).items() if isinstance(x, np.ndarray)]
    return all(x.dtype == y.dtype and x.tobytes() == y.tobytes() for x, y in arrays)


def verdict(holds: bool) -> str:
    return "met" if holds else "MISSED"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="1,000 rows, replay timed once")
    arguments = parser.parse_args()
    m, rounds = (1_000, 1) if arguments.quick else (10_000, 7)

    data, settings = dataset(*noisy(m)), cart("info_gain")
    dtlearn.grow(data, settings, EVERYTHING)  # tables that the engine keeps are not this record's
    gc.collect()
    tracemalloc.start()
    trace = dtlearn.grow(data, settings, EVERYTHING)
    gc.collect()
    left, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    count, kept = len(trace.candidates), trace.candidates.nbytes
    print(f"{m:,} x 20, grown to {len(trace.tree):,} nodes: {count:,} candidates on record")
    print(
        f"record: {kept / count:.2f} bytes a candidate, {kept / 1e6:.1f} MB (target {BYTES}): {verdict(kept <= BYTES * count)}"
    )
    print(
        f"left behind, tree included: {left / count:.2f} bytes a candidate, {left / 1e6:.1f} MB; peak {peak / 1e6:.1f} MB"
    )

    record = dtlearn.grow(dataset(*noisy(1_000)), settings).candidates

    def replay():
        return record.build(0, replay=True)

    loops = loops_for(replay)
    median = 1000 * statistics.median(cpu(replay, loops) for _ in range(rounds))
    print(
        f"replay of 1,000 rows x 20, {len(replay()):,} candidates: {median:.2f} ms CPU "
        f"(target {MILLISECONDS:g}): {verdict(median <= MILLISECONDS)}"
    )
    scored = np.flatnonzero(record.segment >= 0)
    different = sum(not same(record.build(i), record.build(i, replay=True)) for i in scored)
    print(f"nodes replayed to other bits than recorded: {different} of {len(scored)}: {verdict(different == 0)}")


if __name__ == "__main__":
    main()
