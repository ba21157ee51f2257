"""A visitor of the app without a browser: one socket that speaks Streamlit's protocol."""

import asyncio
import random
import re
from urllib.parse import urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.rooms.client import get

DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
PATIENCE = 120  # s for a run, heavy ones included
SETTING = "Algorithm"


class Visitor:
    """``async with Visitor(url) as visitor``: the page is there. url : of a page, with its settings."""

    def __init__(self, url: str, number: int = 0):
        self._url, self._dice = urlsplit(url), random.Random(number)
        self._page, self._query, self._boxes, self._lesson = "", self._url.query, {}, ""

    async def __aenter__(self) -> "Visitor":
        host = self._url.netloc
        self._socket = await websockets.connect(
            f"ws://{host}/_stcore/stream",
            subprotocols=["streamlit", "PLACEHOLDER_AUTH_TOKEN"],
            origin=f"http://{host}",
            max_size=None,
            compression=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            proxy=None,
        )
        await self._run()
        return self

    async def __aexit__(self, *exc) -> None:
        await self._socket.close()

    async def change(self) -> None:
        """Another value for the setting, and the lesson that the page then names."""
        box, before = self._boxes[SETTING], self._lesson
        await self._run(box.id, self._dice.choice([name for name in box.options if name != box.raw_value]))
        assert self._lesson != before, "no other lesson came"
        status, _ = await get((self._url.hostname, self._url.port), f"/{self._lesson}")
        assert status == 200

    async def _run(self, widget: str = "", value: str = "") -> None:
        said = BackMsg()
        run = said.rerun_script
        run.query_string, run.page_script_hash = self._query, self._page
        if not self._page:
            run.page_name = self._url.path.strip("/")
        if widget:
            run.widget_states.widgets.add(id=widget, string_value=value)
        await self._socket.send(said.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            while not self._hear(ForwardMsg.FromString(await self._socket.recv())):
                pass

    def _hear(self, message: ForwardMsg) -> bool:
        """Whether the run is at its end."""
        match message.WhichOneof("type"):
            case "new_session":
                self._page = message.new_session.page_script_hash
            case "navigation":
                self._page = message.navigation.page_script_hash
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "delta":
                element = message.delta.new_element
                kind = element.WhichOneof("type")
                assert kind != "exception", element.exception.message
                if kind == "selectbox":
                    self._boxes[element.selectbox.label] = element.selectbox
                elif kind == "bidi_component" and (
                    found := re.search(
                        rb"walkthrough/[0-9a-f]+/grow\?[^\"\\]+", element.bidi_component.SerializeToString()
                    )
                ):
                    self._lesson = found[0].decode()
            case "script_finished":
                return message.script_finished in DONE
        return False
