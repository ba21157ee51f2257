"""A cache for everyone, which the large tables of visitors do not fill: of those a session keeps its own, and few."""

from collections.abc import Callable
from contextlib import nullcontext
from contextvars import ContextVar
from functools import lru_cache, wraps

import streamlit as st

from pages.ui.kit.tables import is_large, lent

_ASKED: ContextVar[tuple] = ContextVar("asked")  # the arguments of what is being made for everyone


def _everyones(most: int) -> Callable:
    return st.cache_resource(max_entries=most, show_spinner=False)


def kept(
    most: int,
    few: int = 2,
    says: str = "",
    cache: Callable[[int], Callable] = _everyones,
    of: Callable = lambda *key: key,
) -> Callable:
    """Decorate a function of a scene, or of what else its result depends on: its results are kept by what ``of`` gives.

    of : the arguments -> all that the result depends on, hashable, one part of it the name of a data set. most : results
    that all visitors share. few : those that a session keeps of a large table; of one such table only, the last that was
    looked at. says : what is said while one is made of such a table. cache : Streamlit's, which makes a result once for
    all who ask at the same time; what it holds is found without its millisecond for each look.
    """

    def decorate(make: Callable) -> Callable:
        place = f"{make.__module__}.{make.__name__}"
        shared = lru_cache(most)(cache(most)(wraps(make)(lambda *key: make(*_ASKED.get()))))

        @wraps(make)
        def found(*asked):
            key = of(*asked)
            name = _large(key)
            if not name:
                token = _ASKED.set(asked)
                try:
                    return shared(*key)
                finally:
                    _ASKED.reset(token)
            if lent():
                return make(*asked)
            results = _of_table(name).setdefault(place, {})
            if key not in results:
                with st.spinner(says) if says else nullcontext():
                    made = make(*asked)
                for old in list(results)[: max(len(results) + 1 - few, 0)]:
                    del results[old]
                results[key] = made
            return results.setdefault(key, results.pop(key))  # the latest last

        found.holds = lambda *asked: (key := of(*asked)) in _of_table(_large(key)).get(place, {})
        return found

    return decorate


def _large(key: tuple) -> str:
    """The name of the large table that a result is made of; "" where it is none."""
    return next((part for part in key if isinstance(part, str) and is_large(part)), "")


def _of_table(name: str) -> dict[str, dict]:
    """This session's results of a large table, by the function that made them."""
    if st.session_state.get("kept_of") != name:
        st.session_state.update(kept_of=name, kept={})
    return st.session_state["kept"]
