"""Headers that every answer has: what a browser may do with it, and what it may not."""

import base64
import re
from hashlib import sha256
from pathlib import Path

import streamlit as st

_PAGE = Path(st.__file__).parent / "static" / "index.html"  # which Streamlit gives for every address of a page


def inline(page: str) -> list[str]:
    """What a policy calls the scripts that stand in a page itself.

    >>> inline("<script src='x.js'></script><script>1</script>")
    ["'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"]
    """
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    return [f"'sha256-{base64.b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts]


# Everything comes from this server. What Streamlit needs beside that: components are modules by blob:, Graphviz is
# WebAssembly, its styles are written into the page.
_POLICY = {
    "default-src": "'none'",
    "script-src": " ".join(["'self' blob: 'wasm-unsafe-eval'", *inline(_PAGE.read_text(encoding="utf-8"))]),
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' data: blob:",  # Save reads a picture of the page from its own address
    "frame-src": "'self'",  # a phone's page shows the lesson that it follows
    "manifest-src": "'self'",
    "base-uri": "'self'",
    "form-action": "'none'",
    "frame-ancestors": "*",  # a course's page may show the app in a frame: nobody has an account here
}
_OFF = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
HEADERS = {
    "content-security-policy": "; ".join(f"{name} {allowed}" for name, allowed in _POLICY.items()),
    "permissions-policy": ", ".join(f"{name}=()" for name in _OFF),
    "referrer-policy": "same-origin",  # an address may hold a visitor's table
    "x-content-type-options": "nosniff",
}
