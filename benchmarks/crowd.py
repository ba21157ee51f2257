"""Many visitors of one process at the page Grow: ``python -m benchmarks.crowd``.

They speak Streamlit's protocol through the load client that lies beside the project (``--client``), and ask for the
lesson that the page names, as a browser does: once for each address. Printed: what a first visit takes of the server's
CPU and memory; how long a visit takes while all come within half a minute; how long a change of settings takes while
everybody makes one now and then.
"""

import asyncio
import random
import re
import statistics
import sys
import time
from importlib import import_module
from types import ModuleType

from streamlit.proto.BackMsg_pb2 import BackMsg

from benchmarks.common import asked, verdict
from tests.support.server import ROOT, Server

CPU, MEMORY, VISIT, CHANGE = 20, 0.15, 2000, 200  # ms and MiB of a visit; ms at the 95th percentile
PAGE, SETTING = "grow?v=1", "Algorithm"
PATIENCE = 60  # s


def client(path) -> ModuleType:
    """The load client."""
    sys.path.insert(0, str(path.parent))
    return import_module(path.stem)


def member_of(load: ModuleType, url: str, number: int):
    """A visitor of the page."""

    class Member(load.Student):
        box, address = None, ""

        def remember(self, message) -> None:
            super().remember(message)
            element = message.delta.new_element
            match element.WhichOneof("type"):
                case "selectbox" if element.selectbox.label == SETTING:
                    self.box = element.selectbox
                case "bidi_component" if found := re.search(
                    rb"walkthrough/[0-9a-f]+/grow\?[^\"\\]+", element.bidi_component.SerializeToString()
                ):
                    self.address = found[0].decode()

        async def visit(self, socket) -> None:
            """Open the page, with its lesson."""
            self.kept = set()
            await self.send(socket)
            await self.until_finished(socket)
            await self.fetch()

        async def choose(self, socket) -> None:
            """Change the setting to another value, and see its lesson."""
            chosen = self.rng.choice([name for name in self.box.options if name != self.box.raw_value])
            run = BackMsg()
            run.rerun_script.query_string, run.rerun_script.page_script_hash = self.query, self.page_hash
            run.rerun_script.cached_message_hashes.extend(self.cached)
            run.rerun_script.widget_states.widgets.add(id=self.box.id, string_value=chosen)
            before = self.address
            await socket.send(run.SerializeToString())
            await self.until_finished(socket)
            if self.has_exception or self.address == before:
                raise RuntimeError("no other lesson came")
            await self.fetch()

        async def fetch(self) -> None:
            """The lesson, unless it was fetched before."""
            if not self.address:
                raise RuntimeError("the page names no lesson")
            if self.address in self.kept:
                return
            self.kept.add(self.address)
            reader, writer = await asyncio.open_connection(self.url.hostname, self.url.port)
            writer.write(
                f"GET /{self.address} HTTP/1.1\r\nHost: {self.url.netloc}\r\nAccept-Encoding: gzip\r\nConnection:"
                " close\r\n\r\n".encode()
            )
            found = await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
            if b" 200 " not in found[:20]:
                raise RuntimeError(found[:40].decode(errors="replace"))

    return Member(load.parse(["--url", url, "--timeout", str(PATIENCE)]), load.Stats(), number)


class Crowd:
    """Visitors, what their doings took (ms) and what went wrong."""

    def __init__(self, load: ModuleType, url: str):
        self.load, self.url, self.wrong = load, url, {}
        self.members, self.sockets = [], []

    async def timed(self, doing, times: list[float]) -> bool:
        began = time.perf_counter()
        try:
            await doing
        except Exception as error:  # counted: a load test does not stop at one
            said = f"{type(error).__name__}: {str(error)[:60]}"
            self.wrong[said] = self.wrong.get(said, 0) + 1
            return False
        times.append(1000 * (time.perf_counter() - began))
        return True

    async def come(self, times: list[float]) -> None:
        """One more visitor, who stays."""
        one = member_of(self.load, self.url, len(self.members))
        self.members.append(one)

        async def visit() -> None:
            one.socket = await one.connect()
            await one.visit(one.socket)

        if not await self.timed(visit(), times):
            self.members.remove(one)

    async def study(self, one, seconds: float, think: float, times: list[float]) -> None:
        """Change a setting now and then."""
        end = time.perf_counter() + seconds
        await asyncio.sleep(one.rng.random() * think)
        while time.perf_counter() < end:
            before = time.perf_counter()
            if not await self.timed(one.choose(one.socket), times):
                return
            await asyncio.sleep(max(0.0, think * one.rng.uniform(0.5, 1.5) - (time.perf_counter() - before)))

    async def leave(self) -> None:
        await asyncio.gather(*(one.socket.close() for one in self.members))
        self.members.clear()


def p95(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))] if times else float("inf")


def told(times: list[float]) -> str:
    return f"{len(times)} times, median {statistics.median(times or [0]):.0f} ms, 95th percentile {p95(times):.0f} ms"


async def measure(load: ModuleType, server: Server, arguments) -> None:
    n, process = arguments.visitors, [server.process.pid]
    crowd = Crowd(load, f"{server.url}/{PAGE}")
    for _ in range(20):  # the first ones warm it up
        await crowd.come([])
    times: list[float] = []
    cpu, memory = load.cpu_seconds(process), load.memory_mib(process)
    for _ in range(n):
        await crowd.come(times)
    each, kept = 1000 * (load.cpu_seconds(process) - cpu) / n, (load.memory_mib(process) - memory) / n
    print(f"{n} visits one after another: {told(times)} {crowd.wrong or ''}")
    print(
        f"CPU of a visit {each:.1f} ms, target {CPU}: {verdict(each <= CPU)}; memory {kept:.2f} MiB, target {MEMORY}:"
        f" {verdict(kept <= MEMORY)}",
        flush=True,
    )

    await crowd.leave()
    times, dice = [], random.Random(1)

    async def later() -> None:
        await asyncio.sleep(30 * dice.random())
        await crowd.come(times)

    await asyncio.gather(*(later() for _ in range(n)))
    met = p95(times) <= VISIT and not crowd.wrong
    print(f"{n} visits within 30 s: {told(times)} {crowd.wrong or ''}, target {VISIT}: {verdict(met)}", flush=True)

    times = []
    began, cpu = time.perf_counter(), load.cpu_seconds(process)
    await asyncio.gather(*(crowd.study(one, arguments.seconds, arguments.think, times) for one in crowd.members))
    cores = (load.cpu_seconds(process) - cpu) / (time.perf_counter() - began)
    met = p95(times) <= CHANGE and not crowd.wrong
    print(
        f"{n} visitors, a change every {arguments.think:.0f} s: {told(times)} {crowd.wrong or ''}, target {CHANGE}:"
        f" {verdict(met)}; {cores:.2f} cores of the server"
    )


def main() -> None:
    arguments = asked(
        __doc__,
        "a few visitors",
        client=(ROOT.parent / "shared/tools/loadtest.py", "the load client"),
        visitors=(400, "visitors"),
        seconds=(60.0, "how long they change settings"),
        think=(10.0, "seconds between two changes"),
    )
    if arguments.quick:
        arguments.visitors, arguments.seconds = 20, 10
    with Server() as server:
        asyncio.run(measure(client(arguments.client), server, arguments))


if __name__ == "__main__":
    main()
