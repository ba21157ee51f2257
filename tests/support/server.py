"""A server of the app on a free port, for the browser tests and the benchmarks."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from urllib.request import urlopen

from tests.support import ROOT

HERE = ["--server.address=127.0.0.1", "--server.fileWatcherType=none"]
WAYS = {  # of serving it, as Python is called
    "streamlit": [
        "-c",
        "{first}\nfrom streamlit.web.cli import main\nmain()",
        "run",
        "app.py",
        "--server.port={port}",
        *HERE,
    ],
    "uvicorn": ["-m", "uvicorn", "app:app", "--port={port}"],
    "dtlearn": ["-m", "dtlearn", "--port={port}", "--host=127.0.0.1"],
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


_GETFD = 438  # pidfd_getfd, on every architecture


def undelayed(pid: int, port: int) -> bool:
    """Whether a new connection has TCP_NODELAY at the server's end, in the process ``pid`` or one that it started."""
    with socket.create_connection(("127.0.0.1", port)) as ours:
        ours.sendall(b"GET /_stcore/health HTTP/1.1\r\nHost: x\r\n\r\n")
        ours.recv(1)
        for one in _started(pid):
            for entry in Path(f"/proc/{one}/fd").iterdir():
                if not os.readlink(entry).startswith("socket:"):
                    continue
                with _theirs(one, int(entry.name)) as theirs:
                    if theirs.family != socket.AF_UNIX and _peer(theirs) == ours.getsockname()[1]:
                        return bool(theirs.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
    raise RuntimeError(f"No process from {pid} on has that connection.")


def _started(pid: int) -> list[int]:
    children = (path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children"))
    return [pid, *(found for words in children for word in words for found in _started(int(word)))]


def _theirs(pid: int, number: int) -> socket.socket:
    """A socket of another process."""
    process = os.pidfd_open(pid)
    try:
        got = ctypes.CDLL(None, use_errno=True).syscall(_GETFD, process, number, 0)
    finally:
        os.close(process)
    if got < 0:
        raise OSError(ctypes.get_errno(), f"socket {number} of process {pid} cannot be looked at")
    return socket.socket(fileno=got)


def _peer(one: socket.socket) -> int | None:
    try:
        return one.getpeername()[1]
    except OSError:  # it listens
        return None


class Server:
    """``with Server() as server: server.url``. ``restart()`` kills it and starts it again on the same port.

    first : Python that its process runs before the app. way : one of WAYS. base : the path that it lies under,
        "/course".
    root : where the app lies. env, more : for its process, beside what every one has.
    """

    def __init__(
        self,
        first: str = "",
        way: str = "streamlit",
        base: str = "",
        root: Path = ROOT,
        env: Mapping[str, str] = MappingProxyType({}),
        more: Sequence[str] = (),
    ):
        port = free_port()
        self._words = [*(word.format(first=first, port=port) for word in WAYS[way]), *more]
        self._root, self._env = root, env
        self.base, self.url = base, f"http://127.0.0.1:{port}{base}"

    def __enter__(self) -> Server:
        self._folder = tempfile.TemporaryDirectory()
        self.start()
        return self

    def __exit__(self, *exc) -> None:
        self.kill()
        self._folder.cleanup()

    def start(self) -> None:
        """Start and wait until it answers."""
        # Every page and its components must survive a new process, so the cookie secret stays the same. Whoever serves
        # the app reads what stands in the home folder.
        config = Path(self._folder.name) / ".streamlit" / "config.toml"
        config.parent.mkdir(exist_ok=True)
        config.write_text(f'[server]\nheadless = true\nbaseUrlPath = "{self.base}"\n')
        # Its rooms are its own: the machine's file fills up, as other servers of the same machine open rooms in it.
        own = {"HOME": self._folder.name, "DTLEARN_ROOMS_FILE": f"{self._folder.name}/rooms.sqlite"}
        env = os.environ | {"STREAMLIT_SERVER_COOKIE_SECRET": "test"} | own | self._env
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self._words], cwd=self._root, stdout=log, stderr=log, start_new_session=True, env=env
            )
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"The server stopped with code {self.process.returncode}: {self.said()}")
            try:
                with urlopen(f"{self.url}/_stcore/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"The server did not answer: {self.said()}")

    def said(self) -> str:
        """What it has written so far."""
        return self._log.read_text(encoding="utf-8")

    @property
    def _log(self) -> Path:
        return Path(self._folder.name) / "log"

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)  # the command dtlearn starts a process of its own
            self.process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()
