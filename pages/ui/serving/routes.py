"""The addresses that the server answers beside the pages."""

import asyncio
import gzip
from importlib import import_module

import streamlit as st
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

import dtlearn
from pages.ui.kit.documents import RELEASE, WORD

_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}
_NOT_KEPT = {"Cache-Control": "no-store"}
_MAKER = "pages.ui.serving.walkthroughs"
import_module(_MAKER)  # before the first visitor


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
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, headers={**_FOR_EVER, "Content-Encoding": "gzip"}, media_type="application/json")
    return Response(gzip.decompress(packed), headers=_FOR_EVER, media_type="application/json")


async def health(request: Request) -> Response:
    """That the server answers, and what it is."""
    return JSONResponse({"version": dtlearn.__version__, "release": RELEASE}, headers=_NOT_KEPT)


def routes() -> list[Route]:
    """All of them, under the path that the server is told to lie at (``server.baseUrlPath``)."""
    base = "/".join(["", *(st.get_option("server.baseUrlPath") or "").strip("/").split("/")]).rstrip("/")
    return [
        Route(f"{base}/{WORD}/{{release}}/{{kind}}", walkthrough),
        Route(f"{base}/healthz", health),
    ]
