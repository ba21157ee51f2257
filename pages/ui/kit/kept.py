"""One cache of results for everyone; those of visitors' large tables share a bounded room in it."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext
from contextvars import ContextVar
from functools import lru_cache, wraps
from threading import Lock

import streamlit as st

from pages.ui.kit.session import is_visit
from pages.ui.kit.tables import LARGE, size_of

# Cells of the large tables that results are kept of, each result counted: of the largest ones about fifty. A growth
# takes some hundred bytes a cell, most other results less.
ROOM = 2_500_000
_ASKED: ContextVar[tuple] = ContextVar("asked")  # the arguments of what is being made for everyone


class Results:
    """Results by key; the one that was asked for longest ago goes first. room : what all may weigh together."""

    def __init__(self, room: int):
        self._room, self._held, self._lock = room, 0, Lock()
        self._kept: OrderedDict[tuple, tuple[object, int]] = OrderedDict()

    def __contains__(self, key: tuple) -> bool:
        with self._lock:
            return key in self._kept

    def get(self, key: tuple) -> tuple:
        """The result of a key, (result,), or () where there is none."""
        with self._lock:
            if key not in self._kept:
                return ()
            self._kept.move_to_end(key)
            return self._kept[key][:1]

    def put(self, key: tuple, result: object, weight: int) -> object:
        """Keep a result; returns the one that is kept: of two made at the same time the first."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = result, weight
                self._held += weight
            while self._held > self._room and len(self._kept) > 1:
                self._held -= self._kept.popitem(last=False)[1][1]
            return self._kept[key][0]


LARGE_ONES = Results(ROOM)


def _everyones(most: int) -> Callable:
    return st.cache_resource(max_entries=most, show_spinner=False)


def cached(
    most: int,
    says: str = "",
    cache: Callable[[int], Callable] = _everyones,
    of: Callable = lambda *key: key,
) -> Callable:
    """Decorate a function of a scene, or of what else its result depends on: its results are kept by what ``of`` gives.

    of : the arguments -> all that the result depends on, hashable, one part of it the name of a data set.
    most : results that are kept, beside those of large tables. says : what is said while one is made of a large table.
    cache : Streamlit's, which makes a result once for all who ask at the same time; what it holds is found without its
    millisecond for each look.
    """

    def decorate(make: Callable) -> Callable:
        place = f"{make.__module__}.{make.__name__}"
        shared = lru_cache(most)(cache(most)(wraps(make)(lambda *key: make(*_ASKED.get()))))

        @wraps(make)
        def found(*asked):
            key = of(*asked)
            weight = _weight(key)
            if not weight:
                token = _ASKED.set(asked)
                try:
                    return shared(*key)
                finally:
                    _ASKED.reset(token)
            if kept := LARGE_ONES.get((place, *key)):
                return kept[0]
            with st.spinner(says) if says and is_visit() else nullcontext():
                return LARGE_ONES.put((place, *key), make(*asked), weight)

        found.holds = lambda *asked: (place, *of(*asked)) in LARGE_ONES
        return found

    return decorate


def _weight(key: tuple) -> int:
    """The cells of the large table that a result is made of; 0 where it is none."""
    size = max((size_of(part) for part in key if isinstance(part, str)), default=0)
    return size if size > LARGE else 0
