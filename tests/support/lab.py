"""A real JupyterLab on a free port, with this environment's kernel and nothing of whoever runs it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

import nbformat

from tests.support import ROOT

# What it keeps, by the variable that says where.
KEPT = {
    "HOME": ".",
    "IPYTHONDIR": "ipython",
    "JUPYTER_CONFIG_DIR": "config",
    "JUPYTER_DATA_DIR": "data",
    "JUPYTER_RUNTIME_DIR": "run",
    "JUPYTERLAB_SETTINGS_DIR": "settings",
    "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
}
OPTIONS = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--IdentityProvider.token=",
    "--expose-app-in-browser",
    "--LabApp.extension_manager=readonly",
]
SILENT = {
    "disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}
}  # else it asks the network for news


class Lab:
    """``with Lab() as lab: lab.write("lesson", cells)``, then open the address that this gives."""

    def __enter__(self) -> Lab:
        self._folder = tempfile.TemporaryDirectory()
        root = Path(self._folder.name)
        self._log, self._notebooks = root / "log", root / "notebooks"
        for place in ("config/labconfig", "notebooks"):
            (root / place).mkdir(parents=True)
        (root / "config/labconfig/page_config.json").write_text(json.dumps(SILENT))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        own = {name: str(root / place) for name, place in KEPT.items()} | {"PYTHONPATH": str(ROOT)}
        words = [sys.executable, "-m", "jupyterlab", *OPTIONS, f"--port={port}", "--ServerApp.port_retries=0"]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                words, cwd=self._notebooks, stdout=log, stderr=log, start_new_session=True, env=os.environ | own
            )
        try:
            self._wait()
        except RuntimeError:
            self.__exit__()
            raise
        return self

    def _wait(self) -> None:
        for _ in range(600):
            if self._process.poll() is not None:
                break
            try:
                with urlopen(f"{self.url}/api", timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"JupyterLab did not answer: {self._log.read_text(encoding='utf-8')}")

    def __exit__(self, *exc) -> None:
        self._process.send_signal(signal.SIGTERM)  # it ends its kernels, which have groups of their own
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._folder.cleanup()

    def write(self, name: str, cells: list) -> str:
        """A notebook; gives the address that shows it, alone in a workspace of its own."""
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}  # else a dialog asks for one
        nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=kernel), self._notebooks / f"{name}.ipynb")
        return f"{self.url}/doc/workspaces/{name}/tree/{name}.ipynb"
