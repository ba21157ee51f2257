"""dtlearn: watch a decision tree learn. Run with ``streamlit run app.py``, or ``uvicorn app:app`` in this folder."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui.rooms.headers import WithHeaders
from pages.ui.rooms.nodelay import nodelay
from pages.ui.serving.headers import HEADERS
from pages.ui.serving.routes import routes


@asynccontextmanager
async def undelayed(app: st.App) -> AsyncIterator[None]:
    """What surrounds the serving: no answer waits for the acknowledgement of the one before."""
    with nodelay():
        yield


app = st.App(
    Path(__file__).parent / "pages" / "main.py",
    lifespan=undelayed,
    routes=routes(),
    middleware=[Middleware(WithHeaders, headers=HEADERS)],
)
