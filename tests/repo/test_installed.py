"""What ``pip install ".[app]"`` gives: the wheel's contents, and the command ``dtlearn``."""

import os
import signal
import socket
import subprocess
import sys
import time
import zipfile
from email import message_from_string
from urllib.request import urlopen

import pytest

from dtlearn import __main__ as command
from tests.support import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built and unpacked into a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    build = f"import hatchling.build as b; print(b.build_wheel({str(folder)!r}))"
    name = subprocess.run(
        [sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()[-1]
    with zipfile.ZipFile(folder / name) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_carries_the_pages_the_data_and_the_examples(installed):
    for inside, folder in {
        "app/pages": "pages",
        "datasets": "datasets",
        "examples": "examples",
        ".": "dtlearn",
    }.items():
        ours = {p.relative_to(ROOT / folder) for p in (ROOT / folder).rglob("*") if p.is_file() and p.suffix != ".pyc"}
        theirs = {p.relative_to(installed / "dtlearn" / inside) for p in (installed / "dtlearn" / inside).rglob("*")}
        assert ours
        assert ours <= theirs


def test_the_app_is_an_extra_that_needs_what_requirements_txt_says(installed):
    metadata = message_from_string(next(installed.glob("*.dist-info/METADATA")).read_text(encoding="utf-8"))
    needs = metadata.get_all("Requires-Dist")
    assert [need for need in needs if "extra" not in need] == ["numpy<3,>=2.1"]
    for line in (ROOT / "requirements.txt").read_text().split():
        assert any("extra == 'app'" in need and need.startswith(line.split(">=")[0]) for need in needs)


def test_the_widget_is_an_extra(installed):
    metadata = message_from_string(next(installed.glob("*.dist-info/METADATA")).read_text(encoding="utf-8"))
    assert "anywidget<1,>=0.9; extra == 'notebook'" in metadata.get_all("Requires-Dist")


def test_the_installed_app_opens_from_any_folder(installed, tmp_path):
    script = (
        "from dtlearn.__main__ import APP; import sys; sys.path.insert(0, str(APP.parent)); print(APP)\nfrom"
        " streamlit.testing.v1 import AppTest; app = AppTest.from_file(APP.parent / 'pages' /"
        " 'main.py').run(timeout=120); print(app.exception.values)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.splitlines() == [str(installed / "dtlearn" / "app" / "app.py"), "[]"]


def test_the_command_starts_the_app_where_it_is_told_to(monkeypatch):
    started = []
    monkeypatch.setattr(subprocess, "call", lambda words: started.append(words) or 0)
    assert command.main([]) == command.main(["--port", "8600", "--host", "0.0.0.0"]) == 0
    assert [words[4:] for words in started] == [
        [str(ROOT / "app.py"), "--server.address=localhost"],
        [str(ROOT / "app.py"), "--server.address=0.0.0.0", "--server.port=8600"],
    ]


def test_the_command_starts_the_rooms_alone(tmp_path):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [sys.executable, "-m", "dtlearn", "rooms", "--host=127.0.0.1", f"--port={port}"]
    env = os.environ | {
        "PYTHONPATH": str(ROOT),
        "DTLEARN_BASE": "/course",
        "DTLEARN_ROOMS_FILE": str(tmp_path / "rooms"),
    }
    process = subprocess.Popen(words, cwd=tmp_path, env=env, start_new_session=True, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{port}/course/r/healthz", timeout=1) as answer:
                    assert answer.read() == b'{"rooms":0}'
                    break
            except OSError:
                time.sleep(0.1)
        else:
            raise AssertionError("The rooms did not answer.")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize("port", ["0", "65536", "x", "-1", "８０"])
def test_what_is_no_port_is_told(port, capsys):
    with pytest.raises(SystemExit):
        command.main([f"--port={port}"])
    assert "give a number from 1 to 65535" in capsys.readouterr().err


def test_the_engine_alone_says_what_the_app_needs(monkeypatch, capsys):
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        command.main([])
    assert 'pip install "dtlearn[app]"' in capsys.readouterr().err
