"""dtlearn: watch a decision tree learn. Run with ``streamlit run app.py``, or ``uvicorn app:app`` in this folder."""

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from pages.ui.rooms.headers import WithHeaders
from pages.ui.serving.headers import HEADERS
from pages.ui.serving.routes import routes

app = st.App(
    Path(__file__).parent / "pages" / "main.py", routes=routes(), middleware=[Middleware(WithHeaders, headers=HEADERS)]
)
