"""What a store of rooms can do; sqlite.py and redis.py are two of them,
and one contract test asks both (tests/rooms)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

KEPT = 6 * 3600  # s that a room is kept after anything has happened in it
EMPTY = 600  # s that one is kept which nobody has entered
RECENT = 60  # s after which a process that says nothing of its phones has none


class Row(NamedTuple):
    """A room as it is stored. key : the hash of its lecturer's key. version : rises with each change of the state."""

    key: str
    state: str
    version: int


class Vote(NamedTuple):
    """device : what a phone calls itself in this room; its later vote takes the place of the one before."""

    code: str
    ballot: int
    device: str
    choice: int


class Gone(Exception):
    """The store does not answer now."""


class Store(Protocol):
    """Every method raises Gone while the store cannot be reached; what was told to have happened then stays."""

    async def create(self, code: str, key: str, state: str) -> bool:
        """Whether the code was free; version 1."""

    async def find(self, code: str) -> Row | None: ...

    async def change(self, code: str, version: int, state: str, ballot: int) -> bool:
        """Write the next state, unless somebody else has changed it since that version.

        ballot : which takes votes from now on.
        """

    async def vote(self, votes: Sequence[Vote]) -> list[bool]:
        """Of each whether it counts: its ballot was the one that takes votes. When this returns, those are on disk."""

    async def choice(self, code: str, ballot: int, device: str) -> int | None:
        """What a device has voted for; None if it has not."""

    async def tally(self, code: str, ballots: Iterable[int]) -> dict[int, dict[int, int]]:
        """{ballot: {choice: how many devices}}"""

    async def stamps(self, codes: Sequence[str]) -> dict[str, tuple[int, int]]:
        """{code: (version, a number that rises with whatever else a lecturer sees: votes,
        phones)} of those that there are."""

    async def present(self, code: str, process: str, phones: int) -> int:
        """Note how many phones a process serves in a room: somebody has entered it.

        Gives how many all do; who was not heard for RECENT is left out.
        """

    async def touch(self, codes: Sequence[str]) -> None:
        """Something happens in these rooms: they are kept."""

    async def sweep(self) -> None:
        """Forget the rooms in which nothing has happened for as long as the store keeps them,
        and after EMPTY those that nobody entered."""

    async def free(self) -> bool:
        """Forget a room that nobody has entered, of several the one in which nothing has happened for the longest.

        Whether there was one.
        """

    async def count(self) -> int:
        """How many rooms there are."""

    async def close(self) -> None: ...
