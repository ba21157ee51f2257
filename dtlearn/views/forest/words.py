"""Forests in words and tables: the three names and what the notes say of them, the errors as trees are added."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dtlearn.data.dataset import Dataset
from dtlearn.forest.forest import Forest
from dtlearn.growing.errors import Part, Path, losses
from dtlearn.trees.tree import Tree
from dtlearn.views.base.html import table_html
from dtlearn.views.base.text import error_text, fixed, ratio


@dataclass(frozen=True)
class Way:
    """One of the things that are all called bagging or forest (facts E17).

    draws : whether rows are drawn for each tree, features for each node, features for each tree.
    """

    title: str
    rows: str
    features: str
    source: str
    draws: tuple[bool, bool, bool]


WAYS = {
    "bagging": Way("Plain bagging", "a sample of m′ rows for each tree, drawn with replacement", "all, at every node",
                   "Breiman 1996", (True, False, False)),
    "subspace": Way("Random subspace", "all rows, for every tree", "a few of its own for each tree", "Ho 1998",
                    (False, False, True)),
    "forest": Way("Random forest", "a sample of m′ rows for each tree, drawn with replacement",
                  "k for each node, drawn anew, without replacement", "UML 18.3; Breiman 2001", (True, True, False)),
    "buildtree": Way("BuildTree", "a sample of m′ rows for each tree, drawn with replacement",
                     "a few of its own for each tree", "BuildTree 5, which calls it bagging", (True, False, True)),
}  # fmt: skip
BY = {"votes": "Majority vote", "means": "Mean of probabilities"}


def names_html(now: str | None) -> str:
    """The things by their names; ``now`` is the one on the screen."""
    rows = [[f"▶ {w.title}" if name == now else w.title, w.rows, w.features, w.source] for name, w in WAYS.items()]
    return table_html(["Name", "Rows", "Features", "From"], rows, "What is drawn, and its names (E17)")


# ---- errors


@dataclass(frozen=True)
class Curves(Path):
    """The errors of a forest as it grows, tree by tree. parts : training, test, and with a bootstrap out-of-bag.

    alone : test examples that each tree gets wrong by itself. one : those of one tree on all training examples.
    """

    alone: tuple[int, ...]
    one: int


def curves(forest: Forest, test: Dataset, one: Tree, by: str) -> Curves:
    """The errors by majority vote or by mean probability."""
    parts = []
    for name, data in (("training", forest.data), ("test", test)):
        m = len(data)
        parts.append(Part(name, tuple(np.rint(forest.errors(data, by) * m).astype(int).tolist()), m))
    if forest.settings.bootstrap:
        found = forest.out_of_bag(by)
        wrong = np.rint(np.where(found.covered > 0, found.error, 0) * found.covered).astype(int).tolist()
        parts.append(Part("out-of-bag", tuple(wrong), tuple(found.covered.tolist())))
    alone = (forest.votes(test.X) != test.y).sum(axis=1).tolist()
    trees = {"trees": tuple(range(1, len(forest) + 1))}
    return Curves(trees, tuple(parts), tuple(alone), int(losses(one, test).sum()))


def errors_html(votes: Curves, means: Curves, n: int) -> str:
    """The errors of the first n trees, by both ways to answer, beside single trees."""
    both = zip(votes.parts, means.parts, strict=True)
    rows = [[one.name, error_text(one, n - 1), error_text(other, n - 1)] for one, other in both]
    h = votes.test.of
    mean = ratio(sum(votes.alone[:n]), n * h)
    rows += [[f"test: tree {n} alone", ratio(votes.alone[n - 1], h), ""], [f"test: a tree alone, mean of {n}", mean, ""],
             ["test: one tree on all training examples", ratio(votes.one, h), ""]]  # fmt: skip
    return table_html(["Error", *BY.values()], rows, f"The first {n} trees" if n > 1 else "The first tree")


def series_html(found: Curves, at: int) -> str:
    """The errors against the number of trees, at a few numbers."""
    T = len(found.alone)
    shown = sorted({n for n in (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200) if n <= T} | {at or 1, T})
    rows = [[f"▶ {n}" if n == at else str(n), *(error_text(part, n - 1) for part in found.parts), ratio(found.alone[n - 1], found.test.of)]
            for n in shown]  # fmt: skip
    return table_html(["Trees", *(part.name for part in found.parts), "test: the last tree alone"], rows,
                      "Error against the number of trees")  # fmt: skip


def few_text(kinds: int, total: int, d: int) -> str:
    """That many trees are only a few different ones."""
    if kinds == 1:
        return f"These {total} trees are all the same one: they can only err together."
    why = f": {d} features leave them little to differ in" if d <= 4 else ""
    return f"These {total} trees are only {kinds} different ones{why}, so they err together."


def verdict(found: Curves) -> str:
    """What the curves show, and how far to trust it."""
    T, test, h = len(found.alone), found.test, found.test.of
    mean, last = Fraction(sum(found.alone), T * h), test.error(T - 1)
    gap, one = found.one - test.lost[T - 1], "One tree on all training examples"
    said = f"{one} does just as well: {found.one} wrong."
    if gap > 0:
        said = f"{one} gets {found.one} wrong, the forest {test.lost[T - 1]}."
    elif gap:
        said = f"Here one tree on all training examples is better: {found.one} wrong against {test.lost[T - 1]}. A forest is no promise."
    spread, bag = (float(last) * (1 - float(last)) / h) ** 0.5, ""
    if len(found.parts) > 2 and found.judge.error(T - 1) is not None:
        bag = (
            f" Out-of-bag, {error_text(found.judge, T - 1)}, needs no test examples: each example is asked of the trees that "
            "did not see it."
        )
    return (
        f"A tree alone errs on {fixed(mean)} of the test examples on average; all {T} together on {fixed(last)}. {said} "
        f"With {h} test examples the standard error is about {fixed(spread)}.{bag}"
    )
