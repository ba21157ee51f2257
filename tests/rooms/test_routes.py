"""The rooms over HTTP: a real server, real streams."""

import asyncio
import json
import signal
import sys
import threading
import time
from contextlib import AsyncExitStack, contextmanager
from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest
import uvicorn

from pages.ui.rooms import hub as hubs
from pages.ui.rooms.addresses import Places, network
from pages.ui.rooms.alone import rooms
from pages.ui.rooms.headers import HEADERS
from pages.ui.rooms.hub import Hub, Listener
from pages.ui.rooms.redis import RedisStore
from pages.ui.rooms.room import Refused
from pages.ui.rooms.routes import phone_page
from pages.ui.rooms.sqlite import SqliteStore
from pages.ui.rooms.store import KEPT
from tests.deploy.stack import Process
from tests.rooms.client import Phone, closed, get, post, post_raw, sent
from tests.support.server import free_port

ASKED = {
    "act": "ask",
    "ask": "Which split?",
    "options": ["Outlook", "Wind"],
    "right": [0],
    "why": ["Right.", "It gains less."],
}


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


def votes(told):
    """Of each question asked, its ballots."""
    return [one["votes"] for one in told["asked"]]


def run(story):
    asyncio.run(asyncio.wait_for(story, 60))


def test_a_code_with_the_signs_of_a_sentence_or_in_large_letters_leads_to_its_room(at):
    async def story():
        code, _ = await opened(at)
        for said in (f"{code}.", code.lower(), f"%20{code}", f"{code})", f"{code}%3E"):
            async with Phone(at, said) as phone:
                assert (await phone.room())["asked"] == 0
        assert (await get(at, f"/R/{code.lower()}."))[0] == 307

    run(story())


def test_a_question_is_asked_voted_on_discussed_and_revealed(at):
    async def story():
        code, key = await opened(at)
        async with (
            Phone(at, code) as one,
            Phone(at, code) as two,
            Phone(at, code, key) as leads,
        ):
            assert [(await phone.room())["asked"] for phone in (one, two)] == [0, 0]
            assert await post(at, f"/r/{code}/act", ASKED, key) == (200, "{}")
            asked = await one.until(lambda told: told["asked"] == 1)
            assert asked["options"] == ["Outlook", "Wind"]
            assert "right" not in json.dumps(asked)
            assert [await phone.vote(1, k) for phone, k in ((one, 1), (one, 0), (two, 1))] == [
                (200, '{"counted":1}')
            ] * 3
            told = await leads.until(lambda told: told["phones"] == 2 and votes(told) == [[[1, 1]]])
            assert (told["ballots"], told["counted"]) == (1, True)
            await post(at, f"/r/{code}/act", {"act": "again", "seen": 1}, key)
            await two.until(lambda told: told["ballot"] == 2)
            assert (await two.vote(1, 1))[0] == 200  # it is there: only its answer was lost
            status, text = await two.vote(1, 0)
            assert (status, "the one before it is counted" in text) == (409, True)
            assert (await two.vote(2, 0))[0] == 200
            await post(at, f"/r/{code}/act", {"act": "reset", "seen": 2}, key)
            for choice in (0, 1):  # neither the vote that was counted nor another one is there any more
                status, text = await two.vote(2, choice)
                assert (status, "so it is not counted" in text) == (409, True)
            await two.until(lambda told: told["ballot"] == 3)
            assert (await two.vote(3, 0))[0] == 200
            await post(at, f"/r/{code}/act", {"act": "reveal", "seen": 3}, key)
            told = await two.until(lambda told: "right" in told)
            assert (told["right"], told["votes"]) == ([0], [[1, 1], [1, 0]])
            assert told["why"][1] == "It gains less."
            async with Phone(at, code) as late:
                assert (await late.room())["votes"] == [[1, 1], [1, 0]]
                status, text = await late.vote(3, 0)
                assert (status, "not counted" in text) == (409, True)
        status, text = await get(at, f"/r/{code}/votes.csv", key)
        assert (status, text.splitlines()[1]) == (200, "1,Which split?,1,Outlook,yes,1,")
        text = (await get(at, f"/r/{code}/votes.csv?semicolons=", key))[1]
        assert (text[0], text.splitlines()[1]) == ("\ufeff", "1;Which split?;1;Outlook;yes;1;")
        await post(at, f"/r/{code}/act", ASKED | {"link": "grow?v=1&step=3", "seen": 3}, key)
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


def test_of_many_acts_at_once_each_waits_its_turn_and_who_has_no_key_for_nobody(store_of):
    async def story():
        hub, found = Hub(store_of()), []
        code, key = await hub.open("one")
        find = hub.store.find

        async def counted(code):
            found.append(code)
            return await find(code)

        hub.store.find = counted
        await asyncio.gather(*(hub.act(code, "one", key, {"act": "count"}) for _ in range(20)))
        assert len(found) == 2 * 20  # for the key, and for what stands there in its turn

        async def never(*words):
            await asyncio.Event().wait()

        hub.store.change = never
        hangs = asyncio.ensure_future(hub.act(code, "one", key, {"act": "count"}))
        while len(found) < 2 * 21:
            await asyncio.sleep(0)
        with pytest.raises(Refused):
            await hub.act(code, "one", "guess", {"act": "count"})
        hangs.cancel()
        await hub.close()

    run(story())


def test_what_cannot_be_read_is_refused_in_a_sentence(at):
    async def story():
        code, key = await opened(at)
        await post(at, f"/r/{code}/act", ASKED, key)
        async with Phone(at, code) as phone:
            await phone.room()
            name = phone.device
            for said, status in (
                ({"device": "x", "ballot": 1, "choice": 0}, 400),
                ({"device": name, "ballot": 1, "choice": 9}, 400),
                ({"device": name, "ballot": True, "choice": 0}, 400),
                ({"device": name, "ballot": 7, "choice": 0}, 409),
                ([1], 400),
                ({"device": "x" * 400}, 413),
            ):
                found, text = await post(at, f"/r/{code}/vote", said)
                assert (found, text.count("\n")) == (status, 0)
        assert (await get(at, "/r/QQQQ/events?device=phone-one")) == (
            404,
            "There is no room QQQQ: look at the four letters again.",
        )

    run(story())


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 19_000, 400),
        (b'{"a":' * 3_900, 400),
        (b"[" * 39_000, 413),
        (b'{"act": []}', 400),
        (b'{"act": {}}', 400),
        (b'{"act": "ask", "ask": "\\ud800", "options": ["a", "b"]}', 400),
        (b'{"act": "ask", "ask": "a", "options": ["a", "\\udfff"]}', 400),
        (b"\xff", 400),
        (b"9" * 5_000, 400),
    ],
)
def test_no_body_is_answered_with_500_and_the_room_goes_on(at, body, status):
    async def story():
        code, key = await opened(at)
        assert (await post_raw(at, f"/r/{code}/act", body, key))[0] == status
        assert (await post_raw(at, f"/r/{code}/vote", body))[0] in (400, 413)
        for path in (f"/r/{code}/votes.csv", "/r/healthz", f"/r/{code}"):
            assert (await get(at, path, key))[0] == 200
        assert (await post(at, f"/r/{code}/act", ASKED, key))[0] == 200
        async with Phone(at, code) as phone:
            assert (await phone.room())["ballot"] == 1

    run(story())


def elsewhere(k):
    """Headers of who comes from another address, as a proxy of this machine names it."""
    return {"X-Forwarded-For": f"10.0.{k // 250}.{k % 250}"}


def test_a_vote_counts_for_a_device_that_the_room_has_named(store_of):
    async def story(one, other):
        code, key = await opened(one)
        another, its_key = await opened(one)
        await post(one, f"/r/{code}/act", ASKED, key)
        async with Phone(one, code) as phone, Phone(one, another) as stranger:
            await phone.room()
            await stranger.room()
            for made_up in (
                "phone-one",
                "x" * 32,
                stranger.device,
                phone.device[:-1] + ("x" if phone.device[-1] != "x" else "y"),
            ):
                said = {"device": made_up, "ballot": 1, "choice": 0}
                assert (await post(one, f"/r/{code}/vote", said))[0] == 403
            async with Phone(one, code, device=phone.device) as again:
                await again.room()
                assert again.device == phone.device  # it is not named anew
        said = {"device": phone.device, "ballot": 1, "choice": 1}
        assert (await post(other, f"/r/{code}/vote", said))[0] == 200  # the key is the store's
        assert (await get(one, f"/r/{code}/votes.csv", key))[1].splitlines()[1:] == [
            "1,Which split?,1,Outlook,yes,0,",
            "1,Which split?,1,Wind,no,1,",
        ]

    with serving(store_of()) as one, serving(store_of()) as other:
        run(story(one, other))


@pytest.mark.parametrize("way", ["events", "vote", "act", "votes.csv"])
def test_who_guesses_codes_has_to_wait_whatever_it_calls_itself_and_nobody_else_has(at, way):
    """MOST_WRONG guesses at once, each under another name, at each way in."""

    async def story():
        code, key = await opened(at)

        def guess(k, code):
            path, said = f"/r/{code}/{way}", {"device": f"guessing-{k}", "ballot": 1, "choice": 0}
            headers = {"X-Room-Key": "x"} if way in ("act", "votes.csv") else {}
            if way in ("vote", "act"):
                return post(at, path, said | {"act": "close"}, headers)
            return get(at, f"{path}?device=guessing-{k}", headers)

        async with Phone(at, code) as phone:
            await phone.room()
            found = [status for status, _ in await asyncio.gather(*(guess(k, f"QQ{k:02}") for k in range(100)))]
            assert (found.count(404), found.count(429)) == (hubs.MOST_WRONG, 100 - hubs.MOST_WRONG)
            assert (await guess(0, code))[0] == 429  # a right guess looks like a wrong one
            # Who is known goes on, and so does who comes from elsewhere.
            assert (await post(at, f"/r/{code}/act", ASKED, key))[0] == 200
            await phone.until(lambda room: room["ballot"] == 1)
            assert (await phone.vote(1, 0))[0] == 200
            async with Phone(at, code, elsewhere(1)) as other:
                assert (await other.room())["asked"] == 1

    run(story())


def test_a_hall_behind_one_address_comes_in_at_once(at):
    async def story():
        code, _ = await opened(at)
        phones = [Phone(at, code) for _ in range(200)]
        try:
            await asyncio.gather(*(phone.__aenter__() for phone in phones))
            assert {(await phone.room())["asked"] for phone in phones} == {0}
        finally:
            await asyncio.gather(*(phone.__aexit__() for phone in phones))

    run(story())


def test_one_address_neither_opens_all_rooms_nor_keeps_those_that_nobody_enters(at, monkeypatch):
    async def story():
        assert [(await post(at, "/r/new", {}))[0] for _ in range(hubs.MOST_OPENED + 1)] == [200] * hubs.MOST_OPENED + [
            429
        ]
        status, text = await post(at, "/r/new", {}, elsewhere(1))
        assert status == 200
        code = json.loads(text)["code"]
        async with (
            Phone(at, code, elsewhere(1) | {"X-Room-Key": json.loads(text)["key"]}) as leads,
            Phone(at, code) as phone,
        ):
            await phone.room()
            await leads.until(lambda told: told["phones"] == 1)
            monkeypatch.setattr(hubs, "MOST_ROOMS", 1)
            for k in range(hubs.MOST_OPENED + 2):  # each takes the place of one that nobody has entered
                assert (await post(at, "/r/new", {}, elsewhere(2 + k)))[0] == 200
            assert (await get(at, f"/r/{code}/votes.csv", {"X-Room-Key": json.loads(text)["key"]}))[0] == 200

    run(story())


def test_a_room_that_is_full_says_so_and_still_has_its_lecturer(at, monkeypatch):
    monkeypatch.setattr(hubs, "MOST_PHONES", 3)
    monkeypatch.setattr(hubs, "OTHERS", 1)

    async def story():
        code, key = await opened(at)
        async with Phone(at, code) as one, Phone(at, code) as two:
            assert [(await phone.room())["asked"] for phone in (one, two)] == [0, 0]
            assert (
                "no room for more phones" in (await get(at, f"/r/{code}/events"))[1]
            )  # the last place is for another address
            async with Phone(at, code, elsewhere(1)) as three:
                await three.room()
                assert "no room for more phones" in (await get(at, f"/r/{code}/events", elsewhere(2)))[1]
                async with Phone(at, code, key) as leads:
                    assert (await leads.room())["asked"] == []

    run(story())


def test_a_room_has_an_end_to_the_pages_of_its_lecturers(at, monkeypatch):
    monkeypatch.setattr(hubs, "MOST_PAGES", 2)

    async def story():
        code, key = await opened(at)
        another, its_key = await opened(at)
        async with Phone(at, code, key) as one, Phone(at, code, key) as two, Phone(at, another, its_key) as other:
            assert [(await page.room())["asked"] for page in (one, two, other)] == [[], [], []]
            assert "no room for more lecturers" in (await get(at, f"/r/{code}/events", key))[1]
        async with Phone(at, code, key) as again:
            assert (await again.message())[0] == "room"

    run(story())


def test_who_has_one_line_has_one_address():
    home, next_door = [network(f"2001:db8:0:{subnet}::1") for subnet in ("aa00", "aaff")], "2001:db8:0:ab00::1"
    assert home[0] == home[1] != network(next_door)
    assert network("::ffff:10.0.0.1") == network("10.0.0.1") != network("10.0.0.2")


def test_a_place_is_free_again_when_nobody_has_sat_there_for_a_minute(monkeypatch):
    now = 0.0
    monkeypatch.setattr("pages.ui.rooms.addresses.time", SimpleNamespace(monotonic=lambda: now))
    places = Places(3, 1, 60)
    assert [places.take(*one) for one in (("a", "one"), ("b", "one"), ("c", "one"), ("d", "two"), ("e", "three"))] == [
        True,
        True,
        False,
        True,
        False,
    ]
    places.enter("a")
    now = 59.0
    assert places.take("b", "one")  # a vote
    now = 61.0
    assert places.take("e", "three")  # d is gone
    assert places.held() == {"one": 2, "three": 1}
    now = 200.0
    assert places.held() == {"one": 1}  # a listens


def test_the_lecturer_sees_how_many_devices_come_from_one_address(at):
    async def story():
        code, key = await opened(at)
        await post(at, f"/r/{code}/act", ASKED, key)
        phones, all_of = [], [hubs.CROWD, hubs.CROWD + 1]
        async with Phone(at, code, key) as leads, AsyncExitStack() as many:
            for k in range(hubs.CROWD + 1):
                phone = await many.enter_async_context(Phone(at, code, elsewhere(min(k, 1))))
                await phone.room()
                phones.append(phone)
            assert (await leads.until(lambda told: told["phones"] == len(phones)))["crowd"] == all_of
            assert {(await phone.vote(1, 0))[0] for phone in phones} == {200}
            await many.aclose()  # who has voted and gone is known until the next vote
            assert (await leads.until(lambda told: told["phones"] == 0))["crowd"] == all_of

    run(story())


def test_more_phones_than_files_are_told_so_and_lecturer_votes_and_health_go_on(tmp_path):
    """A server that may open 128 files."""
    port = free_port()
    env = {"DTLEARN_ROOMS_FILE": str(tmp_path / "rooms.sqlite")}
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128)); from uvicorn import main; main()"
    )
    words = [sys.executable, "-c", limited, "pages.ui.rooms.alone:app", f"--port={port}"]
    at = ("127.0.0.1", port)

    async def story():
        code, key = await opened(at)
        phones, kept = [], 0
        async with AsyncExitStack() as many, Phone(at, code, key) as leads:
            for _ in range(70):
                phones.append(await many.enter_async_context(Phone(at, code)))
                event, told = await phones[-1].message()
                kept += event == "room"
                assert event == "room" or "no room for more phones" in told["says"]
            assert kept == 64 - 128 // 16  # the last ones are for other addresses
            assert (await post(at, f"/r/{code}/act", ASKED, key))[0] == 200
            assert (await phones[0].until(lambda room: room["ballot"] == 1))["asked"] == 1
            assert (await phones[0].vote(1, 0))[0] == 200
            assert (await get(at, "/r/healthz"))[0] == 200
            await leads.until(lambda told: told["asked"] and told["asked"][0]["votes"] == [[1, 0]])

    server = Process(words, f"http://127.0.0.1:{port}/r/healthz", env)
    try:
        run(story())
    finally:
        server.kill()


def test_a_clock_that_jumps_forgets_no_room_that_somebody_is_in(tmp_path, monkeypatch):
    async def story(at):
        left, _ = await opened(at)
        code, key = await opened(at)
        async with Phone(at, code) as phone:
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
    for kind in (SqliteStore, RedisStore):
        monkeypatch.setattr(kind, "free", AsyncMock(return_value=False))

    async def story():
        assert (await post(at, "/r/new", {}))[0] == 503

    run(story())


def test_processes_share_a_room(store_of):
    async def story(one, other):
        code, key = await opened(one)
        async with Phone(other, code) as phone, Phone(one, code, key) as leads:
            await phone.room()
            await post(one, f"/r/{code}/act", ASKED, key)
            assert (await phone.until(lambda told: told["asked"] == 1))["ballot"] == 1
            said = {"device": phone.device, "ballot": 1, "choice": 1}
            assert (await post(other, f"/r/{code}/vote", said))[0] == 200
            await leads.until(lambda told: told["phones"] == 1 and votes(told) == [[[0, 1]]])

    with serving(store_of()) as one, serving(store_of()) as other:
        run(story(one, other))


def test_a_store_that_goes_and_comes_back_loses_no_vote_that_was_acknowledged(redis):
    async def story(at):
        code, key = await opened(at)
        async with Phone(at, code) as phone:
            await post(at, f"/r/{code}/act", ASKED, key)
            await phone.until(lambda told: told["asked"] == 1)
            assert (await phone.vote(1, 1))[0] == 200
            redis.kill()
            assert "not in reach" in (await phone.event("away"))["says"]
            status, text = await phone.vote(1, 0)
            assert (status, "again" in text) == (503, True)
            redis.start()
            assert (await phone.room())["ballot"] == 1
            redis.process.send_signal(signal.SIGSTOP)  # it hangs
            try:
                start = time.monotonic()
                assert "not in reach" in (await phone.event("away"))["says"]
                took = time.monotonic() - start
            finally:
                redis.process.send_signal(signal.SIGCONT)
            assert took < 2 + 1  # and one for a machine that is busy
            assert (await phone.room())["ballot"] == 1
            await post(at, f"/r/{code}/act", {"act": "show"}, key)
            assert (await phone.until(lambda told: "votes" in told))["votes"] == [[0, 1]]

    with serving(RedisStore(redis.url)) as at:
        run(story(at))


def test_phones_that_come_at_once_are_shown_one_picture(store_of):
    async def story():
        hub, shown, seen = Hub(store_of()), [], []
        code, _ = await hub.open("here")
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


def test_lecturers_that_come_at_once_are_shown_one_picture(store_of, monkeypatch):
    async def story():
        hub, made, seen = Hub(store_of()), [], asyncio.Queue()
        code, _ = await hub.open("one")
        await hub.listen(code, Listener(seen.put, True))
        await seen.get()
        made_by = hub._for_lecturer
        monkeypatch.setattr(hub, "_for_lecturer", lambda *words: made.append(words) or made_by(*words))
        await asyncio.gather(*(hub.listen(code, Listener(seen.put, True)) for _ in range(50)))
        for _ in range(51):
            await seen.get()
        await hub.close()
        assert len(made) <= 2  # and one that was on its way

    run(story())


def test_an_act_counts_no_ballot_that_was_shown_closed(store_of):
    async def story():
        hub, counted, seen = Hub(store_of()), [], asyncio.Queue()
        code, key = await hub.open("one")
        await hub.listen(code, Listener(seen.put, True))
        tally = hub.store.tally

        async def told(code, ballots):
            counted.append(list(ballots))
            return await tally(code, ballots)

        hub.store.tally = told
        phone = hub.enter(await hub.store.find(code), code, "", "one")
        for ballot in (1, 2, 3):
            await hub.act(code, "one", key, ASKED)
            await hub.vote(code, "one", ballot, phone, 1)
        while b'"votes":[[0,1]]' not in (told := await seen.get()) or told.count(b'"votes":[[0,1]]') < 3:
            pass
        await hub.close()
        assert [1, 2] in counted  # the second act; votes may be counted in between
        assert all(len(ballots) <= 2 for ballots in counted)

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


def test_others_have_their_turn_between_the_questions_of_a_table(tmp_path):
    turns, pieces = 0, []

    async def others():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def send(message):
        if message.get("body"):
            pieces.append((turns, message["body"]))

    async def story():
        hub = Hub(SqliteStore(tmp_path / "rooms.sqlite", KEPT))
        app = rooms("", hub)
        code, key = await hub.open("one")
        for k in range(5):
            await hub.act(code, "one", key, ASKED | {"ask": f"Which? {k}"})
        beside = asyncio.ensure_future(others())
        scope = {
            "type": "http",
            "method": "GET",
            "path": f"/r/{code}/votes.csv",
            "query_string": b"",
            "client": ("127.0.0.1", 1),
        }
        await app(scope | {"headers": [(b"x-room-key", key.encode())]}, asyncio.Event().wait, send)
        beside.cancel()

    asyncio.run(story())
    assert len(pieces) == 6  # the head, and a question each
    assert len({turn for turn, _ in pieces}) == 6


def test_a_fat_room_has_an_end_and_tables_are_not_made_again_and_again(at):
    async def story():
        code, key = await opened(at)
        another, its_key = await opened(at)
        fat = ASKED | {"options": ["x" * 150 + str(k) for k in range(40)], "why": ["y" * 200] * 40}
        found = [(await post(at, f"/r/{code}/act", fat | {"ask": f"Which? {k}"}, key))[0] for k in range(30)]
        assert found == sorted(found)
        assert 10 < found.count(200) < 25
        tables = [(await get(at, f"/r/{code}/votes.csv", key))[0] for _ in range(hubs.MOST_TABLES + 1)]
        assert tables == [200] * hubs.MOST_TABLES + [429]
        assert (await get(at, f"/r/{another}/votes.csv", its_key))[0] == 429
        assert (await get(at, f"/r/{code}/votes.csv", key | elsewhere(1)))[0] == 200

    run(story())
