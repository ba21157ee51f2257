"""One contract, asked of every store of rooms."""

import asyncio
import secrets

import pytest

from pages.ui.rooms.redis import CONNECTIONS, RedisStore
from pages.ui.rooms.sqlite import SqliteStore
from pages.ui.rooms.store import Gone, Row, Vote


@pytest.fixture
def code():
    return secrets.token_hex(4)  # Redis is shared by the tests


def test_a_code_is_given_once_and_found_again_by_another_process(store_of, code):
    async def story():
        one, other = store_of(), store_of()
        before = await one.count()
        assert await one.create(code, "key", "first")
        assert not await other.create(code, "another", "second")
        assert await other.find(code) == Row("key", "first", 1)
        assert await other.find("none") is None
        assert await one.count() == before + 1
        await one.close()
        await other.close()

    asyncio.run(story())


def test_of_two_who_change_the_same_state_one_is_told_to_look_again(store_of, code):
    async def story():
        one, other = store_of(), store_of()
        await one.create(code, "key", "first")
        said = await asyncio.gather(one.change(code, 1, "ours", 1), other.change(code, 1, "theirs", 1))
        assert sorted(said) == [False, True]
        assert await one.find(code) == Row("key", "ours" if said[0] else "theirs", 2)
        assert not await one.change("none", 1, "x", 0)
        await one.close()
        await other.close()

    asyncio.run(story())


def test_a_vote_counts_once_a_device_and_only_in_the_ballot_that_is_open(store_of, code):
    async def story():
        store = store_of()
        await store.create(code, "key", "state")
        assert await store.vote([Vote(code, 0, "a", 0), Vote(code, 1, "a", 0)]) == [False, False]
        await store.change(code, 1, "asked", 1)
        votes = [Vote(code, 1, "a", 0), Vote(code, 1, "b", 2), Vote("none", 1, "c", 0), Vote(code, 2, "d", 0)]
        assert await store.vote(votes) == [True, True, False, False]
        assert await store.vote([Vote(code, 1, "a", 2)]) == [True]
        await store.change(code, 2, "again", 2)
        assert await store.vote([Vote(code, 1, "late", 0), Vote(code, 2, "a", 1)]) == [False, True]
        assert await store.tally(code, [1, 2, 3]) == {1: {2: 2}, 2: {1: 1}, 3: {}}
        assert [await store.choice(code, *one) for one in ((1, "a"), (2, "a"), (2, "b"))] == [2, 1, None]
        await store.close()

    asyncio.run(story())


def test_votes_of_many_at_once_and_from_two_processes_are_all_there(store_of, code):
    async def story():
        one, other = store_of(), store_of()
        await one.create(code, "key", "state")
        await one.change(code, 1, "asked", 1)
        batches = [[Vote(code, 1, f"{k}-{i}", i % 4) for i in range(600)] for k in range(4)]
        await asyncio.gather(*(store.vote(batch) for store, batch in zip((one, other) * 2, batches, strict=True)))
        assert await one.tally(code, [1]) == {1: dict.fromkeys(range(4), 600)}
        await one.close()
        await other.close()

    asyncio.run(story())


def test_a_stamp_changes_with_the_state_the_votes_and_the_phones_and_with_nothing_else(store_of, code):
    async def story():
        store = store_of()
        await store.create(code, "key", "state")
        stamps = [(await store.stamps([code, "none"]))]
        assert stamps[0].keys() == {code}

        async def changes(act):
            await act
            stamps.append(await store.stamps([code]))
            return stamps[-1] != stamps[-2]

        assert not await changes(store.touch([code]))
        assert await changes(store.change(code, 1, "asked", 1))
        assert await changes(store.vote([Vote(code, 1, "a", 0)]))
        assert not await changes(store.vote([Vote(code, 2, "a", 0)]))
        assert await changes(store.present(code, "here", 3))
        assert not await changes(store.present(code, "here", 3))
        assert [stamp[code][0] for stamp in stamps] == [1, 1, 2, 2, 2, 2, 2]
        await store.close()

    asyncio.run(story())


def test_the_phones_of_all_processes_are_counted(store_of, code):
    async def story():
        store = store_of()
        await store.create(code, "key", "state")
        assert await store.present(code, "one", 3) == 3
        assert await store.present(code, "other", 4) == 7
        assert await store.present(code, "one", 0) == 4
        await store.close()

    asyncio.run(story())


def test_a_room_that_nobody_touches_is_forgotten(store_of, code):
    async def story():
        store = store_of(kept=0)
        await store.create(code, "key", "state")
        await store.sweep()
        assert await store.find(code) is None
        kept = store_of()
        await kept.create(code, "key", "state")
        await kept.sweep()
        assert await kept.find(code) == Row("key", "state", 1)
        await store.close()
        await kept.close()

    asyncio.run(story())


def test_of_rooms_that_nobody_entered_the_oldest_goes_first(store_of, code, monkeypatch):
    async def story():
        store = store_of()
        while await store.free():
            pass  # of the tests before
        for name in ("entered", "old", "new"):
            await store.create(code + name, "key", "state")
        await store.present(code + "entered", "here", 1)
        await store.present(code + "entered", "here", 0)
        await store.present(code + "new", "here", 0)
        assert [await store.free() for _ in range(3)] == [True, True, False]
        assert await store.find(code + "entered")
        assert not await store.find(code + "old")
        await store.close()

    asyncio.run(story())


def test_what_was_told_is_there_after_the_store_was_killed(redis, code):
    async def story():
        store = RedisStore(redis.url)
        await store.create(code, "key", "state")
        await store.change(code, 1, "asked", 1)
        assert await store.vote([Vote(code, 1, "a", 0)]) == [True]
        redis.kill()
        with pytest.raises(Gone):
            await store.find(code)
        with pytest.raises(Gone):
            await store.vote([Vote(code, 1, "b", 0)])
        redis.start()
        assert await store.find(code) == Row("key", "asked", 2)
        assert await store.tally(code, [1]) == {1: {0: 1}}
        await store.close()

    asyncio.run(story())


def test_a_file_that_cannot_be_written_is_a_store_that_is_gone(tmp_path, code):
    async def story():
        store = SqliteStore(tmp_path / "no" / "rooms.sqlite")
        with pytest.raises(Gone):
            await store.create(code, "key", "state")
        (tmp_path / "no").mkdir()
        assert await store.create(code, "key", "state")  # it comes back by itself
        await store.close()

    asyncio.run(story())


def test_many_who_come_at_once_share_a_few_connections(redis):
    async def story():
        store = RedisStore(redis.url)
        await asyncio.gather(*(store.find("QQQQ") for _ in range(10 * CONNECTIONS)))
        opened = len(await store._redis.client_list())
        await store.close()
        return opened

    assert asyncio.run(story()) <= CONNECTIONS + 1  # of a test before
