"""grow(): a tree grown level by level, with every candidate split on record."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np

from dtlearn.candidates import Record
from dtlearn.criteria import CRITERIA, REGRESSION
from dtlearn.data import Dataset, codes
from dtlearn.levels import Level
from dtlearn.nominal import NOMINAL
from dtlearn.search import Best, Search
from dtlearn.split import NONE, route
from dtlearn.tree import Stop, Tree

LARGEST = 1e150  # beyond it the square of a number to predict overflows
KEEP = 5_000_000  # positions whose scores a growth keeps on record by default: 40 MB


@dataclass(frozen=True)
class GrowSettings:
    """Everything in which the notes' algorithms differ; hashable.

    criterion : a name in CRITERIA, or in REGRESSION where the target is a number.
    nominal : how a nominal feature of more than two values is split (Ch8 Fig. 8.2): "multiway", one branch per
        value; "one_vs_rest", one value against the rest; "ordered", a threshold in the listed order of the values;
        "subset", a set of values against the others.
    reuse : a nominal question may be asked again further down (its answer is known: only for binary questions).
    stop_at_zero_gain : a node whose best gain is 0 becomes a leaf (CS181, BuildTree); else it is split (UML, Ch8).
    min_gain : a node whose best score is smaller becomes a leaf (Ch8's gain threshold).
    max_depth : deepest level of a node, the root is 0; None for no limit.
    min_samples_split : a node with fewer examples becomes a leaf (BuildTree's m, Ch8's minParent).
    min_samples_leaf : no branch may get fewer examples, unless it gets none (Ch8's minLeaf).
    max_leaf_nodes, max_nodes, max_splits : cuts of the best-first order to so many leaves, nodes, or splits
        (UML's iterations); None for no limit.
    """

    criterion: str = "info_gain"
    nominal: str = "multiway"
    reuse: bool = False
    stop_at_zero_gain: bool = True
    min_gain: float = 0.0
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_leaf_nodes: int | None = None
    max_nodes: int | None = None
    max_splits: int | None = None

    @property
    def out_of_questions(self) -> Stop:
        """Why a node without a candidate is a leaf: where questions may come again, all their gains are 0 then."""
        return Stop.NO_GAIN if self.stop_at_zero_gain and self.reuse else Stop.NO_FEATURE

    @property
    def cuts(self) -> bool:
        """The best-first order is cut somewhere."""
        return not self.max_leaf_nodes is self.max_nodes is self.max_splits is None

    def exceeded(self, leaves: int, nodes: int, splits: int) -> bool:
        """A tree of this size is larger than allowed."""
        limits = ((leaves, self.max_leaf_nodes), (nodes, self.max_nodes), (splits, self.max_splits))
        return any(limit is not None and size > limit for size, limit in limits)

    def __post_init__(self):
        known = {**CRITERIA, **REGRESSION}
        if self.criterion not in known:
            raise ValueError(f"There is no criterion {self.criterion!r}: choose one of {', '.join(known)}.")
        if self.nominal not in NOMINAL:
            raise ValueError(f"nominal is {self.nominal!r}: choose one of {', '.join(NOMINAL)}.")
        least = {
            "min_gain": 0, "max_depth": 0, "min_samples_split": 0, "min_samples_leaf": 1, "max_leaf_nodes": 1,
            "max_nodes": 1, "max_splits": 0,
        }  # fmt: skip
        for name, low in least.items():
            value = getattr(self, name)
            free = value is None and name.startswith("max_")
            if not free and not (isinstance(value, Real) and value >= low):
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
    """What grow() leaves: the tree, and every candidate that was scored on the way."""

    data: Dataset
    settings: GrowSettings
    tree: Tree
    candidates: Record

    def __repr__(self) -> str:
        return repr(self.tree)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        return self.tree._repr_mimebundle_()

    def predict(self, X) -> np.ndarray:
        """(m,) class names, or means, for X, rows of cells as in the CSV; for codes see ``Tree.predict``."""
        found = self.tree.predict(encode(self.data, X))
        return found if self.data.schema.regression else np.array(self.data.schema.classes)[found]

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


def arrival_tests(settings: GrowSettings, n, pure, depth) -> dict[Stop, np.ndarray]:
    """The stop rules that are tested before any candidate is scored, in order; True: becomes a leaf.

    n, pure, depth : examples, whether they all have the same class, depth; arrays or numbers.
    """
    tests = {}
    if settings.nominal == "multiway" or not settings.reuse:
        tests[Stop.EMPTY] = n == 0
    tests[Stop.PURE] = pure
    if settings.max_depth is not None:
        tests[Stop.MAX_DEPTH] = depth >= settings.max_depth
    if settings.min_samples_split > 2:  # one example is pure anyway
        tests[Stop.TOO_FEW] = n < settings.min_samples_split
    return tests


def grow(data: Dataset, settings: GrowSettings = ALGORITHMS["ID3 (CS181)"], keep: int = KEEP) -> Trace:
    """The tree that the settings grow on a data set, and every candidate on the way.

    Ties go to the lowest feature, then the lowest value or threshold; a majority tie to the first class.
    keep : how many positions of sorted columns keep their score on record, 8 bytes each. The candidates of a
    node beyond it are computed anew when they are asked for, to the same bits.

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
    _check(data, settings)
    search = Search(data, settings)
    scorer, columns = search.scorer, search.columns()
    rows, lo_of_row = np.arange(len(data)), np.zeros(len(data), np.int64)
    state = np.zeros(len(data), np.uint8 if search.n_values.max() < 255 else np.uint32)
    lo = np.zeros(1, np.int64)
    stats = scorer.statistics(rows, lo_of_row, 1)
    n = scorer.sizes(stats)
    stop = _arrived(settings, n, scorer.pure(stats, n, rows, lo_of_row), 0)
    nodes, splits, kept = [(lo - 1, lo - 1, lo, stop, stats)], [], []
    asked, size, serial = search.nominal.unasked(), 1, (stop < 0).nonzero()[0]
    # A level is its open nodes, branch by branch (first children, second ones, ...), as their parents stood.
    # serial: their numbers in the order in which nodes come up; _assemble() numbers them from left to right.
    while len(serial):
        level, count = Level.of(stats, n), len(n)
        best = search.best(columns, level, rows, asked)
        keep -= best.kept.size
        kept.append(best.kept if keep >= 0 else None)
        stop = _refused(settings, best, scorer, stats)
        splits.append((serial, best.feature, best.kind, best.at, stop))
        n_children, seg = (stop < 0) * search.width(best), level.seg
        width = int(n_children.max())
        if np.count_nonzero(n_children) < count:
            moving = n_children[seg] > 0
            state[rows] = 0
            rows, seg = rows[moving], seg[moving]
        way = route(best.kind[seg], best.at[seg], data.X[rows, best.feature[seg]])
        place = way * count + seg
        stats = scorer.statistics(rows, place, width * count)
        n = scorer.sizes(stats)
        stop = _arrived(settings, n, scorer.pure(stats, n, rows, place), len(kept))
        n_branch = n.reshape(width, count)
        lo = (lo + np.add.accumulate(n_branch) - n_branch).reshape(-1)
        lo_of_row[rows] = lo[place]
        branch, above = np.divmod(np.arange(width * count), count)
        child, number = (serial[above], branch, lo, stop, stats), np.arange(size, size + width * count)
        open_ = stop < 0
        if np.count_nonzero(n_children == width) < count:
            exists = branch < n_children[above]
            open_ &= exists
            child, number = tuple(column[exists] for column in child), size - 1 + exists.cumsum()
        nodes.append(child)
        size += len(child[0])
        going = open_.nonzero()[0]
        serial = number[going]
        if len(serial):
            if asked is not None:
                asked = (asked | search.nominal.asked(best.feature, best.kind, best.at))[above[going]]
            state[rows] = ((branch + 1) * open_)[place]
            sizes = (n_branch * open_.reshape(width, count)).sum(axis=1)
            rows = columns.regroup(state, sizes.tolist()) if columns is not None else _regroup(rows, state)
            lo, n, stats = lo[going], n[going], stats[going]

    tree, segment, stats = _assemble(data, scorer, nodes, splits, lo_of_row)
    trace = Trace(data, settings, tree, Record(search, tree, stats, segment, kept))
    return _cut(trace) if settings.cuts else trace


def _regroup(rows, state):
    """The rows with a state other than 0, those of state 1 first, each in their old order."""
    state = state[rows]
    return rows[state.argsort(kind="stable")[(state == 0).sum() :]]


def _assemble(data, scorer, nodes, splits, lo_of_row):
    """(tree, place of each node among the scored ones of its level, statistics) from what each level found."""
    depth = np.arange(len(nodes)).repeat([len(level[0]) for level in nodes])
    above, branch, lo, stop, stats = (np.concatenate(column) for column in zip(*nodes, strict=True))
    # From left to right: parents are not empty, so that those of a level start at different examples.
    order, number = np.lexsort((branch, lo[above], depth)), np.empty(len(lo), np.int64)
    number[order] = np.arange(len(lo))
    above, branch, lo, stop, stats = (column[order] for column in (above, branch, lo, stop, stats))
    parent, first = number[above], (branch == 0).nonzero()[0]
    parent[0] = -1
    segment, feature, kind, first_child = (np.full(len(lo), NONE, np.int64) for _ in range(4))
    first_child[parent[first]] = first
    at = np.full(len(lo), np.nan)
    if splits:
        serial, *chosen, code = (np.concatenate(column) for column in zip(*splits, strict=True))
        scored = number[serial]
        segment[scored] = np.concatenate([np.arange(len(level[0])) for level in splits])
        stop[scored] = code
        split = (code < 0).nonzero()[0]
        scored = scored[split]
        for column, values in zip((feature, kind, at), chosen, strict=True):
            column[scored] = values[split]
    tree = Tree(
        data.schema, parent=parent, branch=branch, depth=depth, first_child=first_child,
        n_children=np.bincount(parent[1:], minlength=len(lo)),
        feature=feature, kind=kind, at=at, rows=lo_of_row.argsort(kind="stable"), lo=lo,
        hi=lo + scorer.sizes(stats), stops=tuple(_STOPS[stop]), **scorer.tell(stats, parent),
    )  # fmt: skip
    return tree, segment, stats


def _undecided(count: int):
    """(L,) -1: no reason yet to stop."""
    stop = np.empty(count, np.int64)
    stop.fill(-1)
    return stop


def _arrived(settings: GrowSettings, n, pure, depth: int):
    """(L,) the code of the first stop rule that holds on arrival, -1 if none does."""
    stop = _undecided(len(n))
    for reason, holds in reversed(arrival_tests(settings, n, pure, depth).items()):
        stop[holds] = reason.code
    return stop


_STOPS = np.array([*Stop, None], dtype=object)  # code -1 is None: the node splits


def _check(data: Dataset, settings: GrowSettings) -> None:
    if not len(data):
        raise ValueError("There are no examples: give at least one.")
    if data.schema.regression != (settings.criterion in REGRESSION):
        names = REGRESSION if data.schema.regression else CRITERIA
        target = "a number" if data.schema.regression else "a class"
        raise ValueError(f"The target {data.schema.target!r} is {target}: choose the criterion {' or '.join(names)}.")
    if data.schema.regression and np.abs(data.y).max() > LARGEST:
        raise ValueError(
            f"The target {data.schema.target!r} holds numbers beyond {LARGEST:g}: give it in larger units."
        )


def _refused(settings: GrowSettings, best: Best, scorer, stats):
    """(L,) the code of the reason why an open node cannot be split after all, -1 if it can."""
    stop = _undecided(len(best.kind))
    if settings.min_gain > 0:
        stop[scorer.score(stats, best.key) < settings.min_gain] = Stop.SMALL_GAIN.code
    if settings.stop_at_zero_gain:
        stop[best.zero] = Stop.NO_GAIN.code
    if np.count_nonzero(best.found) < len(stop):
        reasons = np.where(best.any, Stop.MIN_LEAF.code, settings.out_of_questions.code)
        stop[~best.found] = reasons[~best.found]
    return stop


def _cut(trace: Trace) -> Trace:
    """The tree after the first splits of the best-first order, as many as the settings allow."""
    from dtlearn.steps import by_priority

    tree, settings = trace.tree, trace.settings
    leaves = nodes = 1
    splits, kept = 0, np.zeros(len(tree), bool)
    for node in by_priority(trace):
        children = int(tree.n_children[node])
        if not children or settings.exceeded(leaves + children - 1, nodes + children, splits + 1):
            break
        leaves, nodes, splits, kept[node] = leaves + children - 1, nodes + children, splits + 1, True
    stays = np.concatenate([[True], kept[tree.parent[1:]]])
    new = np.cumsum(stays) - 1
    cut = stays & ~kept & (tree.kind != NONE)
    arrays = {
        name: value[stays] for name, value in vars(tree).items()
        if isinstance(value, np.ndarray) and name != "rows"
    }  # fmt: skip
    gone = cut[stays]
    for name, leaf in (("first_child", -1), ("n_children", 0), ("feature", -1), ("kind", NONE), ("at", np.nan)):
        arrays[name] = np.where(gone, leaf, arrays[name])
    for name in ("first_child", "parent"):
        arrays[name] = np.where(arrays[name] >= 0, new[arrays[name]], -1)
    stops = tuple(Stop.BUDGET if cut[i] else tree.stops[i] for i in np.flatnonzero(stays))
    small = Tree(tree.schema, rows=tree.rows, stops=stops, **arrays)
    return Trace(trace.data, settings, small, trace.candidates.cut(small, stays))
