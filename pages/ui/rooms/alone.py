"""The rooms as a process of their own: ``dtlearn rooms``, or ``uvicorn pages.ui.rooms.alone:app`` beside app.py.

DTLEARN_BASE : the path that the app lies under, like /course/trees.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware

from pages.ui.rooms.connections import connections
from pages.ui.rooms.headers import HEADERS, WithHeaders
from pages.ui.rooms.hub import Hub
from pages.ui.rooms.routes import room_routes, store_of_settings


def rooms(base: str, hub: Hub) -> Starlette:
    """An app that is nothing but rooms."""

    @asynccontextmanager
    async def ending(app: Starlette) -> AsyncIterator[None]:
        with connections():
            yield
        await hub.close()

    return Starlette(
        routes=room_routes(base, hub), middleware=[Middleware(WithHeaders, headers=HEADERS)], lifespan=ending
    )


app = rooms(os.environ.get("DTLEARN_BASE", "").rstrip("/"), Hub(store_of_settings()))
