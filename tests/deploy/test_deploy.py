"""deploy/: the real proxy before two real replicas, the rooms and Redis; each of them is killed."""

import asyncio
import re
from contextlib import asynccontextmanager
from http.cookies import SimpleCookie

import pytest

from pages.ui.rooms.hub import MOST_WRONG
from tests.deploy.stack import FRAMES, TEMPLATE
from tests.rooms.client import Phone, Stubborn, closed, get, post, post_raw, sent
from tests.rooms.test_routes import ASKED, opened, run
from tests.support import ROOT

COOKIE = "dtlearn_replica"


async def head_of(stack, path, **headers):
    """(status, headers as (name, value)) of an answer."""
    _, writer, status, head = await sent(stack.at, "GET", stack.base + path, headers={"Connection": "close"} | headers)
    await closed(writer)
    return status, [tuple(line.split(": ", 1)) for line in head.splitlines() if ": " in line]


async def kept(stack, path):
    """The replica that the cookie of a first answer names."""
    status, headers = await head_of(stack, path)
    assert status == 200
    return SimpleCookie(dict(headers)["set-cookie"])[COOKIE].value


async def all_see(phones, holds):
    await asyncio.gather(*(phone.until(holds) for phone in phones))


@asynccontextmanager
async def hall(stack, n):
    """(code, lecturer's headers, phones that listen) of a room in which a question was asked."""
    code, key = await opened(stack.at, stack.base)
    phones = [Stubborn(stack.at, code, stack.base) for k in range(n)]
    listening = [asyncio.create_task(phone.listen()) for phone in phones]
    try:
        await all_see(phones, lambda room: not room["asked"])
        assert (await post(stack.at, f"{stack.base}/r/{code}/act", ASKED, key))[0] == 200
        await all_see(phones, lambda room: room["ballot"] == 1)
        yield code, key, phones
    finally:
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


async def counted(stack, code, key):
    """Votes by choice, as the lecturer has them."""
    lines = (await get(stack.at, f"{stack.base}/r/{code}/votes.csv", key))[1].splitlines()[1:]
    return [int(line.split(",")[-2]) for line in lines]


def test_a_visitor_stays_on_a_replica_and_a_class_is_on_both(stack):
    async def story():
        first = [await kept(stack, "/grow?v=1") for _ in range(40)]
        assert set(first) == {"1", "2"}
        for name in "12":
            for path in ("/grow?v=1", "/", "/_stcore/health", "/static/none", "/media/none"):
                headers = dict((await head_of(stack, path, Cookie=f"{COOKIE}={name}"))[1])
                assert headers["dtlearn-replica"] == name
                assert COOKIE not in headers.get("set-cookie", "")

    run(story())


def test_without_cookies_what_belongs_to_a_session_is_on_one_replica(stack):
    async def story():
        paths = ["/_stcore/health", "/media/none"] * 10
        return {dict((await head_of(stack, path))[1])["dtlearn-replica"] for path in paths}

    assert len(asyncio.run(story())) == 1


@pytest.mark.parametrize(
    "path", ["/static/none", "/components/none/none.js", "/walkthrough/none/grow", "/r", "/r/ABCD"]
)
def test_what_is_the_same_for_everybody_has_no_cookie(stack, path):
    _, headers = asyncio.run(head_of(stack, path))
    assert "set-cookie" not in dict(headers)


@pytest.mark.parametrize(
    "path", ["/grow", "/healthz", "/_stcore/health", "/r/ABCD", "/r/healthz", "/r/QQQQ/events?device=phone-one"]
)
def test_every_answer_has_the_headers_and_who_may_frame_it(stack, path):
    _, headers = asyncio.run(head_of(stack, path))
    policies = [value for name, value in headers if name == "content-security-policy"]
    assert len(policies) == 2
    assert policies[0].startswith("default-src 'none'; script-src 'self'")
    assert policies[1] == f"frame-ancestors {FRAMES}"
    assert ("x-content-type-options", "nosniff") in headers


def test_a_request_line_of_8_kib_is_taken(stack):
    async def story():
        assert (await head_of(stack, f"/grow?v=1&x={'x' * 8192}"))[0] == 200

    run(story())


def test_a_stream_is_sent_at_once_and_as_it_is(stack):
    async def story():
        code, key = await opened(stack.at, stack.base)
        async with Phone(stack.at, code, {"Accept-Encoding": "gzip"}, stack.base) as phone:
            assert (await phone.room())["asked"] == 0  # a buffer would wait for more
            await post(stack.at, f"{stack.base}/r/{code}/act", ASKED, key)
            assert (await phone.room())["asked"] == 1

    run(story())


def test_the_rooms_and_a_replica_are_killed_while_phones_vote(stack):
    async def story():
        async with hall(stack, 60) as (code, key, phones):
            voting = [asyncio.create_task(later(phone, k)) for k, phone in enumerate(phones)]
            await asyncio.wait(voting[:15])
            stack.rooms.kill()
            stack.replicas["1"].kill()
            await asyncio.gather(*voting, *map(back, phones))
            # s between its tries: the tries themselves are as fast as the machine
            assert max(phone.rested for phone in phones) < 3
            assert await counted(stack, code, key) == [30, 30]
            stack.rooms.start()
            stack.replicas["1"].start()
            await post(stack.at, f"{stack.base}/r/{code}/act", {"act": "reveal"}, key)
            await all_see(phones, lambda room: room.get("votes") == [[30, 30]])

    async def back(phone):
        await phone.until(lambda _: phone.opened == 2)

    async def later(phone, k):
        await asyncio.sleep(2 * k / 60)
        await phone.vote(1, k % 2)

    run(story())


def test_a_stranger_with_any_body_stops_no_vote_and_cannot_say_where_it_comes_from(stack):
    async def story():
        async with hall(stack, 20) as (code, key, phones):
            path = f"{stack.base}/r/{code}/vote"
            over = asyncio.Event()

            async def stranger():
                found = set()
                while not over.is_set():
                    for body in (b"[" * 19_000, b"[" * 39_000):
                        found.add((await post_raw(stack.at, path, body))[0])
                return found

            shouting = asyncio.create_task(stranger())
            assert [await phone.vote(1, 0) for phone in phones] == [1] * 20  # each at the first try
            over.set()
            assert await shouting == {413}
            assert await counted(stack, code, key) == [20, 0]
            guesses = [
                (await get(stack.at, f"{stack.base}/r/QQQQ/events", {"X-Forwarded-For": f"10.0.0.{k}"}, "127.0.0.9"))[0]
                for k in range(MOST_WRONG + 1)
            ]
            assert guesses == [404] * MOST_WRONG + [429]

    run(story())


def test_redis_is_killed_phones_are_told_and_no_acknowledged_vote_is_lost(stack):
    async def well():
        return (await get(stack.at, f"{stack.base}/r/healthz"))[0]

    async def story():
        async with hall(stack, 10) as (code, key, phones):
            async with Phone(stack.at, code, base=stack.base) as phone:
                for k in range(5):
                    assert await phones[k].vote(1, 0) == 1
                assert await well() == 200
                stack.redis.kill()
                assert "not in reach" in (await phone.event("away"))["says"]
                assert await well() == 503
                voting = [asyncio.create_task(phones[k].vote(1, 1)) for k in range(5, 10)]
                stack.redis.start()
                assert (await phone.room())["ballot"] == 1
                await asyncio.gather(*voting)
                assert await well() == 200
            assert await counted(stack, code, key) == [5, 5]

    run(story())


def test_the_proxy_gets_from_compose_all_that_its_file_asks_for():
    compose = (ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{(\w+)\}", TEMPLATE.read_text(encoding="utf-8")))
    assert asked == set(re.findall(r"^ {6}(DTLEARN_\w+):", compose.partition("\n  proxy:")[2], re.M))
