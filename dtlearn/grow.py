"""grow(): a tree grown level by level, with every candidate split on record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Integral, Real

import numpy as np

from dtlearn.candidates import Record
from dtlearn.criteria import CRITERIA, REGRESSION
from dtlearn.data import Dataset, codes
from dtlearn.levelwise import arrival_tests as arrival_tests  # steps and the quiz ask the same tests
from dtlearn.levelwise import grown
from dtlearn.nominal import NOMINAL
from dtlearn.search import Search
from dtlearn.split import NONE
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
    max_features : each node looks at so many features only, drawn without replacement (UML 18.3, Breiman); where none
        of them can split its examples, it draws others. None for all.
    seed : a whole number, of the draws; a node's depend on it and on the node's path alone.
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
    max_features: int | None = None
    seed: int = 0

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
            "max_nodes": 1, "max_splits": 0, "max_features": 1,
        }  # fmt: skip
        for name, low in least.items():
            value = getattr(self, name)
            free = value is None and name.startswith("max_")
            if not free and not (isinstance(value, Real) and value >= low):
                raise ValueError(f"{name} is {value}: choose {low} or more.")
        for name in ("seed", "max_features"):
            value = getattr(self, name)
            if not isinstance(value, Integral) and not (value is None and name == "max_features"):
                raise ValueError(f"{name} is {value!r}: choose a whole number.")


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

    def drawn(self, node: int) -> np.ndarray:
        """The features that a node looked at, in ascending order: all, or what it drew; none if it was never scored."""
        return self.candidates.drawn(node)

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


def grow(
    data: Dataset,
    settings: GrowSettings = ALGORITHMS["ID3 (CS181)"],
    keep: int = KEEP,
    progress: Callable[[float], None] | None = None,
) -> Trace:
    """The tree that the settings grow on a data set, and every candidate on the way.

    Ties go to the lowest feature, then the lowest value or threshold; a majority tie to the first class.
    keep : how many positions of sorted columns keep their score on record, 8 bytes each. The candidates of a
    node beyond it are computed anew when they are asked for, to the same bits.
    progress : called once a level with the share of the examples that have come to their leaf; what it raises ends
    the growth.

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
    check(data, settings)
    return traced(Search(data, settings), keep, progress)


def traced(search: Search, keep: int = KEEP, progress: Callable[[float], None] | None = None) -> Trace:
    """The one tree of a search, with its record."""
    (tree,), record = grown(search, keep, progress)
    trace = Trace(search.data, search.settings, tree, Record(search, tree, *record))
    return smaller(trace, search.settings) if search.settings.cuts else trace


def check(data: Dataset, settings: GrowSettings) -> None:
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


def smaller(trace: Trace, settings: GrowSettings) -> Trace:
    """The growth after the first splits of the best-first order, as many as the settings allow: what they would grow.

    settings : those of the trace, with smaller limits of leaves, nodes or splits.
    """
    small, stays = cut(trace.tree, settings)
    return Trace(trace.data, settings, small, trace.candidates.cut(small, stays))


def cut(tree: Tree, settings: GrowSettings) -> tuple[Tree, np.ndarray]:
    """What a tree is after the first splits of the best-first order that the settings allow, and (N,) which nodes stay."""
    from dtlearn.steps import by_priority

    leaves = nodes = 1
    splits, kept = 0, np.zeros(len(tree), bool)
    for node in by_priority(Trace(None, settings, tree, None)):
        children = int(tree.n_children[node])
        if not children or settings.exceeded(leaves + children - 1, nodes + children, splits + 1):
            break
        leaves, nodes, splits, kept[node] = leaves + children - 1, nodes + children, splits + 1, True
    stays = np.concatenate([[True], kept[tree.parent[1:]]])
    new = np.cumsum(stays) - 1
    ends = stays & ~kept & (tree.kind != NONE)
    arrays = {
        name: value[stays] for name, value in vars(tree).items()
        if isinstance(value, np.ndarray) and name != "rows"
    }  # fmt: skip
    gone = ends[stays]
    for name, leaf in (("first_child", -1), ("n_children", 0), ("feature", -1), ("kind", NONE), ("at", np.nan)):
        arrays[name] = np.where(gone, leaf, arrays[name])
    for name in ("first_child", "parent"):
        arrays[name] = np.where(arrays[name] >= 0, new[arrays[name]], -1)
    stops = tuple(Stop.BUDGET if ends[i] else tree.stops[i] for i in np.flatnonzero(stays))
    return Tree(tree.schema, rows=tree.rows, stops=stops, **arrays), stays
