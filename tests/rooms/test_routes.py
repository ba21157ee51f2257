"""The rooms over HTTP: a real server, real streams."""

import asyncio
import json
import threading
import time
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
import uvicorn

from pages.ui.rooms import hub as hubs
from pages.ui.rooms.alone import rooms
from pages.ui.rooms.headers import HEADERS
from pages.ui.rooms.hub import Hub, Listener
from pages.ui.rooms.routes import phone_page
from pages.ui.rooms.sqlite import SqliteStore
from pages.ui.rooms.store import KEPT
from tests.rooms.client import Phone, closed, get, post, sent

ASKED = {"act": "ask", "ask": "Which split?", "options": ["Outlook", "Wind"], "right": [0], "why": ["Right.", "It gains less."]}  # fmt: skip


@contextmanager
def serving(store):
    """The address of a server of rooms."""
    server = uvicorn.Server(
        uvicorn.Config(rooms("", Hub(store)), port=0, log_level="error", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        pass
    try:
        yield server.servers[0].sockets[0].getsockname()
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def at(store_of):
    with serving(store_of()) as at:
        yield at


async def opened(at, base=""):
    """(code, headers with the key) of a new room."""
    _, text = await post(at, f"{base}/r/new", {})
    said = json.loads(text)
    return said["code"], {"X-Room-Key": said["key"]}


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def test_a_code_with_the_signs_of_a_sentence_or_in_large_letters_leads_to_its_room(at):
    async def story():
        code, _ = await opened(at)
        for said in (f"{code}.", code.lower(), f"%20{code}", f"{code})", f"{code}%3E"):
            async with Phone(at, said, "phone-0001") as phone:
                assert (await phone.room())["asked"] == 0
        assert (await get(at, f"/R/{code.lower()}."))[0] == 307

    run(story())


def test_a_question_is_asked_voted_on_discussed_and_revealed(at):
    async def story():
        code, key = await opened(at)
        async with (
            Phone(at, code, "phone-one") as one,
            Phone(at, code, "phone-two") as two,
            Phone(at, code, "lecturer", key) as leads,
        ):
            assert (await one.room())["asked"] == 0
            assert await post(at, f"/r/{code}/act", ASKED, key) == (200, "{}")
            asked = await one.until(lambda told: told["asked"] == 1)
            assert asked["options"] == ["Outlook", "Wind"]
            assert "right" not in json.dumps(asked)
            assert (await post(at, f"/r/{code}/vote", {"device": "phone-one", "ballot": 1, "choice": 1}))[0] == 200
            assert (await post(at, f"/r/{code}/vote", {"device": "phone-one", "ballot": 1, "choice": 0}))[0] == 200
            assert (await post(at, f"/r/{code}/vote", {"device": "phone-two", "ballot": 1, "choice": 1}))[0] == 200
            all_in = lambda told: told["phones"] == 2 and [one["votes"] for one in told["asked"]] == [[[1, 1]]]  # noqa: E731
            told = await leads.until(all_in)
            assert (told["ballots"], told["counted"]) == (1, True)
            await post(at, f"/r/{code}/act", {"act": "again", "seen": 1}, key)
            await two.until(lambda told: told["ballot"] == 2)
            late = await post(at, f"/r/{code}/vote", {"device": "phone-two", "ballot": 1, "choice": 0})
            assert late == (409, "This vote is closed.")
            await post(at, f"/r/{code}/vote", {"device": "phone-two", "ballot": 2, "choice": 0})
            await post(at, f"/r/{code}/act", {"act": "reveal", "seen": 2}, key)
            told = await two.until(lambda told: "right" in told)
            assert (told["right"], told["votes"]) == ([0], [[1, 1], [1, 0]])
            assert told["why"][1] == "It gains less."
            async with Phone(at, code, "late-phone") as late:
                assert (await late.room())["votes"] == [[1, 1], [1, 0]]
        status, text = await get(at, f"/r/{code}/votes.csv", key)
        assert (status, text.splitlines()[1]) == (200, "1,Which split?,1,Outlook,yes,1,")
        text = (await get(at, f"/r/{code}/votes.csv?semicolons=", key))[1]
        assert (text[0], text.splitlines()[1]) == ("\ufeff", "1;Which split?;1;Outlook;yes;1;")
        await post(at, f"/r/{code}/act", ASKED | {"link": "grow?v=1&step=3", "seen": 2}, key)
        for app, link in (("https://a.org/dt/", "https://a.org/dt/grow?v=1&step=3"), ("=1", "grow?v=1&step=3")):
            text = (await get(at, f"/r/{code}/votes.csv?app={app}", key))[1]
            assert text.splitlines()[-1] == f"2,Which split?,1,Wind,no,0,{link}"

    run(story())


def test_the_key_alone_asks_and_sees_the_votes(at):
    async def story():
        code, key = await opened(at)
        for wrong in ({}, {"X-Room-Key": "guess"}):
            assert (await post(at, f"/r/{code}/act", ASKED, wrong))[0] == 403
            assert (await get(at, f"/r/{code}/votes.csv", wrong))[0] == 403
        status, text = await get(at, f"/r/{code}/events?device=lecturer", {"X-Room-Key": "guess"})
        assert (status, text) == (403, "This is not the key of the room: open the lecturer's link again.")
        assert (await post(at, f"/r/{code.lower()}/act", ASKED, key))[0] == 200

    run(story())


def test_of_two_lecturers_with_one_key_the_slower_one_is_told_to_look(at):
    async def story():
        code, key = await opened(at)
        acts = [post(at, f"/r/{code}/act", ASKED | {"seen": 0, "ask": name}, key) for name in ("One?", "Other?")]
        assert sorted(status for status, _ in await asyncio.gather(*acts)) == [200, 409]

    run(story())


def test_what_cannot_be_read_is_refused_in_a_sentence(at):
    async def story():
        code, key = await opened(at)
        await post(at, f"/r/{code}/act", ASKED, key)
        for said, status in (
            ({"device": "x", "ballot": 1, "choice": 0}, 400), ({"device": "phone-one", "ballot": 1, "choice": 9}, 400),
            ({"device": "phone-one", "ballot": True, "choice": 0}, 400), ({"device": "phone-one", "ballot": 7, "choice": 0}, 409),
            ([1], 400),
        ):  # fmt: skip
            found, text = await post(at, f"/r/{code}/vote", said)
            assert (found, text.count("\n")) == (status, 0)
        assert (await post(at, f"/r/{code}/vote", {"device": "x" * 50_000}))[0] == 413
        assert (await get(at, "/r/QQQQ/events?device=phone-one")) == (
            404,
            "There is no room QQQQ: look at the four letters again.",
        )

    run(story())


def test_who_tries_many_codes_has_to_wait_and_nobody_else_has(at):
    async def story():
        code, _ = await opened(at)
        found = [(await get(at, f"/r/QQ{k:02}/events?device=guessing"))[0] for k in range(hubs.MOST_WRONG + 1)]
        assert found == [404] * hubs.MOST_WRONG + [429]
        async with Phone(at, code, "honest-phone") as phone:
            assert (await phone.room())["asked"] == 0

    run(story())


def test_a_room_that_is_full_says_so_and_still_has_its_lecturer(at, monkeypatch):
    monkeypatch.setattr(hubs, "MOST_PHONES", 2)

    async def story():
        code, key = await opened(at)
        async with Phone(at, code, "phone-one") as one, Phone(at, code, "phone-two") as two:
            assert [(await phone.room())["asked"] for phone in (one, two)] == [0, 0]
            assert "as many as it holds" in (await get(at, f"/r/{code}/events?device=phone-three"))[1]
            async with Phone(at, code, "lecturer", key) as leads:
                assert (await leads.room())["asked"] == []

    run(story())


def test_a_clock_that_jumps_forgets_no_room_that_somebody_is_in(tmp_path, monkeypatch):
    async def story(at):
        left, _ = await opened(at)
        code, key = await opened(at)
        async with Phone(at, code, "phone-one") as phone:
            await phone.room()
            later = time.time() + 2 * KEPT
            monkeypatch.setattr("pages.ui.rooms.sqlite.time", SimpleNamespace(time=lambda: later))
            await opened(at)  # which forgets what is old
            assert (await post(at, f"/r/{code}/act", ASKED, key))[0] == 200
            await phone.until(lambda room: room["ballot"] == 1)
            assert (await get(at, f"/r/{left}/events?device=phone-two"))[0] == 404

    with serving(SqliteStore(tmp_path / "rooms.sqlite")) as at:
        run(story(at))


def test_there_is_an_end_to_the_rooms_of_a_server(at, monkeypatch):
    monkeypatch.setattr(hubs, "MOST_ROOMS", 0)

    async def story():
        assert (await post(at, "/r/new", {}))[0] == 503

    run(story())


def test_processes_share_a_room(store_of):
    async def story(one, other):
        code, key = await opened(one)
        async with Phone(other, code, "phone-one") as phone, Phone(one, code, "lecturer", key) as leads:
            await phone.room()
            await post(one, f"/r/{code}/act", ASKED, key)
            assert (await phone.until(lambda told: told["asked"] == 1))["ballot"] == 1
            assert (await post(other, f"/r/{code}/vote", {"device": "phone-one", "ballot": 1, "choice": 1}))[0] == 200
            all_in = lambda told: told["phones"] == 1 and [one["votes"] for one in told["asked"]] == [[[0, 1]]]  # noqa: E731
            await leads.until(all_in)

    with serving(store_of()) as one, serving(store_of()) as other:
        run(story(one, other))


def test_a_store_that_goes_and_comes_back_loses_no_vote_that_was_acknowledged(redis):
    from pages.ui.rooms.redis import RedisStore

    async def story(at):
        code, key = await opened(at)
        async with Phone(at, code, "phone-one") as phone:
            await post(at, f"/r/{code}/act", ASKED, key)
            await phone.until(lambda told: told["asked"] == 1)
            assert (await post(at, f"/r/{code}/vote", {"device": "phone-one", "ballot": 1, "choice": 1}))[0] == 200
            redis.kill()
            assert "not in reach" in (await phone.event("away"))["says"]
            status, text = await post(at, f"/r/{code}/vote", {"device": "phone-two", "ballot": 1, "choice": 1})
            assert (status, "again" in text) == (503, True)
            redis.start()
            assert (await phone.room())["ballot"] == 1
            assert (await post(at, f"/r/{code}/vote", {"device": "phone-two", "ballot": 1, "choice": 1}))[0] == 200
            await post(at, f"/r/{code}/act", {"act": "show"}, key)
            assert (await phone.until(lambda told: "votes" in told))["votes"] == [[0, 2]]

    with serving(RedisStore(redis.url)) as at:
        run(story(at))


def test_phones_that_come_at_once_are_shown_one_picture(store_of):
    async def story():
        hub, shown, seen = Hub(store_of()), [], []
        code, _ = await hub.open()
        tally = hub.store.tally

        async def counted(*words):
            shown.append(words)
            return await tally(*words)

        async def push(message):
            seen.append(message)

        hub.store.tally = counted
        await asyncio.gather(*(hub.listen(code, Listener(push, False)) for _ in range(50)))
        while len(seen) < 50:
            await asyncio.sleep(0.01)
        await hub.close()
        assert len(shown) == 1

    run(story())


def test_a_phone_loads_little():
    from pages.ui.rooms import routes

    whole = len(phone_page("/r")) + sum(len(text.encode()) for _, text in routes._web().values())
    assert whole <= 60 * 1024


def test_a_cell_is_never_a_formula(at):
    async def story():
        code, key = await opened(at)
        await post(at, f"/r/{code}/act", ASKED | {"ask": "=1+1", "options": ["@a", '"b,'], "why": []}, key)
        text = (await get(at, f"/r/{code}/votes.csv", key))[1]
        assert text.splitlines()[1:] == ["1,'=1+1,1,'@a,yes,0,", '1,\'=1+1,1,"""b,",no,0,']

    run(story())


@pytest.mark.parametrize("path", ["/r", "/r/QQQQ", "/r/healthz", "/r/QQQQ/events?device=phone-one"])
def test_every_answer_of_the_rooms_alone_has_the_headers(at, path):
    async def story():
        reader, writer, _, head = await sent(at, "GET", path, headers={"Connection": "close"})
        await closed(writer)
        return dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)

    assert HEADERS.items() <= asyncio.run(asyncio.wait_for(story(), 60)).items()
