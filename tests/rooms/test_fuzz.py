"""Whatever a stranger sends to any route: no answer is a fault of the server, and the room goes on."""

import asyncio
import json
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from pages.ui.rooms.hub import Hub
from pages.ui.rooms.room import _ACTS
from pages.ui.rooms.routes import room_routes
from pages.ui.rooms.sqlite import SqliteStore
from pages.ui.serving.routes import routes
from tests.support.asgi import ask
from tests.support.strategies import HOSTILE, examples

TEXTS = st.sampled_from([*HOSTILE, "\ud800", "x" * 700, "9" * 5_000]) | st.text(max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda one: st.lists(one, max_size=4) | st.dictionaries(TEXTS, one, max_size=4),
    max_leaves=8,
)
# What a lecturer's page or a phone sends, with a part of it replaced.
SAID = {
    "ask": "Which split?",
    "options": ["Outlook", "Wind"],
    "right": [0],
    "why": ["Right.", "Less."],
    "link": "grow?v=1",
    "lesson": "",
    "seen": 0,
    "on": True,
    "ballot": 1,
    "choice": 0,
}
OBJECTS = st.builds(
    lambda act, said, gone: {name: one for name, one in (SAID | {"act": act} | said).items() if name not in gone},
    st.sampled_from(sorted(_ACTS)) | JSON,
    st.dictionaries(st.sampled_from([*SAID, "act", "device"]), JSON, max_size=2),
    st.sets(st.sampled_from([*SAID, "act"]), max_size=2),
)
BODIES = (
    (OBJECTS | JSON).map(lambda said: json.dumps(said).encode())
    | st.binary(max_size=40)
    | st.builds(lambda one, n: one * n, st.sampled_from([b"[", b'{"a":', b"9", b"\xff"]), st.integers(0, 45_000))
)
PATHS = st.sampled_from(
    [
        "/r",
        "/r/new",
        "/r/healthz",
        "/r/web/x/phone.js",
        *(f"/r/{{}}{way}" for way in ("", "/events", "/vote", "/act", "/votes.csv")),
    ]
)
QUERIES = st.dictionaries(st.sampled_from(["device", "app", "x"]), TEXTS.map(lambda text: ascii(text)), max_size=2)
HEADERS = st.dictionaries(
    st.sampled_from(["x-room-key", "content-type", "x-forwarded-for", "accept-encoding"]),
    st.text(st.characters(max_codepoint=255), max_size=20),
    max_size=2,
)
ASKED = st.tuples(
    PATHS, st.sampled_from(["here", "here", "here", "QQQQ"]) | TEXTS, QUERIES, HEADERS, BODIES, st.booleans()
)


@examples(100)
@given(st.lists(ASKED, min_size=10, max_size=60))
def test_of_whatever_is_sent_to_the_rooms_nothing_is_answered_with_500_and_a_room_goes_on(requests):
    async def story(folder):
        hub = Hub(SqliteStore(Path(folder) / "rooms.sqlite"))
        hub._wrong._most = hub._tables._most = 10**6  # else most of it is told to wait
        app = Starlette(routes=room_routes("", hub))
        said = json.loads((await ask(app, "/r/new", method="POST")).body)
        key = {"x-room-key": said["key"]}
        for path, code, query, headers, body, has_key in requests:
            code = said["code"] if code == "here" else code.encode("utf-8", "replace").decode()
            words = "&".join(f"{name}={value}" for name, value in query.items())
            posted = "POST" if path.endswith(("new", "vote", "act")) else "GET"
            headers = headers | (key if has_key else {})
            answer = await ask(app, f"{path.replace('{}', code)}?{words}", headers, posted, body)
            assert answer.status < 500, (path, body)
            table = await ask(app, f"/r/{said['code']}/votes.csv", key)
            assert table.status == 200
            assert table.text.startswith("\ufeffquestion,")
        await hub.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(story(folder))


ELSEWHERE = st.sampled_from(
    [
        "/walkthrough/{}/grow",
        "/walkthrough/x/{}",
        "/components/x/{}.js",
        "/components/{}/stage.js",
        "/playground",
        "/follow",
        "/qr.svg",
        "/healthz",
    ]
)


@examples(100)
@given(st.lists(st.tuples(ELSEWHERE, TEXTS, TEXTS, HEADERS), min_size=5, max_size=20))
def test_of_whatever_is_asked_beside_the_pages_nothing_is_answered_with_500(requests):
    async def story():
        app = Starlette(routes=routes())
        for path, word, query, headers in requests:
            word = word.encode("utf-8", "replace").decode().replace("?", "")
            answer = await ask(app, f"{path.replace('{}', word)}?{ascii(query)[1:-1]}", headers)
            assert answer.status < 500, (path, word, query)

    asyncio.run(story())
