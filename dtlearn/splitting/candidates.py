"""Candidates: every split that a node could make, with its score; and the record of them that a growth leaves."""

from dataclasses import dataclass
from operator import index
from threading import Lock
from typing import NamedTuple

import numpy as np

from dtlearn.data.dataset import ReadOnly
from dtlearn.splitting.draws import children
from dtlearn.splitting.keys.base import is_key
from dtlearn.trees.split import Kind, Split
from dtlearn.trees.tree import Path, Tree

RECENT = 100_000  # candidates that are kept as they were last put together


@dataclass(frozen=True, eq=False)
class Candidates(ReadOnly):
    """Every candidate split of a node, in the order in which they are tried: by feature, then value or threshold.

    feature, kind : (c,) int. at : (c,) value code, threshold or mask, NaN for MULTIWAY.
    gain, split_info, score : (c,) float64; gain is exactly 0.0 where it is mathematically zero, and score is what the
        criterion compares (gain, or gain / split info; NaN where that is undefined).
    admissible : (c,) bool, may be chosen (no branch below min_samples_leaf, score defined).
    best : (c,) bool, admissible and equal to the largest score, exactly: several are a tie.
    branch_offset : (c + 1,) rows of branch_counts that belong to each candidate.
    branch_counts : (n_branches, K) int64, class counts of every branch; (n_branches, 1) examples in regression.
    ordered : (c,) bool, a cut of its feature's values in the order of their means: no set of them does better
        (Breiman), and those that are no cuts are left out.
    branch_values : (n_branches, 2) float64, mean and mean squared error of every branch; None for classes.
    taken : the candidate that a tree took which was given, not grown; None otherwise.
    """

    node: int
    feature: np.ndarray
    kind: np.ndarray
    at: np.ndarray
    gain: np.ndarray
    split_info: np.ndarray
    score: np.ndarray
    admissible: np.ndarray
    best: np.ndarray
    branch_offset: np.ndarray
    branch_counts: np.ndarray
    ordered: np.ndarray
    branch_values: np.ndarray | None = None
    taken: int | None = None

    def __len__(self) -> int:
        return len(self.feature)

    @property
    def chosen(self) -> int | None:
        """The one taken, else the first of the best, None without any."""
        if self.taken is not None:
            return self.taken
        first = int(self.best.argmax()) if len(self) else 0
        return first if len(self) and self.best[first] else None

    def possible(self, feature: int | None = None) -> int:
        """How many splits a feature has, or all have: v - 1 cuts that are listed stand for 2^(v-1) - 1 sets."""
        if feature is None:
            return sum(map(self.possible, set(self.feature.tolist()))) if self.ordered.any() else len(self)
        own = self.feature == feature
        listed = np.count_nonzero(own)
        return (1 << listed) - 1 if self.ordered[own].any() else listed

    def branches(self, c: int) -> np.ndarray:
        """(B, K) class counts of each branch of candidate c."""
        return self.branch_counts[self.branch_offset[c] : self.branch_offset[c + 1]]

    def split(self, c: int) -> Split:
        kind = Kind(int(self.kind[c]))
        return Split(int(self.feature[c]), kind, None if kind is Kind.MULTIWAY else float(self.at[c]))


class Kept(NamedTuple):
    """The keys of one level's candidates, as they were compared.

    nominal : for each family of nominal features its keys (c,), node after node, and where each node's end (L,).
    first, n : (L,) where each node stands in the sorted columns. thresholds : (F, M) keys after each position; or,
    where most values repeat, only those of thresholds, which stand at ``places`` of (F, M), M the ``width``.
    """

    nominal: list[tuple[np.ndarray, np.ndarray]]
    first: np.ndarray | None = None
    n: np.ndarray | None = None
    thresholds: np.ndarray | None = None
    places: np.ndarray | None = None
    width: int = 0

    @property
    def _arrays(self) -> list[np.ndarray]:
        arrays = (self.first, self.n, self.thresholds, self.places, *(a for pair in self.nominal for a in pair))
        return [array for array in arrays if array is not None]

    @property
    def size(self) -> int:
        """Keys on record."""
        return sum(keys.size for keys, _ in self.nominal) + (self.thresholds.size if self.thresholds is not None else 0)

    @property
    def nbytes(self) -> int:
        return sum(array.nbytes for array in self._arrays)

    def of(self, s: int, columns: int) -> np.ndarray:
        """The keys of node s: column after column, family after family."""
        found = [keys[(ends[s - 1] if s else 0) : ends[s]] for keys, ends in self.nominal]
        if self.thresholds is None:
            return np.concatenate(found)
        lo, hi = self.first[s], self.first[s] + self.n[s]
        if self.places is None:
            own = self.thresholds[:, lo:hi]
            return np.concatenate([own[is_key(own)], *found])
        row = np.arange(columns) * self.width
        edges = np.searchsorted(self.places, np.stack([row + lo, row + hi], axis=1))
        return np.concatenate([*(self.thresholds[a:b] for a, b in edges), *found])


class Record:
    """Every candidate of a growth: ``record[node]`` are a node's, none if it was never scored.

    Keys are kept level by level as far as the budget reaches; beyond it a node's are computed anew when asked for,
    to the same bits. Everything else follows from a node's examples.

    search : the Search that grew the tree. stats : (N, S) statistics of each node. segment : (N,) its place among the
        scored nodes of its level, or -1.
    kept : for each level its Kept, or None. tied : (N,) bool, whether each node's split ties with another; None if not
        known.
    """

    def __init__(self, search, tree: Tree, stats, segment, kept: list[Kept | None], tied=None):
        self.search, self.tree, self.stats, self.segment = search, tree, stats, segment
        self.kept, self._tied = kept, tied
        # A plain dict: a cached method would tie the record to itself, and a dropped one would linger.
        self._recent, self._held, self._lock = {}, 0, Lock()

    def __reduce__(self):
        return Record, (self.search, self.tree, self.stats, self.segment, self.kept, self._tied)

    __iter__ = None  # its nodes are the tree's

    def __getitem__(self, node: int | Path) -> Candidates:
        found = self._recent.get(node)
        if found is None:
            node = self.tree[node if isinstance(node, tuple) else index(node)].i
            found = self.build(node)
            with self._lock:
                self._held += len(found) - len(self._recent.get(node, ()))
                self._recent[node] = found
                while len(self._recent) > 1 and self._held > RECENT:
                    self._held -= len(self._recent.pop(next(iter(self._recent))))
        return found

    def __len__(self) -> int:
        """Candidates in all."""
        return sum(len(self.build(node)) for node in range(len(self.tree)))

    def tied(self, node: int) -> bool:
        """Whether several candidates of a node share the largest score."""
        if self._tied is None:
            return np.count_nonzero(self[node].best) > 1
        return bool(self._tied[node])

    @property
    def nbytes(self) -> int:
        """Bytes of the keys on record."""
        return sum(level.nbytes for level in self.kept if level)

    def build(self, node: int, replay: bool = False) -> Candidates:
        """A node's candidates, put together from the record; with ``replay`` all is computed anew."""
        tree, search = self.tree, self.search
        if self.segment[node] < 0:
            return search.none(node)
        if search.k:
            return self._drawn(node)[1]
        level = None if replay else self.kept[tree.depth[node]]
        keys = level.of(self.segment[node], len(search.numeric)) if level else None
        return search.candidates(node, tree[node].rows, self.stats[node], self._asked(node), keys)

    def drawn(self, node: int) -> np.ndarray:
        """The features that a node looked at, in ascending order; none if it was never scored."""
        search = self.search
        if self.segment[node] < 0:
            return np.empty(0, np.int64)
        return self._drawn(node)[0] if search.k else np.arange(len(search.n_values))

    def _drawn(self, node: int) -> tuple[np.ndarray, Candidates]:
        at = self.search.places
        for branch in self.tree[node].path:
            at = children(at, np.array([branch]))
        return self.search.candidates_drawn(node, self.tree[node].rows, self.stats[node], self._asked(node), at)

    def _asked(self, node: int) -> np.ndarray | None:
        """(1, V) bool: the questions of the node's path."""
        tree, nominal = self.tree, self.search.nominal
        asked = nominal.unasked()
        if asked is None:
            return None
        line = np.array(tree[node].line()[:-1], np.int64)
        return asked | nominal.asked(tree.feature[line], tree.kind[line], tree.at[line]).any(axis=0)

    def cut(self, tree: Tree, stays) -> "Record":
        """The record of a tree that keeps only the nodes ``stays`` (N,) bool of this one's."""
        tied = None if self._tied is None else self._tied[stays]
        return Record(self.search, tree, self.stats[stays], self.segment[stays], self.kept, tied)
