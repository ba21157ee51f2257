"""Steps: the growth of a tree as a sequence one can walk, forwards and back. Views over a Trace.

A step is a place in an order of the nodes, and a phase.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from dtlearn.growing.level_by_level import arrival_tests
from dtlearn.growing.orders import ORDERS
from dtlearn.pictures import pictures
from dtlearn.splitting.candidates import Candidates
from dtlearn.trees.tree import Node, Path, Stop

if TYPE_CHECKING:
    from dtlearn.growing.grow import Trace
    from dtlearn.show.documents.walkthrough import Walkthrough

LONG, SCORES = 1000, 1_000_000  # nodes, and examples times features of all nodes, of a growth that is walked in detail
MANY = 12  # a node with more candidates is scored, and listed, one feature at a time


class Phase(Enum):
    """What happens at a node: it is reached and the stop rules are tested, scored, decided."""

    ARRIVE = "arrive"
    SCORE = "score"
    DECIDE = "decide"


DETAILS = {
    "node": "one step a node",
    "question": "two steps a node: the question, the answer",
    "detail": "every stop rule, every candidate, the choice",
}


@dataclass(frozen=True)
class Test:
    """A stop rule at a node: whether it made the node a leaf."""

    stop: Stop
    holds: bool


@dataclass(frozen=True, eq=False)
class Step:
    """A moment of the growth: what is decided, what is being looked at.

    by : name of the order in ORDERS. at : place in ``order`` of the node looked at. phase : what happens there.
    shown : how many of the phase's items are on the table: stop rules (ARRIVE), candidates (SCORE).
    fresh : how many of them are new in this step.
    """

    trace: "Trace"
    by: str
    order: tuple[int, ...]
    k: int
    at: int
    phase: Phase
    shown: int
    fresh: int

    def __str__(self) -> str:
        return pictures().caption(self)

    def __repr__(self) -> str:
        return f"Step({self.k}, {self.event}: {self})"

    @cached_property
    def node(self) -> Node:
        return self.trace.tree[self.order[self.at]]

    @property
    def n_decided(self) -> int:
        """How many nodes have been split or made leaves so far: the first so many of the order."""
        return self.at + (self.phase is Phase.DECIDE)

    @property
    def decided(self) -> frozenset[int]:
        """Their numbers."""
        return frozenset(self.order[: self.n_decided])

    @property
    def done(self) -> Node | None:
        """The node decided in this step."""
        return self.node if self.phase is Phase.DECIDE else None

    @property
    def next(self) -> Node | None:
        """The node examined next (or now, while it is not decided)."""
        at = self.at + (self.phase is Phase.DECIDE)
        return self.trace.tree[self.order[at]] if at < len(self.order) else None

    @property
    def tests(self) -> tuple[Test, ...]:
        """Stop rules of the node, in order, up to the first that holds."""
        return tests(self.trace, self.node.i)

    @cached_property
    def candidates(self) -> Candidates:
        """The node's candidates; empty if it was never scored."""
        return self.trace.candidates[self.order[self.at]]

    @property
    def scored(self) -> int:
        """How many of the candidates have their score shown at this step."""
        match self.phase:
            case Phase.ARRIVE:
                return 0
            case Phase.SCORE:
                return self.shown
            case _:
                return len(self.candidates)

    @property
    def event(self) -> str:
        """What happens, as the pseudocode calls it: a key of ``pseudocode.Pseudocode.at``."""
        match self.phase:
            case Phase.ARRIVE if not self.shown:
                return "arrive"
            case Phase.ARRIVE:
                return self.tests[self.shown - 1].stop.name.lower()
            case Phase.SCORE:
                return "score"
            case _:
                return "split" if self.node.split else self.node.stop.name.lower()

    @cached_property
    def tied(self) -> list[int]:
        """The candidates that share the best score, the chosen one first; [] without candidates."""
        return np.flatnonzero(self.candidates.best).tolist()


def tests(trace: "Trace", node: int) -> tuple[Test, ...]:
    """The stop rules tested before candidates are scored, up to the first that makes the node a leaf."""
    tree, settings = trace.tree, trace.settings
    found, pure = [], tree.stops[node] is Stop.PURE
    lost = 0 if tree.stops[node] is Stop.ACCURATE else inf
    for stop, holds in arrival_tests(settings, tree.counts[node].sum(), pure, tree.depth[node], lost).items():
        found.append(Test(stop, bool(holds)))
        if holds:
            return tuple(found)
    if settings.out_of_questions is Stop.NO_FEATURE:
        found.append(Test(Stop.NO_FEATURE, tree.stops[node] is Stop.NO_FEATURE))
    return tuple(found)


class Steps(Sequence):
    """The steps of a growth, 0 .. last; step 0 stands before the first decision."""

    def __init__(self, trace: "Trace", order: str, detail: str):
        self.trace, self.by, self.detail = trace, order, detail
        self.order = tuple(ORDERS[order](trace.tree, trace.settings.criterion))
        self._plan = [entry for at in range(len(self.order)) for entry in self._of(at)]

    def _of(self, at: int) -> list[tuple[int, Phase, int, int]]:
        if self.detail == "node":
            start = [(0, Phase.ARRIVE, 0, 0)] if at == 0 else []
            return [*start, (at, Phase.DECIDE, 0, 0)]
        if self.detail == "question":
            return [(at, Phase.ARRIVE, 0, 0), (at, Phase.DECIDE, 0, 0)]
        node = self.order[at]
        rules = range(1, len(tests(self.trace, node)) + 1)
        ends = self._ends(node)
        return [
            *((at, Phase.ARRIVE, i, 1) for i in rules),
            *((at, Phase.SCORE, hi, hi - lo) for lo, hi in zip([0, *ends], ends, strict=False)),
            (at, Phase.DECIDE, 0, 0),
        ]

    def _ends(self, node: int) -> list[int]:
        """How many candidates are scored after each scoring step of a node."""
        found = self.trace.candidates[node]
        if found.possible() <= MANY:
            return list(range(1, len(found) + 1))
        return [*(np.flatnonzero(np.diff(found.feature)) + 1).tolist(), len(found)]

    def __len__(self) -> int:
        return len(self._plan)

    def __getitem__(self, k: int | slice) -> Step | list[Step]:
        if isinstance(k, slice):
            return [self[i] for i in range(len(self))[k]]
        k = range(len(self._plan))[k]
        return Step(self.trace, self.by, self.order, k, *self._plan[k])

    @cached_property
    def decisions(self) -> dict[int, int]:
        """Node number -> the step that decides it."""
        return {self.order[at]: k for k, (at, phase, *_) in enumerate(self._plan) if phase is Phase.DECIDE}

    def walkthrough(self, algorithm: str = "", about: str = "", part: range | None = None) -> "Walkthrough":
        """The growth as a page that plays: ``steps.walkthrough().save("lesson.html")`` (see ``growth_walkthrough``)."""
        return pictures().growth_walkthrough(self, algorithm, about, part)

    def nearest(self, path: Path, decided: bool) -> int:
        """The step at the node of a path (or its last ancestor that exists): its decision, or before it."""
        while (node := self.trace.tree.find(path)) is None:
            path = path[:-1]
        k = self.decisions[node]
        if decided:
            return k
        at = self._plan[k][0]
        while k and self._plan[k - 1][0] == at:
            k -= 1
        return k


def detailed(trace: "Trace") -> bool:
    """Whether a growth can be walked in detail: a very large one has more steps than anybody would look at."""
    tree = trace.tree
    scores = int(tree.n[tree.first_child >= 0].sum()) * len(trace.data.schema.features)
    return len(tree) <= LONG and scores <= SCORES


def steps(trace: "Trace", order: str = "depth_first", detail: str = "node") -> Steps:
    """The growth in an order of ORDERS and a detail of DETAILS.

    >>> from dtlearn import grow, load
    >>> len(steps(grow(load("play_tennis"))))
    9
    """
    if order not in ORDERS or detail not in DETAILS:
        raise ValueError(f"order is one of {', '.join(ORDERS)}; detail is one of {', '.join(DETAILS)}.")
    return Steps(trace, order, detail)
