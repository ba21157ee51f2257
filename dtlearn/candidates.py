"""Candidates: every split that a level of the tree could make, scored, in flat arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtlearn.criteria import CRITERIA, TOLERANCE, Criterion, exact_score, settle
from dtlearn.data import Dataset
from dtlearn.split import Kind, Split


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every candidate split of every node that was scored, sorted by node, feature, value or threshold.

    node, feature, kind : (c,) int. at : (c,) value code or threshold, NaN for MULTIWAY.
    gain, split_info, score : (c,) float64; gain is exactly 0.0 where it is mathematically zero, and
        score is what the criterion compares (gain, or gain / split info; NaN where that is undefined).
    admissible : (c,) bool, may be chosen (no branch below min_samples_leaf, score defined).
    best : (c,) bool, admissible and equal to the largest score of its node, exactly: several are a tie.
    branch_offset : (c + 1,) rows of branch_counts that belong to each candidate.
    branch_counts : (n_branches, K) int64, class counts of every branch.
    """

    node: np.ndarray
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

    def __post_init__(self):
        for array in vars(self).values():
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.node)

    def of(self, node: int) -> range:
        """The candidates of a node, in the order in which they are tried."""
        lo, hi = np.searchsorted(self.node, [node, node + 1])
        return range(int(lo), int(hi))

    def branches(self, c: int) -> np.ndarray:
        """(B, K) class counts of each branch of candidate c."""
        return self.branch_counts[self.branch_offset[c] : self.branch_offset[c + 1]]

    def split(self, c: int) -> Split:
        kind = Kind(int(self.kind[c]))
        return Split(int(self.feature[c]), kind, None if kind is Kind.MULTIWAY else float(self.at[c]))


def questions(data: Dataset, nominal: str) -> np.ndarray:
    """(d + 1,) offsets: question numbers of feature j are offsets[j] .. offsets[j + 1] - 1.

    "Used once per path" counts questions: a nominal feature with more than two values asks one per
    value when values are tested one against the rest, else one; a numeric feature none, for each of
    its thresholds can separate examples only once.
    """
    sizes = [
        0 if f.numeric else len(f.values) if nominal == "one_vs_rest" and len(f.values) > 2 else 1
        for f in data.schema.features
    ]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def level_candidates(data: Dataset, settings, rows, group, counts, used, first_node: int) -> Candidates:
    """Every candidate of the nodes of one level.

    rows : (a,) examples that are in the nodes to be scored; group : (a,) their node, 0 .. L - 1.
    counts : (L, K) class counts. used : (L, Q) questions asked on the path. first_node : number of node 0.
    """
    offsets = questions(data, settings.nominal)
    parts = []
    for j, feature in enumerate(data.schema.features):
        x, y = data.X[rows, j], data.y[rows]
        if feature.numeric:
            parts.append(_thresholds(j, x, y, group, counts))
        else:
            free = ~used[:, offsets[j] : offsets[j + 1]]
            table = _table(x, y, group, counts.shape, len(feature.values))
            if free.shape[1] == 1:
                parts.append(_multiway(j, table, free[:, 0], settings))
            else:
                parts.append(_values(j, table, counts, free, settings))
    return _score(parts, CRITERIA[settings.criterion], settings.min_samples_leaf, counts, first_node)


def concatenate(levels: list[Candidates]) -> Candidates:
    """The candidates of all levels as one record; node numbers rise from level to level."""
    arrays = {
        name: np.concatenate([getattr(level, name) for level in levels])
        for name in vars(levels[0])
        if name != "branch_offset"
    }
    sizes = np.concatenate([np.diff(level.branch_offset) for level in levels])
    return Candidates(**arrays, branch_offset=np.concatenate([[0], np.cumsum(sizes)]))


def take(candidates: Candidates, index, node) -> Candidates:
    """The candidates at ``index`` (rising), with new node numbers."""
    sizes = np.diff(candidates.branch_offset)[index]
    rows = _ranges(candidates.branch_offset[index], sizes)
    arrays = {
        name: getattr(candidates, name)[index]
        for name in vars(candidates)
        if name not in ("node", "branch_offset", "branch_counts")
    }
    return Candidates(
        **arrays, node=node, branch_offset=np.concatenate([[0], np.cumsum(sizes)]),
        branch_counts=candidates.branch_counts[rows],
    )  # fmt: skip


def _table(x, y, group, shape, n_values):
    """(L, V, K) class counts of every value of a nominal feature in every node."""
    n_nodes, n_classes = shape
    index = (group * n_values + x.astype(np.int64)) * n_classes + y
    return np.bincount(index, minlength=n_nodes * n_values * n_classes).reshape(n_nodes, n_values, n_classes)


def _multiway(j, table, free, settings):
    # With reuse a question that sends every example one way would be asked for ever.
    several = (table.sum(axis=2) > 0).sum(axis=1) > 1
    node = np.flatnonzero(free & several if settings.reuse else free)
    n_values = table.shape[1]
    return j, Kind.MULTIWAY, node, np.full(len(node), np.nan), n_values, table[node].reshape(-1, table.shape[2])


def _values(j, table, counts, free, settings):
    rest = counts[:, None, :] - table
    both = (table.sum(axis=2) > 0) & (rest.sum(axis=2) > 0)
    node, value = np.nonzero(free & both if settings.reuse else free)
    branches = np.stack([table[node, value], rest[node, value]], axis=1)
    return j, Kind.VALUE, node, value.astype(np.float64), 2, branches.reshape(-1, table.shape[2])


def _thresholds(j, x, y, group, counts):
    """Midpoints of adjacent distinct values inside each node (Ch8 Alg. 8.2)."""
    order = np.lexsort((x, group))
    x, y, group = x[order], y[order], group[order]
    last_left = np.flatnonzero((group[1:] == group[:-1]) & (x[1:] > x[:-1]))
    node, low, high = group[last_left], x[last_left], x[last_left + 1]
    middle = low / 2 + high / 2
    at = np.where(middle > low, middle, high)  # a midpoint that rounds down to low would leave it right
    before = np.concatenate(
        [np.zeros((1, counts.shape[1]), np.int64), np.cumsum(np.eye(counts.shape[1], dtype=np.int64)[y], axis=0)]
    )
    start = np.searchsorted(group, np.arange(len(counts)))
    left = before[last_left + 1] - before[start[node]]
    branches = np.stack([left, counts[node] - left], axis=1)
    return j, Kind.THRESHOLD, node, at, 2, branches.reshape(-1, counts.shape[1])


def _ranges(start, size):
    """start[0], start[0] + 1, ... (size[0] of them), start[1], ...: flat indices of ragged rows."""
    ends = np.cumsum(size)
    return np.repeat(start - np.concatenate([[0], ends[:-1]]), size) + np.arange(ends[-1] if len(ends) else 0)


def _score(parts, criterion: Criterion, min_leaf: int, counts, first_node: int) -> Candidates:
    feature = np.concatenate([np.full(len(node), j) for j, _, node, *_ in parts]).astype(np.int64)
    kind = np.concatenate([np.full(len(node), k) for _, k, node, *_ in parts]).astype(np.int64)
    node = np.concatenate([part[2] for part in parts]).astype(np.int64)
    at = np.concatenate([part[3] for part in parts])
    sizes = np.concatenate([np.full(len(part[2]), part[4]) for part in parts]).astype(np.int64)
    branch_counts = np.concatenate([part[5] for part in parts])

    by_node = np.argsort(node, kind="stable")  # parts come feature by feature
    start = np.concatenate([[0], np.cumsum(sizes)[:-1]]) if len(sizes) else sizes
    branch_counts = branch_counts[_ranges(start[by_node], sizes[by_node])]
    feature, kind, node, at, sizes = (a[by_node] for a in (feature, kind, node, at, sizes))
    offset = np.concatenate([[0], np.cumsum(sizes)])

    n_branch = branch_counts.sum(axis=1)
    of_branch = np.repeat(np.arange(len(node)), sizes)
    n = np.maximum(counts[node].sum(axis=1), 1)
    weighted = np.bincount(of_branch, n_branch * criterion.impurity(branch_counts), minlength=len(node))
    gain = np.asarray(criterion.impurity(counts)[node] - weighted / n)
    share = n_branch / n[of_branch]
    split_info = np.bincount(of_branch, share * entropy_term(share), minlength=len(node))
    split_info = np.where(np.bincount(of_branch, n_branch > 0, minlength=len(node)) > 1, split_info, 0.0)
    for c in np.flatnonzero(np.abs(gain) <= TOLERANCE):
        gain[c] = settle(criterion, gain[c], counts[node[c]], branch_counts[offset[c] : offset[c + 1]])

    too_small = np.bincount(of_branch, (n_branch > 0) & (n_branch < min_leaf), minlength=len(node)) > 0
    score, defined = gain, np.ones(len(node), bool)
    if criterion.per_split_info:
        defined = split_info > 0
        score = np.divide(gain, split_info, out=np.full(len(node), np.nan), where=defined)
    admissible = defined & ~too_small
    best = _best(criterion, node, score, admissible, counts, branch_counts, offset)
    return Candidates(
        node + first_node, feature, kind, at, gain, split_info, score, admissible, best, offset, branch_counts
    )


def entropy_term(p):
    """-log2 p, with 0 for p = 0 so that p times it is the term of an entropy."""
    return 0.0 - np.log2(np.where(p > 0, p, 1.0))


def _best(criterion, node, score, admissible, counts, branch_counts, offset):
    """(c,) bool: the admissible candidates whose score equals the largest of their node, exactly."""
    key = np.where(admissible, score, -np.inf)
    top = np.full(len(counts), -np.inf)
    np.maximum.at(top, node, key)
    near = admissible & (key >= top[node] - TOLERANCE)
    if criterion.exact is None:
        return near
    rivals = np.bincount(node[near], minlength=len(counts))[node] > 1
    exact = {
        c: exact_score(criterion, counts[node[c]], branch_counts[offset[c] : offset[c + 1]])
        for c in np.flatnonzero(near & rivals)
    }
    largest: dict[int, object] = {}
    for c, value in exact.items():
        largest[node[c]] = max(value, largest.get(node[c], value))
    for c, value in exact.items():
        near[c] = value == largest[node[c]]
    return near
