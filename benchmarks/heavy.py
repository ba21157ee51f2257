"""A class that changes settings of Grow while others ask for exact searches or forests: ``python -m benchmarks.heavy``.

Both sides speak Streamlit's protocol through the load client that lies beside the project (``--client``). Each of the
others opens a page with data of its own, waits for its turn and for the result, closes it, and opens the next.
Printed: what a change took, with the others and without; jobs done; the server's largest memory.

``--visitors 500``: the server's memory under visitors who come and go over all pages. Ten are there at a time; each opens
a page, presses some of its buttons, and leaves.
"""

import asyncio
import itertools
import os
import random
import time
from pathlib import Path

from benchmarks.common import asked, verdict
from benchmarks.crowd import PAGE, Crowd, client, p95, told
from pages.ui.kit.contents import CHAPTERS
from tests.support.server import ROOT, Server

TARGET = 200  # ms, 95th percentile of a change
THINK = 2  # s between two of them
PAGES = {
    "search": "bound?v=1&bo_data=source&bo_function=majority&bo_k=3&bo_d=14&bo_m=1000&bo_noise=10&bo_most=15&bo_seed={}",
    "forest": "forest?v=1&fo_data=iris&fo_trees=3&fo_ex=titanic&fo_ex_least=2&fo_ex_run=five&fo_ex_seed={}",
    "resamples": "unstable?v=1&un_data=wine&un_algorithm=cart&un_criterion=gini_gain&un_seed={}",
}  # fmt: skip
EVERY = ["", *(entry.file for chapter in CHAPTERS for entry in chapter.entries)]
TOGETHER = 10
GROWS, MOST = 20, 500  # MiB from visitor 200 on, and in all


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
    crowd, times = Crowd(load, f"{base}/{PAGE}"), []
    await asyncio.gather(*(crowd.come([]) for _ in range(arguments.students)))
    await asyncio.gather(*(crowd.study(one, arguments.seconds, THINK, times) for one in crowd.members))
    await crowd.leave()
    await asyncio.gather(*tasks)
    quick = p95(times) <= TARGET and not crowd.wrong
    mean = f", each {sum(took) / len(took):.1f} s with waiting" if took else ""
    print(f"{others:>3} others: a change {told(times)} {crowd.wrong or ''}, target {TARGET}: {verdict(quick)}; "
          f"{len(took)} jobs done{mean}", flush=True)  # fmt: skip


async def visit(load, base: str, number: int, presses: int) -> str:
    """One visitor; answers what went wrong."""
    dice = random.Random(number)
    one = load.Student(load.parse(["--url", f"{base}/{dice.choice(EVERY)}", "--timeout", "60"]), load.Stats(), number)
    try:
        async with one.connect() as socket:
            await one.send(socket)
            await one.until_finished(socket)
            for _ in range(presses):
                buttons = sorted({w.id for w in one.widgets.values() if w.kind == "button"})
                if not buttons:
                    break
                chosen = dice.choice(buttons)
                await one.send(socket, next(w for w in one.widgets.values() if w.id == chosen))
                await one.until_finished(socket)
            return "an exception on the page" if one.has_exception else ""
    except Exception as error:  # counted: a load test does not stop at one
        return f"{type(error).__name__}: {str(error)[:60]}"


def memory_of(server: Server, field: str) -> float:
    """MiB: VmRSS, what it has now, or VmHWM, the most it ever had."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith(field)).split()[1]) / 1024


async def visitors(load, server: Server, arguments) -> None:
    line, wrong, memory = asyncio.Semaphore(TOGETHER), {}, {}

    async def come(number: int) -> None:
        async with line:
            if said := await visit(load, server.url, number, arguments.presses):
                wrong[said] = wrong.get(said, 0) + 1

    for first in range(0, arguments.visitors, 50):
        await asyncio.gather(*(come(first + k) for k in range(50)))
        memory[first + 50] = memory_of(server, "VmRSS")
        print(f"{first + 50:>4} visitors: {memory[first + 50]:.0f} MiB {wrong or ''}", flush=True)
    more = memory[arguments.visitors] - memory[min(200, arguments.visitors)]
    small = more <= GROWS and max(memory.values()) <= MOST
    print(f"from visitor 200 on {more:+.0f} MiB, targets {GROWS} and {MOST}: {verdict(small)}")


def main() -> None:
    arguments = asked(
        __doc__, "a few seconds", client=(ROOT.parent / "shared/tools/loadtest.py", "the load client"),
        page=("search", f"what the others open, one of {', '.join(PAGES)}"), others=(10, "those who ask for heavy work"),
        students=(20, "those who change settings"), seconds=(20.0, "how long"),
        visitors=(0, "so many instead, a multiple of 50"), presses=(5, "buttons that each visitor presses"),
    )  # fmt: skip
    if arguments.quick:
        arguments.seconds, arguments.students = 4, 5
    load = client(arguments.client)
    with Server() as server:
        if arguments.visitors:
            asyncio.run(visitors(load, server, arguments))
            return
        for others in (0, arguments.others):
            asyncio.run(measure(load, server.url, arguments, others))
        print(f"server's largest memory: {memory_of(server, 'VmHWM'):.0f} MiB; load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
