"""Long work of a page: done outside of its fragment, where Cancel can stop it. Inside, Cancel would wait for the end.

A few jobs work at a time in a process (``turns``); the others wait, and are told how many are before them. Streamlit
ends a run, when its visitor clicks or goes away, from within the next call of ``st``: so there is one whenever work is
told of.
"""

from collections.abc import Callable
from threading import local
from time import monotonic, sleep

import streamlit as st

import dtlearn
from pages.ui.kit import tables
from pages.ui.kit.scene import defaults, save
from pages.ui.kit.session import is_visit, session, state
from pages.ui.kit.turns import TURNS

NO_BAR_BELOW_S = 0.4  # seconds of work that need no bar
UPDATE_EVERY_S = 0.1  # seconds between two words about it
YIELD_S = 0.001  # seconds in which others have the processor, whenever work is told of
_HERE = local()  # tell : that of the job which this thread is at
Tell = Callable[[float, str], None]  # of the share that is done, in words too; it raises what ends the work


def run_job(
    work: Callable[[Tell], None], cancel: Callable[[], None], key: str, begun: Callable[[], None] | None = None
) -> bool:
    """Do work when its turn has come; if that lasts, with a bar and a way out. Returns whether it was to be seen.

    cancel : sets the scene to what needs no such work. key : of the button. begun : called before there is something
    to be seen: the link must say what it shows, for Cancel finds it again; None writes it.
    """
    # A job in a job has its turn already: to wait for another might never end.
    if outer := getattr(_HERE, "tell", None):
        work(outer)
        return False
    seen, start, last = [], monotonic(), 0.0  # seen: where it is shown, and the bar

    def tell(share: float, words: str) -> None:
        nonlocal last
        sleep(YIELD_S)
        now = monotonic()
        if now - start < NO_BAR_BELOW_S or now - last < UPDATE_EVERY_S:
            return
        last = now
        _bar(share, words)

    def _bar(share: float, words: str) -> None:
        if not seen:
            begun() if begun else save(session().fields)
            seen.append(st.empty())
            inside = seen[0].container()
            seen.append(inside.progress(0.0, words))
            inside.button("Cancel", on_click=cancel, key=key)
        seen[1].progress(min(max(share, 0.0), 1.0), words)

    job = TURNS.join()
    try:
        while before := TURNS.before(job, 2 * UPDATE_EVERY_S):
            _bar(0.0, "Others are at work: " + (f"{before - 1} before you." if before > 1 else "you are next."))
        _HERE.tell = tell
        work(tell)
    finally:
        _HERE.tell = None
        TURNS.leave(job)
    if seen:
        seen[0].empty()
    return bool(seen)


def grow(name: str, data: dtlearn.Dataset, settings: dtlearn.GrowSettings) -> dtlearn.Trace:
    """A growth on a data set or a part of it; on a visitor's large table in its turn,
    with a way out to the usual data."""
    if not tables.is_large(name):
        return dtlearn.grow(data, settings)
    if not is_visit():
        with TURNS.turn():
            return dtlearn.grow(data, settings)
    fields = session().fields

    def work(tell: Tell) -> None:
        found.append(dtlearn.grow(data, settings, progress=lambda share: tell(share, f"Growing the tree: {share:.0%}")))

    def cancel() -> None:
        S = state()
        S.update(defaults(f for f in fields if f.name == "step" or tables.is_own(str(S[f.name]))))

    found: list[dtlearn.Trace] = []
    run_job(work, cancel, "long-grow", lambda: save(fields))
    return found[0]
