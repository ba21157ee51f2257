"""Visitors' tables that no link holds, in the memory of this process: each by a name made of its content."""

import re
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from dtlearn.data import packing
from dtlearn.data.dataset import DataError, Dataset

NAME = re.compile("table-[0-9a-f]{32}")  # 128 bits of SHA-256: nobody guesses one
ROOM, MOST = 256 * 2**20, 1000  # bytes of tables, and tables, that the process holds


class Gone(DataError):
    """A table that this process does not hold."""

    def __init__(self):
        super().__init__(
            "The table is too large for a link, and this server does not hold it: open its .csv and .toml on the page "
            "Your own data."
        )


@dataclass(frozen=True)
class Stored:
    """A table, with its .csv and its .toml."""

    data: Dataset
    files: tuple[str, str]

    @property
    def name(self) -> str:
        table, card = self.files
        return f"table-{sha256((card + table).encode()).hexdigest()[:32]}"

    @property
    def size(self) -> int:
        """Bytes, about: names and values stand in the files too."""
        return self.data.X.nbytes + self.data.y.nbytes + 2 * sum(map(len, self.files))


class Store:
    """Tables by name; the one that was asked for longest ago goes first. room : bytes. most : tables."""

    def __init__(self, room: int = ROOM, most: int = MOST):
        self._room, self._most, self._held = room, most, 0
        self._tables: OrderedDict[str, Stored] = OrderedDict()
        self._lock = Lock()

    def put(self, data: Dataset) -> str:
        """Hold a table; returns its name."""
        one = Stored(data, (packing.write_csv(data), packing.write_card(data)))
        name = one.name
        with self._lock:
            if name not in self._tables:
                self._tables[name] = one
                self._held += one.size
            self._tables.move_to_end(name)
            while len(self._tables) > 1 and (self._held > self._room or len(self._tables) > self._most):
                self._held -= self._tables.popitem(last=False)[1].size
        return name

    def get(self, name: str) -> Stored:
        """The table of a name. Raises Gone."""
        with self._lock:
            if name not in self._tables:
                raise Gone
            self._tables.move_to_end(name)
            return self._tables[name]


STORE = Store()
