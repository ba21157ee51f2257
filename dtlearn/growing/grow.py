"""grow(): a tree grown level by level, with every candidate split on record."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from dtlearn.data.dataset import LARGEST, Dataset, codes
from dtlearn.growing.level_by_level import grown
from dtlearn.growing.orders import best_first, by_priority
from dtlearn.growing.settings import ALGORITHMS, GrowSettings
from dtlearn.growing.steps import Steps, steps
from dtlearn.splitting.candidates import Record
from dtlearn.splitting.criteria import CRITERIA, REGRESSION
from dtlearn.splitting.search import Search
from dtlearn.trees.split import NONE
from dtlearn.trees.tree import Stop, Tree

PLAYED = 400  # nodes of a growth that plays in a notebook; of a larger one the tree is drawn
KEEP = 5_000_000  # positions whose scores a growth keeps on record by default: 40 MB


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
        still = self.tree._repr_mimebundle_()
        return still | {"text/html": self.steps().walkthrough().frame_html()} if len(self.tree) <= PLAYED else still

    def predict(self, X) -> np.ndarray:
        """(m,) class names, or means, for X, rows of cells as in the CSV; for codes see ``Tree.predict``."""
        found = self.tree.predict(encode(self.data, X))
        return found if self.data.schema.regression else np.array(self.data.schema.classes)[found]

    def to_dot(self) -> str:
        """The tree in Graphviz's DOT language."""
        return self.tree.to_dot()

    def to_graphviz(self):
        """The tree as a ``graphviz.Source``: a notebook draws it, ``.render("tree", format="pdf")`` writes a file."""
        return self.tree.to_graphviz()

    def steps(self, order: str = "depth_first", detail: str = "node") -> Steps:
        """The growth as a sequence of Step (see ``dtlearn.growing.steps``)."""
        return steps(self, order, detail)


def encode(data: Dataset, X) -> np.ndarray:
    """(m, d) codes of rows given as cells; a nominal value that the data does not have becomes -1.

    A DataFrame's columns are found by name. Raises ValueError if the rows do not have d cells, a column is missing or a
    numeric cell is no number.
    """
    features = data.schema.features
    if (columns := getattr(X, "columns", None)) is not None:
        names = list(map(str, columns))
        lost = next((f.name for f in features if names.count(f.name) != 1), None)
        if lost is not None:
            raise ValueError(f"X has {names.count(lost) or 'no'} columns {lost!r}: give one of every feature.")
        X = np.asarray(X, dtype=object)[:, [names.index(f.name) for f in features]]
    X = np.asarray(X, dtype=object)
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


def pieces(tree: Tree, settings: GrowSettings, splits: Sequence[int]) -> Iterator[Tree]:
    """What a tree is after so many first splits of the best-first order.

    >>> from dtlearn import load
    >>> trace = grow(load("play_tennis"))
    >>> [len(tree) for tree in pieces(trace.tree, trace.settings, (0, 1, 2, 3))]
    [1, 4, 6, 8]
    """
    order = best_first(tree, settings.criterion)
    for k in splits:
        yield cut(tree, replace(settings, max_splits=k), order)[0]


def cut(tree: Tree, settings: GrowSettings, order: Sequence[int] | None = None) -> tuple[Tree, np.ndarray]:
    """What a tree is after the first splits of the best-first order that the settings allow, and (N,) which nodes stay.

    order : the best-first one, where it is known.
    """
    if not settings.exceeded(tree.n_leaves, len(tree), int((tree.n_children > 0).sum())):
        return tree, np.ones(len(tree), bool)
    leaves = nodes = 1
    splits, kept = 0, np.zeros(len(tree), bool)
    for node in by_priority(tree, settings.criterion) if order is None else order:
        children = int(tree.n_children[node])
        if not children or settings.exceeded(leaves + children - 1, nodes + children, splits + 1):
            break
        leaves, nodes, splits, kept[node] = leaves + children - 1, nodes + children, splits + 1, True
    stays = np.concatenate([[True], kept[tree.parent[1:]]])
    new = np.cumsum(stays) - 1
    ends = stays & ~kept & (tree.kind != NONE)
    arrays = {
        name: value[stays] for name, value in vars(tree).items() if isinstance(value, np.ndarray) and name != "rows"
    }
    gone = ends[stays]
    for name, leaf in (("first_child", -1), ("n_children", 0), ("feature", -1), ("kind", NONE), ("at", np.nan)):
        arrays[name] = np.where(gone, leaf, arrays[name])
    for name in ("first_child", "parent"):
        arrays[name] = np.where(arrays[name] >= 0, new[arrays[name]], -1)
    stops = tuple(Stop.BUDGET if ends[i] else tree.stops[i] for i in np.flatnonzero(stays))
    return Tree(tree.schema, rows=tree.rows, stops=stops, **arrays), stays
