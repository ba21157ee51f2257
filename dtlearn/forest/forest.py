"""A forest: trees on samples of the examples, each with features of its own, and their vote.

Three names for three things (facts E17): bagging draws the rows of each tree; a random subspace draws the features
of each tree; a random forest draws the features of each node (UML 18.3, Breiman). They can be combined.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dtlearn.data.dataset import Dataset, ReadOnly, is_number, matched
from dtlearn.growing.errors import rows
from dtlearn.growing.grow import ALGORITHMS, GrowSettings, Trace, check, cut, traced
from dtlearn.growing.level_by_level import grown
from dtlearn.pictures import pictures
from dtlearn.splitting.draws import BOOTSTRAP, NODES, SUBSPACE, shuffled, start, tree_seeds, with_replacement
from dtlearn.splitting.search import TABLES, Search
from dtlearn.trees.stack import TreeStack
from dtlearn.trees.tree import Tree

if TYPE_CHECKING:
    from dtlearn.show.documents.walkthrough import Walkthrough

PLAYED = 4000  # nodes of all trees of a forest that plays: each tree is written anew
TOGETHER = 100_000  # examples of the trees that are grown together; fewer where there are many classes
REMEMBERED = 1 << 20  # (tree, row) pairs of examples whose leaves are kept: 8 MB
NEAR = 1e-12  # mean probabilities closer than this are a tie
BY = ("votes", "means")


@dataclass(frozen=True)
class ForestSettings:
    """Everything that makes a forest; hashable.

    n_trees : how many. tree : how each one grows; its ``max_features`` are drawn by every node, and its ``seed`` is
        the forest's.
    bootstrap : each tree gets a sample of the rows, drawn with replacement (bagging); else every tree gets all.
    sample_size : the rows of a sample, m'; None for as many as the data has.
    subspace : each tree may use so many features only, drawn without replacement; None for all.
    """

    n_trees: int = 100
    tree: GrowSettings = ALGORITHMS["CART"]
    bootstrap: bool = True
    sample_size: int | None = None
    subspace: int | None = None

    def __post_init__(self):
        for name in ("n_trees", "sample_size", "subspace"):
            value = getattr(self, name)
            if value is None and name != "n_trees":
                continue
            if not is_number(value) or value < 1:
                raise ValueError(f"{name} is {value!r}: choose a whole number from 1 on.")
        if self.sample_size is not None and not self.bootstrap:
            raise ValueError("sample_size is for a bootstrap: without one every tree gets all rows.")


@dataclass(frozen=True, eq=False)
class OutOfBag:
    """What the trees say of the examples that they did not see.

    error : (T,) of the first 1, 2, ..., T trees, over the examples that one of them left out; NaN without any.
    covered : (T,) how many these are. predict : (m,) class code by all trees, -1 where none left the example out; in
    regression the mean, NaN there.
    """

    error: np.ndarray
    covered: np.ndarray
    predict: np.ndarray


@dataclass(frozen=True, eq=False)
class Forest(ReadOnly):
    """T trees and what each was grown on. Read-only.

    trees : their ``rows`` number the tree's own sample. draws : (T, m') rows of the data in each sample, ascending.
    features : (T, d) bool, the features that each tree may use.
    """

    data: Dataset
    settings: ForestSettings
    trees: tuple[Tree, ...]
    draws: np.ndarray
    features: np.ndarray

    def __len__(self) -> int:
        return len(self.trees)

    def __repr__(self) -> str:
        return f"Forest({self.data.name!r}: {len(self)} trees, {sum(map(len, self.trees))} nodes)"

    def walkthrough(self, x=None, by: str = "votes") -> "Walkthrough":
        """The votes on one example as a page that plays:
        ``forest.walkthrough().save("lesson.html")`` (see ``forest_walkthrough``).

        x : its codes (d,); by default the training example on which the trees agree least. by : the answer that counts.
        """
        if by not in BY:
            raise ValueError(f"by is {by!r}: choose one of {', '.join(BY)}.")
        if x is None:
            said = self.votes(self.data.X)
            agree = -said.std(axis=0) if self.data.schema.regression else self.shares(self.data.X).max(axis=1)
            x = self.data.X[int(agree.argmin())]
        return pictures().votes_walkthrough(self, x, by)

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict:
        said = {"text/plain": repr(self)}
        return said | {"text/html": self.walkthrough().frame_html()} if sum(map(len, self.trees)) <= PLAYED else said

    @cached_property
    def bag(self) -> np.ndarray:
        """(T, m) int64: how often each example is in each tree's sample."""
        m = len(self.data)
        at = self.draws + np.arange(len(self))[:, None] * m
        return np.bincount(at.reshape(-1), minlength=len(self) * m).reshape(-1, m)

    @cached_property
    def _grove(self) -> TreeStack:
        return TreeStack(self.trees)

    @cached_property
    def _reached(self) -> deque[tuple[np.ndarray, np.ndarray]]:
        """Examples that nobody can change, and where they end:
        the training and the test examples are asked about again."""
        return deque(maxlen=2)

    def _apply(self, X) -> np.ndarray:
        """As ``Grove.apply``."""
        fixed = isinstance(X, np.ndarray) and not X.flags.writeable and X.base is None
        for known, nodes in tuple(self._reached):
            if fixed and known is X:
                return nodes
        nodes = self._grove.apply(X)
        if fixed and nodes.size <= REMEMBERED:
            self._reached.append((X, nodes))
        return nodes

    # --- its trees ---------------------------------------------------------------------------------------

    def sample(self, t: int) -> Dataset:
        """What tree t was grown on: the data's rows ``draws[t]``."""
        return rows(self.data, self.draws[t])

    def tree_settings(self, t: int) -> GrowSettings:
        """How tree t grows: with the seed of its own."""
        tree = self.settings.tree
        return replace(tree, seed=tree_seeds(tree.seed, t, t + 1)[0])

    def trace(self, t: int) -> Trace:
        """Tree t grown alone, with its candidates: the same tree."""
        sample, settings, draws = self.sample(t), self.tree_settings(t), self.draws[t]
        allowed = self.features[t : t + 1] if self.settings.subspace else None
        scorer = Search(self.data, self.settings.tree).scorer.on(draws, len(draws))
        return traced(Search(sample, settings, scorer, allowed))

    def first(self, n: int) -> "Forest":
        """The first n trees: what a forest of n trees is."""
        if not 1 <= n <= len(self):
            raise ValueError(f"n is {n}: choose from 1 to {len(self)} trees.")
        if n == len(self):
            return self  # with what it knows
        settings = replace(self.settings, n_trees=n)
        found = Forest(self.data, settings, self.trees[:n], self.draws[:n], self.features[:n])
        found._reached.extend((X, nodes[:n]) for X, nodes in tuple(self._reached))
        return found

    def more(self, n: int) -> "Forest":
        """The forest with n more trees."""
        settings = replace(self.settings, n_trees=len(self) + n)
        trees, draws, features = _grown(self.data, settings, len(self))
        draws, features = np.concatenate([self.draws, draws]), np.concatenate([self.features, features])
        return Forest(self.data, settings, self.trees + trees, draws, features)

    # --- what it says ------------------------------------------------------------------------------------

    @cached_property
    def noise(self) -> float:
        """In regression: what a mean of the trees may be off by for floats alone; 0 for classes."""
        return max(tree.noise for tree in self.trees) if self.data.schema.regression else 0.0

    def residuals(self, y: np.ndarray, said: np.ndarray) -> np.ndarray:
        """What is wrong with answers to y: of classes 1 where one is, else 0; in regression said - y,
        without float noise."""
        if not self.data.schema.regression:
            return (said != y).astype(np.int64)
        return np.where(np.abs(said - y) > self.noise, said - y, 0.0)

    def losses(self, data: Dataset, by: str = "votes") -> np.ndarray:
        """(m,) the loss of all trees' answer to each example: 1 where it is wrong; in regression the squared error."""
        data = matched(data, self.data.schema)
        return np.square(self.residuals(data.y, self.predict(data.X, by)))

    def votes(self, X) -> np.ndarray:
        """(T, n) the class code that each tree gives each row of X (n, d); in regression its mean."""
        grove = self._grove
        return (grove.label if grove.value is None else grove.value)[self._apply(X)]

    def shares(self, X) -> np.ndarray:
        """(n, K) share of the trees that vote for each class."""
        return self._total(X, "votes") / len(self)

    def proba(self, X) -> np.ndarray:
        """(n, K) mean over the trees of the class shares among the leaf's examples."""
        return self._total(X, "means") / len(self)

    def predict(self, X, by: str = "votes") -> np.ndarray:
        """(n,) class codes: of the most votes, or ``by="means"`` of the largest mean probability (facts E18).

        Ties go to the first class. In regression the mean of the trees' means.
        """
        return winner(self._total(X, by), len(self))

    def errors(self, data: Dataset, by: str = "votes") -> np.ndarray:
        """(T,) share of any data that the first 1, 2, ..., T trees get wrong; in regression the mean squared error."""
        data = matched(data, self.data.schema)
        return np.array([np.square(self.residuals(data.y, said)).mean() for said in self.running(data.X, by)])

    def running(self, X, by: str = "votes") -> Iterator[np.ndarray]:
        """(n,) what the first 1, 2, ..., T trees together say of each row of X, as ``predict``."""
        total = 0
        for t, opinion in enumerate(self._opinions(X, by), start=1):
            total = total + opinion
            yield winner(total, t)

    def out_of_bag(self, by: str = "votes") -> OutOfBag:
        """What the trees say of the examples that they did not see."""
        data, absent = self.data, self.bag == 0
        n, total = np.zeros(len(data), np.int64), 0
        error, covered = np.full(len(self), np.nan), np.zeros(len(self), np.int64)
        for t, opinion in enumerate(self._opinions(data.X, by)):
            n += absent[t]
            total = total + (opinion.T * absent[t]).T
            found, asked = winner(total, np.maximum(n, 1)), n > 0
            covered[t] = np.count_nonzero(asked)
            if covered[t]:
                error[t] = np.square(self.residuals(data.y, found))[asked].mean()
        return OutOfBag(error, covered, np.where(asked, found, np.nan if data.schema.regression else -1))

    def _opinions(self, X, by: str) -> Iterator[np.ndarray]:
        """What each tree adds to the sum: (n, K) its vote, or its class shares; in regression (n,) its mean."""
        if by not in BY:
            raise ValueError(f"by is {by!r}: choose one of {', '.join(BY)}.")
        grove, K = self._grove, len(self.data.schema.classes)
        of_node = grove.value
        if of_node is None:
            of_node = grove.share if by == "means" else np.eye(K, dtype=np.int64)[grove.label]
        return (of_node[nodes] for nodes in self._apply(X))

    def _total(self, X, by: str):
        return sum(self._opinions(X, by))


def winner(total, n) -> np.ndarray:
    """(m,) the class with the largest sum (m, K) of n opinions, ties to the first; in regression the mean of (m,).

    >>> winner(np.array([[0, 1]] + [[1, 0]] * 2).sum(axis=0)[None], 3)  # three trees vote .9, .4, .4 of class 1
    array([0])
    >>> winner(np.array([[0.1, 0.9]] + [[0.6, 0.4]] * 2).sum(axis=0)[None], 3)
    array([1])
    """
    if total.ndim == 1:
        return total / n
    slack = NEAR * total.max(axis=1) if total.dtype.kind == "f" else 0
    return (total >= (total.max(axis=1) - slack)[:, None]).argmax(axis=1)


def _together(data: Dataset, size: int) -> int:
    """How many trees of so many examples are grown together: a node holds a count of each class."""
    return max(TOGETHER // (size * max(len(data.schema.classes) // 10, 1)), 1)


def bytes_of(data: Dataset, settings: ForestSettings) -> int:
    """What the trees take at most while they grow, where every question has two answers."""
    size, K = settings.sample_size or len(data), max(len(data.schema.classes), 2)
    # A sample drawn with replacement holds fewer different examples, and no tree has more leaves than these.
    leaves = size if not settings.bootstrap else min(len(data), size) * 0.64 + 50
    cut = settings.tree.max_leaf_nodes or leaves
    node, some = 8 * K + 140, min(_together(data, size), settings.n_trees)
    kept = settings.n_trees * (2 * min(leaves, cut) * node + 9 * size + 8 * size)
    return int(kept + some * (2 * leaves * 3 * node + 100 * size) + 60 * data.X.size + 50 * TABLES)


def grow_forest(data: Dataset, settings: ForestSettings = ForestSettings()) -> Forest:
    """The trees that the settings grow on a data set, all together.

    Tree t depends on the data, the settings and t alone: a smaller forest is the beginning of a larger one.

    >>> from dtlearn import load
    >>> forest = grow_forest(load("iris"), ForestSettings(20, GrowSettings("gini_gain", reuse=True, max_features=2)))
    >>> forest.predict(load("iris").X[::50]).tolist()
    [0, 1, 2]
    """
    check(data, settings.tree)
    d = len(data.schema.features)
    if settings.subspace is not None and settings.subspace > d:
        raise ValueError(f"subspace is {settings.subspace}: there are {d} features.")
    return Forest(data, settings, *_grown(data, settings, 0))


def _grown(data: Dataset, settings: ForestSettings, first: int) -> tuple[tuple[Tree, ...], np.ndarray, np.ndarray]:
    """(trees, draws, features) of the trees from number ``first`` on."""
    m, d, last = len(data), len(data.schema.features), settings.n_trees
    size = settings.sample_size or m
    seeds = tree_seeds(settings.tree.seed, first, last)
    draws = np.tile(np.arange(m), (last - first, 1))
    if settings.bootstrap:
        draws = with_replacement(start(seeds, BOOTSTRAP), m, size)
    features = np.ones((last - first, d), bool)
    if settings.subspace:
        features[:] = False
        chosen = shuffled(start(seeds, SUBSPACE), d)[:, : settings.subspace]
        features[np.arange(last - first)[:, None], chosen] = True
    allowed = features if settings.subspace else None
    search, places = Search(data, settings.tree, allowed=allowed), start(seeds, NODES)
    trees, some = [], _together(data, size)
    for lo in range(0, last - first, some):
        part = slice(lo, lo + some)
        found, _ = grown(search.on(draws[part], places[part], allowed if allowed is None else allowed[part]))
        trees += found
    if settings.tree.cuts:
        trees = [cut(tree, settings.tree)[0] for tree in trees]
    return tuple(trees), draws, features
