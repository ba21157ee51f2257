"""Turns at heavy work: some jobs at a time in one process, first come first served."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition


class FairQueue:
    """A line of jobs, of which the first ``slots`` are at work."""

    def __init__(self, slots: int):
        self._slots, self._line, self._moved = slots, [], Condition()

    def __len__(self) -> int:
        """Jobs at work or waiting."""
        return len(self._line)

    def join(self) -> object:
        """Go to the end of the line; returns the job's place in it, to be given back by ``leave``."""
        job = object()
        with self._moved:
            self._line.append(job)
        return job

    def leave(self, job: object) -> None:
        with self._moved:
            self._line.remove(job)
            self._moved.notify_all()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait in line, then work."""
        job = self.join()
        try:
            while self.before(job, seconds=60):
                pass
            yield
        finally:
            self.leave(job)

    def before(self, job: object, seconds: float = 0.0) -> int:
        """How many waiting jobs, this one counted, have to be let in first; 0: go to work. Waits so long for that."""
        with self._moved:
            self._moved.wait_for(lambda: not self._before(job), seconds)
            return self._before(job)

    def _before(self, job: object) -> int:
        return max(self._line.index(job) + 1 - self._slots, 0)


def slots() -> int:
    """How many heavy jobs may work at once: DTLEARN_HEAVY_JOBS, 1 to 16, by default 2.

    >>> slots()
    2
    """
    said = os.environ.get("DTLEARN_HEAVY_JOBS", "").strip()
    return min(max(int(said), 1), 16) if said.isascii() and said.isdigit() else 2


TURNS = FairQueue(slots())
