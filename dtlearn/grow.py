"""grow(): a tree grown level by level, with every candidate split on record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dtlearn.candidates import Candidates, concatenate, level_candidates, questions, take
from dtlearn.criteria import CRITERIA
from dtlearn.data import Dataset, codes
from dtlearn.split import Kind, route
from dtlearn.tree import Stop, Tree

NOMINAL = ("multiway", "one_vs_rest")


@dataclass(frozen=True)
class GrowSettings:
    """Everything in which the notes' algorithms differ; hashable.

    criterion : a name in CRITERIA.
    nominal : "multiway", one branch per value; "one_vs_rest", one value against the rest.
    reuse : a nominal question may be asked again further down (its answer is known: only for binary questions).
    stop_at_zero_gain : a node whose best gain is 0 becomes a leaf (CS181, BuildTree); else it is split (UML, Ch8).
    max_depth : deepest level of a node, the root is 0; None for no limit.
    min_samples_split : a node with fewer examples becomes a leaf (BuildTree's m, Ch8's minParent).
    min_samples_leaf : no branch may get fewer examples, unless it gets none (Ch8's minLeaf).
    max_leaf_nodes : cut of the best-first order to so many leaves; None for no limit.
    """

    criterion: str = "info_gain"
    nominal: str = "multiway"
    reuse: bool = False
    stop_at_zero_gain: bool = True
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None

    @property
    def out_of_questions(self) -> Stop:
        """Why a node without a candidate is a leaf: where questions may come again, all their gains are 0 then."""
        return Stop.NO_GAIN if self.stop_at_zero_gain and self.reuse else Stop.NO_FEATURE

    def __post_init__(self):
        if self.criterion not in CRITERIA:
            raise ValueError(f"There is no criterion {self.criterion!r}: choose one of {', '.join(CRITERIA)}.")
        if self.nominal not in NOMINAL:
            raise ValueError(f"nominal is {self.nominal!r}: choose one of {', '.join(NOMINAL)}.")
        least = {"max_depth": 0, "min_samples_split": 0, "min_samples_leaf": 1, "max_leaf_nodes": 1}
        for name, low in least.items():
            value = getattr(self, name)
            if value is not None and value < low:
                raise ValueError(f"{name} is {value}: choose {low} or more.")


ALGORITHMS = {
    # Binary questions, each once per path, no stop at zero gain (UML 18.2).
    "ID3 (UML)": GrowSettings(nominal="one_vs_rest", stop_at_zero_gain=False),
    # One branch per value, stop when the best gain is 0, empty branch -> parent's majority (CS181 lecture 6).
    "ID3 (CS181)": GrowSettings(),
    # Pure, fewer than m rows, or gain <= 0 (project notes, BuildTree).
    "BuildTree": GrowSettings(reuse=True),
    # BuildTree with the gain ratio; C4.5 itself also asks for at least the average gain.
    "C4.5-style": GrowSettings(criterion="gain_ratio", reuse=True),
    # Binary questions, used again freely, zero-gain splits taken (Ch8 Alg. 8.1 and 8.2).
    "CART": GrowSettings(criterion="gini_gain", nominal="one_vs_rest", reuse=True, stop_at_zero_gain=False),
}


@dataclass(frozen=True, eq=False)
class Trace:
    """What grow() leaves: the tree, and every candidate that was scored on the way.

    best : (N,) int, the candidate each node would split on (ties: the first), -1 if it has none.
        A node with a best candidate may still be a leaf: see ``tree.stops``.
    """

    data: Dataset
    settings: GrowSettings
    tree: Tree
    candidates: Candidates
    best: np.ndarray

    def __post_init__(self):
        self.best.setflags(write=False)

    def __repr__(self) -> str:
        return repr(self.tree)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return self.tree._repr_mimebundle_()

    def predict(self, X) -> np.ndarray:
        """(m,) class names for X, rows of cells as in the CSV; for codes see ``Tree.predict``."""
        return np.array(self.data.schema.classes)[self.tree.predict(encode(self.data, X))]

    def to_dot(self) -> str:
        """The tree in Graphviz's DOT language."""
        return self.tree.to_dot()

    def steps(self, order: str = "depth_first", detail: str = "node"):
        """The growth as a sequence of Step (see ``dtlearn.steps``)."""
        from dtlearn.steps import steps

        return steps(self, order, detail)


def encode(data: Dataset, X) -> np.ndarray:
    """(m, d) codes of rows given as cells; a nominal value that the data does not have becomes -1.

    Raises ValueError if the rows do not have d cells or a numeric cell is no number.
    """
    X, features = np.asarray(X, dtype=object), data.schema.features
    if X.ndim != 2 or X.shape[1] != len(features):
        raise ValueError(f"X has shape {X.shape}: give rows of {len(features)} cells.")
    return np.array([codes(f, column, unknown=-1) for f, column in zip(features, X.T, strict=True)], np.float64).T


def arrival_tests(settings: GrowSettings, n, largest, depth) -> dict[Stop, np.ndarray]:
    """The stop rules that are tested before any candidate is scored, in order; True: becomes a leaf.

    n, largest, depth : examples, examples of the majority class, depth; arrays or numbers.
    """
    tests = {}
    if settings.nominal == "multiway" or not settings.reuse:
        tests[Stop.EMPTY] = n == 0
    tests[Stop.PURE] = largest == n
    if settings.max_depth is not None:
        tests[Stop.MAX_DEPTH] = depth >= settings.max_depth
    if settings.min_samples_split > 2:  # one example is pure anyway
        tests[Stop.TOO_FEW] = n < settings.min_samples_split
    return tests


def grow(data: Dataset, settings: GrowSettings = ALGORITHMS["ID3 (CS181)"]) -> Trace:
    """The tree that the settings grow on a data set, and every candidate on the way.

    Ties go to the lowest feature, then the lowest value or threshold; a majority tie to the first class.

    >>> from dtlearn import load
    >>> grow(load("play_tennis"))
    Outlook  (5 No, 9 Yes)
    ├─ Sunny: Humidity  (3 No, 2 Yes)
    │  ├─ High: No  (3 No, 0 Yes)
    │  └─ Normal: Yes  (0 No, 2 Yes)
    ├─ Overcast: Yes  (0 No, 4 Yes)
    └─ Rain: Wind  (2 No, 3 Yes)
       ├─ Weak: Yes  (0 No, 3 Yes)
       └─ Strong: No  (2 No, 0 Yes)
    """
    levels, found = [], []
    n_classes = len(data.schema.classes)
    rows, group = np.arange(len(data)), np.zeros(len(data), np.int64)
    leaf_of_row = np.zeros(len(data), np.int64)
    offsets = questions(data, settings.nominal)
    used = np.zeros((1, offsets[-1]), bool)
    parent, branch, parent_label = np.array([-1]), np.array([-1]), np.array([0])
    first = 0
    while len(parent):
        size = len(parent)
        counts = np.bincount(group * n_classes + data.y[rows], minlength=size * n_classes).reshape(size, n_classes)
        n, largest = counts.sum(axis=1), counts.max(axis=1)
        label = np.where(n == 0, parent_label, counts.argmax(axis=1))
        stop = np.full(size, None, dtype=object)
        for reason, holds in arrival_tests(settings, n, largest, len(levels)).items():
            stop[holds & (stop == None)] = reason  # noqa: E711 (elementwise)
        open_ = stop == None  # noqa: E711
        here = open_[group]
        scored = level_candidates(data, settings, rows[here], group[here], counts, used | ~open_[:, None], first)
        found.append(scored)
        best = np.full(size, -1)
        winners = np.flatnonzero(scored.best)[::-1]  # written last to first, so the first tie stays
        best[scored.node[winners] - first] = winners
        _refuse(stop, open_, best, scored, settings, size, first)

        split = np.flatnonzero(stop == None)  # noqa: E711
        chosen = best[split]
        feature, kind, at = np.full(size, -1), np.full(size, int(Kind.NONE)), np.full(size, np.nan)
        feature[split], kind[split], at[split] = scored.feature[chosen], scored.kind[chosen], scored.at[chosen]
        n_children = np.zeros(size, np.int64)
        n_children[split] = np.diff(scored.branch_offset)[chosen]
        begin = np.cumsum(n_children) - n_children  # number of each node's first child inside the next level
        levels.append(
            {
                "parent": parent, "branch": branch, "depth": np.full(size, len(levels)), "feature": feature,
                "kind": kind, "at": at, "label": label, "counts": counts, "n_children": n_children,
                "first_child": np.where(n_children > 0, first + size + begin, -1), "stops": stop,
                "best": np.where(best >= 0, best + sum(map(len, found[:-1])), -1),
            }
        )  # fmt: skip
        leaf_of_row[rows] = first + group
        moving = kind[group] != Kind.NONE
        rows, group = rows[moving], group[moving]
        way = route(kind[group], at[group], data.X[rows, feature[group]])
        group = begin[group] + way
        of_child = np.repeat(np.arange(size), n_children)
        parent, parent_label = first + of_child, label[of_child]
        branch = np.arange(len(of_child)) - begin[of_child]
        used = used[of_child] | _asked(offsets, feature, kind, at)[of_child] if not settings.reuse else used[of_child]
        first += size

    arrays = {name: np.concatenate([level[name] for level in levels]) for name in levels[0]}
    stops, best = tuple(arrays.pop("stops")), arrays.pop("best")
    rows, lo, hi = _slices(arrays["first_child"], arrays["n_children"], leaf_of_row)
    tree = Tree(data.schema, **arrays, rows=rows, lo=lo, hi=hi, stops=stops)
    trace = Trace(data, settings, tree, concatenate(found), best)
    return trace if settings.max_leaf_nodes is None else _cut(trace, settings.max_leaf_nodes)


def _refuse(stop, open_, best, scored, settings, size, first):
    """Enter the reason why an open node cannot be split after all: no candidate, none allowed, no gain."""
    has_any = np.bincount((scored.node - first)[scored.score == scored.score], minlength=size) > 0  # NaN: no score
    stop[open_ & ~has_any] = settings.out_of_questions
    stop[open_ & has_any & (best < 0)] = Stop.MIN_LEAF
    if settings.stop_at_zero_gain:
        gain = np.where(best >= 0, scored.gain[best] if len(scored) else 0.0, 1.0)
        stop[open_ & (best >= 0) & (gain <= 0)] = Stop.NO_GAIN


def _asked(offsets, feature, kind, at) -> np.ndarray:
    """(L, Q) bool: the question that each node of a level asks."""
    asked = np.zeros((len(feature), offsets[-1]), bool)
    nominal = np.flatnonzero((kind == Kind.MULTIWAY) | (kind == Kind.VALUE))
    value = np.where(kind[nominal] == Kind.VALUE, at[nominal], 0).astype(np.int64)
    asked[nominal, offsets[feature[nominal]] + value] = True
    return asked


def _slices(first_child, n_children, leaf_of_row):
    """The permutation of the rows in which every node is one range, and each node's lo and hi."""
    size = len(first_child)
    rank, stack, order = np.zeros(size, np.int64), [0], []
    while stack:
        node = stack.pop()
        rank[node] = len(order)
        order.append(node)
        stack.extend(
            range(first_child[node] + n_children[node] - 1, first_child[node] - 1, -1) if n_children[node] else ()
        )
    rows = np.argsort(rank[leaf_of_row], kind="stable")
    n = np.bincount(leaf_of_row, minlength=size)
    subtree = n.copy()
    for node in reversed(range(size)):
        if n_children[node]:
            subtree[node] += subtree[first_child[node] : first_child[node] + n_children[node]].sum()
    at = np.zeros(size, np.int64)
    at[order] = np.cumsum(n[order]) - n[order]
    return rows, at, at + subtree


def _cut(trace: Trace, max_leaf_nodes: int) -> Trace:
    """The tree after the first splits of the best-first order, as many as the leaves allow."""
    from dtlearn.steps import best_first

    tree, leaves = trace.tree, 1
    kept = np.zeros(len(tree), bool)
    for node in best_first(trace):
        grown = int(tree.n_children[node]) - 1
        if grown < 0 or leaves + grown > max_leaf_nodes:
            break
        leaves += grown
        kept[node] = True
    stays = np.concatenate([[True], kept[tree.parent[1:]]])
    new = np.cumsum(stays) - 1
    cut = stays & ~kept & (tree.kind != Kind.NONE)
    stops = tuple(Stop.BUDGET if cut[i] else tree.stops[i] for i in np.flatnonzero(stays))
    arrays = {name: np.where(cut, -1, getattr(tree, name))[stays] for name in ("first_child", "feature", "kind")} | {
        name: getattr(tree, name)[stays] for name in ("branch", "depth", "label", "lo", "hi", "at", "counts")
    }
    arrays["first_child"] = np.where(arrays["first_child"] >= 0, new[arrays["first_child"]], -1)
    parent = np.where(tree.parent >= 0, new[tree.parent], -1)[stays]
    n_children = np.where(cut, 0, tree.n_children)[stays]
    index = np.flatnonzero(stays[trace.candidates.node])
    best = np.where(trace.best >= 0, np.searchsorted(index, trace.best), -1)[stays]
    return Trace(
        trace.data, trace.settings,
        Tree(tree.schema, parent=parent, n_children=n_children, rows=tree.rows, stops=stops, **arrays),
        take(trace.candidates, index, new[trace.candidates.node[index]]), best,
    )  # fmt: skip
