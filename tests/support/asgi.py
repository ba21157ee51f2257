"""Questions to an ASGI app, without a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import unquote

GZIP = MappingProxyType({"accept-encoding": "gzip, br"})


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


async def ask(
    app, address: str, headers: Mapping[str, str] = MappingProxyType({}), method: str = "GET", body: bytes = b""
) -> Answer:
    """What an app answers. Who asks goes away as soon as all is said: a stream ends."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "root_path": "",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "server": ("127.0.0.1", 80),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
    }
    sent, said = [], [{"type": "http.disconnect"}, {"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict:
        return said.pop() if len(said) > 1 else said[0]

    async def send(message: dict) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start, *rest = sent
    told = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], told, b"".join(message.get("body", b"") for message in rest))
