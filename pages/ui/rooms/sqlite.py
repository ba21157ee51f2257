"""Rooms in one file: several processes of one machine share it."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pages.ui.rooms.store import EMPTY, KEPT, RECENT, Gone, Row, Vote

T = TypeVar("T")
_TABLES = """
create table if not exists rooms (code text primary key, key text, state text, version integer, ballot integer,
  news integer, at real, entered integer not null default 0);
create table if not exists votes (code text, ballot integer, device text, choice integer,
  primary key (code, ballot, device)) without rowid;
create table if not exists here (code text, process text, phones integer, at real,
  primary key (code, process)) without rowid;
"""
_BUSY = 5  # s that it waits for another process


class SqliteStore:
    """One thread of its own does all of it: SQLite has one writer anyway.

    path : its file, made if it is not there. kept : s.
    """

    def __init__(self, path: Path, kept: float = KEPT):
        self._path, self._kept = path, kept
        self._thread = ThreadPoolExecutor(1, "rooms")
        self._open: sqlite3.Connection | None = None

    def _base(self) -> sqlite3.Connection:
        if self._open is None:
            self._path.touch(mode=0o600)  # for nobody else on this machine
            base = sqlite3.connect(self._path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
            base.executescript(f"pragma journal_mode = wal; pragma synchronous = full; {_TABLES}")
            with suppress(sqlite3.OperationalError):  # a file of an older release has no such column yet
                base.execute("alter table rooms add column entered integer not null default 1")
            self._open = base
        return self._open

    async def _do(self, work: Callable[[sqlite3.Connection], T], writes: bool = False) -> T:
        """What work gives; with writes in one transaction, which takes the lock before it reads."""

        def done() -> T:
            try:
                base = self._base()
                if not writes:
                    return work(base)
                base.execute("begin immediate")
                try:
                    found = work(base)
                except BaseException:
                    base.rollback()
                    raise
                base.commit()
                return found
            except (sqlite3.Error, OSError) as error:
                if self._open and self._open.in_transaction:
                    self._open.rollback()
                raise Gone(str(error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._thread, done)

    async def create(self, code: str, key: str, state: str) -> bool:
        row = (code, key, state, 1, 0, 0, time.time())
        new = "insert or ignore into rooms values (?, ?, ?, ?, ?, ?, ?, 0)"
        return await self._do(lambda base: base.execute(new, row).rowcount == 1, writes=True)

    async def find(self, code: str) -> Row | None:
        asked = "select key, state, version from rooms where code = ?"
        row = await self._do(lambda base: base.execute(asked, (code,)).fetchone())
        return row and Row(*row)

    async def change(self, code: str, version: int, state: str, ballot: int) -> bool:
        now = "update rooms set state = ?, ballot = ?, version = version + 1, at = ? where code = ? and version = ?"
        row = (state, ballot, time.time(), code, version)
        return await self._do(lambda base: base.execute(now, row).rowcount == 1, writes=True)

    async def vote(self, votes: Sequence[Vote]) -> list[bool]:
        def work(base: sqlite3.Connection) -> list[bool]:
            codes = {vote.code for vote in votes}
            asked = "select ballot from rooms where code = ?"
            found = {code: base.execute(asked, (code,)).fetchone() for code in codes}
            counts = [found[vote.code] == (vote.ballot,) and vote.ballot > 0 for vote in votes]
            taken = [vote for vote, counted in zip(votes, counts, strict=True) if counted]
            base.executemany("insert or replace into votes values (?, ?, ?, ?)", taken)
            now = "update rooms set news = news + 1, at = ? where code = ?"
            base.executemany(now, [(time.time(), code) for code in {vote.code for vote in taken}])
            return counts

        return await self._do(work, writes=True)

    async def choice(self, code: str, ballot: int, device: str) -> int | None:
        asked = "select choice from votes where code = ? and ballot = ? and device = ?"
        row = await self._do(lambda base: base.execute(asked, (code, ballot, device)).fetchone())
        return row and row[0]

    async def tally(self, code: str, ballots: Iterable[int]) -> dict[int, dict[int, int]]:
        asked = "select choice, count(*) from votes where code = ? and ballot = ? group by choice"
        return await self._do(lambda base: {one: dict(base.execute(asked, (code, one))) for one in ballots})

    async def stamps(self, codes: Sequence[str]) -> dict[str, tuple[int, int]]:
        asked = "select version, news from rooms where code = ?"
        found = await self._do(lambda base: [(code, base.execute(asked, (code,)).fetchone()) for code in codes])
        return {code: stamp for code, stamp in found if stamp}

    async def present(self, code: str, process: str, phones: int) -> int:
        def work(base: sqlite3.Connection) -> int:
            row = base.execute("select phones from here where code = ? and process = ?", (code, process)).fetchone()
            base.execute("insert or replace into here values (?, ?, ?, ?)", (code, process, phones, time.time()))
            if row != (phones,):
                base.execute("update rooms set news = news + 1, entered = entered or ? where code = ?", (phones, code))
            asked = "select total(phones) from here where code = ? and at > ?"
            return int(base.execute(asked, (code, time.time() - RECENT)).fetchone()[0])

        return await self._do(work, writes=True)

    async def touch(self, codes: Sequence[str]) -> None:
        rows, now = [(time.time(), code) for code in codes], "update rooms set at = ? where code = ?"
        await self._do(lambda base: base.executemany(now, rows), writes=True)

    async def sweep(self) -> None:
        def work(base: sqlite3.Connection) -> None:
            since, empty = time.time() - self._kept, time.time() - min(self._kept, EMPTY)
            base.execute("delete from rooms where at < iif(entered, ?, ?)", (since, empty))
            for table in ("votes", "here"):
                base.execute(f"delete from {table} where code not in (select code from rooms)")

        await self._do(work, writes=True)

    async def free(self) -> bool:
        first = "delete from rooms where code = (select code from rooms where not entered order by at limit 1)"
        return await self._do(lambda base: base.execute(first).rowcount == 1, writes=True)

    async def count(self) -> int:
        return await self._do(lambda base: base.execute("select count(*) from rooms").fetchone()[0])

    async def close(self) -> None:
        if self._open:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._open.close)
        self._thread.shutdown(wait=False)
