"""Rooms in Redis: several machines share them.

A room is a hash, each of its ballots another; they expire by themselves.

Give Redis ``appendonly yes`` and ``appendfsync always``, so that a vote that was acknowledged survives its crash, and
``maxmemory-policy noeviction``, so that no room is thrown out.
"""

import time
from collections import Counter
from collections.abc import Awaitable, Iterable, Sequence
from typing import TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pages.ui.rooms.store import EMPTY, KEPT, RECENT, Gone, Row, Vote

T = TypeVar("T")
_CREATE = """
if redis.call('exists', KEYS[1]) == 1 then return 0 end
redis.call('hset', KEYS[1], 'key', ARGV[1], 'state', ARGV[2], 'version', 1, 'ballot', 0, 'news', 0)
redis.call('expire', KEYS[1], ARGV[3])
redis.call('sadd', 'dtlearn:rooms', KEYS[1])
return 1
"""
_CHANGE = """
if redis.call('hget', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('hset', KEYS[1], 'state', ARGV[2], 'ballot', ARGV[3])
redis.call('hincrby', KEYS[1], 'version', 1)
redis.call('expire', KEYS[1], ARGV[redis.call('hexists', KEYS[1], 'entered') == 1 and 4 or 5])
return 1
"""
# KEYS: a room and its ballot; ARGV: the ballot's number, how long, then device and choice in turn.
_VOTE = """
if redis.call('hget', KEYS[1], 'ballot') ~= ARGV[1] or ARGV[1] == '0' then return 0 end
for k = 3, #ARGV, 2 do redis.call('hset', KEYS[2], ARGV[k], ARGV[k + 1]) end
redis.call('hincrby', KEYS[1], 'news', 1)
redis.call('expire', KEYS[1], ARGV[2])
redis.call('expire', KEYS[2], 4 * ARGV[2]) -- a room that goes on keeps its first votes
return 1
"""
# KEYS: a room and its processes; ARGV: a process, its phones, the oldest time that counts, now, how long.
_PRESENT = """
local said = redis.call('hget', KEYS[2], ARGV[1])
if redis.call('exists', KEYS[1]) == 1 and (not said or string.match(said, '^%d+') ~= ARGV[2]) then
  redis.call('hincrby', KEYS[1], 'news', 1)
end
if ARGV[2] ~= '0' and redis.call('exists', KEYS[1]) == 1 and redis.call('hsetnx', KEYS[1], 'entered', 1) == 1 then
  redis.call('expire', KEYS[1], ARGV[5])
end
redis.call('hset', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. ARGV[4])
redis.call('expire', KEYS[2], 600)
local all = 0
for _, one in ipairs(redis.call('hvals', KEYS[2])) do
  local phones, at = string.match(one, '^(%d+) (%d+)')
  if tonumber(at) > tonumber(ARGV[3]) then all = all + tonumber(phones) end
end
return all
"""
_AT_ONCE = 1000  # votes in a call of Lua
CONNECTIONS = 16
PATIENCE = 1.5  # s that Redis may be silent


def _room(code: str) -> str:
    return f"dtlearn:{{{code}}}"  # the braces keep what belongs together on one machine of a cluster


class RedisStore:
    """url : as in redis://localhost:6379/0. kept : s."""

    def __init__(self, url: str, kept: int = KEPT):
        self._kept, self._empty = kept, min(kept, EMPTY)
        # Without an end to the pool, each of a thousand phones that come at once would open a connection of its own.
        pool = BlockingConnectionPool.from_url(
            url,
            max_connections=CONNECTIONS,
            timeout=PATIENCE,
            decode_responses=True,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),  # who asked is told, and asks again
        )
        self._redis = Redis.from_pool(pool)
        self._create = self._redis.register_script(_CREATE)
        self._change = self._redis.register_script(_CHANGE)
        self._present = self._redis.register_script(_PRESENT)
        self._vote = self._redis.register_script(_VOTE)

    async def create(self, code: str, key: str, state: str) -> bool:
        return bool(await _asked(self._create([_room(code)], [key, state, self._empty])))

    async def find(self, code: str) -> Row | None:
        key, state, version = await _asked(self._redis.hmget(_room(code), ["key", "state", "version"]))
        return Row(key, state, int(version)) if key is not None else None

    async def change(self, code: str, version: int, state: str, ballot: int) -> bool:
        return bool(await _asked(self._change([_room(code)], [version, state, ballot, self._kept, self._empty])))

    async def vote(self, votes: Sequence[Vote]) -> list[bool]:
        together: dict[tuple[str, int], list[Vote]] = {}
        for vote in votes:
            together.setdefault((vote.code, vote.ballot), []).append(vote)
        counted = {}
        for (code, ballot), those in together.items():
            for start in range(0, len(those), _AT_ONCE):
                said = [word for vote in those[start : start + _AT_ONCE] for word in (vote.device, vote.choice)]
                keys = [_room(code), f"{_room(code)}:{ballot}"]
                taken = bool(await _asked(self._vote(keys, [ballot, self._kept, *said])))
                counted |= dict.fromkeys(those[start : start + _AT_ONCE], taken)
        return [counted[vote] for vote in votes]

    async def choice(self, code: str, ballot: int, device: str) -> int | None:
        found = await _asked(self._redis.hget(f"{_room(code)}:{ballot}", device))
        return found and int(found)

    async def tally(self, code: str, ballots: Iterable[int]) -> dict[int, dict[int, int]]:
        ballots, asked = list(ballots), self._redis.pipeline(transaction=False)
        for one in ballots:
            asked.hvals(f"{_room(code)}:{one}")
        found = await _asked(asked.execute()) if ballots else []
        return {one: dict(Counter(map(int, votes))) for one, votes in zip(ballots, found, strict=True)}

    async def stamps(self, codes: Sequence[str]) -> dict[str, tuple[int, int]]:
        asked = self._redis.pipeline(transaction=False)
        for code in codes:
            asked.hmget(_room(code), ["version", "news"])
        found = zip(codes, await _asked(asked.execute()), strict=True)
        return {code: (int(version), int(news)) for code, (version, news) in found if version is not None}

    async def present(self, code: str, process: str, phones: int) -> int:
        now = int(time.time())
        said = [process, phones, now - RECENT, now, self._kept]
        return int(await _asked(self._present([_room(code), f"{_room(code)}:here"], said)))

    async def touch(self, codes: Sequence[str]) -> None:
        entered, asked = self._redis.pipeline(transaction=False), self._redis.pipeline(transaction=False)
        for code in codes:
            entered.hexists(_room(code), "entered")
        for code, is_entered in zip(codes, await _asked(entered.execute()), strict=True):
            asked.expire(_room(code), self._kept if is_entered else self._empty)
        await _asked(asked.execute())

    async def sweep(self) -> None:
        """Redis forgets by itself: what is left is to strike them off the list."""
        codes = list(await _asked(self._redis.smembers("dtlearn:rooms")))
        asked = self._redis.pipeline(transaction=False)
        for code in codes:
            asked.exists(code)
        gone = [code for code, there in zip(codes, await _asked(asked.execute()), strict=True) if not there]
        if gone:
            await _asked(self._redis.srem("dtlearn:rooms", *gone))

    async def free(self) -> bool:
        codes = list(await _asked(self._redis.smembers("dtlearn:rooms")))
        asked = self._redis.pipeline(transaction=False)
        for code in codes:
            asked.hexists(code, "entered").ttl(code)
        found = await _asked(asked.execute())
        empty = [
            (left, code) for code, entered, left in zip(codes, found[::2], found[1::2], strict=True) if not entered
        ]
        if not empty:
            return False
        await _asked(self._redis.delete(min(empty)[1]))
        await self.sweep()
        return True

    async def count(self) -> int:
        return await _asked(self._redis.scard("dtlearn:rooms"))

    async def close(self) -> None:
        await self._redis.aclose()


async def _asked(answer: Awaitable[T]) -> T:
    try:
        return await answer
    except (RedisError, OSError) as error:
        raise Gone(str(error)) from error
