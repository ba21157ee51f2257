"""A server of the app on a free port, for the browser tests and the benchmarks."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from urllib.request import urlopen

from tests.support import ROOT


class Server:
    """``with Server() as server: server.url``. ``restart()`` kills it and starts it again on the same port.

    first : Python that its process runs before the app.
    """

    def __init__(self, first: str = ""):
        self.first = first
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *exc) -> None:
        self.kill()

    def start(self) -> None:
        """Start and wait until it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{self.first}\nfrom streamlit.web.cli import main\nmain()", "run", "app.py",
             f"--server.port={self.port}", "--server.address=127.0.0.1", "--server.headless=true", "--server.fileWatcherType=none"],
            cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            # Every page and its components must survive a new process, so the cookie secret stays the same.
            env=os.environ | {"STREAMLIT_SERVER_COOKIE_SECRET": "test"},
        )  # fmt: skip
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"The server stopped with code {self.process.returncode}.")
            try:
                with urlopen(f"{self.url}/_stcore/health", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("The server did not answer.")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()
