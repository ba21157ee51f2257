"""dtlearn: watch a decision tree learn. Run with ``streamlit run app.py``, or ``uvicorn app:app`` in this folder."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui.rooms.connections import connections
from pages.ui.rooms.headers import WithHeaders
from pages.ui.serving.headers import HEADERS
from pages.ui.serving.routes import routes


@asynccontextmanager
async def serving(app: st.App) -> AsyncIterator[None]:
    """What surrounds the serving."""
    with connections():
        yield


app = st.App(
    Path(__file__).parent / "pages" / "main.py",
    lifespan=serving,
    routes=routes(),
    middleware=[Middleware(WithHeaders, headers=HEADERS)],
)
