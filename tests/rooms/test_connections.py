"""No answer waits for the acknowledgement of the one before,
over every kind of socket that a server may be given; and files are scarce."""

import asyncio
import logging
import os
import resource
import socket
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import uvicorn

from pages.ui.rooms.alone import rooms
from pages.ui.rooms.connections import AT_ONCE, connections
from pages.ui.rooms.hub import Hub
from pages.ui.rooms.sqlite import SqliteStore
from tests.deploy.stack import Process
from tests.support.server import free_port, undelayed


def listening(family=socket.AF_INET, address=("127.0.0.1", 0)):
    """A socket as Streamlit and uvicorn's --workers make it: of protocol 0, which asyncio takes for none of its own."""
    made = socket.socket(family)
    made.bind(address)
    made.listen()
    made.setblocking(False)
    return made


def test_the_rooms_set_it_also_for_who_came_before_they_were_loaded(tmp_path):
    async def story():
        with listening() as given, socket.create_connection(given.getsockname()) as early:
            server = uvicorn.Server(uvicorn.Config(rooms("", Hub(SqliteStore(tmp_path / "rooms"))), log_level="error"))
            serving = asyncio.create_task(server.serve([given]))
            reader, writer = await asyncio.open_connection(sock=early)
            for path in ("/r/healthz", "/nothing"):
                writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
                await reader.readuntil(b"\r\n\r\n")
                [accepted] = server.server_state.connections
                assert accepted.transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            writer.close()
            server.should_exit = True
            await serving

    asyncio.run(story())


def test_a_socket_that_has_no_such_option_serves_all_the_same(tmp_path):
    async def story():
        with connections(), listening(socket.AF_UNIX, str(tmp_path / "socket")) as given:
            server = await asyncio.get_running_loop().create_server(Echo, sock=given)
            reader, writer = await asyncio.open_unix_connection(tmp_path / "socket")
            writer.write(b"word")
            assert await reader.readexactly(4) == b"word"
            writer.close()
            server.close()

    asyncio.run(story())


def test_the_loop_is_left_as_it_was():
    async def story():
        loop = asyncio.get_running_loop()
        before = loop.create_server
        with suppress(ZeroDivisionError), connections():
            assert loop.create_server != before
            raise ZeroDivisionError
        assert loop.create_server == before

    asyncio.run(story())


def test_no_request_is_logged():
    access = logging.getLogger("uvicorn.access")
    access.setLevel(logging.INFO)  # as uvicorn begins

    async def story():
        with connections():
            return access.isEnabledFor(logging.INFO)

    assert not asyncio.run(story())


def test_of_what_one_sends_others_have_their_turn_between():
    read = []

    class Reads(asyncio.Protocol):
        def data_received(self, data):
            read.append(len(data))

    async def story():
        with connections(), listening() as given:
            server = await asyncio.get_running_loop().create_server(Reads, sock=given)
            _, writer = await asyncio.open_connection(*given.getsockname())
            writer.write(b"x" * 65_536)
            while sum(read) < 65_536:
                await asyncio.sleep(0)
            writer.close()
            server.close()

    asyncio.run(story())
    assert max(read) <= AT_ONCE


class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.data_received = transport.write


def test_a_full_table_of_files_is_told_once_and_other_errors_as_ever(caplog):
    async def story():
        loop, told = asyncio.get_running_loop(), []
        loop.set_exception_handler(lambda loop, context: told.append(context["message"]))
        with connections():
            for _ in range(2048):
                loop.call_exception_handler({"message": "socket.accept() out of system resource"})
            loop.call_exception_handler({"message": "another"})
        return told

    assert asyncio.run(story()) == ["another"]
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="another process's sockets are seen on Linux alone")
def test_the_command_sets_it_and_may_open_as_many_files_as_the_machine_allows(tmp_path):
    port = free_port()
    few = "import resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 256)); "
    words = [
        sys.executable,
        "-c",
        few + "from dtlearn.__main__ import main; main(sys.argv[1:])",
        "rooms",
        "--host=127.0.0.1",
        f"--port={port}",
    ]
    rooms = Process(words, f"http://127.0.0.1:{port}/r/healthz", {"DTLEARN_ROOMS_FILE": str(tmp_path / "rooms.sqlite")})
    try:
        assert undelayed(rooms.process.pid, port)
        [server] = Path(f"/proc/{rooms.process.pid}/task/{rooms.process.pid}/children").read_text().split()
        assert resource.prlimit(int(server), resource.RLIMIT_NOFILE) == (256, 256)
    finally:
        rooms.kill()
