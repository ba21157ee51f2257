"""A walkthrough: a lesson as one document that a player shows, in the app, in a file, in a notebook (docs/walkthrough.md)."""

import base64
import hashlib
import json
from dataclasses import dataclass
from html import escape
from pathlib import Path

from dtlearn.views.base.text import escaped
from dtlearn.views.stage.linker import STAGE, link, modules

VERSION = 1
_HIGH = 640  # px of a frame in a notebook


class Pool:
    """Values that frames share: each stands once, and is meant by its number."""

    def __init__(self):
        self.values, self._at = [], {}

    def put(self, value) -> int:
        """The number of a value, which JSON can hold."""
        key = json.dumps(value)
        if key not in self._at:
            self._at[key] = len(self.values)
            self.values.append(value)
        return self._at[key]


@dataclass(frozen=True)
class Walkthrough:
    """A lesson, frame by frame. document : plain data, ready for JSON; the same lesson gives the same one."""

    document: dict

    def __len__(self) -> int:
        return len(self.document["frames"])

    def __repr__(self) -> str:
        return f"Walkthrough({self.document['title']!r}: {len(self)} frames)"

    def json(self) -> str:
        """The document as text."""
        text = json.dumps(self.document, ensure_ascii=False, separators=(",", ":"))
        return text.encode(errors="replace").decode()  # half a letter can stand in a name

    def html(self, step: int = 0) -> str:
        """A page that plays, and needs nothing else: no request leaves it. step : the frame it opens at."""
        script = link(STAGE / "page.js", {STAGE / "styles.js": f"export const STYLES = {json.dumps(_styles())};\n"})
        allowed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        data = self.json().replace("<", "\\u003c")  # no text in it can end the script
        title = escaped(self.document["title"])
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
            f"script-src 'sha256-{allowed}'\">"
            '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
            f"<style>{_css('page')}</style></head><body>"
            f'<script type="application/json" id="walkthrough" data-step="{step:d}">{data}</script>'
            f'<script type="module">{script}</script>'
            "<noscript>This page plays a lesson by a script, which is turned off here.</noscript></body></html>\n"
        )

    def save(self, path: str | Path, step: int = 0) -> Path:
        """Write the page that plays to a file; gives its path."""
        path = Path(path)
        path.write_text(self.html(step), encoding="utf-8")
        return path

    def frame_html(self, step: int = 0) -> str:
        """The page in a frame of its own, from which nothing gets out: for a notebook."""
        return (
            f'<iframe title="{escape(self.document["title"])}" sandbox="allow-scripts" srcdoc="{escape(self.html(step))}" '
            f'style="width:100%;height:{_HIGH}px;border:1px solid #8888;border-radius:8px"></iframe>'
        )

    def _repr_html_(self) -> str:
        return self.frame_html()


def _css(name: str) -> str:
    return (STAGE / f"{name}.css").read_text(encoding="utf-8")


def _styles() -> dict[str, str]:
    """Part of the stage -> its style, and those of what its script imports."""
    parts = {name: modules(STAGE / f"{name}.js") for name in ("tree", "table", "stage")}
    styles = {name: [path.with_suffix(".css") for path in found] for name, found in parts.items()}
    own = {*styles["tree"], *styles["table"]} - {STAGE / "dom.css"}
    return {
        name: "".join(path.read_text(encoding="utf-8") for path in paths if path.exists() and (name != "stage" or path not in own))
        for name, paths in styles.items()
    }  # fmt: skip
