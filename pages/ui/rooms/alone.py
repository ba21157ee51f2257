"""The rooms as a process of their own: ``dtlearn rooms``, or ``uvicorn pages.ui.rooms.alone:app`` beside app.py.

DTLEARN_BASE : the path that the app lies under, like /course/trees.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pages.ui.rooms.hub import Hub
from pages.ui.rooms.routes import answering, room_routes, store_of_settings


def rooms(base: str, hub: Hub) -> Starlette:
    """An app that is nothing but rooms."""

    async def health(request: Request) -> Response:
        return JSONResponse({"rooms": await hub.store.count()})

    @asynccontextmanager
    async def ending(app: Starlette) -> AsyncIterator[None]:
        yield
        await hub.close()

    return Starlette(routes=[Route(f"{base}/r/healthz", answering(health)), *room_routes(base, hub)], lifespan=ending)


app = rooms(os.environ.get("DTLEARN_BASE", "").rstrip("/"), Hub(store_of_settings()))
