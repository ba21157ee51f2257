"""The page on which a phone follows a lecturer's lesson: a stage and nothing else, in a frame of the room's page."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from dtlearn.views.stage.linker import link
from dtlearn.views.stage.walkthrough import css, styles


@cache
def _script() -> tuple[str, str]:
    """(release, text) of the page's script, which never changes at its address."""
    text = link(Path(__file__).parent / "web" / "follow.js", styles())
    return sha256(text.encode()).hexdigest()[:12], text


@cache
def _page() -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The lecturer\'s step</title>'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
        f'<style>{css("theme", "page")}</style></head><body><main><p role="status">One moment …</p></main>'
        f'<script type="module" src="follow/{_script()[0]}.js"></script></body></html>\n'
    )


async def follow(request: Request) -> Response:
    """The page; which lesson is shown, and where, its script reads from the address."""
    return HTMLResponse(_page(), headers={"Cache-Control": "no-cache"})


async def follow_script(request: Request) -> Response:
    release, text = _script()
    if request.path_params["release"] != release:
        return PlainTextResponse("There is no such file: load the page again.", 404, {"Cache-Control": "no-store"})
    return Response(
        text, headers={"Cache-Control": "public, max-age=31536000, immutable"}, media_type="text/javascript"
    )
