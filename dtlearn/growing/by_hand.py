"""A tree grown by hand: at every node a person's choice, the algorithm's, or none yet.

One node at a time from the same search as ``grow``, so that every node, also one that was stopped by hand, keeps its
candidates on record; a tree that people choose has too few nodes for a level-wise loop to pay.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from dtlearn.data.dataset import Dataset, ReadOnly, matched
from dtlearn.growing.errors import losses, rows
from dtlearn.growing.grow import GrowSettings, Trace, check
from dtlearn.growing.level_by_level import arrival_tests
from dtlearn.splitting.candidates import Candidates, Record
from dtlearn.splitting.draws import children
from dtlearn.splitting.search import Search
from dtlearn.splitting.sorted_columns import midpoint
from dtlearn.trees.sketch import Sketch, n_branches, plant, sketch
from dtlearn.trees.split import MULTIWAY, NONE, THRESHOLD, Kind, Split, route
from dtlearn.trees.tree import Path, Stop, Tree, nonempty

Choices = tuple[tuple[Path, Split | None], ...]  # a node by its path, and its split; None: stop there
OTHERWISE = ("open", "best")


@dataclass(frozen=True, eq=False)
class HandMade(ReadOnly):
    """A tree that was chosen, wholly or in part.

    trace : the tree, with the candidates of every node; a node that is open is a leaf in it.
    choices : those that could be made, a threshold as its node writes it. refused : the others.
    chosen : (N,) int, the candidate that a node was split on, -1 for a leaf.
    mine, open : (N,) bool, decided by a choice; decided by nobody yet.
    """

    trace: Trace
    choices: Choices
    refused: Choices
    chosen: np.ndarray
    mine: np.ndarray
    open: np.ndarray

    @property
    def tree(self) -> Tree:
        return self.trace.tree

    @property
    def decided(self) -> list[int]:
        """The numbers of the nodes that are split, or leaves, already."""
        return np.flatnonzero(~self.open).tolist()

    def best(self, node: int) -> int | None:
        """The candidate that scores best at a node; of equals the one taken, else the first. None without any."""
        found, taken = self.trace.candidates[node], int(self.chosen[node])
        return taken if taken >= 0 and found.best[taken] else found.chosen

    def regret(self, node: int) -> float:
        """The best score less that of what was done; to stop scores 0. 0.0 for a tie, and for a node that is open."""
        found, taken, best = self.trace.candidates[node], int(self.chosen[node]), self.best(node)
        if best is None or self.open[node] or best == taken:
            return 0.0
        return float(found.score[best] - (found.score[taken] if taken >= 0 else 0.0))

    @property
    def total_regret(self) -> float:
        """The regrets of all nodes, each times the share of the examples that reach it."""
        share = self.tree.n / len(self.trace.data)
        return float(sum(share[i] * self.regret(i) for i in range(len(self.tree))))


class _Place(NamedTuple):
    """A node to be decided: its path, its examples, the questions of its path, where its draws begin,
    the parent's label."""

    path: Path
    rows: np.ndarray
    asked: np.ndarray | None
    at: np.ndarray | None
    label: int


def by_hand(data: Dataset, settings: GrowSettings, choices: Choices = (), otherwise: str = "open") -> HandMade:
    """The tree that choices make; where there is none, a node stays open, or the algorithm decides ("best").

    The stop rules that need no candidates (pure, empty, depth, too few examples) stand above a choice; a least gain
    and a stop at gain 0 do not. Two choices of one node: the later one counts. The rest of the tree does not depend on
    a choice, random features neither: they belong to the place of a node.

    >>> from dtlearn import load
    >>> by_hand(load("or"), GrowSettings(), (((), Split(1, Kind.MULTIWAY)),)).open.tolist()
    [False, True, False]
    """
    check(data, settings)
    if settings.cuts:
        raise ValueError("By hand you decide how large the tree is: leave out the limits of leaves, nodes and splits.")
    if otherwise not in OTHERWISE:
        raise ValueError(f"otherwise is {otherwise!r}: choose one of {', '.join(OTHERWISE)}.")
    search, wanted, made = Search(data, settings), dict(choices), {}
    words, reasons, stats, facts = [], [], [], []
    stack = [_Place((), np.arange(len(data)), search.nominal.unasked(), search.places if search.k else None, 0)]
    while stack:
        place = stack.pop()
        here = search.scorer.statistics(place.rows, np.zeros(len(place.rows), np.int64), 1)
        does, scored, mine, open_ = _arrived(search, place, here), False, False, False
        if does is None:
            found, scored = _candidates(search, place, here[0]), True
            does = advice(settings, found)
            if found.best.any():
                named = _named(data, place.rows, found, wanted[place.path]) if place.path in wanted else None
                if named is not None:
                    does, mine = named, True
                    made[place.path] = None if named is Stop.BY_HAND else found.split(named)
                elif otherwise == "open":
                    does, open_ = Stop.BY_HAND, True
        label = 0 if data.schema.regression else int(here[0].argmax()) if len(place.rows) else place.label
        stops = isinstance(does, Stop)
        words.append(label if stops else found.split(does))
        reasons.append(does if stops else None)
        stats.append(here[0])
        facts.append((len(place.path), -1 if stops else does, mine, open_, scored))
        if not stops:
            stack += reversed(_children(search, place, words[-1], label))
    order = np.argsort([depth for depth, *_ in facts], kind="stable")  # as plant() numbers the nodes
    depth, chosen, mine, open_, scored = (np.array(fact)[order] for fact in zip(*facts, strict=True))
    tree, levels = plant(data, words, reasons), [None] * (int(depth[-1]) + 1)
    record = Record(search, tree, np.array(stats)[order], np.where(scored, 0, NONE), levels)
    kept = {path: made[path] for path, _ in choices if path in made}
    refused = tuple((path, choice) for path, choice in choices if path not in made)
    return HandMade(Trace(data, settings, tree, record), tuple(kept.items()), refused, chosen, mine, open_)


def _arrived(search: Search, place: _Place, stats) -> Stop | None:
    """The first stop rule that holds before any candidate is scored."""
    n = search.scorer.sizes(stats)
    pure = search.scorer.pure(stats, n, place.rows, np.zeros(len(place.rows), np.int64))
    return arrived(search.settings, n[0], pure[0], len(place.path), search.scorer.lost(stats)[0])


def arrived(settings: GrowSettings, n: int, pure: bool, depth: int, lost: float = 0) -> Stop | None:
    """The first stop rule that holds at one node on arrival, see ``arrival_tests``."""
    return next((stop for stop, holds in arrival_tests(settings, n, pure, depth, lost).items() if holds), None)


def _candidates(search: Search, place: _Place, stats) -> Candidates:
    if search.k:
        return search.candidates_drawn(NONE, place.rows, stats, place.asked, place.at)[1]
    return search.candidates(NONE, place.rows, stats, place.asked)


def advice(settings: GrowSettings, found: Candidates) -> int | Stop:
    """What the algorithm does at a node with these candidates: the number of one, or why it makes a leaf."""
    c = found.chosen
    if c is None:
        return Stop.MIN_LEAF if (found.score == found.score).any() else settings.out_of_questions
    if settings.stop_at_zero_gain and found.gain[c] == 0:
        return Stop.NO_GAIN
    return Stop.SMALL_GAIN if found.score[c] < settings.min_gain else c


def _named(data: Dataset, here, found: Candidates, choice: Split | None) -> int | Stop | None:
    """The candidate that a choice names, or BY_HAND to stop; None if there is no such candidate to choose.

    A threshold names the candidate that parts the examples in the same way.
    """
    if choice is None:
        return Stop.BY_HAND
    fits = (found.feature == choice.feature) & (found.kind == choice.kind) & found.admissible
    if choice.kind == THRESHOLD and fits.any():  # else there may be no such column
        left = np.count_nonzero(data.X[here, choice.feature] < choice.at)
        fits[fits] = [found.branches(c)[0].sum() == left for c in np.flatnonzero(fits)]
    elif choice.kind != MULTIWAY:
        fits &= found.at == choice.at
    return int(fits.argmax()) if fits.any() else None


def _children(search: Search, place: _Place, split: Split, label: int) -> list[_Place]:
    data, asked = search.data, place.asked
    at = 0.0 if split.at is None else split.at
    way = route(int(split.kind), at, data.X[place.rows, split.feature])
    if asked is not None:
        columns = (np.array([value]) for value in (split.feature, int(split.kind), at))
        asked = asked | search.nominal.asked(*columns)
    return [
        _Place(
            (*place.path, b),
            place.rows[way == b],
            asked,
            None if place.at is None else children(place.at, np.array([b])),
            label,
        )
        for b in range(n_branches(split, data.schema))
    ]


def choices_of(tree: Tree) -> Choices:
    """The choices that make a tree: its splits, parents first, and where it stops although its classes are mixed."""
    return tuple((node.path, node.split) for node in tree if node.split or (node.n and max(node.counts) < node.n))


def asked_again(tree: Tree, data: Dataset) -> Tree:
    """The same questions with labels from other examples: a leaf's majority, an empty one has its parent's."""
    again = plant(matched(data, tree.schema), sketch(tree))
    return replace(again, label=again.counts.argmax(axis=1)[nonempty(again.parent, again.n)])


def left_out(data: Dataset, tree_without) -> int:
    """How many examples are told wrong by a tree that was made without them, each in turn.

    tree_without : the tree of a data set with one example less.
    """
    wrong = 0
    for i in range(len(data)):
        others = np.arange(len(data)) != i
        wrong += int(losses(tree_without(rows(data, others)), rows(data, ~others))[0])
    return wrong


@lru_cache(8)  # every tree of a row asks
def questions_of(data: Dataset) -> tuple[tuple[Split, bool], ...]:
    """The features of ``binarised(data, thresholds=True)`` as splits of the data; True: the answer 1 is branch 0."""
    found = []
    for j, feature in enumerate(data.schema.features):
        if feature.numeric:
            known = np.unique(data.X[:, j])
            cuts = midpoint(known[:-1], known[1:]).tolist()
            found += [(Split(j, Kind.THRESHOLD, t), True) for t in cuts]
        elif feature.values == ("0", "1"):
            found.append((Split(j, Kind.MULTIWAY), False))
        elif len(feature.values) == 2:
            found += [(Split(j, Kind.MULTIWAY), True), (Split(j, Kind.MULTIWAY), False)]
        else:
            found += [(Split(j, Kind.VALUE, float(code)), True) for code in range(len(feature.values))]
    return tuple(found)


def unbinarised(data: Dataset, words: Sketch) -> Sketch:
    """A sketch over the features of ``binarised(data, thresholds=True)`` as one over the data's own.

    >>> from dtlearn import load
    >>> data = load("play_tennis")
    >>> question, *classes = unbinarised(data, (Split(1, Kind.MULTIWAY), 0, 1))
    >>> question.title(data.schema), classes
    ('Outlook = Overcast', [1, 0])
    """
    asked, rest = questions_of(data), iter(words)

    def subtree() -> list[Split | int]:
        word = next(rest)
        if not isinstance(word, Split):
            return [word]
        (split, swaps), parts = asked[word.feature], [subtree(), subtree()]
        return [split, *(part for parts_ in (parts[::-1] if swaps else parts) for part in parts_)]

    return tuple(subtree())
