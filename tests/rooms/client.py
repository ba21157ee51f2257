"""Phones and lecturers without a browser, for the tests and the benchmark: HTTP on asyncio's streams."""

import asyncio
import json
import random
from contextlib import suppress


async def sent(at, method, path, body=b"", headers=None):
    reader, writer = await asyncio.open_connection(*at[:2])
    lines = [f"{method} {path} HTTP/1.1", f"Host: {at[0]}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    except BaseException:
        await closed(writer)
        raise
    return reader, writer, int(head.split()[1]), head


async def _asked(at, method, path, body=b"", headers=None):
    reader, writer, status, _ = await sent(at, method, path, body, {"Connection": "close"} | (headers or {}))
    text = await reader.read()
    await closed(writer)
    return status, text.decode()


async def closed(writer):
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def post(at, path, said, headers=None):
    """(status, text) of what is posted as JSON."""
    return await _asked(at, "POST", path, json.dumps(said).encode(), headers)


async def get(at, path, headers=None):
    return await _asked(at, "GET", path, headers=headers)


class Phone:
    """``async with Phone(at, code, device) as phone``: a stream. key : headers of a lecturer's. base : what the app lies under."""

    def __init__(self, at, code, device, key=None, base=""):
        self._at, self._path, self._key = at, f"{base}/r/{code}/events?device={device}", key
        self.text = ""

    async def __aenter__(self):
        self._reader, self._writer, status, _ = await sent(self._at, "GET", self._path, headers=self._key)
        if status != 200:
            await closed(self._writer)
            raise ConnectionError(f"The stream was answered with {status}.")
        return self

    async def __aexit__(self, *exc):
        await closed(self._writer)

    async def message(self):
        """(event, what it tells) of the next message."""
        while True:
            lines = (await self._reader.readuntil(b"\n\n")).decode().splitlines()
            told = dict(line.split(": ", 1) for line in lines if not line.startswith(":") and ": " in line)
            if "data" in told:
                return told["event"], json.loads(told["data"])

    async def event(self, name):
        while True:
            event, told = await self.message()
            if event == name:
                return told

    async def room(self):
        return await self.event("room")

    async def until(self, holds):
        """The first picture of the room of which something holds."""
        while True:
            told = await self.room()
            if holds(told):
                return told


class Stubborn:
    """A phone as phone.js and stream.js make it: it opens its stream anew, and sends its vote again until it is counted.

    room : what it was told last. opened : how often its stream was there. rested : s, the longest that it waited between two.
    """

    def __init__(self, at, code, device, base=""):
        self._at, self._code, self._base, self.device = at, code, base, device
        self.room, self.opened, self.rested = None, 0, 0
        self._news = asyncio.Event()

    async def listen(self):
        """Until it is cancelled."""
        lost = rested = 0
        while True:
            try:
                async with Phone(self._at, self._code, self.device, base=self._base) as stream:
                    told = await stream.room()
                    self.opened, lost, rested = self.opened + 1, 0, 0
                    while True:
                        self.room = told
                        self._news.set()
                        told = await stream.room()
            except (OSError, EOFError):
                rest = min(0.3 * 2**lost, 4) * random.uniform(0.5, 1.5)
            lost, rested = lost + 1, rested + rest
            self.rested = max(self.rested, rested)
            await asyncio.sleep(rest)

    async def until(self, holds):
        """Wait for a picture of the room of which something holds."""
        while self.room is None or not holds(self.room):
            self._news.clear()
            await self._news.wait()

    async def vote(self, ballot, choice):
        """Until it is acknowledged; how often it was sent."""
        said, k = {"device": self.device, "ballot": ballot, "choice": choice}, 0
        while await self._sent(said) != 200:
            await asyncio.sleep(min(0.4 * 2**k, 5) * random.uniform(0.5, 1.5))
            k += 1
        return k + 1

    async def _sent(self, said):
        try:
            status, text = await post(self._at, f"{self._base}/r/{self._code}/vote", said)
        except (OSError, EOFError):
            return None
        assert status == 200 or status >= 500, text
        return status
