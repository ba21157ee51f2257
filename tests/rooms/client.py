"""Phones and lecturers without a browser, for the tests and the benchmark: HTTP on asyncio's streams."""

import asyncio
import json
from contextlib import suppress


async def sent(at, method, path, body=b"", headers=None):
    reader, writer = await asyncio.open_connection(*at[:2])
    lines = [f"{method} {path} HTTP/1.1", f"Host: {at[0]}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
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
    """``async with Phone(at, code, device) as phone``: a stream. key : headers of a lecturer's."""

    def __init__(self, at, code, device, key=None):
        self._at, self._path, self._key = at, f"/r/{code}/events?device={device}", key
        self.text = ""

    async def __aenter__(self):
        self._reader, self._writer, status, _ = await sent(self._at, "GET", self._path, headers=self._key)
        assert status == 200
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
