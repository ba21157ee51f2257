"""The addresses of the rooms, in the app's process or in one of their own."""

import asyncio
import csv
import io
import json
import os
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from dtlearn.data.packing import spreadsheet
from dtlearn.stage.linker import link
from pages.ui.rooms.addresses import network
from pages.ui.rooms.hub import Hub, Listener, event
from pages.ui.rooms.room import Refused, rows
from pages.ui.rooms.sqlite import SqliteStore
from pages.ui.rooms.store import Gone, Store

WEB = Path(__file__).parent / "web"
MOST_BODY = 20_000  # bytes of what a lecturer posts
MOST_VOTE = 300
_NOT_KEPT = {"Cache-Control": "no-store"}
_STREAM = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
_APP = re.compile(r"https?://[^\s,\"'<>]{1,300}/")
_DEVICE = re.compile(r"[\w-]{8,40}", re.ASCII)
_UNKNOWN = "This page sent something that the server does not know: load it again."
AWAY = "The rooms are out of reach at the moment: try again in a few seconds."


def store_of_settings() -> Store:
    """Redis where DTLEARN_REDIS_URL says so; else the file DTLEARN_ROOMS_FILE,
    by default one among the machine's temporary files."""
    if url := os.environ.get("DTLEARN_REDIS_URL"):
        from pages.ui.rooms.redis import RedisStore  # its package is needed by nobody else

        return RedisStore(url)
    return SqliteStore(
        Path(os.environ.get("DTLEARN_ROOMS_FILE") or Path(tempfile.gettempdir()) / "dtlearn-rooms.sqlite")
    )


@cache
def _web() -> dict[str, tuple[str, str]]:
    """{address below the rooms: (media type, content)} of the phones' scripts and styles,
    which never change at their address."""
    files = {
        "phone.js": ("text/javascript", link(WEB / "phone.js")),
        "phone.css": ("text/css", (WEB / "phone.css").read_text(encoding="utf-8")),
    }
    return {
        f"web/{sha256(text.encode()).hexdigest()[:12]}/{name}": (kind, text) for name, (kind, text) in files.items()
    }


@cache
def phone_page(base: str) -> str:
    """The page that phones open. base : the path of the rooms."""
    page = (WEB / "phone.html").read_text(encoding="utf-8")
    for address in _web():
        page = page.replace(f'"{address.rpartition("/")[2]}"', f'"{base}/{address}"')
    return page.replace("BASE", base)


Answering = Callable[[Request], Awaitable[Response]]


def answering(ask: Answering) -> Answering:
    """What is refused is answered with its sentence."""

    async def answer(request: Request) -> Response:
        try:
            return await ask(request)
        except Refused as refused:
            return PlainTextResponse(str(refused), refused.status, _NOT_KEPT)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        except Gone:
            return PlainTextResponse(AWAY, 503, _NOT_KEPT | {"Retry-After": "2"})

    return answer


async def _posted(request: Request, most: int) -> dict:
    """What is posted, an object of JSON. most : bytes. Raises Refused."""
    body = b""
    async for part in request.stream():  # to its end: who still sends is not told, if the connection is closed then
        if len(body) <= most:
            body += part
    if len(body) > most:
        raise Refused("This is more than this page sends: shorten it.", 413)
    try:
        said = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise Refused(_UNKNOWN)
    return said


def _code(request: Request) -> str:
    return re.sub("[^A-Z]", "", request.path_params["code"].upper())[:8]


def _address(request: Request) -> str:
    """Where a request comes from; behind a proxy that uvicorn is told to believe, where that says."""
    return network(request.client.host) if request.client else ""


def _device(text: object) -> str:
    if not isinstance(text, str) or not _DEVICE.fullmatch(text):
        raise Refused(_UNKNOWN)
    return text


class _Events:
    """A stream of a room's events. The hub sends; what runs here for each of them only waits for its end."""

    def __init__(self, hub: Hub):
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        code, key, address = _code(request), request.headers.get("x-room-key"), _address(request)
        said = request.query_params.get("device", "")
        try:
            row = await self._hub.found(code, address, key, said)
        except (Refused, Gone) as error:
            status, says = (error.status, str(error)) if isinstance(error, Refused) else (503, AWAY)
            await PlainTextResponse(says, status, _NOT_KEPT)(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM})

        async def push(message: bytes) -> None:
            await send({"type": "http.response.body", "body": message, "more_body": True})

        listener, device = Listener(push, key is not None), said
        try:
            if listener.leads:
                self._hub.lead(code, listener, address)
            else:
                device = self._hub.enter(row, code, said, address)
        except Refused as refused:
            await push(event("full", {"says": str(refused)}))
            await send({"type": "http.response.body", "body": b""})
            return
        try:
            await push(b": here\n\n" if device == said else event("device", {"device": device}))
            await self._hub.listen(code, listener)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._hub.leave(code, listener, device)
        await send({"type": "http.response.body", "body": b""})


def room_routes(base: str, hub: Hub) -> list[Route]:
    """All of them. base : the path that the app lies under, "" or like "/course/trees"."""
    base = f"{base}/r"

    async def health(request: Request) -> Response:
        return JSONResponse({"rooms": await hub.store.count()}, headers=_NOT_KEPT)

    async def page(request: Request) -> Response:
        return HTMLResponse(phone_page(base), headers={"Cache-Control": "no-cache"})

    async def upper(request: Request) -> Response:
        return RedirectResponse(f"{base}/{_code(request)}", headers=_NOT_KEPT)

    async def web(request: Request) -> Response:
        kind, content = _web().get("web/{release}/{name}".format_map(request.path_params), (None, ""))
        if kind is None:
            return PlainTextResponse("There is no such file: load the page again.", 404, _NOT_KEPT)
        return Response(content, headers={"Cache-Control": "public, max-age=31536000, immutable"}, media_type=kind)

    async def new(request: Request) -> Response:
        code, key = await hub.open(_address(request))
        return JSONResponse({"code": code, "key": key}, headers=_NOT_KEPT)

    async def vote(request: Request) -> Response:
        said = await _posted(request, MOST_VOTE)
        ballot, choice = said.get("ballot"), said.get("choice")
        if type(ballot) is not int or type(choice) is not int:
            raise Refused(_UNKNOWN)
        await hub.vote(_code(request), _address(request), ballot, _device(said.get("device")), choice)
        return JSONResponse({"counted": ballot}, headers=_NOT_KEPT)

    async def act(request: Request) -> Response:
        said = await _posted(request, MOST_BODY)
        await hub.act(_code(request), _address(request), request.headers.get("x-room-key", ""), said)
        return JSONResponse({}, headers=_NOT_KEPT)

    async def table(request: Request) -> Response:
        app = request.query_params.get("app", "")
        app = app if _APP.fullmatch(app) else ""
        votes = await hub.table(_code(request), _address(request), request.headers.get("x-room-key", ""))

        async def written() -> AsyncIterator[str]:
            for k, lines in enumerate(rows(*votes, app)):
                text = io.StringIO()
                csv.writer(text).writerows([[_cell(value) for value in line] for line in lines])
                piece = spreadsheet(text.getvalue(), "semicolons" in request.query_params)
                yield piece if not k else piece.removeprefix("\ufeff")
                await asyncio.sleep(0)  # votes come first

        return StreamingResponse(written(), headers=_NOT_KEPT, media_type="text/csv")

    return [
        Route(base, page),
        Route(f"{base}/healthz", answering(health)),
        Route(f"{base}/new", answering(new), methods=["POST"]),
        Route(f"{base}/web/{{release}}/{{name}}", web),
        Route(f"{base}/{{code}}", page),
        Route(f"{base[:-1]}R/{{code}}", upper),  # as a code is dictated, or typed on a phone
        Route(f"{base}/{{code}}/events", _Events(hub)),
        Route(f"{base}/{{code}}/vote", answering(vote), methods=["POST"]),
        Route(f"{base}/{{code}}/act", answering(act), methods=["POST"]),
        Route(f"{base}/{{code}}/votes.csv", answering(table)),
    ]


def _cell(value: object) -> object:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
