"""One accent colour: the same in the app, in its components and in the pages that we write,
and to be read on every background."""

import re
import tomllib

import pytest

from tests.support import ROOT

LOOKS = {"light": ("#ffffff", "#f0f2f6"), "dark": ("#171614", "#0e1117", "#262730")}  # the backgrounds there are
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
STYLES = ["dtlearn/stage/theme.css", "pages/ui/kit/style.css"]


def _luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", LOOKS)
def test_the_accent_can_be_read_on_every_background(look):
    for background in LOOKS[look]:
        low, high = sorted((_luminance(THEME[look]["primaryColor"]), _luminance(background)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, background


@pytest.mark.parametrize("style", STYLES)
def test_every_style_has_the_same_accent(style):
    pair = re.search(
        r"--(?:st-primary-color|dt-accent): light-dark\((#\w+), (#\w+)\)", (ROOT / style).read_text(encoding="utf-8")
    )
    assert pair.groups() == tuple(THEME[look]["primaryColor"] for look in LOOKS)


def test_no_style_has_a_red_of_its_own():
    """What is marked is marked by the accent."""
    for path in [
        path
        for room in ("pages", "dtlearn")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".css", ".js", ".py")
    ]:
        own = re.findall(r"#c8384a|#d6336c|#ff6b9a|crimson", path.read_text(encoding="utf-8"))
        assert not own, path
