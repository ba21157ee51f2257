"""Walkthroughs by the settings of an address: each made once for everybody who asks, compressed once, and kept."""

import gzip
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from urllib.parse import parse_qsl

from pages.ui.kit import tables
from pages.ui.kit.codec import decode
from pages.ui.kit.documents import RELEASE, Document  # noqa: F401
from pages.ui.kit.table_store import Gone
from pages.ui.kit.turns import slots
from pages.ui.lessons import STAGED

DOCUMENTS = {
    document.kind: document
    for lesson in STAGED.values()
    for document in (lesson.made_of, lesson.of_candidate)
    if document
}
ROOM = 32 * 2**20  # bytes of compressed documents that are kept: some hundreds


class Refused(Exception):
    """What cannot be answered: the status of HTTP, and a sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status = status


class SingleFlightCache:
    """What is made of a key, once for all who ask at the same time; of the results the last ``room`` bytes are kept."""

    def __init__(self, room: int):
        self._room, self._held, self._lock = room, 0, Lock()
        self._kept: OrderedDict[tuple, bytes] = OrderedDict()
        self._making: dict[tuple, Future[bytes]] = {}

    def kept(self, key: tuple) -> bytes | None:
        with self._lock:
            return self._found(key)

    def asked(self, key: tuple, make: Callable[[], bytes], pool: ThreadPoolExecutor) -> Future[bytes]:
        """The result of ``make``, which runs in the pool, or that of who asked before."""
        with self._lock:
            if (found := self._found(key)) is not None:
                done: Future[bytes] = Future()
                done.set_result(found)
                return done
            if key not in self._making:
                self._making[key] = pool.submit(self._make, key, make)
            return self._making[key]

    def _found(self, key: tuple) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def _make(self, key: tuple, make: Callable[[], bytes]) -> bytes:
        try:
            made = make()
            with self._lock:
                self._kept[key] = made
                self._held += len(made)
                while self._held > self._room and len(self._kept) > 1:
                    self._held -= len(self._kept.popitem(last=False)[1])
            return made
        finally:
            with self._lock:
                del self._making[key]


ONCE = SingleFlightCache(ROOM)
# A lesson takes a moment, a visitor's large table may take its turn at heavy work: neither waits for the other.
_SOON, _LATER = (ThreadPoolExecutor(slots(), f"walkthrough-{line}") for line in ("soon", "later"))


def kept(kind: str, query: str) -> bytes | None:
    """The compressed document of an address, if it has been made and the address is written as our pages write it."""
    return ONCE.kept((kind, query))


def asked(kind: str, query: str) -> Future[bytes]:
    """The compressed document of an address. Raises Refused, and so does the future."""
    document = DOCUMENTS.get(kind)
    if document is None:
        raise Refused(404, f"There is no walkthrough of that kind: choose {' or '.join(DOCUMENTS)}.")
    said = dict(parse_qsl(query, keep_blank_values=True))
    if any(tables.is_lost(said.get(field.name)) for field in document.fields):
        raise Refused(404, str(Gone()))
    S, wrong = decode(document.fields, said)
    if wrong:
        raise Refused(400, f"This address cannot be read: {wrong[0]}.")
    large = any(map(tables.is_large, document.tables(S)))
    return ONCE.asked((document.kind, document.query(S)), lambda: _made(document, S), _LATER if large else _SOON)


def is_private(query: str) -> bool:
    """Whether what is asked for is made of a visitor's table."""
    return any(tables.is_own(text) for _, text in parse_qsl(query))


def _made(document: Document, S: dict) -> bytes:
    try:
        found = document.make(S)
    except Gone as gone:
        raise Refused(404, str(gone)) from None
    except ValueError as error:
        raise Refused(400, str(error)) from None
    return gzip.compress(found.json().encode(), mtime=0)
