"""Stores of rooms for the tests: a file of SQLite's, and a real Redis on a free port."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
import warnings

import pytest

from tests.support.server import free_port


class RedisServer:
    """``with RedisServer() as server: server.url``; ``kill()`` and ``start()`` in between.

    It loses nothing that it acknowledged.
    """

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        self.start()
        return self

    def start(self):
        words = [
            "--port",
            str(self._port),
            "--dir",
            self._folder.name,
            "--bind",
            "127.0.0.1",
            "--appendonly",
            "yes",
            "--appendfsync",
            "always",
            "--save",
            "",
            "--maxmemory-policy",
            "noeviction",
        ]
        self.process = subprocess.Popen(["redis-server", *words], stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self._port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("redis-server did not answer.")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def __exit__(self, *exc):
        self.kill()
        self._folder.cleanup()


def needs(program):
    """Skips loudly without a program that a test starts; in CI it fails."""
    if shutil.which(program) is None:
        message = f"No {program} was found: `python -m tests.browser` installs one as root on Debian."
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn(f"TESTS SKIPPED. {message}", stacklevel=2)
        pytest.skip(message)
