"""A real Chromium for the browser tests, Redis and nginx for those of the rooms and of deploy/:
found on this machine, else installed.

``python -m tests.browser`` finds or installs one; the tests only look for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Debian's packages, and the program in each.
PACKAGES = {"graphviz": "dot", "redis-server": "redis-server", "nginx": "nginx"}


def find() -> str | None:
    """The path of a Chromium, or None: first one of the system's, then Playwright's own."""
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    if found:
        return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if os.path.exists(path) else None


def install() -> None:
    """Debian's package as root, Playwright's own build elsewhere."""
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {"stdout": subprocess.DEVNULL, "env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
        subprocess.run(["apt-get", "update"], check=True, **quiet)
        subprocess.run(
            ["apt-get", "install", "-y", "--no-install-recommends", "chromium", *PACKAGES],
            check=True,
            **quiet,
        )
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def main() -> None:
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    missing = find() is None or (root and not all(map(shutil.which, PACKAGES.values())))
    if missing:
        try:
            install()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"No browser could be installed ({error}); the browser tests will be skipped, or fail with CI=true.")


if __name__ == "__main__":
    main()
