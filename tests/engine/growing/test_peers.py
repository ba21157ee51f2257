"""The same trees as scikit-learn, thresholds included, on twelve real data sets and four for regression.

Both trees are walked together from the root. Where the two splits send the same rows to the same sides, the
walk goes on below; they may ask different features then, which is a tie. Where they part the rows differently,
their gains must be exactly equal, by the integers of the class counts: that is a tie too, which scikit-learn
breaks at random. Then scikit-learn grows anew on the rows of each of our branches, and the walk goes on with
that: so every node of ours is compared. Anything else is a difference.
"""

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from sklearn import datasets as real
from sklearn.base import clone
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from benchmarks.ties import SCORE
from dtlearn import ALGORITHMS, Dataset, Feature, Schema, grow, load
from dtlearn.growing.orders import best_first

CLASSES = {"info_gain": "entropy", "gini_gain": "gini"}
FLOAT32 = float(np.finfo(np.float32).eps)


def of_sklearn(loader):
    bunch = loader()
    return bunch.data, bunch.target


def diabetes():
    """Does the disease progress faster than in half of the patients?"""
    X, y = of_sklearn(real.load_diabetes)
    return X, (y > np.median(y)).astype(int)


def linnerud():
    """Is a person heavier than the median, from chin-ups, sit-ups and jumps?"""
    X, y = of_sklearn(real.load_linnerud)
    return X, (y[:, 0] > np.median(y[:, 0])).astype(int)


def photos():
    """Which of two photographs does a pixel come from, from its red, green and blue?"""
    parts = [image.reshape(-1, 3)[:: len(image) * image.shape[1] // 600] for image in real.load_sample_images().images]
    return np.concatenate(parts), np.repeat([0, 1], [len(part) for part in parts])


def of_ours(name):
    """Nominal values as the numbers of their places."""
    return load(name).X, load(name).y


SETS = {
    "iris": lambda: of_sklearn(real.load_iris),
    "wine": lambda: of_sklearn(real.load_wine),
    "breast_cancer": lambda: of_sklearn(real.load_breast_cancer),
    "digits": lambda: of_sklearn(real.load_digits),
    "diabetes": diabetes,
    "linnerud": linnerud,
    "photos": photos,
    "titanic": lambda: of_ours("titanic"),
    "zoo": lambda: of_ours("zoo"),
    "congress_votes": lambda: of_ours("congress_votes"),
    "contact_lenses": lambda: of_ours("contact_lenses"),
    "golf_numeric": lambda: of_ours("golf_numeric"),
}


@cache
def rows_of(name):
    """X as scikit-learn reads it, in 32 bits, and y."""
    X, y = SETS[name]()
    return np.asarray(X).astype(np.float32).astype(np.float64), np.asarray(y)


def numeric(X, y, classes):
    return Dataset("peer", Schema(tuple(Feature(f"x{j + 1}") for j in range(X.shape[1])), classes), X, y)


def ours(X, y, criterion, **limits):
    classes = () if criterion == "mse" else tuple(map(str, range(int(y.max()) + 1)))
    return grow(numeric(X, y, classes), replace(ALGORITHMS["CART"], criterion=criterion, **limits))


@dataclass
class Walk:
    """What was seen: nodes walked, ties, other features that part the rows alike, splits without a gain that
    scikit-learn leaves out, real differences.
    """

    nodes: int = 0
    ties: int = 0
    twins: int = 0
    refused: int = 0
    wrong: list = field(default_factory=list)


def exact(criterion, y, left):
    """A score that is equal for two splits if and only if their gains are."""
    if criterion == "mse":
        parts = [[Fraction(v) for v in y[side].tolist()] for side in (left, ~left) if side.any()]
        return sum((Fraction(sum(part)) ** 2 / len(part) for part in parts), Fraction(0))
    branches = [np.bincount(y[side], minlength=int(y.max()) + 1).tolist() for side in (left, ~left)]
    return SCORE[criterion](None, branches)


def gains_nothing(criterion, X, y, node) -> bool:
    """The node's split has a gain of exactly zero. With floats it can come out below, and scikit-learn stops."""
    left = X[node.rows, node.split.feature] < node.split.at
    whole = np.ones(node.n, bool)
    return exact(criterion, y[node.rows], left) == exact(criterion, y[node.rows], whole)


def other_leaf(tree, i, theirs, k, classes) -> bool:
    """The leaf predicts something else there."""
    if tree.schema.regression:
        return abs(tree.value[i] - theirs.value[k, 0, 0]) > 1e-9 * max(1, abs(tree.value[i]))
    return not np.allclose(tree.counts[i, classes] / tree[i].n, theirs.value[k, 0])


def walk(X, y, trace, peer) -> Walk:
    """Compare a grown tree with those of a scikit-learn estimator, node by node."""
    tree, criterion, limit = trace.tree, trace.settings.criterion, trace.settings.max_depth
    seen, stack = Walk(), []

    def grow_anew(node):
        if node.split is None and tree.depth[node.i] == limit:
            seen.nodes += 1
        else:
            rest = None if limit is None else int(limit - tree.depth[node.i])
            theirs = clone(peer).set_params(max_depth=rest).fit(X[node.rows], y[node.rows])
            stack.append((node.i, 0, node.rows, theirs))

    grow_anew(tree[0])
    while stack:
        i, k, rows, peers = stack.pop()
        node, theirs = tree[i], peers.tree_
        leaf = theirs.children_left[k] < 0
        seen.nodes += 1
        if node.rows.tolist() != rows.tolist() or theirs.n_node_samples[k] != len(rows):
            seen.wrong.append((i, "other rows"))
        if leaf and node.split and gains_nothing(criterion, X, y, node):
            seen.refused += 1
            for child in node.children:
                grow_anew(child)
        elif leaf != (node.split is None):
            seen.wrong.append((i, "one is a leaf"))
        elif leaf and other_leaf(tree, i, theirs, k, getattr(peers, "classes_", None)):
            seen.wrong.append((i, "other prediction"))
        if leaf or node.split is None:
            continue
        feature, at = int(theirs.feature[k]), float(theirs.threshold[k])
        left, mine = X[rows, feature] <= at, X[rows, node.split.feature] < node.split.at
        alike = (left == mine).all()
        if alike or (left != mine).all():
            if feature != node.split.feature:
                seen.twins += 1
            elif abs(at - node.split.at) > FLOAT32 * max(1, abs(at)):
                seen.wrong.append((i, f"threshold {node.split.at!r}, theirs {at!r}"))
            a, b = node.children if alike else node.children[::-1]
            stack += [
                (a.i, theirs.children_left[k], rows[left], peers),
                (b.i, theirs.children_right[k], rows[~left], peers),
            ]
        elif exact(criterion, y[rows], left) == exact(criterion, y[rows], mine):
            seen.ties += 1
            for child in node.children:
                grow_anew(child)
        else:
            seen.wrong.append((i, "another split, and no tie"))
    return seen


@pytest.mark.parametrize("criterion", CLASSES)
@pytest.mark.parametrize("name", SETS)
def test_trees_are_scikit_learns_ties_apart(name, criterion):
    X, y = rows_of(name)
    trace = ours(X, y, criterion)
    seen = walk(X, y, trace, DecisionTreeClassifier(criterion=CLASSES[criterion], random_state=0))
    assert seen.wrong == []
    assert seen.nodes == len(trace.tree)


LIMITS = [
    {"max_depth": 3},
    {"min_samples_split": 20},
    {"min_samples_leaf": 5},
    {"max_depth": 5, "min_samples_split": 8, "min_samples_leaf": 3},
]


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize(
    ("name", "criterion"),
    [*zip(["iris", "wine", "breast_cancer", "digits", "diabetes", "titanic"], 3 * [*CLASSES], strict=True)],
)
def test_size_limits_mean_what_they_mean_there(name, criterion, limits):
    X, y = rows_of(name)
    trace = ours(X, y, criterion, **limits)
    seen = walk(X, y, trace, DecisionTreeClassifier(criterion=CLASSES[criterion], random_state=0, **limits))
    assert seen.wrong == []
    assert seen.nodes == len(trace.tree)


def partition(leaf_of_row):
    """The leaves as sets of rows."""
    return {tuple(np.flatnonzero(leaf_of_row == leaf)) for leaf in set(leaf_of_row.tolist())}


def tie_free_leaves(trace, most):
    """How many leaves up to ``most`` the best-first order grows before it meets two splits or two nodes alike."""

    def worth(i):
        chosen = trace.candidates[i].chosen if trace.tree[i].split else None
        return 0.0 if chosen is None else trace.tree[i].n * trace.candidates[i].gain[chosen]

    open_, leaves, data = {0}, 1, trace.data
    for i in best_first(trace.tree, trace.settings.criterion):
        record, rows = trace.candidates[i], trace.tree[i].rows
        best = np.flatnonzero(record.best)
        if len({(data.X[rows, record.feature[c]] < record.at[c]).tobytes() for c in best}) != 1 or leaves == most:
            return leaves
        if any(worth(k) > worth(i) * (1 - 1e-9) for k in open_ - {i}):
            return leaves
        open_ = open_ - {i} | {child.i for child in trace.tree[i].children}
        leaves += 1
    return leaves


@pytest.mark.parametrize("criterion", [*CLASSES, "mse"])
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "diabetes", "photos", "titanic"])
def test_so_many_leaves_are_the_same_leaves(name, criterion):
    if criterion == "mse":
        X, y = rows_of_regression()["diabetes"]
        peer = DecisionTreeRegressor(random_state=0)
    else:
        X, y = rows_of(name)
        peer = DecisionTreeClassifier(criterion=CLASSES[criterion], random_state=0)
    most = tie_free_leaves(ours(X, y, criterion), 12)
    assert most > 2
    for k in range(2, most + 1):
        leaves = peer.set_params(max_leaf_nodes=k).fit(X, y).apply(X.astype(np.float32))
        assert partition(ours(X, y, criterion, max_leaf_nodes=k).tree.apply(X)) == partition(leaves)


# --- regression -----------------------------------------------------------------------------------------


@cache
def rows_of_regression():
    """Disease progression, and its square root; a person's weight; the red of a pixel from its green and blue."""
    X, y = of_sklearn(real.load_diabetes)
    body, exercise = real.load_linnerud().target, real.load_linnerud().data
    pixels, _ = photos()
    sets = {
        "diabetes": (X, y),
        "root": (X, np.sqrt(y)),
        "linnerud": (exercise, body[:, 0]),
        "photos": (pixels[:, 1:], pixels[:, 0]),
    }
    return {
        name: (np.asarray(X).astype(np.float32).astype(np.float64), np.asarray(y, dtype=np.float64))
        for name, (X, y) in sets.items()
    }


@pytest.mark.parametrize("limits", [{}, *LIMITS], ids=str)
@pytest.mark.parametrize("name", ["diabetes", "root", "linnerud", "photos"])
def test_regression_trees_are_scikit_learns_ties_apart(name, limits):
    X, y = rows_of_regression()[name]
    trace = ours(X, y, "mse", **limits)
    seen = walk(X, y, trace, DecisionTreeRegressor(random_state=0, **limits))
    assert seen.wrong == []
    assert seen.nodes == len(trace.tree)
