"""A class that presses Next while others ask for exact searches or forests: ``python -m benchmarks.heavy``.

Both sides speak Streamlit's protocol through the load client that lies beside the project (``--client``). Each of the
others opens a page with data of its own, waits for its turn and for the result, closes it, and opens the next.
Printed: what a press of Next took, with the others and without; jobs done; the server's largest memory.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import itertools
import os
import sys
import time
from pathlib import Path

from tests.support.server import ROOT, Server

TARGET = 200  # ms, 95th percentile of Next
PAGES = {
    "search": "bound?v=1&bo_data=source&bo_function=majority&bo_k=3&bo_d=14&bo_m=1000&bo_noise=10&bo_most=15&bo_seed={}",
    "forest": "forest?v=1&fo_data=iris&fo_trees=3&fo_ex=titanic&fo_ex_least=2&fo_ex_run=five&fo_ex_seed={}",
    "resamples": "unstable?v=1&un_data=wine&un_algorithm=cart&un_criterion=gini_gain&un_seed={}",
}  # fmt: skip


def client(path: Path):
    """The load client as a module."""
    spec = importlib.util.spec_from_file_location("loadtest", path)
    module = sys.modules["loadtest"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


async def pressing(load, base: str, students: int, seconds: float) -> dict:
    """What a class feels."""
    flags = ["--url", f"{base}/grow?v=1", "--students", str(students), "--seconds", str(seconds), "--widget", "Next"]
    stats, start, ready = load.Stats(), asyncio.Event(), asyncio.Semaphore(4)
    arguments = load.parse([*flags, "--think", "2"])
    class_ = [asyncio.create_task(load.Student(arguments, stats, k).live(start, ready)) for k in range(students)]
    while len(stats.loads) + sum(stats.errors.values()) < students:
        await asyncio.sleep(0.1)
    start.set()
    await asyncio.gather(*class_)
    return stats.report(seconds)


async def asking(load, base: str, page: str, seeds, end: float, took: list[float]) -> None:
    """One of the others."""
    while time.perf_counter() < end:
        url = f"{base}/{PAGES[page].format(next(seeds))}"
        one = load.Student(load.parse(["--url", url, "--timeout", "120"]), load.Stats(), 0)
        one.remember = lambda message: None
        began = time.perf_counter()
        async with one.connect() as socket:
            await one.send(socket)
            await one.until_finished(socket)
        took.append(time.perf_counter() - began)


async def measure(load, base: str, arguments, others: int) -> None:
    end, seeds, took = time.perf_counter() + arguments.seconds + 4, itertools.count(1), []
    tasks = [asyncio.create_task(asking(load, base, arguments.page, seeds, end, took)) for _ in range(others)]
    await asyncio.sleep(3 if others else 0)
    found = await pressing(load, base, arguments.students, arguments.seconds)
    await asyncio.gather(*tasks)
    verdict = "met" if found["click_ms"].get("p95", 1e9) <= TARGET and not found["errors"] else "MISSED"
    mean = f", each {sum(took) / len(took):.1f} s with waiting" if took else ""
    print(f"{others:>3} others: Next {found['click_ms']} ms {found['errors'] or ''}, target {TARGET}: {verdict}; "
          f"{len(took)} jobs done{mean}", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", type=Path, default=ROOT.parent / "shared/tools/loadtest.py")
    parser.add_argument("--page", choices=PAGES, default="search")
    parser.add_argument("--others", type=int, default=10)
    parser.add_argument("--students", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--quick", action="store_true", help="a few seconds")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.seconds, arguments.students = 4, 5
    load = client(arguments.client)
    with Server() as server:
        for others in (0, arguments.others):
            asyncio.run(measure(load, server.url, arguments, others))
        status = Path(f"/proc/{server.process.pid}/status")
        if status.exists():
            peak = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
            print(f"server's largest memory: {int(peak.split()[1]) // 1024} MiB; load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
