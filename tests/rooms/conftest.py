"""A Redis for all tests of rooms, and a store of each kind."""

import pytest

from pages.ui.rooms.redis import RedisStore
from pages.ui.rooms.sqlite import SqliteStore
from pages.ui.rooms.store import KEPT
from tests.rooms.stores import RedisServer, needs


@pytest.fixture(scope="session")
def redis():
    needs("redis-server")
    with RedisServer() as server:
        yield server


@pytest.fixture(params=["sqlite", "redis"])
def store_of(request, tmp_path):
    """store_of() makes a store; two of them are two processes that share their rooms."""
    if request.param == "sqlite":
        return lambda kept=KEPT: SqliteStore(tmp_path / "rooms.sqlite", kept)
    url = request.getfixturevalue("redis").url
    return lambda kept=KEPT: RedisStore(url, kept)
