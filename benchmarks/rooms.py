"""A hall of phones in one room: each votes at a moment of its own within ten seconds, then the answer is revealed to all.

``python -m benchmarks.rooms [phones] [app | alone]``: in the app's process, or in one of their own.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.rooms.client import Phone, get, post
from tests.support import ROOT

ASKED = {"act": "ask", "ask": "Which split?", "options": ["Outlook", "Temperature", "Humidity", "Wind"], "right": [0]}
WITHIN = 10  # s in which all vote
APPS = {"app": "app:app", "alone": "pages.ui.rooms.alone:app"}


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def late(times: list[float]) -> str:
    """Median, 95th percentile and the largest, ms."""
    times = sorted(times)
    return ", ".join(f"{1000 * times[min(len(times) - 1, int(share * len(times)))]:.0f}" for share in (0.5, 0.95, 1))


async def play(at: tuple[str, int], n: int, pid: int) -> None:
    said = json.loads((await post(at, "/r/new", {}))[1])
    code, key = said["code"], {"X-Room-Key": said["key"]}
    before, phones = memory(pid), [Phone(at, code, f"phone-{k:05}") for k in range(n)]
    joined = []

    async def join(phone: Phone) -> None:
        start = time.perf_counter()
        await phone.__aenter__()
        await phone.room()
        joined.append(time.perf_counter() - start)

    for k in range(0, n, 50):
        await asyncio.gather(*map(join, phones[k : k + 50]))
    print(
        f"{n} phones joined, 50 at a time: median, 95 %, all {late(joined)} ms; {(memory(pid) - before) / n / 1024:.0f} KiB each"
    )
    async with Phone(at, code, "lecturer", key) as lecturer:
        await lecturer.room()
        await post(at, f"/r/{code}/act", ASKED, key)
        await asyncio.gather(*(phone.until(lambda told: told["ballot"] == 1) for phone in phones))
        acknowledged = []

        async def vote(k: int) -> None:
            await asyncio.sleep(random.random() * WITHIN)
            start = time.perf_counter()
            status, _ = await post(at, f"/r/{code}/vote", {"device": f"phone-{k:05}", "ballot": 1, "choice": k % 4})
            assert status == 200
            acknowledged.append(time.perf_counter() - start)

        await asyncio.gather(*map(vote, range(n)))
        print(f"votes within {WITHIN} s, acknowledged: {late(acknowledged)} ms")
        revealed, start = [], time.perf_counter()

        async def see(phone: Phone) -> None:
            await phone.until(lambda told: "right" in told)
            revealed.append(time.perf_counter() - start)

        await asyncio.gather(post(at, f"/r/{code}/act", {"act": "reveal"}, key), *map(see, phones))
        print(f"revealed on all phones: {late(revealed)} ms")
        lines = (await get(at, f"/r/{code}/votes.csv", key))[1].splitlines()[1:]
        assert sum(int(line.split(",")[-2]) for line in lines) == n, "a vote was lost"
    await asyncio.gather(*(phone.__aexit__() for phone in phones))


def main(n: int = 500, where: str = "app") -> None:
    port = 8690
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {"DTLEARN_ROOMS_FILE": f"{folder}/rooms.sqlite"}
        words = [sys.executable, "-m", "uvicorn", APPS[where], f"--port={port}", "--log-level=error"]
        process = subprocess.Popen(words, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            for _ in range(100):
                try:
                    asyncio.run(post(("127.0.0.1", port), "/r/new", {}))
                    break
                except OSError:
                    time.sleep(0.2)
            asyncio.run(play(("127.0.0.1", port), n, process.pid))
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 500, *sys.argv[2:3])
