"""The command ``dtlearn``: it starts the app, or its rooms alone, from any folder."""

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

_HERE = Path(__file__).resolve().parent
# Beside the engine in a wheel, above it in a copy of the repository.
APP = next((p for p in (_HERE / "app" / "app.py", _HERE.parent / "app.py") if p.is_file()), None)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is not a port: give a number from 1 to 65535.")
    return int(text)


def main(words: list[str] | None = None) -> int:
    """Start the app, or its rooms, and wait until it is stopped; gives the exit code.

    words : the words after the command's name; by default those it was called with.
    """
    parser = argparse.ArgumentParser(
        prog="dtlearn", description="Watch a decision tree learn: starts the app in a browser."
    )
    parser.add_argument(
        "what",
        nargs="?",
        choices=("app", "rooms"),
        default="app",
        help="rooms: the votes of a class as a process of their own",
    )
    parser.add_argument(
        "--port", type=_port, help="where to serve it; without it the first free port from 8501, for rooms 8502"
    )
    parser.add_argument(
        "--host",
        default="localhost",
        help="the address to listen at; 0.0.0.0 lets other machines in (default: localhost)",
    )
    asked = parser.parse_args(words)
    if APP is None or find_spec("streamlit") is None:
        parser.error(
            'only the engine is installed. The app needs more: pip install "dtlearn[app]", or ".[app]" in its folder.'
        )
    port = [f"--server.port={asked.port}"] if asked.port else []
    app = ["streamlit", "run", str(APP), f"--server.address={asked.host}", *port]
    # A stream is never at its end by itself: a stop does not wait for it.
    rooms = [
        "uvicorn",
        "pages.ui.rooms.alone:app",
        f"--app-dir={APP.parent}",
        f"--host={asked.host}",
        f"--port={asked.port or 8502}",
        "--timeout-graceful-shutdown=3",
        "--no-access-log",
    ]
    try:
        return subprocess.call([sys.executable, "-m", *(app if asked.what == "app" else rooms)])
    except KeyboardInterrupt:  # Ctrl+C reaches the server too, which says goodbye by itself
        return 0


if __name__ == "__main__":
    sys.exit(main())
