"""Turns at heavy work: first come first served, never more at once than there are slots, nobody is forgotten."""

from threading import Event, Lock, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from pages.ui.kit import turns
from pages.ui.kit.turns import FairQueue


@given(st.integers(1, 4), st.lists(st.integers(0, 9), max_size=40))
def test_the_line_is_served_in_order(slots, moves):
    """A number takes that job out of the line, wherever it stands; beyond its end another one comes."""
    line, jobs = FairQueue(slots), []
    for k in moves:
        if k < len(jobs):
            line.leave(jobs.pop(k))
        else:
            jobs.append(line.join())
        assert [line.before(job) for job in jobs] == [max(i + 1 - slots, 0) for i in range(len(jobs))]
    assert len(line) == len(jobs)


def test_who_waits_is_let_in_when_a_slot_is_free():
    line, lock, working, most, order, gate = FairQueue(2), Lock(), [], [], [], Event()

    def work(number, job):
        while line.before(job, 5):
            pass
        with lock:
            working.append(number)
            order.append(number)
            most.append(len(working))
        gate.wait(5)
        with lock:
            working.remove(number)
        line.leave(job)

    threads = [Thread(target=work, args=(k, line.join())) for k in range(6)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join(10)
    assert max(most) <= 2
    assert sorted(order) == list(range(6))
    assert len(line) == 0


@pytest.mark.parametrize(
    ("said", "slots"), [("", 2), ("3", 3), ("0", 1), ("99", 16), ("two", 2), ("-1", 2), ("²", 2), (" 4 ", 4)]
)
def test_the_number_of_slots_comes_from_the_environment(monkeypatch, said, slots):
    monkeypatch.setenv("DTLEARN_HEAVY_JOBS", said)
    assert turns.slots() == slots


def _page():
    import streamlit as st

    from pages.ui.kit import longwork

    def work(tell):
        st.session_state["worked"] = True
        for k in range(3):
            tell(k / 3, f"Part {k}")
            st.session_state["work"](k)

    longwork.run_job(work, lambda: None, "stop", lambda: None)
    st.write("done")


def _run(monkeypatch, work) -> tuple[AppTest, FairQueue]:
    line = FairQueue(1)
    monkeypatch.setattr("pages.ui.kit.longwork.TURNS", line)
    at = AppTest.from_function(_page)
    at.session_state["work"] = work
    return at, line


def test_work_that_is_quick_shows_nothing(monkeypatch):
    at, line = _run(monkeypatch, lambda k: None)
    at.run()
    assert [text.value for text in at.markdown] == ["done"]
    assert not at.button
    assert len(line) == 0


def test_a_slot_is_given_back_when_work_fails(monkeypatch):
    def fail(k):
        raise ValueError("broken")

    at, line = _run(monkeypatch, fail)
    at.run()
    assert at.exception
    assert len(line) == 0


def test_who_waits_sees_the_place_and_leaves_it_on_going(monkeypatch):
    at, line = _run(monkeypatch, lambda k: None)
    others, seen = [line.join() for _ in range(3)], []

    def before(job, seconds=0.0, real=line.before):
        found = real(job)
        seen.append(found)
        if others:
            line.leave(others.pop(0))
        return found

    monkeypatch.setattr(line, "before", before)
    at.run()
    assert seen == [3, 2, 1, 0]
    assert at.session_state["worked"]
    assert len(line) == 0


def test_a_job_in_a_job_waits_for_nobody(monkeypatch):
    from pages.ui.kit import longwork

    line, done = FairQueue(1), []
    monkeypatch.setattr(longwork, "TURNS", line)
    monkeypatch.setattr(line, "before", lambda job, seconds=0.0: 1 / (len(line) < 2) and 0)

    def inner(tell):
        done.append((len(line), tell))

    def outer(tell):
        longwork.run_job(inner, lambda: None, "inner", lambda: None)
        done.append((len(line), tell))

    longwork.run_job(outer, lambda: None, "outer", lambda: None)
    (within, said), (after, told) = done
    assert (within, after, len(line)) == (1, 1, 0)
    assert said is told
    longwork.run_job(inner, lambda: None, "again", lambda: None)
    assert done[-1][0] == 1
