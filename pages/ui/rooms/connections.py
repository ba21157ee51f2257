"""The connections of a server, however it was started: as many as the machine allows, none kept waiting,
none lost in silence."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None

MOST_FILES = 65_536  # a hard limit may be endless
# bytes that are read of a connection before others have their turn: many pieces of one byte hold all of them up
AT_ONCE = 2048
QUIET = 60  # s between two warnings that there are no more
_FULL = "socket.accept() out of system resource"  # asyncio's words
_log = logging.getLogger(__name__)


def files() -> int:
    """How many files and connections this process may have open."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else -1
    return min(soft, MOST_FILES) if soft >= 0 else MOST_FILES  # endless is -1


def _raise_limit() -> None:
    if resource:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        while 0 <= soft < wanted:
            with suppress(OSError, ValueError):  # macOS allows fewer than it says
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
            wanted //= 2


@contextmanager
def connections() -> Iterator[None]:
    """For an app's lifespan: the limit of open files is raised, each connection of a server of this loop is undelayed
    and read in turns, and uvicorn logs no requests: they name devices and tables (SECURITY.md)."""
    loop = asyncio.get_running_loop()
    create, handler = loop.create_server, loop.get_exception_handler()
    _raise_limit()
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)

    def create_server(factory: Callable[[], asyncio.Protocol], *args, **more):
        return create(lambda: _undelayed(factory()), *args, **more)

    loop.create_server = create_server
    loop.set_exception_handler(_Scarce(handler))
    try:
        yield
    finally:
        loop.create_server = create
        loop.set_exception_handler(handler)


class _Scarce:
    """A loop's handler of errors.

    asyncio tells of a full table of files some thousand times a second: once a minute is enough.
    """

    def __init__(self, other: Callable[[asyncio.AbstractEventLoop, dict], object] | None):
        self._other, self._said = other, -QUIET

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict) -> None:
        if context.get("message") != _FULL:
            self._other(loop, context) if self._other else loop.default_exception_handler(context)
        elif time.monotonic() - self._said >= QUIET:
            self._said = time.monotonic()
            _log.warning("All %d files of this process are open: who comes now waits. Raise `ulimit -n`.", files())


def _undelayed(protocol: asyncio.Protocol) -> asyncio.Protocol:
    """No answer waits until the one before it is acknowledged, 40 ms later.

    asyncio sets TCP_NODELAY by itself where a socket was made with the protocol TCP; ``streamlit run`` and
    ``uvicorn --workers`` make theirs with protocol 0. The connection gets it, not what listens: who came before the app
    was loaded has it too.
    """
    made = protocol.connection_made

    def connection_made(transport: asyncio.Transport) -> None:
        with suppress(OSError):  # a socket of another kind, as of Unix, has no such option
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(AttributeError):  # uvloop reads as it likes
            transport.max_size = AT_ONCE
        made(transport)

    protocol.connection_made = connection_made
    return protocol
