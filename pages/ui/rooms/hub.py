"""A process's share of the rooms: the phones that listen to it, the votes on their way to the store, what others have changed."""

import asyncio
import hmac
import json
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from hashlib import sha256

from pages.ui.rooms.room import Refused, State, act, ballots_of, for_lecturer, for_phones, read, rows
from pages.ui.rooms.store import Gone, Store, Vote

LETTERS = "BCDFGHJKLMNPRSTVWXZ"  # no vowels, so no words; none that looks like a digit beside it
LONG = 4  # letters of a code
MOST_ROOMS = 300
MOST_PHONES = 2500  # of a room that one process serves
MOST_WRONG = 20  # codes a device may get wrong in a minute
POLL = 0.1  # s between two looks at what other processes have changed
BEAT = 15  # s between two signs of life on a stream
COUNTS = 0.25  # s between two counts for the lecturer
SWEEP = 300  # s between two looks for rooms to be forgotten
DOWN = "The votes are not in reach at the moment: this goes on by itself as soon as they are."

Send = Callable[[bytes], Awaitable[None]]


def hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


class Listener:
    """A stream. Of what it is sent only the newest matters: each message is a whole picture."""

    def __init__(self, send: Send, leads: bool):
        self.leads = leads
        self.busy, self._send, self._next = False, send, b""

    async def push(self, message: bytes) -> None:
        self._next = message
        if self.busy:
            return
        self.busy = True
        try:
            while message := self._next:
                self._next = b""
                await self._send(message)
        except (OSError, RuntimeError):
            pass  # who has gone away says so elsewhere
        finally:
            self.busy = False


class _Live:
    """A room with listeners here. stamp : what they were shown last."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.stamp: tuple[int, int] | None = None
        self.gone = False  # the store is out of reach, and they were told
        self.phones: bytes = b""
        self.lecturers: bytes = b""
        self.counted = 0.0  # when lecturers were told the last count
        self.wants = False  # they are to be told another one
        self.present = 0  # phones of all processes
        self.state = State()
        self.showing = asyncio.Lock()


class Hub:
    """What the routes ask. It runs in one event loop; ``close`` ends it."""

    def __init__(self, store: Store):
        self.store = store
        self._live: dict[str, _Live] = {}
        self._votes: list[tuple[Vote, asyncio.Future[bool]]] = []
        self._wrong: OrderedDict[str, list[float]] = OrderedDict()
        self._tasks: dict[str, asyncio.Task] = {}
        self._process = secrets.token_hex(8)
        self._sending: set[asyncio.Task] = set()  # a loop alone does not keep what it runs

    # ---- rooms

    async def open(self) -> tuple[str, str]:
        """(code, lecturer's key) of a new room. Raises Refused, Gone."""
        self._run()
        await self._forget()
        if await self.store.count() >= MOST_ROOMS:
            raise Refused(f"There are {MOST_ROOMS} rooms, as many as this server keeps: try again in an hour.", 503)
        key = secrets.token_urlsafe(16)
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
            if await self.store.create(code, hashed(key), State().write()):
                return code, key

    async def found(self, code: str, device: str = "", key: str | None = None) -> tuple[State, int]:
        """(state, version) of a room. key : must be its lecturer's, where it is given. Raises Refused, Gone."""
        now = time.monotonic()
        times = [at for at in self._wrong.get(device, ()) if now - at < 60]
        if len(times) >= MOST_WRONG:
            raise Refused("Too many wrong codes: wait a minute, then try again.", 429)
        row = await self.store.find(code)
        if row is None:
            if device:
                self._wrong[device] = [*times, now]
                while len(self._wrong) > 10_000:
                    self._wrong.popitem(last=False)
            raise Refused(f"There is no room {code}: look at the four letters again.", 404)
        if key is not None and not hmac.compare_digest(hashed(key), row.key):
            raise Refused("This is not the key of the room: open the lecturer's link again.", 403)
        return read(row.state), row.version

    async def act(self, code: str, key: str, said: dict) -> None:
        """What a lecturer does. said["seen"] : how many ballots there were on the page where it was done; another one's act in between
        is not undone by it. Raises Refused, Gone."""
        while True:
            state, version = await self.found(code, key=key)
            seen = said.get("seen")
            if seen is not None and seen != state.ballots:
                raise Refused("Another page of yours was quicker: look at what it did, then choose again.", 409)
            after = act(state, said)
            if await self.store.change(code, version, after.write(), after.ballot):
                await self._show(code)
                return

    async def vote(self, code: str, ballot: int, device: str, choice: int) -> None:
        """Count a vote; when this returns, it is on disk. Raises Refused, Gone."""
        live = self._live.get(code)
        known = live is not None and live.state.ballot == ballot  # else it may have been opened a moment ago, elsewhere
        state = live.state if live is not None and known else (await self.found(code, device))[0]
        if ballot != state.ballot or not ballot:
            raise Refused("This vote is closed.", 409)
        if not 0 <= choice < len(state.asked[-1].options):
            raise Refused("There is no such choice.")
        self._run()
        counted = asyncio.get_running_loop().create_future()
        self._votes.append((Vote(code, ballot, device, choice), counted))
        self._task("votes", self._write_votes)
        if not await counted:
            raise Refused("This vote is closed.", 409)

    async def table(self, code: str, key: str, app: str) -> list[list]:
        """The votes so far (room.rows). Raises Refused, Gone."""
        state, _ = await self.found(code, key=key)
        return rows(state, await self.store.tally(code, ballots_of(state, every=True)), app)

    # ---- listeners

    async def listen(self, code: str, listener: Listener) -> None:
        """Show a room to a stream from now on. Raises Refused."""
        live = self._live.setdefault(code, _Live())
        if len(live.listeners) >= MOST_PHONES and not listener.leads:
            raise Refused(f"{MOST_PHONES:,} phones are in this room, as many as it holds.", 503)
        live.listeners.add(listener)
        self._run()
        if live.stamp is None:
            if not live.showing.locked():  # else who is at it shows it to this one as well
                await self._show(code)
        else:
            await listener.push(live.lecturers if listener.leads else live.phones)
        self._tell(code)

    def leave(self, code: str, listener: Listener) -> None:
        live = self._live.get(code)
        if live:
            live.listeners.discard(listener)
            self._tell(code)

    async def _show(self, code: str) -> None:
        """Send every listener of a room what there is."""
        live = self._live.get(code)
        if live is None:
            return
        async with live.showing:
            try:
                row, stamp = await self.store.find(code), (await self.store.stamps([code])).get(code)
                if row is None or stamp is None:
                    state, tallies, stamp = State(over=True), {}, (0, 0)
                else:
                    state = read(row.state)
                    tallies = await self.store.tally(code, ballots_of(state, every=True))
            except Gone:
                self._away(live)
                return
            version_before = live.stamp[0] if live.stamp else None
            live.stamp, live.gone = (row.version if row else 0, stamp[1]), False
            live.state = state
            live.lecturers = _message("room", for_lecturer(state, tallies) | {"phones": live.present})
            live.counted = time.monotonic()
            changed = version_before != live.stamp[0]
            if changed:
                live.phones = _message("room", for_phones(state, tallies))
            told = [one for one in live.listeners if changed or one.leads]
            self._send(told, lambda one: live.lecturers if one.leads else live.phones)

    def _send(self, listeners: Iterable[Listener], message: Callable[[Listener], bytes]) -> None:
        for one in listeners:
            task = asyncio.ensure_future(one.push(message(one)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def _away(self, live: _Live) -> None:
        if not live.gone:
            live.gone, live.stamp = True, None
            self._send(live.listeners, lambda _: _message("away", {"says": DOWN}))

    def _tell(self, code: str) -> None:
        """There is something new for the lecturers of a room."""
        if live := self._live.get(code):
            live.wants = True
            self._task(f"count {code}", lambda: self._count(code, live))

    async def _count(self, code: str, live: _Live) -> None:
        """Tell the lecturers how many there are, at most so many times a second."""
        while live.wants:
            if (wait := live.counted + COUNTS - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            live.wants, live.counted = False, time.monotonic()
            heads = sum(not one.leads for one in live.listeners)
            with suppress(Gone):
                live.present = await self.store.present(code, self._process, heads)
            if any(one.leads for one in live.listeners):
                await self._show(code)

    # ---- what goes on by itself

    def _run(self) -> None:
        for name, work in (("poll", self._poll), ("beat", self._beat), ("sweep", self._sweep)):
            self._task(name, work)

    def _task(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        if name not in self._tasks or self._tasks[name].done():
            self._tasks[name] = asyncio.ensure_future(work())

    async def _write_votes(self) -> None:
        while self._votes:
            votes, self._votes = self._votes, []
            waiting = [future for _, future in votes]
            try:
                counted = await self.store.vote([vote for vote, _ in votes])
            except Gone as gone:
                for future in waiting:
                    if not future.done():
                        future.set_exception(gone)
                continue
            for future, taken in zip(waiting, counted, strict=True):
                if not future.done():
                    future.set_result(taken)
            for code in {vote.code for vote, _ in votes}:
                self._tell(code)

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL)
            codes = [code for code, live in self._live.items() if live.listeners]
            for code in [code for code in self._live if code not in codes]:
                del self._live[code]
                self._tasks.pop(f"count {code}", None)
            if not codes:
                return
            try:
                stamps = await self.store.stamps(codes)
            except Gone:
                for code in codes:
                    self._away(self._live[code])
                continue
            for code in codes:
                live, stamp = self._live.get(code), stamps.get(code, (0, 0))
                if live is None or live.stamp == stamp:
                    continue
                if live.stamp is None or live.stamp[0] != stamp[0]:
                    await self._show(code)
                else:
                    live.stamp = stamp
                    self._tell(code)

    async def _beat(self) -> None:
        while self._live:
            await asyncio.sleep(BEAT)
            for code, live in self._live.items():
                self._tell(code)  # the store is to hear of its phones again
                self._send([one for one in live.listeners if not one.busy], lambda _: _message("beat", {}))

    async def _sweep(self) -> None:
        while self._live:
            with suppress(Gone):
                await self._forget()
            await asyncio.sleep(SWEEP)

    async def _forget(self) -> None:
        """The rooms that nobody is in any more; first those in use are touched: a clock that jumps forgets none of them."""
        await self.store.touch([code for code, live in self._live.items() if live.listeners])
        await self.store.sweep()

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await self.store.close()


def _message(event: str, told: dict) -> bytes:
    return f"event: {event}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n".encode()
