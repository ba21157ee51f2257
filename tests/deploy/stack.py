"""All of deploy/ as processes: nginx with deploy's own file, two replicas, the rooms, Redis.

For the tests and the benchmark.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from string import Template
from urllib.request import urlopen

from tests.rooms.stores import RedisServer
from tests.support import ROOT
from tests.support.server import Server, free_port

TEMPLATE = ROOT / "deploy" / "nginx.conf.template"
# As deploy/README.md writes it.
CERTIFIED = "".join(re.findall(r"^      (.*;\n)", (ROOT / "deploy" / "README.md").read_text(encoding="utf-8"), re.M))
SIGN = [
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-keyout",
    "key.pem",
    "-out",
    "cert.pem",
    "-days",
    "1",
    "-subj",
    "/CN=localhost",
]
FRAMES = "'self' https://course.example"


class Process:
    """A program that lives until ``kill()``; ``start()`` starts it again, and waits until its address answers."""

    def __init__(self, words: list[str], address: str, env: dict[str, str]):
        self._words, self._address, self._env = words, address, os.environ | env
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            self._words, cwd=ROOT, env=self._env, stdout=subprocess.DEVNULL, start_new_session=True
        )
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"{self._words[0]} stopped with code {self.process.returncode}.")
            try:
                with urlopen(self._address, timeout=5):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"{self._words[0]} did not answer at {self._address}.")

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Stack:
    """``with Stack(base="/course") as stack``: ``url`` as visitors see it, ``secure`` by HTTPS,
    ``at`` and ``base`` for phones.

    replicas : by the number in a visitor's cookie. rooms, redis : each can be killed and started.
    """

    def __init__(self, base: str = ""):
        self.base = base
        self.at = ("127.0.0.1", free_port())
        self.url = f"http://127.0.0.1:{self.at[1]}{base}"
        self._tls = f"127.0.0.1:{free_port()}"
        self.secure = f"https://{self._tls}{base}"

    def __enter__(self) -> "Stack":
        with ExitStack() as started:
            self.redis = started.enter_context(RedisServer())
            env = {"DTLEARN_REDIS_URL": self.redis.url, "DTLEARN_BASE": self.base}
            self.replicas = {
                name: started.enter_context(
                    Server(way="uvicorn", base=self.base, env=env, more=[f"--header=dtlearn-replica:{name}"])
                )
                for name in ("1", "2")
            }
            port = free_port()
            words = [sys.executable, "-m", "dtlearn", "rooms", "--host=127.0.0.1", f"--port={port}"]
            self.rooms = Process(words, f"http://127.0.0.1:{port}{self.base}/r/healthz", env)
            started.callback(self.rooms.kill)
            folder = Path(started.enter_context(tempfile.TemporaryDirectory()))
            folder.chmod(0o755)  # nginx, started by root, works as somebody else
            filled = Template(TEMPLATE.read_text(encoding="utf-8")).safe_substitute(
                DTLEARN_LISTEN=f"127.0.0.1:{self.at[1]}",
                DTLEARN_BASE=self.base,
                DTLEARN_FRAMES=FRAMES,
                DTLEARN_TLS="tls",
                DTLEARN_ROOMS=f"127.0.0.1:{port}",
                **{f"DTLEARN_APP_{name}": one.url.split("/")[2] for name, one in self.replicas.items()},
            )
            (folder / "nginx.conf").write_text(filled, encoding="utf-8")
            (folder / "tls").mkdir()
            (folder / "tls" / "tls.conf").write_text(CERTIFIED.replace("443", self._tls), encoding="utf-8")
            subprocess.run(SIGN, cwd=folder / "tls", check=True, stderr=subprocess.DEVNULL)
            words = ["nginx", "-p", f"{folder}/", "-c", "nginx.conf", "-g", "daemon off;"]
            proxy = Process(words, f"{self.url}/healthz", {})
            started.callback(proxy.kill)
            self._started = started.pop_all()
        return self

    def __exit__(self, *exc) -> None:
        self._started.close()
