"""A cache for everyone, which the large tables of visitors do not fill: of those a session keeps its own, and few."""

from collections.abc import Callable
from contextlib import nullcontext
from functools import wraps

import streamlit as st

from pages.ui.kit.tables import is_large, lent


def _everyones(most: int) -> Callable:
    return st.cache_resource(max_entries=most, show_spinner=False)


def kept(
    most: int, few: int = 2, says: str = "", cache: Callable[[int], Callable] = _everyones, of: Callable | None = None
) -> Callable:
    """Decorate a function of hashable arguments, one of them the name of a data set.

    most : results that all visitors share. few : those that a session keeps of a large table; of one such table only,
    the last that was looked at. says : what is said while one is made of such a table. cache : ``lru_cache`` where a page
    looks things up a hundred times a run, and Streamlit's millisecond for each would be felt. of : a scene -> the
    arguments; what is decorated then takes a scene, and ``by`` of it the arguments.
    """

    def decorate(make: Callable) -> Callable:
        shared, place = cache(most)(make), f"{make.__module__}.{make.__name__}"

        @wraps(make)
        def found(*key):
            name = next((part for part in key if isinstance(part, str) and is_large(part)), "")
            if not name:
                return shared(*key)
            if lent():
                return make(*key)
            results = _of_table(name).setdefault(place, {})
            if key not in results:
                with st.spinner(says) if says else nullcontext():
                    made = make(*key)
                for old in list(results)[: max(len(results) + 1 - few, 0)]:
                    del results[old]
                results[key] = made
            return results.setdefault(key, results.pop(key))  # the latest last

        found.holds = lambda name, *rest: (name, *rest) in _of_table(name).get(place, {})
        if of is None:
            return found
        of_scene = wraps(make)(lambda *scene: found(*of(*scene)))
        of_scene.by = found
        return of_scene

    return decorate


def _of_table(name: str) -> dict[str, dict]:
    """This session's results of a large table, by the function that made them."""
    if st.session_state.get("kept_of") != name:
        st.session_state.update(kept_of=name, kept={})
    return st.session_state["kept"]
