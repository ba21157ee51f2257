"""TCP_NODELAY, however the server was started: no answer waits until the one before it is acknowledged, 40 ms later."""

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def nodelay() -> Iterator[None]:
    """While it lasts, each connection of a server that this loop makes has the option; for an app's lifespan.

    asyncio sets it by itself where a socket was made with the protocol TCP; ``streamlit run`` and ``uvicorn --workers``
    make theirs with protocol 0. The connection gets it, not what listens: who came before the app was loaded has it too.
    """
    loop = asyncio.get_running_loop()
    create = loop.create_server

    def create_server(factory: Callable[[], asyncio.Protocol], *args, **more):
        return create(lambda: _undelayed(factory()), *args, **more)

    loop.create_server = create_server
    try:
        yield
    finally:
        loop.create_server = create


def _undelayed(protocol: asyncio.Protocol) -> asyncio.Protocol:
    made = protocol.connection_made

    def connection_made(transport: asyncio.Transport) -> None:
        with suppress(OSError):  # a socket of another kind, as of Unix, has no such option
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        made(transport)

    protocol.connection_made = connection_made
    return protocol
