"""The page on which a phone follows a lecturer's lesson: a stage and nothing else, in a frame of the room's page."""

from starlette.requests import Request
from starlette.responses import HTMLResponse

from dtlearn.stage.styles import css
from pages.ui.components.follow import FOLLOW

_PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The lecturer\'s step</title>'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">'
    f'<style>{css("theme", "page")}</style></head><body><main><p role="status">One moment …</p></main>'
    f'<script type="module" src="{FOLLOW}"></script></body></html>\n'
)


async def follow(request: Request) -> HTMLResponse:
    """The page; which lesson is shown, and where, its script reads from the address."""
    return HTMLResponse(_PAGE, headers={"Cache-Control": "no-cache"})
