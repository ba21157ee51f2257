"""The headers: what they forbid, and that sockets and streams are left as they are."""

import asyncio

from pages.ui.rooms.headers import WithHeaders
from pages.ui.serving import headers
from pages.ui.serving.headers import HEADERS
from tests.support.asgi import ask


def test_the_policy_allows_no_script_that_is_not_ours():
    policy = dict(part.split(" ", 1) for part in HEADERS["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    for name, allowed in policy.items():
        assert "http" not in allowed
        assert ("*" in allowed.split()) == (name == "frame-ancestors")
    assert not {"'unsafe-inline'", "'unsafe-eval'", "data:"} & set(policy["script-src"].split())
    assert sum(word.startswith("'sha256-") for word in policy["script-src"].split()) == 1


def test_an_answer_keeps_its_own_headers_and_its_parts():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 206, "headers": [(b"x-own", b"1")]})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b"})

    found = asyncio.run(ask(WithHeaders(app, HEADERS), "/"))
    assert (found.status, found.body) == (206, b"ab")
    assert found.headers == HEADERS | {"x-own": "1"}


def test_a_socket_is_handed_on_as_it_is():
    seen = []

    async def app(*words):
        seen.append(words)

    socket = ({"type": "websocket"}, object(), object())
    asyncio.run(WithHeaders(app, HEADERS)(*socket))
    assert seen == [socket]


def test_only_scripts_in_the_page_itself_are_named():
    assert headers.inline("<script src=x></script><script type=module>2</script>") == []
