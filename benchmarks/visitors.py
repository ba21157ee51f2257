"""Visitors who come and go over all pages, and the server's memory: ``python -m benchmarks.visitors``.

Ten are there at a time; each opens a page, presses some of its buttons, and leaves. They speak Streamlit's own protocol
through the load client that lies beside the project (``--client``).
"""

from __future__ import annotations

import argparse
import asyncio
import random
from pathlib import Path

from benchmarks.heavy import client
from pages.ui.kit.contents import CHAPTERS
from tests.support.server import ROOT, Server

PAGES = ["", *(entry.file for chapter in CHAPTERS for entry in chapter.entries)]
TOGETHER = 10
GROWS, MOST = 20, 500  # MiB from visitor 200 on, and in all


async def visit(load, base: str, number: int, presses: int) -> str:
    """One visitor; answers what went wrong."""
    dice = random.Random(number)
    one = load.Student(load.parse(["--url", f"{base}/{dice.choice(PAGES)}", "--timeout", "60"]), load.Stats(), number)
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


def resident(process: int) -> float:
    """MiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


async def measure(load, server: Server, arguments) -> None:
    line, wrong, memory = asyncio.Semaphore(TOGETHER), {}, {}

    async def come(number: int) -> None:
        async with line:
            if said := await visit(load, server.url, number, arguments.presses):
                wrong[said] = wrong.get(said, 0) + 1

    for first in range(0, arguments.visitors, 50):
        await asyncio.gather(*(come(first + k) for k in range(50)))
        memory[first + 50] = resident(server.process.pid)
        print(f"{first + 50:>4} visitors: {memory[first + 50]:.0f} MiB {wrong or ''}", flush=True)
    more = memory[arguments.visitors] - memory[min(200, arguments.visitors)]
    verdict = "met" if more <= GROWS and max(memory.values()) <= MOST else "MISSED"
    print(f"from visitor 200 on {more:+.0f} MiB, targets {GROWS} and {MOST}: {verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", type=Path, default=ROOT.parent / "shared/tools/loadtest.py")
    parser.add_argument("--visitors", type=int, default=500)
    parser.add_argument("--presses", type=int, default=5)
    arguments = parser.parse_args()
    with Server() as server:
        asyncio.run(measure(client(arguments.client), server, arguments))


if __name__ == "__main__":
    main()
