"""What the playground shows, asked for while something is dragged: made anew each time, kept by nobody."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pages.ui.explore import scene
from pages.ui.kit.turns import slots

_POOL = ThreadPoolExecutor(slots(), "playground")
_NOT_KEPT = {"Cache-Control": "no-store"}
MOST = 200  # that may wait: each browser asks for one at a time
_waiting = 0


async def playground(request: Request) -> Response:
    """The JSON of a state of the playground, or one sentence."""
    global _waiting
    if _waiting >= MOST:
        return PlainTextResponse("Too many ask at once: try again in a moment.", 503, _NOT_KEPT)
    query = dict(parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True))
    _waiting += 1
    try:
        told = await asyncio.get_running_loop().run_in_executor(_POOL, scene.answer, query)
    except ValueError as error:
        return PlainTextResponse(str(error), 400, _NOT_KEPT)
    finally:
        _waiting -= 1
    # Closing sends all at once: on a connection that is kept, headers and body wait 40 ms for each other (Nagle,
    # delayed ACK).
    return Response(told, headers=_NOT_KEPT | {"Connection": "close"}, media_type="application/json")
