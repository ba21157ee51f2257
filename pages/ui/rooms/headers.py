"""Headers that every answer of an app has; the app's own stand in serving/headers.py."""

from collections.abc import Mapping

from starlette.types import ASGIApp, Message, Receive, Scope, Send

# The phones' pages: nothing but their own scripts and styles.
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors *"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


class WithHeaders:
    """ASGI middleware: every answer to a request gets the headers; sockets and streams pass through."""

    def __init__(self, app: ASGIApp, headers: Mapping[str, str]):
        self._app = app
        self._sent = [(name.encode(), value.encode()) for name, value in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._sent]
            await send(message)

        await self._app(scope, receive, sent if scope["type"] == "http" else send)
