"""A process's share of the rooms: the phones that listen to it, the votes on their way to the store,
what others have changed."""

import asyncio
import base64
import hmac
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from weakref import WeakValueDictionary

from pages.ui.rooms.addresses import Lately, Places
from pages.ui.rooms.connections import files
from pages.ui.rooms.room import (
    Refused,
    State,
    Tallies,
    act,
    ballots_of,
    for_lecturer,
    for_phones,
    read,
)
from pages.ui.rooms.store import KEPT, Gone, Row, Store, Vote

LETTERS = "BCDFGHJKLMNPRSTVWXZ"  # no vowels, so no words; none that looks like a digit beside it
LONG = 4  # letters of a code
MOST_ROOMS = 300
MOST_PHONES = 2500  # of a room that one process serves
OTHERS = 100  # of them, for addresses other than the one that holds most
IDLE = 60  # s after which a place without a stream and a vote is free again
MOST_WRONG = 60  # codes and keys that an address may get wrong in a minute
MOST_OPENED = 100  # rooms that an address may open in as long as one is kept
MOST_LEADS = 8  # one in so many of a process's files, for streams of lecturers
MOST_PAGES = 20  # of a room's lecturers: each is sent the whole room after each act
MOST_TABLES = 10  # that an address may have made in a minute
CROWD = 10  # devices of one address that a lecturer is told of, if they are more than half of those of several
NAME = 16  # characters of a device's name, and as many of its signature
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
    """A room with listeners here. stamp : what they were shown last. key : of its row."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.key = ""
        self.tallies: Tallies = {}
        self.stamp: tuple[int, int] | None = None
        self.gone = False  # the store is out of reach, and they were told
        self.phones: bytes = b""
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
        self._places: dict[str, Places] = {}
        self._wrong = Lately(MOST_WRONG, 60)  # by address
        self._opened = Lately(MOST_OPENED, KEPT)  # by address
        self._phones: Places | None = None  # of all rooms
        self._lecturers: Places | None = None
        self._tables = Lately(MOST_TABLES, 60)  # by address
        self._acting: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by address
        self._tasks: dict[str, asyncio.Task] = {}
        self._process = secrets.token_hex(8)
        self._sending: set[asyncio.Task] = set()  # a loop alone does not keep what it runs

    # ---- rooms

    async def open(self, address: str) -> tuple[str, str]:
        """(code, lecturer's key) of a new room. Raises Refused, Gone."""
        self._run()
        if self._opened.is_spent(address):
            raise Refused(
                f"{MOST_OPENED} rooms were opened from your network in {KEPT // 3600} hours: use one of those, or try"
                " again later.",
                429,
            )
        self._opened.add(address)
        await self._forget()
        if await self.store.count() >= MOST_ROOMS and not await self.store.free():
            raise Refused(
                f"There are {MOST_ROOMS} rooms, as many as this server keeps; each ends {KEPT // 3600} hours after its "
                "last vote. Use a room that you have, or try again later.",
                503,
            )
        key = secrets.token_urlsafe(16)
        while True:
            code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
            if await self.store.create(code, hashed(key), State().write()):
                return code, key

    async def found(self, code: str, address: str, key: str | None = None, device: str = "") -> Row:
        """A room as it is stored. key : must be its lecturer's, where it is given. device : who asks.

        Raises Refused, Gone. Where an address has guessed too often, only its lecturer and devices that the room knows
        still get in: a right guess must look like a wrong one.
        """
        row = await self.store.find(code)
        is_right = row is not None and (key is None or hmac.compare_digest(hashed(key), row.key))
        is_known = is_right and (key is not None or _is_named(device, code, row.key))
        # Asked and counted without a pause, else many guesses at a time would slip through between the two.
        if self._wrong.is_spent(address) and not is_known:
            raise Refused("Too many wrong codes came from your network: wait a minute, then try again.", 429)
        if is_right:
            return row
        self._wrong.add(address)
        if row is None:
            raise Refused(f"There is no room {code}: look at the four letters again.", 404)
        raise Refused("This is not the key of the room: open the lecturer's link again.", 403)

    async def act(self, code: str, address: str, key: str, said: dict) -> None:
        """What a lecturer does.

        said["seen"] : how many ballots there were on the page where it was done; another one's act in between
        is not undone by it. Raises Refused, Gone."""
        await self.found(code, address, key)  # who has no key, or no store, waits for nobody
        # One at a time: of many at once each would read a fat room again whenever another one had changed it.
        async with self._acting.setdefault(address, asyncio.Lock()):
            while True:
                row = await self.found(code, address, key)
                state, seen = read(row.state), said.get("seen")
                if seen is not None and seen != state.ballots:
                    raise Refused("Another page of yours was quicker: look at what it did, then choose again.", 409)
                after = act(state, said)
                if await self.store.change(code, row.version, after.write(), after.ballot):
                    await self._show(code)
                    return

    async def vote(self, code: str, address: str, ballot: int, device: str, choice: int) -> None:
        """Count a vote; when this returns, it is on disk. device : as the room has named it. Raises Refused, Gone."""
        live = self._live.get(code)
        if live is not None and live.state.ballot == ballot and _is_named(device, code, live.key):
            state = live.state
        else:  # it may have been opened a moment ago, elsewhere
            row = await self.found(code, address, device=device)
            if not _is_named(device, code, row.key):
                raise Refused("This phone has not joined the room: load the page again.", 403)
            state = read(row.state)
        if ballot != state.ballot or not ballot:
            await self._late(state, code, ballot, device, choice)
            return
        if not 0 <= choice < len(state.asked[-1].options):
            raise Refused("There is no such choice.")
        self._place(code, device, address)
        self._run()
        counted = asyncio.get_running_loop().create_future()
        self._votes.append((Vote(code, ballot, device, choice), counted))
        self._task("votes", self._write_votes)
        if await counted:
            self._places[code].voted(ballot, device, address)
        else:
            state = read((await self.found(code, address, device=device)).state)
            await self._late(state, code, ballot, device, choice)

    async def _late(self, state: State, code: str, ballot: int, device: str, choice: int) -> None:
        """A vote that comes after its end: it may be there already, where its answer was lost,
        unless it was reset since. Raises Refused, Gone."""
        there = await self.store.choice(code, ballot, device) if ballot in ballots_of(state) else None
        if there == choice:
            return
        raise Refused(
            (
                "This vote is closed: your choice came too late, so it is not counted."
                if there is None
                else "This vote is closed: your last choice came too late, the one before it is counted."
            ),
            409,
        )

    async def table(self, code: str, address: str, key: str) -> tuple[State, Tallies]:
        """The votes so far. Raises Refused, Gone."""
        state = read((await self.found(code, address, key)).state)
        if self._tables.is_spent(address):
            raise Refused(
                f"{MOST_TABLES} tables were saved from your network in a minute: wait a moment, then try again.", 429
            )
        self._tables.add(address)
        return state, await self.store.tally(code, ballots_of(state))

    # ---- listeners

    def enter(self, row: Row, code: str, said: str, address: str) -> str:
        """A phone comes in, and is in until it has left.

        The name of the device: what it says, if this room has given it that, else a new one. Raises Refused where there
        is no place.
        """
        device = said
        if not _is_named(device, code, row.key):
            name = secrets.token_urlsafe(12)
            device = name + _signature(name, code, row.key)
        self._place(code, device, address)
        self._places[code].enter(device)
        self._phones.enter(device)
        return device

    def _place(self, code: str, device: str, address: str) -> None:
        """The device has a place from now on. Raises Refused where there is none."""
        if self._phones is None:  # half of the files: the others are for votes, pages, lecturers, the store
            self._phones = Places(files() // 2, files() // 16, IDLE)
        places = self._places.setdefault(code, Places(MOST_PHONES, OTHERS, IDLE))
        if not places.take(device, address) or not self._phones.take(device, address):
            raise Refused("There is no room for more phones from your network.", 503)

    def lead(self, code: str, listener: Listener, address: str) -> None:
        """A lecturer comes in, and is in until they have left. Raises Refused where there is no place."""
        if self._lecturers is None:
            most = min(files() // MOST_LEADS, 2 * MOST_ROOMS)
            self._lecturers = Places(most, most // 2, 0)
        pages = sum(one.leads for one in self._live[code].listeners) if code in self._live else 0
        if pages >= MOST_PAGES or not self._lecturers.take(str(id(listener)), address):
            raise Refused("There is no room for more lecturers from your network.", 503)
        self._lecturers.enter(str(id(listener)))

    async def listen(self, code: str, listener: Listener) -> None:
        """Show a room to a stream from now on."""
        live = self._live.setdefault(code, _Live())
        live.listeners.add(listener)
        self._run()
        if live.stamp is None:
            if not live.showing.locked():  # else who is at it shows it to this one as well
                await self._show(code)
        elif not listener.leads:
            await listener.push(live.phones)
        self._tell(code)  # which shows it to lecturers: they come in as often as they like, and a room is fat

    def leave(self, code: str, listener: Listener, device: str) -> None:
        """Who has entered, or leads, goes."""
        if listener.leads:
            self._lecturers.leave(str(id(listener)))
        else:
            self._places[code].leave(device)
            self._phones.leave(device)
        if live := self._live.get(code):
            live.listeners.discard(listener)
            self._tell(code)

    async def _show(self, code: str) -> None:
        """Send every listener of a room what is new to it."""
        live = self._live.get(code)
        if live is None:
            return
        async with live.showing:
            try:
                stamp = (await self.store.stamps([code])).get(code)
                changed = live.stamp is None or stamp is None or live.stamp[0] != stamp[0]
                row = await self.store.find(code) if changed and stamp else None
                if row is not None:
                    state, stamp = read(row.state), (row.version, stamp[1])
                elif changed:
                    state, stamp = State(over=True), (0, 0)
                else:
                    state = live.state
                # In the ballots before the last one that was shown no vote comes any more.
                since = live.state.ballots if live.stamp else 0
                tallies = await self.store.tally(code, ballots_of(state, since))
            except Gone:
                self._away(live)
                return
            live.tallies |= tallies
            live.stamp, live.gone, live.state = stamp, False, state
            live.key = row.key if row else "" if changed else live.key
            live.counted = time.monotonic()
            if changed:
                live.phones = event("room", for_phones(state, live.tallies))
            leads = self._for_lecturer(code, live) if any(one.leads for one in live.listeners) else b""
            told = [one for one in live.listeners if changed or one.leads]
            self._send(told, lambda one: leads if one.leads else live.phones)

    def _for_lecturer(self, code: str, live: _Live) -> bytes:
        ballot = live.state.asked[-1].rounds[-1] if live.state.asked else 0
        held = self._places[code].crowd(ballot).values() if code in self._places else ()
        most, all_of = max(held, default=0), sum(held)
        crowd = [most, all_of] if most >= CROWD and all_of > most > all_of / 2 else None
        view = for_lecturer(live.state, live.tallies) | {"phones": live.present, "crowd": crowd}
        return event("room", view)

    def _send(self, listeners: Iterable[Listener], message: Callable[[Listener], bytes]) -> None:
        for one in listeners:
            task = asyncio.ensure_future(one.push(message(one)))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    def _away(self, live: _Live) -> None:
        if not live.gone:
            live.gone, live.stamp = True, None
            self._send(live.listeners, lambda _: event("away", {"says": DOWN}))

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
                if (count := self._tasks.get(f"count {code}")) and count.done():
                    del self._tasks[f"count {code}"]
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
                self._send([one for one in live.listeners if not one.busy], lambda _: event("beat", {}))

    async def _sweep(self) -> None:
        while self._live:
            with suppress(Gone):
                await self._forget()
            await asyncio.sleep(SWEEP)

    async def _forget(self) -> None:
        """The rooms that nobody is in any more; first those in use are touched:
        a clock that jumps forgets none of them."""
        await self.store.touch([code for code, live in self._live.items() if live.listeners])
        await self.store.sweep()
        for code in [code for code, places in self._places.items() if not places.held()]:
            del self._places[code]

    async def close(self) -> None:
        for task in list(self._tasks.values()):
            task.cancel()
        await self.store.close()


def event(name: str, told: dict) -> bytes:
    return f"event: {name}\ndata: {json.dumps(told, separators=(',', ':'))}\n\n".encode()


def _signature(name: str, code: str, key: str) -> str:
    """What nobody can write who does not know the room's row: every process that shares its store does."""
    made = hmac.digest(key.encode(), f"{code} {name}".encode(), "sha256")
    return base64.urlsafe_b64encode(made).decode()[:NAME]


def _is_named(device: str, code: str, key: str) -> bool:
    """Whether a room has given a device its name."""
    # A room that is not known yet has no key, with which anybody could sign.
    return (
        key != ""
        and len(device) == 2 * NAME
        and hmac.compare_digest(device[NAME:].encode(), _signature(device[:NAME], code, key).encode())
    )
