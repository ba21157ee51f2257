"""A hall of phones in one room: each votes at a moment of its own within ten seconds, then the answer is revealed to all.

``python -m benchmarks.rooms app | alone | behind | heavy [phones]``

app : in the app's process, beside 20 visitors who change a setting every two seconds (a step alone asks nothing of the server).
alone : in a process of their own, with nothing beside it.
behind : all of deploy/, a proxy before two replicas, rooms and Redis; at the end the rooms are killed.
heavy : the same, beside five visitors of the app who ask for exact searches.
"""

import asyncio
import itertools
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.common import verdict
from benchmarks.visitor import Visitor
from tests.deploy.stack import Process, Stack
from tests.rooms.client import Phone, Stubborn, get, post
from tests.support.server import Server, free_port

SEARCH = "bound?v=1&bo_data=source&bo_function=majority&bo_k=3&bo_d=14&bo_m=1000&bo_noise=10&bo_most=15&bo_seed={}"
ASKED = {"act": "ask", "ask": "Which split?", "options": ["Outlook", "Temperature", "Humidity", "Wind"], "right": [0]}
WITHIN = 10  # s in which all vote
THINK = 2  # s between two changes of a visitor
BACK = 3000  # ms in which streams are back


class Place(NamedTuple):
    """Where the phones go. pid : of the process that serves them. kill : ends it, where another one takes its place."""

    at: tuple[str, int]
    url: str
    pid: int
    kill: Callable[[], None] | None = None


@contextmanager
def app():
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(way="uvicorn", env={"DTLEARN_ROOMS_FILE": f"{folder}/rooms.sqlite"}) as server,
    ):
        host, port = server.url.removeprefix("http://").split(":")
        yield Place((host, int(port)), server.url, server.process.pid)


@contextmanager
def alone():
    with tempfile.TemporaryDirectory() as folder:
        at = ("127.0.0.1", free_port())
        words = [sys.executable, "-m", "dtlearn", "rooms", f"--host={at[0]}", f"--port={at[1]}"]
        env = {"DTLEARN_ROOMS_FILE": f"{folder}/rooms.sqlite"}
        process = Process(words, f"http://{at[0]}:{at[1]}/r/healthz", env)
        try:
            yield Place(at, "", children(process.process.pid)[0])
        finally:
            process.kill()


@contextmanager
def behind():
    with Stack() as stack:
        yield Place(stack.at, stack.url, children(stack.rooms.process.pid)[0], stack.rooms.kill)


class Mode(NamedTuple):
    """phones, visitors, jobs : how many. vote, reveal : ms that are asked for, at the 95th percentile."""

    place: Callable[[], AbstractContextManager[Place]]
    phones: int
    vote: int
    reveal: int
    visitors: int = 0
    jobs: int = 0


MODES = {
    "app": Mode(app, 500, 150, 500, visitors=20),
    "alone": Mode(alone, 500, 150, 500),
    "behind": Mode(behind, 2000, 300, 1000),
    "heavy": Mode(behind, 500, 100, 300, jobs=5),
}


def children(pid: int) -> list[int]:
    """The processes that the command dtlearn has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def late(times: list[float], target: int = 0) -> str:
    """Median, 95th percentile and the largest, ms, and whether the second is what is asked for."""
    times = sorted(times)
    found = [1000 * times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 1)]
    return ", ".join(f"{ms:.0f}" for ms in found) + (
        f", target {target}: {verdict(found[1] <= target)}" if target else ""
    )


async def steps(url: str, number: int, took: list[float]) -> None:
    """A visitor who changes a setting now and then."""
    dice = random.Random(number)
    async with Visitor(f"{url}/grow?v=1", number) as visitor:
        while True:
            await asyncio.sleep(THINK * dice.uniform(0.5, 1.5))
            start = time.perf_counter()
            await visitor.change()
            took.append(time.perf_counter() - start)


async def searches(url: str, seeds: Iterator[int], took: list[float]) -> None:
    """A visitor who asks for one exact search after the other, each of data of its own."""
    while True:
        start = time.perf_counter()
        async with Visitor(f"{url}/{SEARCH.format(next(seeds))}"):
            took.append(time.perf_counter() - start)


@asynccontextmanager
async def working(mode: Mode, url: str):
    """What goes on in the app meanwhile, and at the end what it took."""
    took, seeds = [], itertools.count(1)
    tasks = [asyncio.create_task(steps(url, k, took)) for k in range(mode.visitors)]
    tasks += [asyncio.create_task(searches(url, seeds, took)) for _ in range(mode.jobs)]
    await asyncio.sleep(5 if tasks else 0)  # they open their pages
    yield
    assert not any(task.done() for task in tasks), [task.exception() for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if mode.visitors:
        print(f"{mode.visitors} visitors, {len(took)} changes of a setting: {late(took)} ms")
    if mode.jobs:
        print(f"{mode.jobs} who ask for exact searches, {len(took)} done: {late(took)} ms")


async def timed(doing: Awaitable, took: list[float]) -> None:
    start = time.perf_counter()
    await doing
    took.append(time.perf_counter() - start)


async def play(mode: Mode, place: Place, n: int) -> None:
    at = place.at
    said = json.loads((await post(at, "/r/new", {}))[1])
    code, key = said["code"], {"X-Room-Key": said["key"]}
    phones, listening, before = [Stubborn(at, code) for k in range(n)], [], memory(place.pid)
    joined, acknowledged, revealed, back = [], [], [], []
    for k in range(0, n, 50):
        listening += [asyncio.create_task(phone.listen()) for phone in phones[k : k + 50]]
        await asyncio.gather(*(timed(phone.until(bool), joined) for phone in phones[k : k + 50]))
    each = (memory(place.pid) - before) / n / 1024
    print(f"{n} phones, 50 at a time; median, 95 %, all: joined {late(joined)} ms; {each:.0f} KiB each", flush=True)
    async with Phone(at, code, key):
        await post(at, f"/r/{code}/act", ASKED, key)
        await asyncio.gather(*(phone.until(lambda room: room["ballot"] == 1) for phone in phones))

        async def vote(k: int) -> None:
            await asyncio.sleep(random.random() * WITHIN)
            await timed(phones[k].vote(1, k % 4), acknowledged)

        await asyncio.gather(*map(vote, range(n)))
        print(f"votes within {WITHIN} s, acknowledged: {late(acknowledged, mode.vote)}", flush=True)
        seen = [timed(phone.until(lambda room: "right" in room), revealed) for phone in phones]
        await asyncio.gather(post(at, f"/r/{code}/act", {"act": "reveal"}, key), *seen)
        print(f"revealed on all phones: {late(revealed, mode.reveal)}", flush=True)
    if place.kill:
        times = [phone.opened for phone in phones]
        place.kill()
        again = [
            timed(phone.until(lambda _, phone=phone, was=was: phone.opened > was), back)
            for phone, was in zip(phones, times, strict=True)
        ]
        await asyncio.gather(*again)
        print(f"the rooms killed, streams back at a replica: {late(back, BACK)}", flush=True)
    lines = (await get(at, f"/r/{code}/votes.csv", key))[1].splitlines()[1:]
    assert sum(int(line.split(",")[-2]) for line in lines) == n, "a vote was lost"
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def hall(mode: Mode, place: Place, n: int) -> None:
    async with working(mode, place.url):
        await play(mode, place, n)


def main(name: str = "app", phones: str = "") -> None:
    mode = MODES[name]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each phone is a file here and two at the proxy
    with mode.place() as place:
        asyncio.run(hall(mode, place, int(phones or mode.phones)))
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
