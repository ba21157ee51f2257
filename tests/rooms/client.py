"""Phones and lecturers without a browser, for the tests and the benchmark: HTTP on asyncio's streams."""

import asyncio
import json
import random
from contextlib import suppress


async def sent(at, method, path, body=b"", headers=None, source=None):
    """source : the address of ours that it comes from, as 127.0.0.9."""
    reader, writer = await asyncio.open_connection(*at[:2], local_addr=source and (source, 0))
    lines = [f"{method} {path} HTTP/1.1", f"Host: {at[0]}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    except BaseException:
        await closed(writer)
        raise
    return reader, writer, int(head.split()[1]), head


async def _asked(at, method, path, body=b"", headers=None, source=None):
    reader, writer, status, head = await sent(at, method, path, body, {"Connection": "close"} | (headers or {}), source)
    text = await reader.read()
    await closed(writer)
    return status, (_joined(text) if "transfer-encoding: chunked" in head else text).decode()


def _joined(chunks):
    """What is sent in pieces, each below its length."""
    size, _, rest = chunks.partition(b"\r\n")
    n = int(size, 16)
    return rest[:n] + _joined(rest[n + 2 :]) if n else b""


async def closed(writer):
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def post(at, path, said, headers=None, source=None):
    """(status, text) of what is posted as JSON."""
    return await post_raw(at, path, json.dumps(said).encode(), headers, source)


async def post_raw(at, path, body, headers=None, source=None):
    return await _asked(at, "POST", path, body, headers, source)


async def get(at, path, headers=None, source=None):
    return await _asked(at, "GET", path, headers=headers, source=source)


class Phone:
    """``async with Phone(at, code) as phone``: a stream.

    key : headers, as a lecturer's. base : what the app lies under.

    device : the name that the room gave to it.
    """

    def __init__(self, at, code, key=None, base="", device=""):
        self._at, self._base, self._code, self._key, self.device = at, base, code, key, device

    async def __aenter__(self):
        path = f"{self._base}/r/{self._code}/events?device={self.device}"
        self._reader, self._writer, status, _ = await sent(self._at, "GET", path, headers=self._key)
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
            if told.get("event") == "device":
                self.device = json.loads(told["data"])["device"]
            elif "data" in told:
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

    async def vote(self, ballot, choice):
        """(status, text)"""
        said = {"device": self.device, "ballot": ballot, "choice": choice}
        return await post(self._at, f"{self._base}/r/{self._code}/vote", said, self._key)


class Stubborn:
    """A phone as phone.js and stream.js make it: it opens its stream anew,
    and sends its vote again until it is counted.

    room : what it was told last. listens : whether its stream is open. opened : how often its stream was there. rested
        : s, the longest that it waited between two.
    """

    def __init__(self, at, code, base=""):
        self._at, self._code, self._base, self.device = at, code, base, ""
        self.room, self.listens, self.opened, self.rested = None, False, 0, 0
        self._news = asyncio.Event()

    async def listen(self):
        """Until it is cancelled."""
        lost = rested = 0
        while True:
            try:
                async with Phone(self._at, self._code, base=self._base, device=self.device) as stream:
                    told = await stream.room()
                    self.device, self.listens = stream.device, True
                    self.opened, lost, rested = self.opened + 1, 0, 0
                    while True:
                        self.room = told
                        self._news.set()
                        told = await stream.room()
            except (OSError, EOFError):
                self.listens = False
                rest = min(1.3 * 2**lost, 4) * random.uniform(0.5, 1.5)
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
            await asyncio.sleep(min(0.4 * 2**k, 1.5) * random.uniform(0.5, 1.5))
            k += 1
        return k + 1

    async def _sent(self, said):
        try:
            status, text = await post(self._at, f"{self._base}/r/{self._code}/vote", said)
        except (OSError, EOFError):
            return None
        assert status == 200 or status >= 500, text
        return status
