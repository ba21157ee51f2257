"""The addresses that the server answers beside the pages."""

import asyncio
import gzip
import re
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import streamlit as st
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

import dtlearn
from pages.ui import components
from pages.ui.components import declare
from pages.ui.kit.contents import TITLES
from pages.ui.kit.documents import RELEASE, WORD
from pages.ui.rooms.hub import Hub
from pages.ui.rooms.routes import room_routes, store_of_settings
from pages.ui.serving.follow import follow
from pages.ui.serving.playground import playground
from pages.ui.serving.qr import qr

_MAKER = "pages.ui.serving.walkthroughs"
import_module(_MAKER)  # before the first visitor; it fills TITLES


class _Lesson(StringConvertor):
    regex = "|".join(filter(None, TITLES))  # a page, by its path


register_url_convertor("lesson", _Lesson())
_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
_PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Accept-Encoding"}
_NOT_KEPT = {"Cache-Control": "no-store"}
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))", re.I)  # q=0: anything but that


async def walkthrough(request: Request) -> Response:
    """The JSON of a lesson by its settings (docs/walkthrough.md); of another release, the way to ours."""
    walkthroughs = import_module(_MAKER)  # as it is now: `make dev` reads changed files anew
    kind, query = request.path_params["kind"], request.scope["query_string"].decode("latin-1")
    if request.path_params["release"] != walkthroughs.RELEASE:
        return RedirectResponse(f"../{walkthroughs.RELEASE}/{kind}?{query}", headers=_NOT_KEPT)
    try:
        packed = walkthroughs.kept(kind, query)
        if packed is None:
            making = await asyncio.to_thread(walkthroughs.asked, kind, query)
            packed = await asyncio.shield(asyncio.wrap_future(making))  # who goes away does not stop it for the others
    except walkthroughs.Refused as refused:
        return PlainTextResponse(str(refused), refused.status, _NOT_KEPT)
    return _answer(request, packed, "application/json", _PRIVATE if walkthroughs.is_private(query) else _FOR_EVER)


def _answer(request: Request, packed: bytes, kind: str, headers: dict[str, str] = _FOR_EVER) -> Response:
    """What never changes at its address, as it is packed, or unpacked for who asks so."""
    if _GZIP.search(request.headers.get("accept-encoding", "")):
        return Response(packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=kind)
    return Response(gzip.decompress(packed), headers=headers, media_type=kind)


@cache
def _packed(script: str) -> bytes:
    return gzip.compress(script.encode(), mtime=0)


async def component(request: Request) -> Response:
    """The script of one of our components; of another release, the way to ours."""
    scripts, said = import_module(declare.__name__).SCRIPTS, request.path_params
    address = "components/{release}/{name}.js".format_map(said)
    if address not in scripts:  # no visitor of this server has seen it yet
        for one in iter_modules(components.__path__, f"{components.__name__}."):
            import_module(one.name)
    if address in scripts:
        return _answer(request, _packed(scripts[address]), "text/javascript")
    if ours := next((one for one in scripts if one.endswith(f"/{said['name']}.js")), None):
        return RedirectResponse(f"../../{ours}", headers=_NOT_KEPT)
    return PlainTextResponse("There is no component of that name.", 404, _NOT_KEPT)


async def below(request: Request) -> Response:
    """An address below a page, where Streamlit's own answer stays blank."""
    page = request.path_params["page"]
    home = request.url.path.split(f"/{page}/")[0]
    return HTMLResponse(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport"'
        ' content="width=device-width"><title>No such page</title><p>There is no page at this address. <a'
        f' href="{home}/{page}">{TITLES[page]}</a> · <a href="{home}/">Home</a>',
        404,
        _NOT_KEPT,
    )


async def health(request: Request) -> Response:
    """That the server answers, and what it is."""
    return JSONResponse({"version": dtlearn.__version__, "release": RELEASE}, headers=_NOT_KEPT)


def routes() -> list[Route]:
    """All of them, under the path that the server is told to lie at (``server.baseUrlPath``)."""
    base = "/".join(["", *(st.get_option("server.baseUrlPath") or "").strip("/").split("/")]).rstrip("/")
    return [
        Route(f"{base}/{WORD}/{{release}}/{{kind}}", walkthrough),
        Route(f"{base}/components/{{release}}/{{name}}.js", component),
        Route(f"{base}/playground", playground),
        Route(f"{base}/follow", follow),
        Route(f"{base}/qr.svg", qr),
        Route(f"{base}/healthz", health),
        Route(f"{base}/{{page:lesson}}/{{first}}", below),
        Route(f"{base}/{{page:lesson}}/{{first}}/{{rest:path}}", below),
        *room_routes(base, Hub(store_of_settings())),
    ]
