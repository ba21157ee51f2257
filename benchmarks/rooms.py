"""A hall of phones in one room: each votes at a moment of its own within ten seconds,
then the answer is revealed to all.

``python -m benchmarks.rooms app | alone | behind | strangers | heavy [phones]``

app : in the app's process, beside 20 visitors who change a setting every two seconds (a step alone asks nothing of the
    server).
alone : in a process of their own, with nothing beside it.
behind : all of deploy/, a proxy before two replicas, rooms and Redis. Then the class votes again and again, while each
    of them is killed and started again, and Redis is stopped for five seconds.
strangers : the same, while somebody from another address guesses codes, joins, opens rooms and posts brackets without a
    pause.
heavy : as behind, beside five visitors of the app who ask for exact searches.
"""

import asyncio
import itertools
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from websockets.exceptions import ConnectionClosed

from benchmarks.common import verdict
from benchmarks.visitor import Visitor
from tests.deploy.stack import Process, Stack
from tests.rooms.client import Phone, Stubborn, get, post, post_raw
from tests.support.server import Server, free_port

SEARCH = "bound?v=1&data=source&function=majority&k=3&d=14&m=1000&noise=10&nodes=15&seed={}"
ASKED = {"act": "ask", "ask": "Which split?", "options": ["Outlook", "Temperature", "Humidity", "Wind"], "right": [0]}
WITHIN = 10  # s in which all vote
THINK = 2  # s between two changes of a visitor
BACK = 3000  # ms in which streams are back
STRANGER = "127.0.0.9"


class Place(NamedTuple):
    """Where the phones go.

    pid : of the process that serves them. troubles : (name, what happens, what ends it) in turn.
    """

    at: tuple[str, int]
    url: str
    pid: int
    troubles: tuple[tuple[str, Callable[[], None], Callable[[], None]], ...] = ()


@contextmanager
def app():
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(way="uvicorn", env={"DTLEARN_ROOMS_FILE": f"{folder}/rooms.sqlite"}) as server,
    ):
        host, port = server.url.removeprefix("http://").split(":")
        killed = ("the app with SQLite killed", server.kill, server.start)
        yield Place((host, int(port)), server.url, server.process.pid, (killed,))


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
        redis, replica = stack.redis, stack.replicas["1"]
        troubles = (
            ("the rooms killed", stack.rooms.kill, stack.rooms.start),
            ("a replica killed", replica.kill, replica.start),
            ("Redis killed", redis.kill, redis.start),
            (
                "Redis stopped for 5 s",
                lambda: redis.process.send_signal(signal.SIGSTOP),
                lambda: redis.process.send_signal(signal.SIGCONT),
            ),
        )
        yield Place(stack.at, stack.url, children(stack.rooms.process.pid)[0], troubles)


class Mode(NamedTuple):
    """phones, visitors, jobs : how many. vote, reveal : ms that are asked for, at the 95th percentile."""

    place: Callable[[], AbstractContextManager[Place]]
    phones: int
    vote: int
    reveal: int
    visitors: int = 0
    jobs: int = 0
    strangers: bool = False


MODES = {
    "app": Mode(app, 500, 20, 150, visitors=20),
    "alone": Mode(alone, 500, 20, 150),
    "behind": Mode(behind, 2000, 20, 150),
    "strangers": Mode(behind, 2000, 40, 300, strangers=True),
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
    while True:
        with suppress(OSError, EOFError, ConnectionClosed):  # the app is killed: as a browser does, it comes again
            async with Visitor(f"{url}/grow?v=1", number) as visitor:
                while True:
                    await asyncio.sleep(THINK * dice.uniform(0.5, 1.5))
                    start = time.perf_counter()
                    await visitor.change()
                    took.append(time.perf_counter() - start)
        await asyncio.sleep(1)


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
    joined, acknowledged, revealed = [], [], []
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
    for name, begin, end in place.troubles:
        await meanwhile(at, code, key, phones, name, begin, end)
    lines = (await get(at, f"/r/{code}/votes.csv", key))[1].splitlines()[1:]
    votes = Counter()
    for line in lines:
        votes[line.split(",")[0]] += int(line.split(",")[-2])
    assert set(votes.values()) == {n}, f"votes were lost or doubled: {votes}"
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)


async def meanwhile(at, code, key, phones, name: str, begin: Callable[[], None], end: Callable[[], None]) -> None:
    """All vote once more; after two seconds something begins, and five seconds later it ends."""
    acknowledged, back = [], []
    ballot = 1 + phones[0].room["last"]
    while (await asked_again(at, code, key)) != 200:
        await asyncio.sleep(0.2)
    await asyncio.gather(*(phone.until(lambda room: room["ballot"] >= ballot) for phone in phones))

    async def vote(k: int) -> None:
        await asyncio.sleep(random.random() * WITHIN)
        await timed(phones[k].vote(phones[k].room["ballot"], k % 4), acknowledged)

    async def trouble() -> None:
        await asyncio.sleep(2)
        opened = [phone.opened for phone in phones]
        await asyncio.to_thread(begin)
        await asyncio.sleep(0.3)
        lost = [k for k, phone in enumerate(phones) if not phone.listens]
        coming = [
            asyncio.create_task(timed(phones[k].until(lambda _, k=k: phones[k].opened > opened[k]), back)) for k in lost
        ]
        await asyncio.sleep(5)
        await asyncio.to_thread(end)
        await asyncio.gather(*coming)

    await asyncio.gather(trouble(), *map(vote, range(len(phones))))
    told = f", {len(back)} streams lost, back: {late(back, BACK)}" if back else ", no stream lost"
    print(f"{name}: votes acknowledged {late(acknowledged)}{told}", flush=True)


async def asked_again(at, code: str, key: dict[str, str]) -> int:
    try:
        return (await post(at, f"/r/{code}/act", ASKED, key))[0]
    except (OSError, EOFError):
        return 0


async def strangers(at) -> None:
    """Somebody from another address, without a pause; what becomes of it does not matter."""
    brackets, k = b"[" * 19_000, 0
    while True:
        k += 1
        for asked in (
            post(at, "/r/new", {}, source=STRANGER),
            get(at, f"/r/QQ{chr(66 + k % 20)}{chr(66 + k // 20 % 20)}/events", source=STRANGER),
            post_raw(at, "/r/BBBB/vote", brackets, source=STRANGER),
            post_raw(at, "/r/BBBB/act", brackets, source=STRANGER),
        ):
            with suppress(OSError, EOFError):
                await asked


async def hall(mode: Mode, place: Place, n: int) -> None:
    stranger = asyncio.create_task(strangers(place.at)) if mode.strangers else None
    async with working(mode, place.url):
        await play(mode, place, n)
    if stranger:
        stranger.cancel()


def main(name: str = "app", phones: str = "") -> None:
    mode = MODES[name]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # each phone is a file here and two at the proxy
    with mode.place() as place:
        asyncio.run(hall(mode, place, int(phones or mode.phones)))
    print(f"load average {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
